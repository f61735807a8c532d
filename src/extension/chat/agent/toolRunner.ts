import type { ToolStatus } from '../../../shared/toolBlock.ts';
import { streamJob } from '../../base/streamJob.ts';
import type { ToolCallPart } from '../../model/message.ts';
import type { SelectedModel } from '../../model/chatModel.ts';
import type { Log } from '../../ports/log.ts';
import type { Bypass } from '../../changes/changeLog.ts';
import type { PromptKey } from '../../changes/changeNames.ts';
import type { ChangeStore } from '../../changes/changeStore.ts';
import type { ApprovalPolicy } from '../../approval/approval.ts';
import type { ApprovalDesk } from '../../approval/approvalDesk.ts';
import type { OpenCalls } from '../../approval/openCalls.ts';
import type { RunAgent } from '../../tools/agents.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { LimitResults } from '../../tools/resultLimit.ts';
import { bypassOf, recordChanges } from './promptChanges.ts';
import { ToolScheduler, type ToolUpdate } from './scheduler.ts';
import type { ToolContext } from '../../tools/tool.ts';
import { allowedTools, limitTools, type ToolLimit } from './toolLimit.ts';
import type { ClientEvent } from './clientEvent.ts';
import { createSearchWeb, type WebSearchPorts } from './webSearch.ts';
import { isWindowClosing } from './windowClosing.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { toResultView } from '../conversation/toolResultView.ts';

export interface CallingTurn {
  /** The answer that starts the agents, and to which their cost belongs. */
  readonly answerId: string;
  readonly model: SelectedModel;
  readonly key: PromptKey;
  /** Undefined if the prompt may use all tools. */
  readonly allowed: ToolLimit | undefined;
  readonly ignoresLoops: boolean;
}

export interface ToolRunnerOptions {
  readonly registry: ToolRegistry;
  readonly context: ToolContext;
  readonly changes?: ChangeStore | undefined;
  readonly approval: ApprovalPolicy;
  readonly desk: ApprovalDesk;
  readonly calls: OpenCalls;
  readonly limitResults?: LimitResults | undefined;
  readonly webSearch?: WebSearchPorts | undefined;
  readonly agents?: ((turn: CallingTurn) => RunAgent) | undefined;
  readonly agent?: CallingAgent | undefined;
  readonly log: Log;
}

export interface CallingAgent {
  /** See `ScheduleOptions`. */
  readonly scope: string;
  /** The prompt to which the sub-agent's changes belong. */
  readonly key: PromptKey;
}

export interface RunTarget {
  readonly conversation: Conversation;
  readonly answerId: string;
  /**
   * The model that reads the results. If it is undefined, results are not limited, and calls can neither search the web
   * nor start agents.
   */
  readonly model: SelectedModel | undefined;
  /** Called after each update of a call. `waits`: whether any call waits for the user. */
  readonly onDidWait: (waits: boolean) => void;
  /** Called if a call has changed the memory, which the system prompt contains. */
  readonly onDidChangeInstructions?: () => void;
}

/**
 * Runs a turn's calls and emits their events. Each result is recorded at once, so that it is kept even if the answer
 * ends early. The class has many collaborators, because each call is approved, run, limited and recorded in one pass.
 */
export class ToolRunner {
  private readonly options: ToolRunnerOptions;
  private readonly scheduler: ToolScheduler;

  constructor(options: ToolRunnerOptions) {
    this.options = options;
    this.scheduler = new ToolScheduler(options.desk, options.calls, options.log);
  }

  /** If the reader stops early, the calls are cancelled. */
  run(calls: readonly ToolCallPart[], target: RunTarget, signal: AbortSignal): AsyncGenerator<ClientEvent, void> {
    return streamJob((emit, jobSignal) => this.runCalls(calls, target, emit, jobSignal), signal);
  }

