import type { ApprovalView, NotRun, ToolStatus } from '../../shared/chatState.ts';
import type { ToolCallPart, ToolResultPart } from '../model/message.ts';
import type { Log } from '../ports/log.ts';
import { writeAmendment } from './amendment.ts';
import type { ApprovalPolicy } from './approval.ts';
import { ApprovalDesk, type ApprovalAnswer } from './approvalDesk.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { prepareCall, type ToolRegistry } from './registry.ts';
import type { LimitResult } from './roundLimit.ts';
import { toFailure } from './toolFailure.ts';
import { failed, type Tool, type ToolContext, type ToolOutcome, type UserAnswer, type UserQuestion } from './tool.ts';
import { unlessAborted } from '../ports/unlessAborted.ts';

/** What a batch of calls is run with. */
export interface ScheduleOptions {
  readonly registry: ToolRegistry;
  readonly context: ToolContext;
  readonly approval: ApprovalPolicy;
  readonly signal: AbortSignal;
  /** Bounds what the results of the batch take together; missing if nothing does. */
  readonly limit?: LimitResult | undefined;
  /** Each step of each call. The update that carries `result` is a call's last, and comes as soon as it has finished. */
  readonly onUpdate: (update: ToolUpdate) => void;
}

export interface ToolUpdate {
  readonly callId: string;
  /** The tool's, or what the model took for one. For people, as `detail` is: see `toDisplayText`. */
  readonly name: string;
  readonly status: ToolStatus;
  /** A path, a pattern; empty where the arguments do not fit. */
  readonly detail: string;
  /** Present while the status is `awaiting-approval` only. */
  readonly approval?: ApprovalView;
  /** Present while the status is `awaiting-answer` only. */
  readonly question?: UserQuestion;
  /** What the running call shows; it takes the place of what it showed before. */
  readonly output?: string;
  /** Present with the last update only, as is `result`. */
  readonly outcome?: ToolOutcome;
  readonly result?: ToolResultPart;
  /** With the last update, if the tool itself was never called. */
  readonly notRun?: NotRun;
}

interface Job {
  readonly call: ToolCallPart;
  readonly options: ScheduleOptions;
  /** Ends this call alone. */
  readonly abort: AbortController;
  /** Aborts with the batch, and with this call alone. */
  readonly signal: AbortSignal;
  detail: string;
  /** The tool itself has been called: up to then nothing can have changed. */
  hasBegun: boolean;
}

interface Ended {
  readonly status: 'success' | 'error' | 'cancelled';
  readonly outcome: ToolOutcome;
  readonly notRun?: NotRun;
}

/**
 * Takes a model's calls from `validating` to a result (seed 002). Calls look as if they had run one after the other:
 * readers side by side, but a writer only after everything before it, and whatever follows a writer only after it.
 * Every call gets a result, also when it is refused, denied, cancelled, or its tool is broken.
 */
export class ToolScheduler {
  private readonly log: Log;
  private readonly desk: ApprovalDesk;
  /** What has no result yet. */
  private readonly open = new Map<string, Job>();
  private readonly asked = new Map<string, (answer: UserAnswer) => void>();

  constructor(log: Log) {
    this.log = log;
    this.desk = new ApprovalDesk(log);
  }

