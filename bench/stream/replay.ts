import type { Clock } from '../../src/extension/ports/clock.ts';
import type { Disposable } from '../../src/extension/ports/disposable.ts';

/**
 * Time as it passed when the stream was recorded: it moves on with the chunks. Replayed by the wall clock, an answer of
 * a minute would be over within three of the panel's frames, and what is done once a frame would count for nothing.
 */
export class ReplayClock implements Clock {
  private time = 1_760_000_000_000;
  private nextDue = Infinity;
  private timers: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.time;
  }

  setTimeout(callback: () => void, ms: number): Disposable {
    const timer = { at: this.time + ms, callback };
    this.timers.push(timer);
    this.nextDue = Math.min(this.nextDue, timer.at);
    return {
      dispose: () => {
        const index = this.timers.indexOf(timer);
        if (index >= 0) this.timers.splice(index, 1);
      },
    };
  }

  advance(ms: number): void {
    this.time += ms;
    if (this.time < this.nextDue) return;
    const due = this.timers.filter(({ at }) => at <= this.time);
    this.timers = this.timers.filter(({ at }) => at > this.time);
    this.nextDue = Math.min(...this.timers.map(({ at }) => at));
    for (const { callback } of due) callback();
  }
}

export interface Replay {
  readonly chunks: readonly Uint8Array[];
  /** Milliseconds that the recording took. */
  readonly duration: number;
}

/** A `fetch` that answers with these chunks, and moves the clock on by each one's share of the time. */
export function replayFetch({ chunks, duration }: Replay, clock: ReplayClock): typeof fetch {
  return () => {
    let next = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const chunk = chunks[next];
          next += 1;
          clock.advance(duration / chunks.length);
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
}
