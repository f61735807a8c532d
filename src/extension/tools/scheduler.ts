import type { ToolStatus } from '../../shared/chatState.ts';
import type { ToolCallPart, ToolResultPart } from '../model/message.ts';
import type { Log } from '../ports/log.ts';
import { grantsFor, needsApproval, type ApprovalDecision, type ApprovalPolicy } from './approval.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { prepareCall, type ToolRegistry } from './registry.ts';
import { toFailure } from './toolFailure.ts';
import {
  failed,
  isOutcome,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolPreview,
  type UserAnswer,
  type UserQuestion,
} from './tool.ts';

/** What a batch of calls is run with. */
export interface ScheduleOptions {
  readonly registry: ToolRegistry;
  readonly context: ToolContext;
  readonly approval: ApprovalPolicy;
  readonly signal: AbortSignal;
  /** Each step of each call. The update that carries `result` is a call's last, and comes as soon as it has finished. */
  readonly onUpdate: (update: ToolUpdate) => void;
  /** Asks the user in the caller's own way; where not given, the call waits for `decide`. */
  readonly requestApproval?: (
    callId: string,
    question: { readonly tool: Tool; readonly preview: ToolPreview | undefined },
    signal: AbortSignal,
  ) => Promise<ApprovalDecision>;
}

export interface ToolUpdate {
  readonly callId: string;
  /** The tool's, or what the model took for one. For people, as `detail` is: see `toDisplayText`. */
  readonly name: string;
  readonly status: ToolStatus;
  /** A path, a pattern; empty where the arguments do not fit. */
  readonly detail: string;
  /** Present while the status is `awaiting-approval` only. */
  readonly approval?: { /** "Edit src/a.ts?" */ readonly question: string; readonly preview: ToolPreview | undefined };
  /** Present while the status is `awaiting-answer` only. */
  readonly question?: UserQuestion;
  /** Present with the last update only, as is `result`. */
  readonly outcome?: ToolOutcome;
  readonly result?: ToolResultPart;
}

interface Job {
  readonly call: ToolCallPart;
  readonly options: ScheduleOptions;
  detail: string;
}

type Ended = { readonly status: 'success' | 'error' | 'cancelled'; readonly outcome: ToolOutcome };

/**
 * Takes a model's calls from `validating` to a result (seed 002). Calls look as if they had run one after the other:
 * readers side by side, but a writer only after everything before it, and whatever follows a writer only after it.
 * Every call gets a result, also when it is refused, denied, cancelled, or its tool is broken.
 */
export class ToolScheduler {
  private readonly log: Log;
  private readonly waiting = new Map<string, (decision: ApprovalDecision) => void>();
  private readonly asked = new Map<string, (answer: UserAnswer) => void>();

  constructor(log: Log) {
    this.log = log;
  }

  /** Runs the calls of one model message; results come back in the calls' order. Never rejects. */
  async schedule(calls: readonly ToolCallPart[], options: ScheduleOptions): Promise<ToolResultPart[]> {
    const jobs = calls.map((call): Job => ({ call, options, detail: '' }));
    for (const job of jobs) this.update(job, 'validating');
    const results: Promise<ToolResultPart>[] = [];
    let lastWriter: Promise<unknown> = Promise.resolve();
    let readersSince: Promise<unknown>[] = [];
    for (const job of jobs) {
      const reads = this.isReader(job);
      const before = reads ? lastWriter : Promise.all([lastWriter, ...readersSince]);
      const result = before.then(() => this.run(job));
      results.push(result);
      if (reads) readersSince.push(result);
      else [lastWriter, readersSince] = [result, []];
    }
    return Promise.all(results);
  }

  /** The user's answer to a waiting call; false where nothing waits under this id. */
  decide(callId: string, decision: ApprovalDecision): boolean {
    const resolve = this.waiting.get(callId);
    resolve?.(decision);
    return resolve !== undefined;
  }

  /** The user's answer to what a running call asks; false where it asks nothing. */
  answer(callId: string, answer: UserAnswer): boolean {
    const resolve = this.asked.get(callId);
    resolve?.(answer);
    return resolve !== undefined;
  }

  private isReader({ call, options }: Job): boolean {
    return (options.registry.find(call.name)?.kind ?? 'read') === 'read';
  }

  private async run(job: Job): Promise<ToolResultPart> {
    const { call } = job;
    const { status, outcome } = await this.attempt(job);
    const result: ToolResultPart = {
      type: 'tool-result',
      callId: call.id,
      name: call.name,
      content: outcome.content,
      isError: !outcome.ok,
    };
    this.update(job, status, { outcome, result });
    return result;
  }