  /** Runs the calls of one model message; results come back in the calls' order. Never rejects. */
  async schedule(calls: readonly ToolCallPart[], options: ScheduleOptions): Promise<ToolResultPart[]> {
    const jobs = calls.map((call) => toJob(call, options));
    for (const job of jobs) {
      this.open.set(job.call.id, job);
      this.update(job, 'validating');
    }
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
  decide(callId: string, answer: ApprovalAnswer): boolean {
    return this.desk.decide(callId, answer);
  }

  /** The mode or the rules have changed: looks anew at what waits for an answer. */
  reconsider(): void {
    this.desk.reconsider();
  }

  /** Shows a waiting edit in VS Code's diff editor; false where there is none to show. */
  openDiff(callId: string): Promise<boolean> {
    return this.desk.openDiff(callId);
  }

  /** Ends one call, wherever it is, and none beside it; false where it has ended. */
  cancel(callId: string): boolean {
    const job = this.open.get(callId);
    job?.abort.abort();
    return job !== undefined;
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
    const { call, options } = job;
    const { status, outcome: whole, notRun } = await this.attempt(job);
    const outcome = (await options.limit?.(whole)) ?? whole;
    const result: ToolResultPart = {
      type: 'tool-result',
      callId: call.id,
      name: call.name,
      content: outcome.content,
      isError: !outcome.ok,
    };
    this.open.delete(call.id);
    this.update(job, status, { outcome, result, ...(notRun && { notRun }) });
    return result;
  }

  private async attempt(job: Job): Promise<Ended> {
    const { signal } = job;
    try {
      if (signal.aborted) return neverRan;
      return await this.validateAndExecute(job);
    } catch (error) {
      if (signal.aborted) return job.hasBegun ? interrupted : neverRan;
      const outcome = toFailure(error, job.call.name, this.log);
      return job.hasBegun ? failure(outcome) : refused(outcome);
    }
  }

  private async validateAndExecute(job: Job): Promise<Ended> {
    const { call, options } = job;
    const prepared = prepareCall(options.registry, call);
    if (prepared.kind === 'refused') return refused(prepared.outcome);
    const { tool } = prepared;
    job.detail = toDisplayText(tool.describe(prepared.input));
    this.update(job, 'validating');

    const approved = await this.desk.approve(
      {
        callId: call.id,
        tool,
        input: prepared.input,
        detail: job.detail,
        context: options.context,
        policy: options.approval,
        onAsk: (approval) => this.update(job, 'awaiting-approval', { approval }),
      },
      job.signal,
    );
    if (approved.kind === 'refused') return refused(approved.outcome);
    if (approved.kind === 'denied') return { status: 'cancelled', outcome: approved.outcome, notRun: 'denied' };
    if (job.signal.aborted) return neverRan;
    this.update(job, 'scheduled');
    this.update(job, 'executing');
    job.hasBegun = true;
    const { input, amendment } = approved;
    const outcome = amendment
      ? await writeAmendment(amendment, approved.context, job.signal)
      : await this.execute(job, tool, input, approved.context);
    if (outcome.ok) return { status: 'success', outcome };
    // What a tool says of its own interruption is more than that it was interrupted.
    return job.signal.aborted ? { status: 'cancelled', outcome } : failure(outcome);
  }

  /** What the tool still reports when it has ended, or was left behind, is nobody's business. */
  private async execute(job: Job, tool: Tool, input: unknown, context: ToolContext): Promise<ToolOutcome> {
    let isOver = false;
    const report = (output: string): void => {
      if (!isOver) this.update(job, 'executing', { output });
    };
    const askUser: ToolContext['askUser'] = (question, until) => this.askUser(job, question, until);
    try {
      return await tool.execute(input, { ...context, askUser, report }, job.signal);
    } finally {
      isOver = true;
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

  private update(
    { call, detail, options }: Job,
    status: ToolStatus,
    more: Partial<Pick<ToolUpdate, 'approval' | 'question' | 'output' | 'outcome' | 'result' | 'notRun'>> = {},
  ): void {
    options.onUpdate({ callId: call.id, name: toDisplayText(call.name), status, detail, ...more });
  }
}

function toJob(call: ToolCallPart, options: ScheduleOptions): Job {
  const abort = new AbortController();
  return { call, options, abort, signal: AbortSignal.any([options.signal, abort.signal]), detail: '', hasBegun: false };
}

function refused(outcome: ToolOutcome): Ended {
  return { status: 'error', outcome, notRun: 'refused' };
}

function failure(outcome: ToolOutcome): Ended {
  return { status: 'error', outcome };
}

const neverRan: Ended = {
  status: 'cancelled',
  outcome: failed('Cancelled by the user before it ran. Nothing was changed.', 'cancelled'),
  notRun: 'cancelled',
};

const interrupted: Ended = {
  status: 'cancelled',
  outcome: failed('Interrupted by the user before it had finished.', 'cancelled'),
};
