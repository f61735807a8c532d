import type { Log } from '../ports/log.ts';
import { previewAmendment, type Amendment } from './amendment.ts';
import { EditGroup, type GroupedEdit } from './editGroup.ts';
import { isStagedOn, stage, stageEdits, type StagedFiles } from './stagedEdits.ts';
import { decideApproval, type ApprovalNeed, type ApprovalPolicy } from './approval.ts';
import { toApprovalCall, type ApprovalCall } from './approvalCall.ts';
import { filterDeniedPaths } from './deniedPaths.ts';
import { findPermanentDeletes } from './permanentDeletes.ts';
import { addedSchemas, findAddedSchemas } from './remoteSchemas.ts';
import {
  canOpen,
  conditionsOf,
  toQuestion,
  type ApprovalAnswer,
  type ApprovalRequest,
  type EarlyRequest,
  type ApprovalQuestion,
  type ApprovalVerdict,
} from './approvalQuestion.ts';
import { toApprovalView } from './approvalView.ts';
import { isSameChange, isSameEdit, sameBytes } from './samePreview.ts';
import {
  failed,
  isOutcome,
  type AcceptedPlan,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolPreview,
} from '../tools/tool.ts';
import { unlessAborted } from '../base/unlessAborted.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';

export type ApprovalResult =
  | {
      readonly kind: 'run';
      readonly input: unknown;
      readonly context: ToolContext;
      /** The user's version, written instead of the tool's own edit. */
      readonly amendment: Amendment | undefined;
    }
  | { readonly kind: 'refused'; readonly outcome: ToolOutcome }
  | { readonly kind: 'denied'; readonly outcome: ToolOutcome };

interface Decided {
  readonly verdict: ApprovalVerdict;
  readonly amendment: Amendment | undefined;
}

/**
 * Decides on each call, and asks the user if needed:
 *
 *   approve ─ allow, refuse ─▶ run, refused
 *   approve ─ ask ───────────▶ waiting ─ answer ─▶ decided ─ due ──▶ run, refused, denied
 *   askTogether ─ ask ───────▶ waiting               │ differs from its card, because
 *                                 ▲                  │ an earlier edit was denied or changed
 *                                 └──────────────────┘
 *
 * A question is answered by the user (`decide`), by a new mode, rule or grant (`reconsider`), or by a failed preview. A
 * call is due when the earlier calls that it waits for have ended.
 */
export class ApprovalDesk {
  private readonly log: Log;
  private readonly waiting = new Map<string, ApprovalQuestion>();
  /** Early questions about calls that are not due yet. Removed by `approve` or `ended`. */
  private readonly early = new Map<
    string,
    { readonly question: ApprovalQuestion; readonly decided: Promise<Decided> }
  >();
  private readonly groups = new Map<string, EditGroup>();

  constructor(log: Log) {
    this.log = log;
  }

  /** Rejects if the signal aborts. */
  async approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalResult> {
    const early = this.early.get(request.callId);
    if (early) {
      this.early.delete(request.callId);
      return this.conclude(early.question, await early.decided, signal);
    }
    const { tool, input, context, policy } = request;
    const call = await toCall(request, signal);
    const need = decideApproval(call, conditionsOf(policy));
    if (need.kind === 'refuse') return refuse(need);
    const admitted = withoutDenied(admit(call, context), tool, policy);
    if (need.kind === 'allow') return { kind: 'run', input, context: admitted, amendment: undefined };

    const isOutside = call.paths.some((path) => path.kind === 'outside');
    const preview = await tool.preview?.(input, admitted, signal);
    // A failed preview may quote a file outside the workspace, which the model must not see before the user has agreed.
    if (preview && isOutcome(preview) && !isOutside) return { kind: 'refused', outcome: preview };
    const shown = preview && !isOutcome(preview) ? preview : undefined;
    const question = toQuestion({ ...request, context: admitted }, { call, need, preview: shown });
    return this.conclude(question, await this.ask(question, signal), signal);
  }

