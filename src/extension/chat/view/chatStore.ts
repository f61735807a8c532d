import { reduce } from '../../../shared/chatReducer.ts';
import type { ChatEvent } from '../../../shared/protocol.ts';
import type { ChatState, ModelChoice } from '../../../shared/chatState.ts';
import { Emitter } from '../../base/emitter.ts';

/** The fields of the panel's state that describe the draft, and the model that was chosen for this message only. */
export type DraftView = Pick<
  ChatState,
  'draft' | 'draftChips' | 'draftShell' | 'draftOrigin' | 'attachments' | 'editing'
> & {
  readonly messageModel: ModelChoice | null;
};

/** The fields of the panel's state that describe the queue. */
export type QueueView = Pick<ChatState, 'queue' | 'queuePaused'>;

/**
 * The panel's state. Each event changes the state, and is also sent to the webview. The whole state is replaced when
 * another chat is shown.
 */
export class ChatStore {
  private readonly changed = new Emitter<ChatEvent>();
  private readonly replaced = new Emitter<ChatState>();
  private current: ChatState;

  readonly onDidChange = this.changed.event;
  /** Fires when the whole state is replaced, because another chat is shown. */
  readonly onDidReplace = this.replaced.event;

  constructor(initial: ChatState) {
    this.current = initial;
  }

  get state(): ChatState {
    return this.current;
  }

  dispatch(event: ChatEvent): void {
    this.current = reduce(this.current, event);
    this.changed.fire(event);
  }

  replace(state: ChatState): void {
    this.current = state;
    this.replaced.fire(state);
  }
}
