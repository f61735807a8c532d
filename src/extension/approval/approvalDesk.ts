import { randomUUID } from 'node:crypto';
import type { ApprovalView, LastingOffer, StartMode } from '../../shared/chatState.ts';
import type { Log } from '../ports/log.ts';
import { previewAmendment, type Amendment } from './amendment.ts';
import { EditGroup, type GroupedEdit } from './editGroup.ts';
import { stageEdits } from './stagedEdits.ts';
import { decideApproval, type ApprovalNeed, type ApprovalPolicy } from './approval.ts';
import { toApprovalCall, type ApprovalCall } from './approvalCall.ts';
import { hideDenied } from './hiddenPaths.ts';
import { addedSchemas, findAddedSchemas } from './remoteSchemas.ts';
import { offerLastingRules } from './rules/lastingRules.ts';
import { toApprovalView } from './approvalView.ts';
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
  /** It was asked about before its turn, and is decided on. `runs`: it still waits for its turn, to be run. */
  readonly onDecidedAhead: (runs: boolean) => void;
}

/** A call that may be asked about before its turn. */
export interface EarlyRequest {
  readonly request: ApprovalRequest;
  readonly signal: AbortSignal;
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

type Verdict =
  ApprovalAnswer | { readonly decision: 'by-mode' } | { readonly decision: 'refuse'; readonly outcome: ToolOutcome };
type Ask = Extract<ApprovalNeed, { kind: 'ask' }>;

interface Decided {
  readonly verdict: Verdict;
  readonly amendment: Amendment | undefined;
}

interface Question {
  readonly request: ApprovalRequest;
  readonly call: ApprovalCall;
  readonly need: Ask;
  readonly lasting: readonly LastingOffer[];
  preview: ToolPreview | undefined;
  /** The preview builds on edits of the same group that are not written yet. */
  isStaged: boolean;
  readonly group: string | undefined;
  /** Names the edit in the diff editor; lower case, because VS Code lower-cases authorities. */
  readonly reviewId: string;
  readonly answered: Promise<Verdict>;
  readonly answer: (verdict: Verdict) => void;
  /** The user has opened the edit: it is theirs to decide on, whatever the mode becomes. */
  isOpened: boolean;
}

/**
 * Where calls wait for the user. What was asked is what is done: both are compared once more before a call runs. Single
 * calls and groups of edits are in one file, because an answer to one can decide or change the others.
 */
export class ApprovalDesk {
  private readonly log: Log;
  private readonly waiting = new Map<string, Question>();
  /** Calls that were asked about before their turn, until they have it. */
  private readonly ahead = new Map<string, { readonly question: Question; readonly decided: Promise<Decided> }>();
  private readonly groups = new Map<string, EditGroup>();

  constructor(log: Log) {
    this.log = log;
  }

  /** Resolves once the call may run or must not. Rejects where the signal aborts. */
  async approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalResult> {
    const early = this.ahead.get(request.callId);
    if (early) {
      this.ahead.delete(request.callId);
      return this.settle(early.question, await early.decided, signal);
    }
    const { tool, input, context, policy } = request;
    const call = await examine(request, signal);
    const need = decideApproval(call, conditionsOf(policy));
    if (need.kind === 'refuse') return refuse(need);
    const admitted = hide(admit(call, context), tool, policy);
    if (need.kind === 'allow') return { kind: 'run', input, context: admitted, amendment: undefined };

    const isBeyond = call.paths.some((path) => path.kind === 'outside');
    const preview = await tool.preview?.(input, admitted, signal);
    // What a preview fails with may quote the file, which the model may not see before the user has agreed to it.
    if (preview && isOutcome(preview) && !isBeyond) return { kind: 'refused', outcome: preview };
    const shown = preview && !isOutcome(preview) ? preview : undefined;
    const question = toQuestion({ ...request, context: admitted }, { call, need, preview: shown });
    return this.settle(question, await this.pose(question, signal), signal);
  }

  /**
   * Asks about the edits of a model turn at once, before all but the first of them have their turn. Those that need no
   * question, or one of their own because of where they write, are left to `approve`, as is one edit alone.
   */
  async askTogether(requests: readonly EarlyRequest[]): Promise<void> {
    const found = await Promise.all(requests.map(async (early) => ({ ...early, ...(await this.lookAhead(early)) })));
    const calls = found.flatMap(({ call, need, ...early }) => (call && need ? [{ call, need, ...early }] : []));
    if (calls.filter(({ need }) => need.kind === 'ask').length < 2) return;
    const group = calls[0]?.request.callId ?? '';
    const staged = new Map<string, Uint8Array>();
    const asked: { readonly question: Question; readonly edit: GroupedEdit; readonly signal: AbortSignal }[] = [];
    for (const { request, call, need, signal } of calls) {
      const preview = await this.foresee(request, staged, signal);
      if (!preview || isAddingSchema(preview, call)) continue;
      const isStaged = staged.has(preview.file.path);
      staged.set(preview.file.path, preview.file.after);
      if (need.kind !== 'ask') continue;
      const question = toQuestion(request, { call, need, preview, isStaged, group });
      asked.push({ question, edit: this.toGroupedEdit(question, preview, signal), signal });
    }
    if (asked.length < 2) return;
    const edits = asked.map(({ edit }) => edit);
    this.groups.set(group, new EditGroup(group, edits, this.log));
    for (const { question, signal } of asked) {
      const { callId, onDecidedAhead } = question.request;
      const decided = this.pose(question, signal);
      this.ahead.set(callId, { question, decided });
      decided.then(
        ({ verdict }) => onDecidedAhead(verdict.decision !== 'deny' && verdict.decision !== 'refuse'),
        () => onDecidedAhead(false),
      );
    }
  }