  /**
   * Asks about several edits at once. Call this when the first of them is due. Leaves out an edit that needs no
   * question, whose card cannot be created early, or whose card must show a reason. `approve` decides on such an edit.
   */
  async askTogether(requests: readonly EarlyRequest[]): Promise<void> {
    const found = await Promise.all(requests.map(async (early) => ({ ...early, ...(await this.decideEarly(early)) })));
    const calls = found.flatMap(({ call, need, ...early }) => (call && need ? [{ call, need, ...early }] : []));
    if (calls.filter(({ need }) => need.kind === 'ask').length < 2) return;
    const group = calls[0]?.request.callId ?? '';
    const staged: StagedFiles = new Map();
    const asked: { readonly question: ApprovalQuestion; readonly edit: GroupedEdit; readonly signal: AbortSignal }[] =
      [];
    for (const { request, call, need, signal } of calls) {
      const preview = await this.previewStaged(request, staged, signal);
      if (!preview || addsSchemaWhenStaged(preview, call)) continue;
      const isStaged = isStagedOn(preview, staged);
      stage(preview, staged);
      if (need.kind !== 'ask') continue;
      const question = toQuestion(request, { call, need, preview, isStaged, group });
      asked.push({ question, edit: this.toGroupedEdit(question, preview, signal), signal });
    }
    if (asked.length < 2) return;
    const edits = asked.map(({ edit }) => edit);
    this.groups.set(group, new EditGroup(group, edits, this.log));
    for (const { question, signal } of asked) {
      const { callId, onDecidedEarly } = question.request;
      const decided = this.ask(question, signal);
      this.early.set(callId, { question, decided });
      decided.then(
        ({ verdict }) => onDecidedEarly(verdict.decision !== 'deny' && verdict.decision !== 'refuse'),
        () => onDecidedEarly(false),
      );
    }
  }

  /** Whether the user was asked about the call early, and the call is not due yet. */
  isAskedEarly(callId: string): boolean {
    return this.early.has(callId);
  }

  /** Must be called when the call has its result. */
  ended(callId: string): void {
    this.early.delete(callId);
    for (const group of this.groups.values()) {
      group.ended(callId);
      if (group.isOver) this.groups.delete(group.id);
    }
  }

  /** Returns false if the call has no waiting question. */
  decide(callId: string, answer: ApprovalAnswer): boolean {
    const question = this.waiting.get(callId);
    question?.answer(answer);
    return question !== undefined;
  }

  /**
   * Call when the mode, the rules or the grants change. Answers the waiting questions about calls that are now allowed
   * or refused. An edit that the user has opened in the diff editor is only refused, never allowed.
   */
  reconsider(): void {
    for (const { request, call, answer, isOpened } of this.waiting.values()) {
      // Turning plan mode off must not discard a waiting plan or the user's edits to it.
      if (request.tool.kind === 'plan') continue;
      const need = decideApproval(call, conditionsOf(request.policy));
      if (need.kind === 'refuse')
        answer({ decision: 'refuse', outcome: failed(need.text, need.summary, need.userText) });
      if (need.kind === 'allow' && !isOpened) answer({ decision: 'by-mode' });
    }
  }

  /** Returns false if no such edit waits, or if it may not be opened. */
  async openDiff(callId: string): Promise<boolean> {
    const question = this.waiting.get(callId);
    const review = question?.request.policy.review;
    const file = question?.preview?.file;
    if (!file || !review || !canOpen(question)) return false;
    const { workspace } = question.request.context;
    question.isOpened = true;
    await review.open(question.reviewId, file, workspace, (bytes) => {
      if (this.waiting.get(callId) === question) this.show(question, { file, bytes });
    });
    return true;
  }

  /** Returns an empty object if the user cannot be asked about the edit together with other edits. */
  private async decideEarly({
    request,
    signal,
  }: EarlyRequest): Promise<{ call?: ApprovalCall; need?: Exclude<ApprovalNeed, { kind: 'refuse' }> }> {
    if (signal.aborted) return {};
    const call = await toCall(request, signal).catch(() => undefined);
    const need = call && decideApproval(call, conditionsOf(request.policy));
    return !need || need.kind === 'refuse' || (need.kind === 'ask' && need.reasons.length > 0) ? {} : { call, need };
  }

