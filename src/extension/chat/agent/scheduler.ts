import type { ApprovalView, NotRun, ToolStatus } from '../../../shared/chatState.ts';
import type { ToolCallPart, ToolResultPart } from '../../model/message.ts';
import type { Log } from '../../ports/log.ts';
import { writeAmendment } from '../../approval/amendment.ts';
import type { ApprovalPolicy } from '../../approval/approval.ts';
import type { ApprovalDesk, ApprovalRequest, EarlyRequest } from '../../approval/approvalDesk.ts';
import type { OpenCalls } from '../../approval/openCalls.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { prepareCall, type ToolRegistry } from '../../tools/registry.ts';
import type { LimitResult } from '../../tools/roundLimit.ts';
import { toFailure } from '../../tools/toolFailure.ts';
import {
  failed,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type UserAnswer,
  type UserQuestion,
} from '../../tools/tool.ts';

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
  /** Resolves if it will not be run and need not wait for its turn: it was denied before it had one. */
  readonly released: Promise<void>;
  readonly release: () => void;
  /** The edits that it is asked about with. */
  row?: EditRow;
}

/** Edits with nothing but readers between them, so that the first one's turn is early enough to ask about them all. */
interface EditRow {
  readonly jobs: Job[];
  asked?: Promise<void>;
}

interface Ended {
  readonly status: 'success' | 'error' | 'cancelled';
  readonly outcome: ToolOutcome;
  readonly notRun?: NotRun;
}

/**
 * Takes a model's calls from `validating` to a result (seed 002). Calls look as if they had run one after the other:
 * readers side by side, but a writer only after everything before it, and whatever follows a writer only after it.
 * Edits in a row are asked about together, before all but the first have their turn. Every call gets a result, also when
 * it is refused, denied, cancelled, or its tool is broken.
 */
export class ToolScheduler {
  private readonly desk: ApprovalDesk;
  private readonly calls: OpenCalls;
  private readonly log: Log;

  constructor(desk: ApprovalDesk, calls: OpenCalls, log: Log) {
    this.desk = desk;
    this.calls = calls;
    this.log = log;
  }

  /** Runs the calls of one model message; results come back in the calls' order. Never rejects. */
  async schedule(calls: readonly ToolCallPart[], options: ScheduleOptions): Promise<ToolResultPart[]> {
    const jobs = calls.map((call) => toJob(call, options));
    for (const job of jobs) {
      this.calls.add(job.call.id, () => job.abort.abort());
      this.update(job, 'validating');
    }
    this.findRows(jobs);
    const results: Promise<ToolResultPart>[] = [];
    let lastWriter: Promise<unknown> = Promise.resolve();
    let readersSince: Promise<unknown>[] = [];
    for (const job of jobs) {
      const reads = this.isReader(job);
      const before = reads ? lastWriter : Promise.all([lastWriter, ...readersSince]);
      const result = Promise.race<unknown>([before, job.released]).then(() => this.run(job));
      results.push(result);
      if (reads) readersSince.push(result);
      else [lastWriter, readersSince] = [Promise.all([before, result]), []];
    }
    return Promise.all(results);
  }

  private isReader({ call, options }: Job): boolean {
    return (options.registry.find(call.name)?.kind ?? 'read') === 'read';
  }

  private findRows(jobs: readonly Job[]): void {
    let row: EditRow = { jobs: [] };
    for (const job of jobs) {
      const kind = job.options.registry.find(job.call.name)?.kind ?? 'read';
      if (kind === 'edit') {
        row.jobs.push(job);
        job.row = row;
      } else if (kind !== 'read') row = { jobs: [] };
    }
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
    this.calls.delete(call.id);
    this.desk.ended(call.id);
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
    const prepared = prepareCall(job.options.registry, job.call);
    if (prepared.kind === 'refused') return refused(prepared.outcome);
    const { tool } = prepared;
    const request = this.toRequest(job, prepared);
    if (!this.desk.isAhead(job.call.id)) this.update(job, 'validating');

    await this.askTogether(job.row);
    const approved = await this.desk.approve(request, job.signal);
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

  private toRequest(job: Job, { tool, input }: { readonly tool: Tool; readonly input: unknown }): ApprovalRequest {
    const { call, options } = job;
    job.detail = toDisplayText(tool.describe(input));
    return {
      callId: call.id,
      tool,
      input,
      detail: job.detail,
      context: options.context,
      policy: options.approval,
      onAsk: (approval) => this.update(job, 'awaiting-approval', { approval }),
      onDecidedAhead: (runs) => {
        if (runs) this.update(job, 'scheduled');
        else job.release();
      },
    };
  }

  /** The first edit of a row that has its turn brings the others with it. */
  private async askTogether(row: EditRow | undefined): Promise<void> {
    if (!row || row.jobs.length < 2) return;
    const requests = (): EarlyRequest[] =>
      row.jobs.flatMap((job) => {
        const prepared = prepareCall(job.options.registry, job.call);
        return prepared.kind === 'refused' ? [] : [{ request: this.toRequest(job, prepared), signal: job.signal }];
      });
    await (row.asked ??= this.desk.askTogether(requests()));
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
    const answered = this.calls.ask(job.call.id, signal);
    this.update(job, 'awaiting-answer', { question });
    const answer = await answered;
    this.update(job, 'executing');
    return answer;
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
  const signal = AbortSignal.any([options.signal, abort.signal]);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { call, options, abort, signal, detail: '', hasBegun: false, released, release };
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
