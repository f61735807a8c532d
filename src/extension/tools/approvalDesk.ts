import { randomUUID } from 'node:crypto';
import type { ApprovalView, LastingOffer, StartMode } from '../../shared/chatState.ts';
import type { Log } from '../ports/log.ts';
import { previewAmendment, type Amendment } from './amendment.ts';
import { decideApproval, type ApprovalNeed, type ApprovalPolicy } from './approval.ts';
import { toApprovalCall, type ApprovalCall } from './approvalCall.ts';
import { hideDenied } from './hiddenPaths.ts';
import { offerLastingRules } from './lastingRules.ts';
import { toApprovalView } from './approvalView.ts';
import {
  failed,
  isOutcome,
  type AcceptedPlan,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolPreview,
} from './tool.ts';
import { unlessAborted } from '../ports/unlessAborted.ts';

/** The user's answer to a card. */
export type ApprovalAnswer =
  | {
      readonly decision: 'allow-once' | 'allow-for-chat' | 'allow-always';
      /** Which of the lasting rules that the card offers, for `allow-always`. */
      readonly lasting?: number | undefined;
      /** The plan as the user has edited it. */
      readonly plan?: string | undefined;
      /** The mode that an accepted plan is carried out in. */
      readonly mode?: StartMode | undefined;
    }
  | {
      readonly decision: 'deny';
      /** For the model, in the user's words. */
      readonly reason?: string | undefined;
    };

/** A call before the desk. */
export interface ApprovalRequest {
  readonly callId: string;
  readonly tool: Tool;
  readonly input: unknown;
  /** What the call is about, for people. */
  readonly detail: string;
  readonly context: ToolContext;
  readonly policy: ApprovalPolicy;
  /** The card, and again when what it shows has changed. */
  readonly onAsk: (view: ApprovalView) => void;
}

export type ApprovalResult =
  | {
      readonly kind: 'run';
      readonly input: unknown;
      readonly context: ToolContext;
      /** What is to be written in place of what the tool would write. */
      readonly amendment: Amendment | undefined;
    }
  | { readonly kind: 'refused'; readonly outcome: ToolOutcome }
  | { readonly kind: 'denied'; readonly outcome: ToolOutcome };

type Verdict = ApprovalAnswer | { readonly decision: 'by-mode' } | { readonly decision: 'refuse'; need: ApprovalNeed };
type Ask = Extract<ApprovalNeed, { kind: 'ask' }>;

interface Question {
  readonly request: ApprovalRequest;
  readonly call: ApprovalCall;
  readonly need: Ask;
  readonly lasting: readonly LastingOffer[];
  readonly preview: ToolPreview | undefined;
  /** Names the edit in the diff editor; lower case, because VS Code lower-cases authorities. */
  readonly reviewId: string;
  readonly answer: (verdict: Verdict) => void;
  /** The user has opened the edit: it is theirs to decide on, whatever the mode becomes. */
  isOpened: boolean;
}

/** Where calls wait for the user. What was asked is what is done: both are compared once more before a call runs. */
export class ApprovalDesk {
  private readonly log: Log;
  private readonly waiting = new Map<string, Question>();

  constructor(log: Log) {
    this.log = log;
  }

  /** Resolves once the call may run or must not. Rejects where the signal aborts. */
  async approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalResult> {
    const { tool, input, context, policy } = request;
    const call = await toApprovalCall(tool, input, context.workspace, policy.shell);
    const need = decideApproval(call, conditionsOf(policy));
    if (need.kind === 'refuse') return refuse(need);
    const admitted = hide(admit(call, context), tool, policy);
    if (need.kind === 'allow') return { kind: 'run', input, context: admitted, amendment: undefined };

    const isBeyond = call.paths.some((path) => path.kind === 'outside');
    const preview = await tool.preview?.(input, admitted, signal);
    // What a preview fails with may quote the file, which the model may not see before the user has agreed to it.
    if (preview && isOutcome(preview) && !isBeyond) return { kind: 'refused', outcome: preview };
    const shown = preview && !isOutcome(preview) ? preview : undefined;
    const lasting = policy.keepRules ? offerLastingRules(call, conditionsOf(policy)) : [];
    return this.ask({ ...request, context: admitted }, { call, need, lasting, preview: shown }, signal);
  }

  /** The user's answer; false where nothing waits under this id. */
  decide(callId: string, answer: ApprovalAnswer): boolean {
    const question = this.waiting.get(callId);
    question?.answer(answer);
    return question !== undefined;
  }

  /** The mode, the rules or what was granted have changed: what is allowed by now runs, what is forbidden by now ends. */
  reconsider(): void {
    for (const { request, call, answer, isOpened } of this.waiting.values()) {
      // A user who switches plan mode off before they have answered has not thrown away the plan, nor what they made of it.
      if (request.tool.kind === 'plan') continue;
      const need = decideApproval(call, conditionsOf(request.policy));
      if (need.kind === 'refuse') answer({ decision: 'refuse', need });
      if (need.kind === 'allow' && !isOpened) answer({ decision: 'by-mode' });
    }
  }

  /** Shows a waiting edit in VS Code's diff editor; false where there is none to show. */
  async openDiff(callId: string): Promise<boolean> {
    const question = this.waiting.get(callId);
    const review = question?.request.policy.review;
    if (!question?.preview || !review) return false;
    question.isOpened = true;
    const { file } = question.preview;
    await review.open(question.reviewId, file, (bytes) => {
      if (this.waiting.get(callId) === question) this.show(question, { file, bytes });
    });
    return true;
  }

