import type { ApprovalView, NotRun, ToolStatus } from '../../../shared/toolBlock.ts';
import type { ToolCallPart, ToolResultPart } from '../../model/message.ts';
import type { Log } from '../../ports/log.ts';
import { writeAmendment } from '../../approval/amendment.ts';
import type { ApprovalPolicy } from '../../approval/approval.ts';
import type { ApprovalDesk } from '../../approval/approvalDesk.ts';
import type { ApprovalRequest, EarlyRequest } from '../../approval/approvalQuestion.ts';
import type { OpenCalls } from '../../approval/openCalls.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import type { AgentProgress } from '../../tools/agents.ts';
import { prepareCall, type ToolRegistry } from '../../tools/registry.ts';
import type { CutResult } from '../../tools/resultLimit.ts';
import { toFailure } from '../../tools/toolFailure.ts';
import {
  failed,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type UserAnswer,
  type UserQuestion,
} from '../../tools/tool.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';

export interface ScheduleOptions {
  readonly registry: ToolRegistry;
  readonly context: ToolContext;
  readonly approval: ApprovalPolicy;
  /**
   * The prefix of the calls' ids in `ApprovalDesk` and `OpenCalls`, because two agents may use the same ids. Missing
   * for the chat's own calls.
   */
  readonly scope?: string | undefined;
  readonly signal: AbortSignal;
  readonly limit?: CutResult | undefined;
  /** Called for each step of each call. Only a call's last update contains its `result`. */
  readonly onUpdate: (update: ToolUpdate) => void;
}

export interface ToolUpdate {
  readonly callId: string;
  /** The tool's name in the call, even if no such tool exists. Like `detail`, passed through `toDisplayText`. */
  readonly name: string;
  readonly status: ToolStatus;
  /** The subject of the call, such as a path; empty unless the arguments were checked and are valid. */
  readonly detail: string;
  readonly approval?: ApprovalView;
  readonly question?: UserQuestion;
  /** Replaces the output shown before. */
  readonly output?: string;
  readonly agent?: AgentProgress;
  /** Like `result`, present only in the last update. */
  readonly outcome?: ToolOutcome;
  readonly result?: ToolResultPart;
  readonly notRun?: NotRun;
}

interface Job {
  readonly call: ToolCallPart;
  /** The call's id in `ApprovalDesk` and `OpenCalls`. */
  readonly key: string;
  readonly options: ScheduleOptions;
  readonly abort: AbortController;
  /** Aborts with the signal of `options` or with `abort`. */
  readonly signal: AbortSignal;
  detail: string;
  /** Before the tool begins to execute, the call cannot have changed anything. */
  hasBegun: boolean;
  /**
   * Resolves if the user was asked early and the call will not run. The call then gets its result without waiting for
   * the calls before it.
   */
  readonly released: Promise<void>;
  readonly release: () => void;
  group?: EditGroup;
}

/** Edits with only reading calls between them. The user is asked about all of them when the first one is due. */
interface EditGroup {
  readonly jobs: Job[];
  asked?: Promise<void>;
}

interface Ended {
  readonly status: 'success' | 'error' | 'cancelled';
  readonly outcome: ToolOutcome;
  readonly notRun?: NotRun;
}

