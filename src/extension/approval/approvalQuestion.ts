import { randomUUID } from 'node:crypto';
import type { StartMode } from '../../shared/chatState.ts';
import type { ApprovalView, PersistentRuleOffer } from '../../shared/toolBlock.ts';
import type { Tool, ToolContext, ToolOutcome, ToolPreview } from '../tools/tool.ts';
import type { ApprovalConditions, ApprovalNeed, ApprovalPolicy } from './approval.ts';
import type { ApprovalCall } from './approvalCall.ts';
import { offerPersistentRules } from './rules/persistentRules.ts';

/** The user's answer to a card. */
export type ApprovalAnswer =
  | {
      readonly decision: 'allow-once' | 'allow-for-chat' | 'allow-always';
      /** Index of the persistent rule to save, among those that the card offers; for `allow-always`. */
      readonly persistent?: number | undefined;
      /** The plan as the user edited it. */
      readonly plan?: string | undefined;
      /** The mode in which an accepted plan is carried out. */
      readonly mode?: StartMode | undefined;
    }
  | {
      readonly decision: 'deny';
      /** The user's reason, for the model. */
      readonly reason?: string | undefined;
    };

/** A call that needs a decision. */
export interface ApprovalRequest {
  readonly callId: string;
  readonly tool: Tool;
  readonly input: unknown;
  /** Names the subject of the call, for display. */
  readonly detail: string;
  readonly context: ToolContext;
  readonly policy: ApprovalPolicy;
  /** Called with the card, and again whenever its contents change. */
  readonly onAsk: (view: ApprovalView) => void;
  /**
   * Called when a call about which the user was asked early is decided or cancelled. `runs`: the call was allowed, and
   * waits until the earlier calls have ended.
   */
  readonly onDecidedAhead: (runs: boolean) => void;
}

/** A call about which the user may be asked before the earlier calls have ended. */
export interface EarlyRequest {
  readonly request: ApprovalRequest;
  readonly signal: AbortSignal;
}

/** How a question ends: by the user's answer, by a new mode, rule or grant, or by a failed preview. */
export type ApprovalVerdict =
  ApprovalAnswer | { readonly decision: 'by-mode' } | { readonly decision: 'refuse'; readonly outcome: ToolOutcome };

/** A question to the user, from its card to its answer. */
export interface ApprovalQuestion {
  readonly request: ApprovalRequest;
  readonly call: ApprovalCall;
  readonly need: Extract<ApprovalNeed, { kind: 'ask' }>;
  readonly persistent: readonly PersistentRuleOffer[];
  preview: ToolPreview | undefined;
  /** True if the preview builds on earlier edits of the same file that are not written yet. */
  isStaged: boolean;
  /** The id of the question's `EditGroup`; undefined if the card asks about one call only. */
  readonly group: string | undefined;
  /**
   * Identifies the edit in the URIs of the diff editor. It has no capital letters, because VS Code changes the
   * authority of a URI to lower case.
   */
  readonly reviewId: string;
  readonly answered: Promise<ApprovalVerdict>;
  readonly answer: (verdict: ApprovalVerdict) => void;
  /**
   * True once the user has opened the edit in the diff editor. A new mode, rule or grant can then refuse the edit, but
   * not allow it.
   */
  isOpened: boolean;
}

/**
 * True if VS Code's diff editor may show the edit. A staged edit cannot be amended, because its text contains earlier
 * edits that may still be denied. If the card asks about a schema, the diff is not opened, because VS Code downloads
 * the schema as soon as an editor shows the schema's address. A deletion or a move has no text to amend.
 */
export function canOpen({ request, preview, need, isStaged }: ApprovalQuestion): boolean {
  const downloads = need.reasons.some(({ kind }) => kind === 'remote-schema');
  const isEdit = preview?.file !== undefined && !preview.removedFile;
  return isEdit && request.policy.review !== undefined && !isStaged && !downloads;
}

/** Creates the question about a call. `answer` resolves its promise `answered`. */
export function toQuestion(
  request: ApprovalRequest,
  {
    isStaged = false,
    group,
    ...asked
  }: Pick<ApprovalQuestion, 'call' | 'need' | 'preview'> & Partial<Pick<ApprovalQuestion, 'isStaged' | 'group'>>,
): ApprovalQuestion {
  const { policy } = request;
  let answer = (_verdict: ApprovalVerdict): void => {};
  const answered = new Promise<ApprovalVerdict>((resolve) => {
    answer = resolve;
  });
  return {
    request,
    ...asked,
    isStaged,
    group,
    persistent: policy.saveRules ? offerPersistentRules(asked.call, conditionsOf(policy)) : [],
    reviewId: randomUUID(),
    answered,
    answer,
    isOpened: false,
  };
}

/** The conditions of a decision, as they are now. */
export function conditionsOf(policy: ApprovalPolicy): ApprovalConditions {
  return {
    mode: policy.mode(),
    isTrusted: policy.isTrusted(),
    ...(policy.readsOnly && { readsOnly: policy.readsOnly() }),
    rules: policy.rules(),
    readOnlyCommands: policy.readOnlyCommands(),
    granted: policy.granted,
  };
}