  private async ask(
    request: ApprovalRequest,
    { call, need, lasting, preview }: Pick<Question, 'call' | 'need' | 'lasting' | 'preview'>,
    signal: AbortSignal,
  ): Promise<ApprovalResult> {
    const { callId, tool, policy } = request;
    let answer = (_verdict: Verdict): void => {};
    const answered = new Promise<Verdict>((resolve) => {
      answer = resolve;
    });
    const reviewId = randomUUID();
    const question: Question = { request, call, need, lasting, preview, reviewId, answer, isOpened: false };
    this.waiting.set(callId, question);
    try {
      this.show(question, undefined);
      const verdict = await unlessAborted(answered, signal);
      this.waiting.delete(callId);
      if (verdict.decision === 'refuse') return refuse(verdict.need);
      if (verdict.decision === 'deny') return { kind: 'denied', outcome: deniedOutcome(tool, verdict.reason) };
      const amendment = await this.amendmentOf(question);
      const now = decideApproval(call, conditionsOf(policy));
      if (now.kind === 'refuse' && tool.kind !== 'plan') return refuse(now);
      if (verdict.decision === 'allow-for-chat') for (const grant of need.grants) policy.granted.add(grant);
      const kept = verdict.decision === 'allow-always' ? lasting[verdict.lasting ?? -1] : undefined;
      if (kept) policy.keepRules?.(kept.rules);
      const accepted = verdict.decision === 'by-mode' ? {} : verdict;
      return await this.stillApproved(question, accepted, amendment, signal);
    } finally {
      this.waiting.delete(callId);
      // In the background: what is in an editor must not hold up a call that was cancelled.
      policy.review?.close(question.reviewId).catch((error: unknown) => {
        this.log.error('The diff of an edit could not be closed', error);
      });
      this.reconsider();
    }
  }

  private show({ request, call, need, lasting, preview }: Question, amendment: Amendment | undefined): void {
    const isAmended = amendment !== undefined && !sameBytes(amendment.bytes, amendment.file.after);
    const shown = isAmended ? (previewAmendment(amendment) ?? preview) : preview;
    const canOpen = preview !== undefined && request.policy.review !== undefined;
    request.onAsk(toApprovalView(request, call, need, { preview: shown, canOpen, isAmended, lasting }));
  }

  private async amendmentOf({ request, preview, reviewId, isOpened }: Question): Promise<Amendment | undefined> {
    const bytes = isOpened ? await request.policy.review?.collect(reviewId) : undefined;
    return preview && bytes && !sameBytes(bytes, preview.file.after) ? { file: preview.file, bytes } : undefined;
  }

  /** The file may have changed while the question stood. */
  private async stillApproved(
    { request, preview }: Question,
    accepted: AcceptedPlan,
    amendment: Amendment | undefined,
    signal: AbortSignal,
  ): Promise<ApprovalResult> {
    const { tool, input, context, detail } = request;
    const now = preview && (await tool.preview?.(input, context, signal));
    if (now && isOutcome(now)) return { kind: 'refused', outcome: now };
    if (preview && !(now && isSameEdit(preview, now))) {
      const name = preview.display || detail;
      const text = `${name} changed while the user was asked, so nothing was written. Read it again.`;
      return { kind: 'refused', outcome: failed(text, 'changed meanwhile') };
    }
    const revised = tool.revise ? tool.revise(input, accepted) : input;
    return { kind: 'run', input: revised, context, amendment };
  }
}

function conditionsOf(policy: ApprovalPolicy): Parameters<typeof decideApproval>[1] {
  return { mode: policy.mode(), isTrusted: policy.isTrusted(), rules: policy.rules(), granted: policy.granted };
}

/** For this one call, what it was allowed to touch beyond the roots counts as inside. */
function admit({ paths }: ApprovalCall, context: ToolContext): ToolContext {
  const outside = paths.filter((path) => path.kind === 'outside').map(({ path }) => path);
  const workspace = outside.length > 0 ? context.workspace.admit?.(outside) : undefined;
  return workspace ? { ...context, workspace } : context;
}

/** What rules deny is not found either. */
function hide(context: ToolContext, tool: Tool, policy: ApprovalPolicy): ToolContext {
  const workspace = hideDenied(context.workspace, policy.rules(), tool);
  return workspace === context.workspace ? context : { ...context, workspace };
}

function refuse(need: ApprovalNeed): ApprovalResult {
  if (need.kind !== 'refuse') throw new Error('Only what is refused has a reason');
  return { kind: 'refused', outcome: failed(need.text, need.summary) };
}

function deniedOutcome({ kind }: Tool, reason: string | undefined): ToolOutcome {
  const words = reason?.trim() ?? '';
  const what =
    kind === 'plan'
      ? 'The user did not accept the plan, and plan mode stays on.'
      : 'The user denied this call. It was not run; do not try it again in another way.';
  return failed(words === '' ? what : `${what} The user says: ${words}`, words === '' ? 'denied' : `denied: ${words}`);
}

function isSameEdit(a: ToolPreview, b: ToolPreview): boolean {
  return (
    a.file.path === b.file.path && sameBytes(a.file.before, b.file.before) && sameBytes(a.file.after, b.file.after)
  );
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (!a || !b) return a === b;
  return Buffer.compare(a, b) === 0;
}