  /** Undefined if the edit would fail or its tool has no preview. */
  private async previewStaged(
    { tool, input, context }: ApprovalRequest,
    staged: Readonly<StagedFiles>,
    signal: AbortSignal,
  ): Promise<ToolPreview | undefined> {
    const preview = await tool.preview?.(input, stageEdits(context, staged), signal).catch(() => undefined);
    return preview && !isOutcome(preview) ? preview : undefined;
  }

  private toGroupedEdit(question: ApprovalQuestion, preview: ToolPreview, signal: AbortSignal): GroupedEdit {
    const { callId, tool, input, context } = question.request;
    return {
      callId,
      context,
      preview,
      state: 'waiting',
      previewStaged: async (staged) => (await tool.preview?.(input, staged, signal)) ?? preview,
      isOpened: () => question.isOpened,
      onPreview: (next, isStaged) => {
        question.preview = next;
        question.isStaged = isStaged;
        if (this.waiting.get(callId) === question) this.show(question, undefined);
      },
      onFailure: (outcome) => question.answer({ decision: 'refuse', outcome }),
    };
  }

  /** Grants and rules of the answer apply at once. Rejects if the signal aborts. */
  private async ask(question: ApprovalQuestion, signal: AbortSignal): Promise<Decided> {
    const { call, need, persistent, group } = question;
    const { callId, policy } = question.request;
    this.waiting.set(callId, question);
    try {
      this.show(question, undefined);
      const verdict = await unlessAborted(question.answered, signal);
      this.waiting.delete(callId);
      if (verdict.decision === 'refuse' || verdict.decision === 'deny') return { verdict, amendment: undefined };
      const amendment = await this.amendmentOf(question);
      this.groups.get(group ?? '')?.allowed(callId, amendment?.bytes);
      if (decideApproval(call, conditionsOf(policy)).kind !== 'refuse') {
        if (verdict.decision === 'allow-for-chat') for (const grant of need.grants) policy.granted.add(grant);
        const offer = verdict.decision === 'allow-always' ? persistent[verdict.persistent ?? -1] : undefined;
        if (offer) policy.saveRules?.(offer.rules);
      }
      return { verdict, amendment };
    } finally {
      this.waiting.delete(callId);
      // Not awaited: closing an editor must not delay a call that was cancelled.
      policy.review?.close(question.reviewId).catch((error: unknown) => {
        this.log.error('The diff of an edit could not be closed', error);
      });
      this.reconsider();
    }
  }

  /** Converts the answer about a call to the result of `approve`. Must be called when the call is due. */
  private async conclude(
    question: ApprovalQuestion,
    { verdict, amendment }: Decided,
    signal: AbortSignal,
  ): Promise<ApprovalResult> {
    const { tool, policy } = question.request;
    if (verdict.decision === 'refuse') return { kind: 'refused', outcome: verdict.outcome };
    if (verdict.decision === 'deny') return { kind: 'denied', outcome: deniedOutcome(tool, verdict.reason) };
    const now = decideApproval(question.call, conditionsOf(policy));
    if (now.kind === 'refuse' && tool.kind !== 'plan') return refuse(now);
    const accepted = verdict.decision === 'by-mode' ? {} : verdict;
    return this.recheck(question, { accepted, amendment, isAsked: now.kind === 'ask' }, signal);
  }

  private show(question: ApprovalQuestion, amendment: Amendment | undefined): void {
    const { request, call, need, persistent, preview, group } = question;
    const isAmended = amendment !== undefined && !sameBytes(amendment.bytes, amendment.file.after);
    const shown = isAmended ? (previewAmendment(amendment) ?? preview) : preview;
    const view = { preview: shown, canOpen: canOpen(question), isAmended, persistent, group };
    request.onAsk(toApprovalView(request, call, need, view));
  }

