import { reduce } from '../../../shared/chatReducer.ts';
import type { ChatEvent } from '../../../shared/chatEvent.ts';
import type { ChatState } from '../../../shared/chatState.ts';
import { Emitter } from '../../base/emitter.ts';

/** What the panel's state says of a draft. */
export type DraftView = Pick<ChatState, 'draft' | 'draftFolds' | 'draftOrigin' | 'attachments' | 'editing'>;

/** What the panel's state says of the queue. */
export type QueueView = Pick<ChatState, 'queue' | 'queuePaused'>;

/**
 * The host's copy of what the panel shows. Everything that changes it is an event, which the webview gets too.
 *
 * Streamed text comes in hundreds of pieces a second, so it is gathered: followers are told it when they ask, as one
 * event, and the state, which has to be copied for it, takes it over when somebody looks or anything else happens.
 * Nobody sees a state without it.
 */
export class ChatStore {
  private readonly changed = new Emitter<ChatEvent>();
  private readonly streamed = new Emitter<void>();
  private readonly replaced = new Emitter<ChatState>();
  private current: ChatState;
  private growing: GrowingText | undefined;

  readonly onDidChange = this.changed.event;
  /** Text has come that `onDidChange` has not told: it does after `settle`, or earlier. */
  readonly onDidStream = this.streamed.event;
  /** Another conversation, or the same one anew: followers take the whole state over. */
  readonly onDidReplace = this.replaced.event;

  constructor(initial: ChatState) {
    this.current = initial;
  }

  get state(): ChatState {
    this.absorb();
    return this.current;
  }

  dispatch(event: ChatEvent): void {
    this.absorb();
    this.current = reduce(this.current, event);
    this.changed.fire(event);
  }

  /** Adds to a block of text or thinking, as the event `text-appended` does. */
  appendText(itemId: string, index: number, text: string): void {
    if (this.growing?.itemId !== itemId || this.growing.index !== index) {
      this.absorb();
      this.growing = { itemId, index, told: '', untold: '' };
    }
    const isFirst = this.growing.untold === '';
    this.growing.untold += text;
    if (isFirst) this.streamed.fire();
  }

  /** Tells the text that was gathered. */
  settle(): void {
    if (!this.growing?.untold) return;
    const { itemId, index, untold } = this.growing;
    this.growing.told += untold;
    this.growing.untold = '';
    this.changed.fire({ type: 'text-appended', itemId, index, text: untold });
  }

  replace(state: ChatState): void {
    this.growing = undefined;
    this.current = state;
    this.replaced.fire(state);
  }

  private absorb(): void {
    this.settle();
    if (!this.growing) return;
    const { itemId, index, told } = this.growing;
    this.growing = undefined;
    this.current = reduce(this.current, { type: 'text-appended', itemId, index, text: told });
  }
}

/** Text of one block that the state does not hold yet: what followers were told, and what they were not. */
interface GrowingText {
  readonly itemId: string;
  readonly index: number;
  told: string;
  untold: string;
}
