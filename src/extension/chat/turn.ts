import type { ModelEnd, ModelError, ModelEvent, ModelRequest, StopReason } from '../model/chatModel.ts';
import { toolCallsOf, type Message, type ToolCallPart } from '../model/message.ts';
import type { ModelPricing } from '../model/pricing.ts';
import type { SelectedModel } from '../model/selectedModel.ts';
import type { Clock } from '../ports/clock.ts';
import { isClosing } from './closing.ts';
import { messageOf, type AnswerClose, type Conversation, type ConversationNode } from './conversation.ts';
import { ProgressRecorder } from './progressRecorder.ts';
import { toSpending } from './spending.ts';
import { ThoughtTimer } from './thoughtTimer.ts';

/** What the client tells while it works (the seed's event types, by their seed names). */
export type ClientEvent =
  /** A model message begins; what follows belongs to the conversation's node `answerId`. */
  | { readonly type: 'model-info'; readonly answerId: string; readonly modelId: string }
  | { readonly type: 'content'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  /** Milliseconds. */
  | { readonly type: 'thought-ended'; readonly duration: number }
  | { readonly type: 'tool-call-request'; readonly call: ToolCallPart }
  /** As the model's stream has them: a call whose arguments still stream in, a source, an attempt that is void. */
  | Extract<ModelEvent, { readonly type: 'tool-call-start' | 'citation' | 'retry' }>
  /** The message has ended; what it took is in the conversation. */
  | { readonly type: 'error'; readonly error: ModelError }
  | { readonly type: 'user-cancelled' }
  | { readonly type: 'finished'; readonly stopReason: StopReason };

/** One model message and how it ended. */
export interface Turn {
  readonly answerId: string;
  readonly modelId: string;
  readonly request: ModelRequest;
  readonly message: Message;
  readonly end: ModelEnd;
  /** The calls to run now. A call that was cut off is never among them. */
  readonly pendingCalls: readonly ToolCallPart[];
}

export interface TurnOptions {
  readonly conversation: Conversation;
  readonly model: SelectedModel;
  readonly request: ModelRequest;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  readonly clock: Clock;
}

/**
 * Asks the model once, and tells what comes. Whatever happens, the answer is closed in the conversation before this
 * resolves.
 */
export async function runTurn(
  options: TurnOptions,
  tell: (event: ClientEvent) => void,
  signal: AbortSignal,
): Promise<Turn> {
  const { conversation, model, request } = options;
  const answer = conversation.openAnswer({ modelId: model.id, promptId: request.promptId });
  const progress = new ProgressRecorder(conversation, answer.id, options.clock);
  const thoughts = new ThoughtTimer(options.clock);
  const endThought = (): void => {
    const duration = thoughts.end();
    if (duration !== undefined) tell({ type: 'thought-ended', duration });
  };
  // The table loads while the model answers, so that the answer is written down with its price and nothing waits.
  const pricing = options.loadPricing(model.id);
  let end: ModelEnd | undefined;
  try {
    tell({ type: 'model-info', answerId: answer.id, modelId: model.id });
    for await (const event of model.chatModel.stream(request, signal)) {
      // A source stands in the middle of what is thought, or said, and parts nothing.
      if (event.type !== 'thinking-delta' && event.type !== 'citation') endThought();
      switch (event.type) {
        case 'text-delta':
          progress.addText(event.text);
          tell({ type: 'content', text: event.text });
          break;
        case 'thinking-delta':
          thoughts.begin();
          progress.addThinking(event.text);
          tell({ type: 'thought', text: event.text });
          break;
        case 'retry':
          progress.restart();
          thoughts.restart();
          tell(event);
          break;
        case 'citation':
          progress.addCitation(event);
          tell(event);
          break;
        case 'tool-call-start':
          tell(event);
          break;
        case 'tool-call':
          tell({ type: 'tool-call-request', call: event.call });
          break;
        case 'end':
          end = event;
          break;
        case 'tool-call-delta':
          break;
      }
    }
  } finally {
    endThought();
    if (!end) progress.write();
    progress.stop();
    end ??= endedEarly(conversation.node(answer.id));
    const close = toClose(end, isClosing(signal));
    const { durations } = thoughts;
    const timed = durations.length > 0 ? { thoughts: durations } : {};
    conversation.closeAnswer(answer.id, { ...close, ...timed, ...toSpending(end, await pricing) });
  }
  tell(toEvent(end));
  return {
    answerId: answer.id,
    modelId: model.id,
    request,
    message: end.message,
    end,
    pendingCalls: pendingCalls(end),
  };
}

/** A stream that breaks the port's rule: what it has told stays. */
function endedEarly(node: ConversationNode | undefined): ModelEnd {
  const error: ModelError = { kind: 'malformed', message: 'The answer had no end.', retryable: false };
  const message: Message = node?.kind === 'answer' ? messageOf(node) : { role: 'assistant', parts: [] };
  return { type: 'end', error, message, usage: null };
}

function toClose(end: ModelEnd, closing: boolean): AnswerClose {
  const { message, usage } = end;
  if (closing) return { outcome: 'interrupted', message, usage };
  return 'error' in end
    ? { outcome: 'failed', error: end.error, message, usage }
    : { outcome: 'stopped', stopReason: end.stopReason, message, usage };
}

function toEvent(end: ModelEnd): ClientEvent {
  if ('error' in end) return { type: 'error', error: end.error };
  if (end.stopReason === 'aborted') return { type: 'user-cancelled' };
  return { type: 'finished', stopReason: end.stopReason };
}

/** Some servers say `stop` although they call; only an answer that was cut, refused or stopped has calls not to run. */
function pendingCalls(end: ModelEnd): readonly ToolCallPart[] {
  if ('error' in end) return [];
  const runs = end.stopReason === 'tools' || end.stopReason === 'done' || end.stopReason === 'unknown';
  return runs ? toolCallsOf(end.message) : [];
}
