import { reduce } from '../../../shared/chatReducer.ts';
import type { ChatEvent } from '../../../shared/protocol.ts';
import type { ChatState } from '../../../shared/chatState.ts';
import { Emitter } from '../../base/emitter.ts';

/** What the panel's state says of a draft. */
export type DraftView = Pick<ChatState, 'draft' | 'draftFolds' | 'draftOrigin' | 'attachments' | 'editing'>;

/** What the panel's state says of the queue. */
export type QueueView = Pick<ChatState, 'queue' | 'queuePaused'>;

/** The host's copy of what the panel shows. Everything that changes it is an event, which the webview gets too. */
export class ChatStore {
  private readonly changed = new Emitter<ChatEvent>();
  private readonly replaced = new Emitter<ChatState>();
  private current: ChatState;

  readonly onDidChange = this.changed.event;
  /** Another conversation, or the same one anew: followers take the whole state over. */
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