  private async amendmentOf({
    request,
    preview,
    reviewId,
    isOpened,
  }: ApprovalQuestion): Promise<Amendment | undefined> {
    const bytes = isOpened ? await request.policy.review?.collect(reviewId) : undefined;
    const file = preview?.file;
    return file && bytes && !sameBytes(bytes, file.after) ? { file, bytes } : undefined;
  }

  /** The file may have changed while the question was open. */
  private async recheck(
    question: ApprovalQuestion,
    { accepted, amendment, isAsked }: { accepted: AcceptedPlan; amendment: Amendment | undefined; isAsked: boolean },
    signal: AbortSignal,
  ): Promise<ApprovalResult> {
    const { request, preview, isStaged } = question;
    const { tool, input, context, detail } = request;
    const now = preview && (await tool.preview?.(input, context, signal));
    if (now && isOutcome(now)) return { kind: 'refused', outcome: now };
    if (preview && !(now && isSameEdit(preview, now)) && !(now && isStaged && isSameChange(preview, now))) {
      // A staged edit differs from its card if an earlier edit of the same file was denied or changed. If the staged
      // edit no longer needs a question, it runs in its new form.
      if (now && isStaged && isAsked) return this.askAgain(question, now, signal);
      const name = preview.display || detail;
      const text = `${name} has changed since the user was asked, so the call did not run. Read it again.`;
      if (!isStaged) return { kind: 'refused', outcome: failed(text, resultTexts.changedMeanwhile()) };
    }
    const revised = tool.revise ? tool.revise(input, accepted) : input;
    return { kind: 'run', input: revised, context, amendment };
  }

  private async askAgain({ request, call, need }: ApprovalQuestion, preview: ToolPreview, signal: AbortSignal) {
    const question = toQuestion(request, { call, need, preview });
    return this.conclude(question, await this.ask(question, signal), signal);
  }
}

async function toCall({ tool, input, context, policy }: ApprovalRequest, signal: AbortSignal): Promise<ApprovalCall> {
  const call = await toApprovalCall(tool, input, context.workspace, { ...policy, rules: policy.rules() }, signal);
  const admitted = admit(call, context);
  const schemas = await findAddedSchemas(tool, input, admitted, signal);
  const permanentDeletes = await findPermanentDeletes(tool, call.paths, admitted, signal);
  return { ...call, ...(schemas.length > 0 && { schemas }), ...(permanentDeletes.length > 0 && { permanentDeletes }) };
}

/**
 * Whether an edit adds a schema's address only when it is made on top of the earlier edits. In that case, `approve`
 * decides on the edit when it is due.
 */
function addsSchemaWhenStaged(preview: ToolPreview, { schemas = [] }: ApprovalCall): boolean {
  return addedSchemas(preview).some((address) => !schemas.includes(address));
}

/** Returns a context for this call only. In this context, the call's paths outside the roots count as inside. */
function admit({ paths }: ApprovalCall, context: ToolContext): ToolContext {
  const outside = paths.filter((path) => path.kind === 'outside').map(({ path }) => path);
  const workspace = outside.length > 0 ? context.workspace.admit?.(outside) : undefined;
  return workspace ? { ...context, workspace } : context;
}

/** Returns a context in which a tool that only reads does not find the files that rules deny. */
function withoutDenied(context: ToolContext, tool: Tool, policy: ApprovalPolicy): ToolContext {
  const workspace = filterDeniedPaths(context.workspace, policy.rules(), tool);
  return workspace === context.workspace ? context : { ...context, workspace };
}

function refuse(need: ApprovalNeed): ApprovalResult {
  if (need.kind !== 'refuse') throw new Error('The call is not refused');
  return { kind: 'refused', outcome: failed(need.text, need.summary, need.userText) };
}

function deniedOutcome({ kind }: Tool, reason: string | undefined): ToolOutcome {
  const words = reason?.trim() ?? '';
  const what =
    kind === 'plan'
      ? 'The user did not accept the plan. Plan mode stays on.'
      : 'The user denied this call, so it was not run. Do not try it in another way.';
  return failed(words === '' ? what : `${what} The user says: ${words}`, resultTexts.denied(words), words);
}