/**
 * Runs a model's calls. The effect is the same as if they ran one after the other, except for sub-agents. Sub-agents
 * and reading calls run in parallel. Any other call is a writer: it waits for all calls before it, and all calls after
 * it wait for the writer. Every call gets a result, even if its tool throws.
 *
 *     validating ── needs approval ──▶ awaiting-approval ── allowed ──▶ scheduled
 *     validating ── needs no approval ──▶ scheduled ──▶ executing ◀── question ──▶ awaiting-answer
 *     executing ── ok ──▶ success
 *     any of these ── refused or failed ──▶ error
 *     any of these ── denied or aborted ──▶ cancelled
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

  /** Returns the results in the order of the calls. Never rejects. */
  async schedule(calls: readonly ToolCallPart[], options: ScheduleOptions): Promise<ToolResultPart[]> {
    const jobs = calls.map((call) => toJob(call, options));
    for (const job of jobs) {
      this.calls.add(job.key, () => job.abort.abort());
      this.update(job, 'validating');
    }
    this.groupEdits(jobs);
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
    const kind = options.registry.find(call.name)?.kind ?? 'read';
    // Even agents that edit may run in parallel, because an edit is refused if its file has changed meanwhile.
    return kind === 'read' || kind === 'agent';
  }

  private groupEdits(jobs: readonly Job[]): void {
    let group: EditGroup = { jobs: [] };
    for (const job of jobs) {
      const kind = job.options.registry.find(job.call.name)?.kind ?? 'read';
      if (kind === 'edit') {
        group.jobs.push(job);
        job.group = group;
      } else if (kind !== 'read') group = { jobs: [] };
    }
  }

  private async run(job: Job): Promise<ToolResultPart> {
    const { call } = job;
    const { status, outcome, notRun } = await this.limit(job, await this.attempt(job));
    const result: ToolResultPart = {
      type: 'tool-result',
      callId: call.id,
      name: call.name,
      content: outcome.content,
      isError: !outcome.ok,
    };
    this.calls.delete(job.key);
    this.desk.ended(job.key);
    this.update(job, status, { outcome, result, ...(notRun && { notRun }) });
    return result;
  }

  private async attempt(job: Job): Promise<Ended> {
    const { signal } = job;
    try {
      if (signal.aborted) return neverRan();
      return await this.validateAndExecute(job);
    } catch (error) {
      if (signal.aborted) return job.hasBegun ? interrupted() : neverRan();
      const outcome = toFailure(error, job.call.name, this.log);
      return job.hasBegun ? failure(outcome) : refused(outcome);
    }
  }

  /** If limiting fails, returns an error without the content, because the whole content may not fit. */
  private async limit({ call, options }: Job, ended: Ended): Promise<Ended> {
    try {
      return options.limit ? { ...ended, outcome: await options.limit(ended.outcome) } : ended;
    } catch (error) {
      this.log.error(`The result of the tool ${call.name} could not be limited`, error);
      const message = error instanceof Error ? error.message : String(error);
      const text = `The call ended, but its result could not be prepared: ${message.slice(0, 1000)}`;
      const outcome = { ...ended.outcome, ...failed(text, resultTexts.failed()) };
      return { ...ended, status: ended.status === 'success' ? 'error' : ended.status, outcome };
    }
  }

  private async validateAndExecute(job: Job): Promise<Ended> {
    const prepared = prepareCall(job.options.registry, job.call);
    if (prepared.kind === 'refused') return refused(prepared.outcome);
    const { tool } = prepared;
    const request = this.toRequest(job, prepared);
    if (!this.desk.isAskedEarly(job.key)) this.update(job, 'validating');

    await this.askTogether(job.group);
    const approved = await this.desk.approve(request, job.signal);
    if (approved.kind === 'refused') return refused(approved.outcome);
    if (approved.kind === 'denied') return { status: 'cancelled', outcome: approved.outcome, notRun: 'denied' };
    if (job.signal.aborted) return neverRan();
    this.update(job, 'scheduled');
    this.update(job, 'executing');
    job.hasBegun = true;
    const { input, amendment } = approved;
    const outcome = amendment
      ? await writeAmendment(amendment, approved.context, job.signal)
      : await this.execute(job, tool, input, approved.context);
    if (outcome.ok) return { status: 'success', outcome };
    // The tool's own outcome describes an interruption in more detail than `interrupted`.
    return job.signal.aborted ? { status: 'cancelled', outcome } : failure(outcome);
  }

  private toRequest(job: Job, { tool, input }: { readonly tool: Tool; readonly input: unknown }): ApprovalRequest {
    const { options } = job;
    job.detail = toDisplayText(tool.describe(input));
    return {
      callId: job.key,
      tool,
      input,
      detail: job.detail,
      context: options.context,
      policy: options.approval,
      onAsk: (approval) => this.update(job, 'awaiting-approval', { approval }),
      onDecidedEarly: (runs) => {
        if (runs) this.update(job, 'scheduled');
        else job.release();
      },
    };
  }

  /**
   * For the first edit of a group, asks about all edits of the group. For the other edits, waits until the user was
   * asked.
   */
  private async askTogether(group: EditGroup | undefined): Promise<void> {
    if (!group || group.jobs.length < 2) return;
    const requests = (): EarlyRequest[] =>
      group.jobs.flatMap((job) => {
        const prepared = prepareCall(job.options.registry, job.call);
        return prepared.kind === 'refused' ? [] : [{ request: this.toRequest(job, prepared), signal: job.signal }];
      });
    await (group.asked ??= this.desk.askTogether(requests()));
  }

  /** Ignores output that the tool reports after its end. */
  private async execute(job: Job, tool: Tool, input: unknown, context: ToolContext): Promise<ToolOutcome> {
    let isOver = false;
    const report = (output: string): void => {
      if (!isOver) this.update(job, 'executing', { output });
    };
    const reportAgent = (agent: AgentProgress): void => {
      if (!isOver) this.update(job, 'executing', { agent });
    };
    const askUser: ToolContext['askUser'] = (question, until) => this.askUser(job, question, until);
    try {
      return await tool.execute(input, { ...context, askUser, report, reportAgent }, job.signal);
    } finally {
      isOver = true;
    }
  }

  private async askUser(job: Job, question: UserQuestion, signal: AbortSignal): Promise<UserAnswer> {
    const answered = this.calls.ask(job.key, signal);
    this.update(job, 'awaiting-answer', { question });
    const answer = await answered;
    this.update(job, 'executing');
    return answer;
  }

  private update(
    { call, detail, options }: Job,
    status: ToolStatus,
    more: Partial<
      Pick<ToolUpdate, 'approval' | 'question' | 'output' | 'agent' | 'outcome' | 'result' | 'notRun'>
    > = {},
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
  const key = `${options.scope ?? ''}${call.id}`;
  return { call, key, options, abort, signal, detail: '', hasBegun: false, released, release };
}

function refused(outcome: ToolOutcome): Ended {
  return { status: 'error', outcome, notRun: 'refused' };
}

function failure(outcome: ToolOutcome): Ended {
  return { status: 'error', outcome };
}

function neverRan(): Ended {
  const outcome = failed('Cancelled by the user before it ran. Nothing was changed.', resultTexts.cancelled());
  return { status: 'cancelled', outcome, notRun: 'cancelled' };
}

function interrupted(): Ended {
  const outcome = failed('Interrupted by the user before it finished.', resultTexts.cancelled());
  return { status: 'cancelled', outcome };
}
