import type { ChatEvent } from '../../../shared/protocol.ts';
import type { ModelEvent } from '../../model/chatModel.ts';
import type { PromptNode } from '../conversation/conversation.ts';
import type { RecordedResult } from '../conversation/conversationEntry.ts';

/**
 * The events of a prompt's answer, from submit to the last tool result. A turn's events are the model's own, so that an
 * event has one name from the wire to the panel. Arguments that stream in are left out: no row shows them.
 */
export type ClientEvent =
  /** The prompt is in the conversation. Comes before anything is waited for. */
  | { readonly type: 'prompt-recorded' }
  /** A model message begins; what follows belongs to the conversation's node `answerId`. */
  | { readonly type: 'turn-start'; readonly answerId: string; readonly modelId: string }
  /** After `end`, what the message took is in the conversation. */
  | Exclude<ModelEvent, { readonly type: 'tool-call-delta' }>
  /** Milliseconds. */
  | { readonly type: 'thinking-end'; readonly duration: number }
  /** The model was not asked: it has been as often as the user lets it without a word of theirs. */
  | { readonly type: 'turn-limit' }
  /** A step of a call that is run. */
  | { readonly type: 'tool-call-update'; readonly callId: string; readonly patch: ToolCallPatch }
  /** A call has ended, and its result is in the conversation. */
  | { readonly type: 'tool-result'; readonly response: RecordedResult }
  /** The user's words went behind the results, and are in the conversation; the answer goes on behind them. */
  | { readonly type: 'steering'; readonly prompt: PromptNode };

export type ToolCallPatch = Extract<ChatEvent, { readonly type: 'tool-call-update' }>['patch'];