  private async runCalls(
    calls: readonly ToolCallPart[],
    target: RunTarget,
    emit: (event: ClientEvent) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { changes, approval, limitResults } = this.options;
    const path = target.conversation.path(target.answerId);
    const allowed = allowedTools(path);
    const registry = limitTools(this.options.registry, allowed);
    const { scope, key = keyOf(target) } = this.options.agent ?? {};
    const context = this.toContext(target, key, allowed);
    const noted: Promise<void>[] = [];
    const limit = target.model && limitResults?.(calls.length, target.model);
    const waiting = new Set<string>();
    const onUpdate = (update: ToolUpdate): void => {
      trackWaiting(waiting, update);
      // A call that a closing window cancels gets no result, because the user did not cancel it.
      if (update.status === 'cancelled' && isWindowClosing(signal)) {
        const { callId, notRun, outcome } = update;
        const work = outcome?.agent && { agent: outcome.agent };
        target.conversation.addUnfinished(target.answerId, { callId, hasBegun: notRun === undefined, ...work });
      } else emit(recordUpdate(update, target));
      target.onDidWait(waiting.size > 0);
      if (update.status === 'success' && registry.find(update.name)?.record?.changesInstructions) {
        target.onDidChangeInstructions?.();
      }
      const bypass = bypassOf(update, registry.find(update.name));
      if (changes && bypass !== undefined) noted.push(this.noteBypass(changes, key, bypass));
    };
    await this.scheduler.schedule(calls, { registry, context, approval, scope, signal, limit, onUpdate });
    await Promise.all(noted);
  }

  private toContext(
    { conversation, model, answerId }: RunTarget,
    key: PromptKey,
    allowed: ToolLimit | undefined,
  ): ToolContext {
    const { context, changes, webSearch, agents } = this.options;
    const recorded = changes ? recordChanges(context, changes, key) : context;
    const searchWeb = model && webSearch && createSearchWeb(webSearch, model, answerId);
    const { ignoresLoops } = conversation;
    const runAgent = model && agents?.({ answerId, model, key, allowed, ignoresLoops });
    return { ...recorded, ...(searchWeb && { searchWeb }), ...(runAgent && { runAgent }) };
  }

  private async noteBypass(changes: ChangeStore, key: PromptKey, bypass: Bypass): Promise<void> {
    try {
      await changes.noteBypass(key, bypass);
    } catch (error) {
      this.options.log.error('A call that may have changed files could not be recorded', error);
    }
  }
}

/** A steering prompt does not change the prompt id of the running answer. */
function keyOf({ conversation, answerId }: RunTarget): PromptKey {
  const answer = conversation.node(answerId);
  if (answer?.kind !== 'answer') throw new Error('The calls do not belong to an answer');
  return { chat: conversation.id, prompt: answer.promptId };
}

/** In `waiting`, the id of a sub-agent's call begins with the id of the call that runs the sub-agent. */
function trackWaiting(waiting: Set<string>, { callId, status, agent, result }: ToolUpdate): void {
  const own = agent?.kind === 'call' ? agent.call : undefined;
  const id = own ? `${callId} ${own.callId}` : callId;
  if (isWaiting(own?.status ?? status)) waiting.add(id);
  else waiting.delete(id);
  if (!result) return;
  for (const each of waiting) if (each.startsWith(`${callId} `)) waiting.delete(each);
}

function isWaiting(status: ToolStatus): boolean {
  return status === 'awaiting-approval' || status === 'awaiting-answer';
}

/** Records the update's result, if it has one. Returns the event to emit. */
function recordUpdate(update: ToolUpdate, { conversation, answerId }: RunTarget): ClientEvent {
  const { callId, status, detail, result, approval, question, output, agent } = update;
  if (agent) return { type: 'agent-progress', callId, progress: agent };
  if (!result) {
    const asked = question && { text: question.text, options: [...question.options] };
    const shown = output === undefined ? {} : { output };
    // The plan stays visible after its card is gone, even if the user has not accepted the plan.
    const plan = approval?.subject.kind === 'plan' ? { plan: approval.subject.text } : {};
    const patch = { status, detail, approval: approval ?? null, question: asked ?? null, ...shown, ...plan };
    return { type: 'tool-call-update', callId, patch };
  }
  const view = toResultView(update, status === 'success' || status === 'cancelled' ? status : 'error');
  const response = { result, view };
  conversation.addResult(answerId, response);
  return { type: 'tool-result', response };
}