  /** True for a call that was asked about before its turn, which it has not had yet. */
  isAhead(callId: string): boolean {
    return this.ahead.has(callId);
  }

  /** The call has its result. */
  ended(callId: string): void {
    this.ahead.delete(callId);
    for (const group of this.groups.values()) {
      group.ended(callId);
      if (group.isOver) this.groups.delete(group.id);
    }
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
      if (need.kind === 'refuse') answer({ decision: 'refuse', outcome: failed(need.text, need.summary) });
      if (need.kind === 'allow' && !isOpened) answer({ decision: 'by-mode' });
    }
  }

  /** Shows a waiting edit in VS Code's diff editor; false where there is none to show. */
  async openDiff(callId: string): Promise<boolean> {
    const question = this.waiting.get(callId);
    const review = question?.request.policy.review;
    if (!question?.preview || !review || !canOpen(question)) return false;
    const { workspace } = question.request.context;
    question.isOpened = true;
    const { file } = question.preview;
    await review.open(question.reviewId, file, workspace, (bytes) => {
      if (this.waiting.get(callId) === question) this.show(question, { file, bytes });
    });
    return true;
  }

  /** What must happen before an edit; nothing if it is not to be asked about with others. */
  private async lookAhead({
    request,
    signal,
  }: EarlyRequest): Promise<{ call?: ApprovalCall; need?: Exclude<ApprovalNeed, { kind: 'refuse' }> }> {
    if (signal.aborted) return {};
    const call = await examine(request, signal).catch(() => undefined);
    const need = call && decideApproval(call, conditionsOf(request.policy));
    return !need || need.kind === 'refuse' || (need.kind === 'ask' && need.reasons.length > 0) ? {} : { call, need };
  }

  /** What an edit would write on top of those before it; undefined if it would fail, as it will when it has its turn. */
  private async foresee(
    { tool, input, context }: ApprovalRequest,
    staged: ReadonlyMap<string, Uint8Array>,
    signal: AbortSignal,
  ): Promise<ToolPreview | undefined> {
    const preview = await tool.preview?.(input, stageEdits(context, staged), signal).catch(() => undefined);
    return preview && !isOutcome(preview) ? preview : undefined;
  }

  private toGroupedEdit(question: Question, preview: ToolPreview, signal: AbortSignal): GroupedEdit {
    const { callId, tool, input, context } = question.request;
    return {
      callId,
      context,
      preview,
      state: 'waiting',
      foresee: async (staged) => (await tool.preview?.(input, staged, signal)) ?? preview,
      isOpened: () => question.isOpened,
      onPreview: (next, isStaged) => {
        question.preview = next;
        question.isStaged = isStaged;
        if (this.waiting.get(callId) === question) this.show(question, undefined);
      },
      onFailure: (outcome) => question.answer({ decision: 'refuse', outcome }),
    };
  }

