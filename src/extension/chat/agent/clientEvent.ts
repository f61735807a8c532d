import type { ChatEvent } from '../../../shared/protocol.ts';
import type { JoinedEnd } from '../../continue/continuationStream.ts';
import type { ModelEvent } from '../../model/chatModel.ts';
import type { AgentProgress } from '../../tools/agents.ts';
import type { PromptNode, SummaryNode } from '../conversation/conversationNode.ts';
import type { RecordedResult } from '../conversation/conversationEntry.ts';

/**
 * The events of a prompt's answer, and of a compression that the user has asked for. The model's events pass unchanged,
 * so that an event has one name from the wire to the panel.
 */
export type ClientEvent =
  /** The prompt is in the conversation. Emitted before anything is awaited. */
  | { readonly type: 'prompt-recorded' }
  /** The next events belong to the conversation's node `answerId`. `prefix`: the text that the message continues. */
  | { readonly type: 'turn-start'; readonly answerId: string; readonly modelId: string; readonly prefix?: string }
  /**
   * When `end` is emitted, the message's usage is in the conversation. `tool-call-delta` is left out, because the panel
   * does not show it.
   */
  | Exclude<ModelEvent, { readonly type: 'tool-call-delta' }>
  /** A continuation has ended. Emitted before `end`. */
  | ({ readonly type: 'joined' } & JoinedEnd)
  /** `duration`: in milliseconds. */
  | { readonly type: 'thinking-end'; readonly duration: number }
  /** The model was not asked, because the user's limit of requests is reached. */
  | { readonly type: 'turn-limit' }
  /** The calls of the last messages repeat themselves, so the model is not asked again. */
  | { readonly type: 'loop' }
  /** `compressed` or `compression-end` follows. */
  | { readonly type: 'compression-start' }
  /** The summary is in the conversation. */
  | { readonly type: 'compressed'; readonly summary: SummaryNode }
  /** No summary was added. `notice`: the reason, for the user; null if the user needs no notice. */
  | { readonly type: 'compression-end'; readonly notice: string | null }
  /** A call without a result has changed. */
  | { readonly type: 'tool-call-update'; readonly callId: string; readonly patch: ToolCallPatch }
  | { readonly type: 'agent-progress'; readonly callId: string; readonly progress: AgentProgress }
  /** A call has ended, and its result is in the conversation. */
  | { readonly type: 'tool-result'; readonly response: RecordedResult }
  /** A steering prompt was added to the conversation after the results. The answer continues after it. */
  | { readonly type: 'steering'; readonly prompt: PromptNode };

export type ToolCallPatch = Extract<ChatEvent, { readonly type: 'tool-call-update' }>['patch'];

/** A callback and not a generator, because each generator between the model and the panel delays every delta. */
export type Emit = (event: ClientEvent) => void;
