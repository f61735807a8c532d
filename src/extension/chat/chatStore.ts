import { reduce, type ChatEvent, type ChatState } from '../../shared/chatState.ts';
import { Emitter } from '../ports/emitter.ts';

/**
 * The host's copy of what the panel shows. Everything that changes it is an event, which the webview gets too.
 *
 * Streamed text is gathered: hundreds of pieces a second become one event as soon as anybody looks, at the state or for
 * what is new, or anything else happens. Nobody sees a state without it.
 */
export class ChatStore {
  private readonly changed = new Emitter<ChatEvent>();
  private readonly streamed = new Emitter<void>();
  private readonly replaced = new Emitter<ChatState>();
  private current: ChatState;
  private gathered: StreamedText | undefined;

  readonly onDidChange = this.changed.event;
  /** Text is there to be had: `onDidChange` tells it after `settle`, or earlier. */
  readonly onDidStream = this.streamed.event;
  /** Another conversation, or the same one anew: followers take the whole state over. */
  readonly onDidReplace = this.replaced.event;

  constructor(initial: ChatState) {
    this.current = initial;
  }

  get state(): ChatState {
    this.settle();
    return this.current;
  }

  dispatch(event: ChatEvent): void {
    this.settle();
    this.apply(event);
  }

  /** Adds to a block of text or thinking, as the event `text-appended` does. */
  appendText(itemId: string, index: number, text: string): void {
    const { gathered } = this;
    if (gathered?.itemId === itemId && gathered.index === index) {
      gathered.text += text;
      return;
    }
    this.settle();
    this.gathered = { type: 'text-appended', itemId, index, text };
    this.streamed.fire();
  }

  /** Makes an event of the text that was gathered. */
  settle(): void {
    const { gathered } = this;
    this.gathered = undefined;
    if (gathered) this.apply(gathered);
  }

  replace(state: ChatState): void {
    this.settle();
    this.current = state;
    this.replaced.fire(state);
  }

  private apply(event: ChatEvent): void {
    this.current = reduce(this.current, event);
    this.changed.fire(event);
  }
}

type StreamedText = Extract<ChatEvent, { readonly type: 'text-appended' }>;