  /** Shows the question and waits for its answer, which counts from then on. Rejects where the signal aborts. */
  private async pose(question: Question, signal: AbortSignal): Promise<Decided> {
    const { call, need, lasting, group } = question;
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
        const kept = verdict.decision === 'allow-always' ? lasting[verdict.lasting ?? -1] : undefined;
        if (kept) policy.keepRules?.(kept.rules);
      }
      return { verdict, amendment };
    } finally {
      this.waiting.delete(callId);
      // In the background: what is in an editor must not hold up a call that was cancelled.
      policy.review?.close(question.reviewId).catch((error: unknown) => {
        this.log.error('The diff of an edit could not be closed', error);
      });
      this.reconsider();
    }
  }

  /** What comes of an answer, once the call has its turn. */
  private async settle(
    question: Question,
    { verdict, amendment }: Decided,
    signal: AbortSignal,
  ): Promise<ApprovalResult> {
    const { tool, policy } = question.request;
    if (verdict.decision === 'refuse') return { kind: 'refused', outcome: verdict.outcome };
    if (verdict.decision === 'deny') return { kind: 'denied', outcome: deniedOutcome(tool, verdict.reason) };
    const now = decideApproval(question.call, conditionsOf(policy));
    if (now.kind === 'refuse' && tool.kind !== 'plan') return refuse(now);
    const accepted = verdict.decision === 'by-mode' ? {} : verdict;
    return this.stillApproved(question, { accepted, amendment, isAsked: now.kind === 'ask' }, signal);
  }

  private show(question: Question, amendment: Amendment | undefined): void {
    const { request, call, need, lasting, preview, group } = question;
    const isAmended = amendment !== undefined && !sameBytes(amendment.bytes, amendment.file.after);
    const shown = isAmended ? (previewAmendment(amendment) ?? preview) : preview;
    const view = { preview: shown, canOpen: canOpen(question), isAmended, lasting, group };
    request.onAsk(toApprovalView(request, call, need, view));
  }

  private async amendmentOf({ request, preview, reviewId, isOpened }: Question): Promise<Amendment | undefined> {
    const bytes = isOpened ? await request.policy.review?.collect(reviewId) : undefined;
    return preview && bytes && !sameBytes(bytes, preview.file.after) ? { file: preview.file, bytes } : undefined;
  }

  /** The file may have changed while the question stood. */
  private async stillApproved(
    question: Question,
    { accepted, amendment, isAsked }: { accepted: AcceptedPlan; amendment: Amendment | undefined; isAsked: boolean },
    signal: AbortSignal,
  ): Promise<ApprovalResult> {
    const { request, preview, isStaged } = question;
    const { tool, input, context, detail } = request;
    const now = preview && (await tool.preview?.(input, context, signal));
    if (now && isOutcome(now)) return { kind: 'refused', outcome: now };
    if (preview && !(now && isSameEdit(preview, now)) && !(now && isStaged && isSameChange(preview, now))) {
      // An edit before it in the same file was denied or changed, so this one does other than was shown.
      if (now && isStaged && isAsked) return this.askAnew(question, now, signal);
      const name = preview.display || detail;
      const text = `${name} changed while the user was asked, so nothing was written. Read it again.`;
      if (!isStaged) return { kind: 'refused', outcome: failed(text, 'changed meanwhile') };
    }
    const revised = tool.revise ? tool.revise(input, accepted) : input;
    return { kind: 'run', input: revised, context, amendment };
  }

  private async askAnew({ request, call, need }: Question, preview: ToolPreview, signal: AbortSignal) {
    const question = toQuestion(request, { call, need, preview });
    return this.settle(question, await this.pose(question, signal), signal);
  }
}

/**
 * Whether VS Code's diff editor may show the edit. What builds on an edit that may still be denied cannot be written by
 * hand: the text would hold that edit as well. And a schema is downloaded as soon as an editor shows its address.
 */
function canOpen({ request, preview, need, isStaged }: Question): boolean {
  const downloads = need.reasons.some(({ kind }) => kind === 'remote-schema');
  return preview !== undefined && request.policy.review !== undefined && !isStaged && !downloads;
}

function toQuestion(
  request: ApprovalRequest,
  {
    isStaged = false,
    group,
    ...asked
  }: Pick<Question, 'call' | 'need' | 'preview'> & Partial<Pick<Question, 'isStaged' | 'group'>>,
): Question {
  const { policy } = request;
  let answer = (_verdict: Verdict): void => {};
  const answered = new Promise<Verdict>((resolve) => {
    answer = resolve;
  });
  return {
    request,
    ...asked,
    isStaged,
    group,
    lasting: policy.keepRules ? offerLastingRules(asked.call, conditionsOf(policy)) : [],
    reviewId: randomUUID(),
    answered,
    answer,
    isOpened: false,
  };
}

function conditionsOf(policy: ApprovalPolicy): Parameters<typeof decideApproval>[1] {
  return {
    mode: policy.mode(),
    isTrusted: policy.isTrusted(),
    rules: policy.rules(),
    readOnlyCommands: policy.readOnlyCommands(),
    granted: policy.granted,
  };
}

async function examine({ tool, input, context, policy }: ApprovalRequest, signal: AbortSignal): Promise<ApprovalCall> {
  const basis = { shell: policy.shell, rules: policy.rules() };
  const call = await toApprovalCall(tool, input, context.workspace, basis, signal);
  const schemas = await findAddedSchemas(tool, input, admit(call, context), signal);
  return schemas.length > 0 ? { ...call, schemas } : call;
}

/** Only on top of the edits before it does it name the schema, so it is decided on when those are written. */
function isAddingSchema(preview: ToolPreview, { schemas = [] }: ApprovalCall): boolean {
  return addedSchemas(preview).some((address) => !schemas.includes(address));
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

/** Whether the same lines go and come, wherever they stand by now. */
function isSameChange(a: ToolPreview, b: ToolPreview): boolean {
  const changed = ({ diff }: ToolPreview): string =>
    diff
      .split('\n')
      .filter((line) => /^[-+]/.test(line))
      .join('\n');
  return a.file.path === b.file.path && changed(a) === changed(b);
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (!a || !b) return a === b;
  return Buffer.compare(a, b) === 0;
}
