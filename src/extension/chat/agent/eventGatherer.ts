import type { Clock } from '../../ports/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { ClientEvent } from './clientEvent.ts';

/**
 * Turns events that are told into events that are asked for. Streamed text comes in hundreds of pieces a second and is
 * read, not watched like a film: after the first piece it gathers for two frames of a screen, and is one event then, so that
 * a piece costs no more than being added. Anything else is handed on at once, with the text that came before it.
 */
export class EventGatherer {
  /** Milliseconds. */
  private static readonly beat = 32;
  private readonly clock: Clock;
  private readonly gathered = new Emitter<Extract<ClientEvent, { readonly text: string }>>();
  private events: ClientEvent[] = [];
  private textType: 'content' | 'thought' = 'content';
  private text = '';
  private gathering: Disposable | undefined;
  private isDue = false;
  private hasEnded = false;
  private resume: ((events: readonly ClientEvent[] | undefined) => void) | undefined;

  /** Text, all of it and once, but not each piece. */
  readonly onDidGather = this.gathered.event;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  readonly tell = (event: ClientEvent): void => {
    this.endText();
    this.events.push(event);
    this.hurry();
  };

  addText(type: 'content' | 'thought', text: string): void {
    if (type !== this.textType) {
      this.endText();
      this.textType = type;
    }
    this.text += text;
    if (!this.gathering) this.beginBeat();
  }

  /** Nothing more will be told: `next` gives what there is, and then undefined. */
  readonly end = (): void => {
    this.hasEnded = true;
    this.gathering?.dispose();
    this.gathering = undefined;
    this.hurry();
  };

  /** What has gathered since it was asked last, as soon as it is due. In pieces of many: a generator's step is dear. */
  next(): Promise<readonly ClientEvent[] | undefined> {
    if (this.isDue || this.hasEnded) return Promise.resolve(this.take());
    return new Promise((resolve) => (this.resume = resolve));
  }

  private hurry(): void {
    const { resume } = this;
    this.resume = undefined;
    if (resume) resume(this.take());
    else this.isDue = true;
  }

  private take(): readonly ClientEvent[] | undefined {
    this.endText();
    this.isDue = false;
    const { events } = this;
    if (events.length === 0 && this.hasEnded) return undefined;
    this.events = [];
    return events;
  }

  private beginBeat(): void {
    this.hurry();
    this.gathering = this.clock.setTimeout(() => {
      this.gathering = undefined;
      if (this.text) this.beginBeat();
    }, EventGatherer.beat);
  }

  /** Makes an event of the text that gathers. */
  endText(): void {
    const { textType, text } = this;
    if (!text) return;
    this.text = '';
    this.events.push({ type: textType, text });
    this.gathered.fire({ type: textType, text });
  }
}
