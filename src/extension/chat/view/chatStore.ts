import { reduce } from '../../../shared/chatReducer.ts';
import type { ChatEvent } from '../../../shared/protocol.ts';
import type { ChatState, ModelChoice } from '../../../shared/chatState.ts';
import { Emitter } from '../../base/emitter.ts';

/** The draft, and the model that was chosen for this message only. */
export type DraftView = Pick<
  ChatState,
  'draft' | 'draftChips' | 'draftShell' | 'draftOrigin' | 'attachments' | 'editing'
> & {
  readonly messageModel: ModelChoice | null;
};

export type QueueView = Pick<ChatState, 'queue' | 'queuePaused'>;

/**
 * The panel's state. Streamed text is added to the state when the state is next read, because applying an event copies
 * the list of the chat's items.
 */
export class ChatStore {
  private readonly changed = new Emitter<ChatEvent>();
  private readonly replaced = new Emitter<ChatState>();
  private current: ChatState;
  /** The streamed text that `current` lacks: all of it belongs to one block. */
  private unread: TextDelta | undefined;

  readonly onDidChange = this.changed.event;
  /** Fires when the whole state is replaced, because another chat is shown. */
  readonly onDidReplace = this.replaced.event;

  constructor(initial: ChatState) {
    this.current = initial;
  }

  get state(): ChatState {
    if (this.unread) this.current = reduce(this.current, this.unread);
    this.unread = undefined;
    return this.current;
  }

  dispatch(event: ChatEvent): void {
    if (!appendDelta(this.unread, event)) {
      const { state } = this;
      if (isTextDelta(event)) this.unread = { ...event };
      else this.current = reduce(state, event);
    }
    this.changed.fire(event);
  }

  replace(state: ChatState): void {
    this.unread = undefined;
    this.current = state;
    this.replaced.fire(state);
  }
}

export type TextDelta = Extract<ChatEvent, { readonly type: 'text-delta' | 'thinking-delta' }>;

export function isTextDelta(event: ChatEvent): event is TextDelta {
  return event.type === 'text-delta' || event.type === 'thinking-delta';
}

/** If both events are streamed text of the same block, appends the new text to `last`. Otherwise returns false. */
export function appendDelta(last: ChatEvent | undefined, event: ChatEvent): boolean {
  if (!last || !isTextDelta(last) || !isTextDelta(event)) return false;
  if (last.itemId !== event.itemId || last.index !== event.index) return false;
  last.text += event.text;
  return true;
}
