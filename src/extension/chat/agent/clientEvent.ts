import type { ToolBlock } from '../../../shared/chatState.ts';
import type { ModelError, ModelEvent, StopReason } from '../../model/chatModel.ts';
import type { ToolCallPart } from '../../model/message.ts';
import type { PromptNode } from '../conversation/conversation.ts';
import type { RecordedResult } from '../conversation/conversationEntry.ts';

/** What a prompt's answer is told as, from submit to the last tool result (the seed's event types, by their seed names). */
export type ClientEvent =
  /** A model message begins; what follows belongs to the conversation's node `answerId`. */
  | { readonly type: 'model-info'; readonly answerId: string; readonly modelId: string }
  /** All that has come since the event before. */
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
  | { readonly type: 'finished'; readonly stopReason: StopReason }
  /** The model was not asked: it has been as often as the user lets it without a word of theirs. */
  | { readonly type: 'max-session-turns' }
  /** A step of a call that is run. */
  | { readonly type: 'tool-call-update'; readonly callId: string; readonly patch: ToolCallPatch }
  /** A call has ended, and its result is in the conversation. */
  | { readonly type: 'tool-call-response'; readonly response: RecordedResult }
  /** The user's words went behind the results, and are in the conversation; the answer goes on behind them. */
  | { readonly type: 'steering'; readonly prompt: PromptNode };

export type ToolCallPatch = Partial<Omit<ToolBlock, 'kind' | 'callId'>>;
