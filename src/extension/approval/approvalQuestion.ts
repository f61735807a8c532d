import { randomUUID } from 'node:crypto';
import type { StartMode } from '../../shared/chatState.ts';
import type { ApprovalView, PersistentRuleOffer } from '../../shared/toolBlock.ts';
import type { Tool, ToolContext, ToolOutcome, ToolPreview } from '../tools/tool.ts';
import type { ApprovalConditions, ApprovalNeed, ApprovalPolicy } from './approval.ts';
import type { ApprovalCall } from './approvalCall.ts';
import { offerPersistentRules } from './rules/persistentRules.ts';

export type ApprovalAnswer =
  | {
      readonly decision: 'allow-once' | 'allow-for-chat' | 'allow-always';
      /** Index of the offered rule to save; for `allow-always`. */
      readonly persistent?: number | undefined;
      /** The plan as the user edited it. */
      readonly plan?: string | undefined;
      /** The mode in which an accepted plan is carried out. */
      readonly mode?: StartMode | undefined;
    }
  | {
      readonly decision: 'deny';
      /** For the model. */
      readonly reason?: string | undefined;
    };

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
   * Called when an early question is answered or cancelled. `runs`: the call was allowed, and waits for the earlier
   * calls.
   */
  readonly onDecidedEarly: (runs: boolean) => void;
}

/** A call about which the user may be asked before the earlier calls have ended. */
export interface EarlyRequest {
  readonly request: ApprovalRequest;
  readonly signal: AbortSignal;
}

/** `by-mode`: decided by a new mode, rule or grant. */
export type ApprovalVerdict =
  ApprovalAnswer | { readonly decision: 'by-mode' } | { readonly decision: 'refuse'; readonly outcome: ToolOutcome };

/** A question to the user, from its card to its answer. */
export interface ApprovalQuestion {
  readonly request: ApprovalRequest;
  readonly call: ApprovalCall;
  readonly need: Extract<ApprovalNeed, { kind: 'ask' }>;
  readonly persistent: readonly PersistentRuleOffer[];
  preview: ToolPreview | undefined;
  /** The preview builds on earlier edits of the same file that are not written yet. */
  isStaged: boolean;
  /** The id of the question's `EditGroup`; undefined if the card asks about one call only. */
  readonly group: string | undefined;
  /**
   * Part of the diff editor's URIs. Has no capital letters, because VS Code changes a URI's authority to lower case.
   */
  readonly reviewId: string;
  readonly answered: Promise<ApprovalVerdict>;
  readonly answer: (verdict: ApprovalVerdict) => void;
  /** The user has opened the edit in the diff editor. A new mode, rule or grant can then only refuse the edit. */
  isOpened: boolean;
}

/**
 * Whether VS Code's diff editor may show the edit, so that the user can change the edit. A staged edit contains earlier
 * edits that may still be denied. A diff with a schema's address is not opened, because VS Code would download the
 * schema. A deletion or a move has no text to change.
 */
export function canOpen({ request, preview, need, isStaged }: ApprovalQuestion): boolean {
  const downloads = need.reasons.some(({ kind }) => kind === 'remote-schema');
  const isEdit = preview?.file !== undefined && !preview.removedFile;
  return isEdit && request.policy.review !== undefined && !isStaged && !downloads;
}

/** The `answer` function of the question resolves its promise `answered`. */
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