  private async attempt(job: Job): Promise<Ended> {
    const { signal } = job.options;
    try {
      if (signal.aborted) return neverRan;
      return await this.validateAndExecute(job);
    } catch (error) {
      if (signal.aborted) return interrupted;
      return refused(toFailure(error, job.call.name, this.log));
    }
  }

  private async validateAndExecute(job: Job): Promise<Ended> {
    const { call, options } = job;
    const prepared = prepareCall(options.registry, call);
    if (prepared.kind === 'refused') return refused(prepared.outcome);
    const { tool, input } = prepared;
    job.detail = toDisplayText(tool.describe(input));
    this.update(job, 'validating');

    const stop = await this.approve(job, tool, input);
    if (stop) return stop;
    if (options.signal.aborted) return neverRan;
    this.update(job, 'scheduled');
    this.update(job, 'executing');
    const context: ToolContext = {
      ...options.context,
      askUser: (question, signal) => this.askUser(job, question, signal),
    };
    const outcome = await tool.execute(input, context, options.signal);
    return outcome.ok ? { status: 'success', outcome } : refused(outcome);
  }

  /** Undefined where the call may run. */
  private async approve(job: Job, tool: Tool, input: unknown): Promise<Ended | undefined> {
    const { context, approval, signal } = job.options;
    const paths = await Promise.all(tool.paths(input).map((path) => context.workspace.resolve(path)));
    const need = needsApproval(tool, paths, approval.mode(), approval.rules);
    if (need.kind === 'allow') return undefined;
    if (need.kind === 'refuse') return refused(failed(need.text, 'not in plan mode'));

    const preview = await tool.preview?.(input, context, signal);
    if (preview && isOutcome(preview)) return refused(preview);
    const decision = await this.ask(job, tool, preview);
    if (decision === 'deny') return denied;
    if (decision === 'allow-for-chat') {
      for (const grant of grantsFor(tool, paths)) approval.rules.granted.add(grant);
    }
    return this.checkStillApproved(job, tool, input, preview);
  }

  private async ask(job: Job, tool: Tool, preview: ToolPreview | undefined): Promise<ApprovalDecision> {
    const { call, options } = job;
    const question = toDisplayText(`${questionVerb(tool)} ${preview?.display ?? job.detail}?`);
    this.update(job, 'awaiting-approval', { approval: { question, preview } });
    const answer = options.requestApproval
      ? options.requestApproval(call.id, { tool, preview }, options.signal)
      : new Promise<ApprovalDecision>((resolve) => this.waiting.set(call.id, resolve));
    try {
      return await unlessAborted(answer, options.signal);
    } finally {
      this.waiting.delete(call.id);
    }
  }

  private async askUser(job: Job, question: UserQuestion, signal: AbortSignal): Promise<UserAnswer> {
    const { id } = job.call;
    const answer = new Promise<UserAnswer>((resolve) => this.asked.set(id, resolve));
    this.update(job, 'awaiting-answer', { question });
    try {
      const given = await unlessAborted(answer, signal);
      this.update(job, 'executing');
      return given;
    } finally {
      this.asked.delete(id);
    }
  }

  /** What the user saw must be what is done: the file may have changed while the question stood. */
  private async checkStillApproved(
    job: Job,
    tool: Tool,
    input: unknown,
    approved: ToolPreview | undefined,
  ): Promise<Ended | undefined> {
    const { context, signal } = job.options;
    const now = await tool.preview?.(input, context, signal);
    if (now && isOutcome(now)) return refused(now);
    if (now?.diff === approved?.diff) return undefined;
    const text = `${now?.display ?? job.detail} changed while the user was asked, so nothing was written. Read it again.`;
    return refused(failed(text, 'changed meanwhile'));
  }

  private update(
    { call, detail, options }: Job,
    status: ToolStatus,
    more: Partial<Pick<ToolUpdate, 'approval' | 'question' | 'outcome' | 'result'>> = {},
  ): void {
    options.onUpdate({ callId: call.id, name: toDisplayText(call.name), status, detail, ...more });
  }
}

function refused(outcome: ToolOutcome): Ended {
  return { status: 'error', outcome };
}

const denied: Ended = {
  status: 'cancelled',
  outcome: failed('The user denied this call. It was not run; do not try it again in another way.', 'denied'),
};

const neverRan: Ended = {
  status: 'cancelled',
  outcome: failed('Cancelled by the user before it ran. Nothing was changed.', 'cancelled'),
};

const interrupted: Ended = {
  status: 'cancelled',
  outcome: failed('Interrupted by the user before it had finished.', 'cancelled'),
};

/** The card's first word, where one is better than the tool's name. */
function questionVerb(tool: Tool): string {
  if (tool.name === 'write_file') return 'Write';
  return tool.name === 'edit' ? 'Edit' : `Run ${tool.name}`;
}

async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
