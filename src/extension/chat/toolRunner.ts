import type { ToolCallPart } from '../model/message.ts';
import type { Log } from '../ports/log.ts';
import type { ApprovalDecision, ApprovalPolicy } from '../tools/approval.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import { ToolScheduler, type ToolUpdate } from '../tools/scheduler.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { AnswerPresenter } from './answerPresenter.ts';
import type { ChatStore } from './chatStore.ts';
import { isClosing } from './closing.ts';
import type { Conversation, ToolResultView } from './conversation.ts';
import { cutForDisplay, toolOutput } from './transcript.ts';

export interface ToolRunnerOptions {
  readonly registry: ToolRegistry;
  readonly context: ToolContext;
  readonly approval: ApprovalPolicy;
  readonly log: Log;
}

/** The answer whose calls are run. */
export interface RunTarget {
  readonly conversation: Conversation;
  readonly answerId: string;
  readonly presenter: AnswerPresenter;
  readonly store: ChatStore;
}

/** Runs a turn's calls: each result is recorded the moment it is there, so that no way of ending loses it. */
export class ToolRunner {
  private readonly options: ToolRunnerOptions;
  private readonly scheduler: ToolScheduler;

  constructor(options: ToolRunnerOptions) {
    this.options = options;
    this.scheduler = new ToolScheduler(options.log);
  }

  async run(calls: readonly ToolCallPart[], target: RunTarget, signal: AbortSignal): Promise<void> {
    const { registry, context, approval } = this.options;
    const waiting = new Set<string>();
    const onUpdate = (update: ToolUpdate): void => {
      if (update.status === 'awaiting-approval') waiting.add(update.callId);
      else waiting.delete(update.callId);
      // What a closing window has cancelled was not cancelled by the user: it stays without a result, as after a crash.
      if (!(update.status === 'cancelled' && isClosing(signal))) showUpdate(update, target);
      setStatus(target.store, waiting.size > 0 ? 'waiting-for-confirmation' : 'responding');
    };
    await this.scheduler.schedule(calls, { registry, context, approval, signal, onUpdate });
  }

  /** False where no call waits under this id. */
  decide(callId: string, decision: ApprovalDecision): boolean {
    return this.scheduler.decide(callId, decision);
  }

  reportDefect(error: unknown): void {
    this.options.log.error('Answering a prompt failed', error);
  }
}

export function toResultView(
  update: Pick<ToolUpdate, 'detail' | 'outcome'>,
  status: ToolResultView['status'],
): ToolResultView {
  const changes = update.outcome?.changes ?? [];
  return {
    status,
    detail: update.detail,
    summary: update.outcome?.summary ?? '',
    added: changes.reduce((sum, change) => sum + change.added, 0),
    removed: changes.reduce((sum, change) => sum + change.removed, 0),
    files: changes.map((change) => change.display),
    diff: cutForDisplay(update.outcome?.diff ?? ''),
    ...(update.outcome?.todos && { todos: update.outcome.todos }),
  };
}

function showUpdate(update: ToolUpdate, { conversation, answerId, presenter }: RunTarget): void {
  const { callId, status, detail, result, approval } = update;
  if (!result) {
    const card = approval && { question: approval.question, diff: approval.preview?.diff ?? '' };
    presenter.toolUpdated(callId, { status, detail, approval: card ?? null });
    return;
  }
  const view = toResultView(update, status === 'success' || status === 'cancelled' ? status : 'error');
  conversation.addResult(answerId, { result, view });
  presenter.toolEnded(callId, view, toolOutput(result.content));
}

function setStatus(store: ChatStore, status: 'waiting-for-confirmation' | 'responding'): void {
  if (store.state.status !== status) store.dispatch({ type: 'status-changed', status });
}
