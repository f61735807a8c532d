import type { Clock } from '../../src/extension/ports/clock.ts';
import type { Disposable } from '../../src/extension/base/disposable.ts';

/**
 * Time as it passed during the recording: each chunk advances it. With the wall clock, an answer of one minute would
 * end within three frames of the panel, and work done once per frame would not be measured.
 */
export class ReplayClock implements Clock {
  private time = 1_760_000_000_000;
  /** Sorted: the timer that is due next is the last. */
  private readonly timers: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.time;
  }

  setTimeout(callback: () => void, ms: number): Disposable {
    const timer = { at: this.time + ms, callback };
    const later = this.timers.findLastIndex(({ at }) => at > timer.at);
    this.timers.splice(later + 1, 0, timer);
    return {
      dispose: () => {
        const index = this.timers.indexOf(timer);
        if (index >= 0) this.timers.splice(index, 1);
      },
    };
  }

  advance(ms: number): void {
    this.time += ms;
    for (let next = this.timers.at(-1); next && next.at <= this.time; next = this.timers.at(-1)) {
      this.timers.pop();
      next.callback();
    }
  }
}

export interface Replay {
  readonly chunks: readonly Uint8Array[];
  /** Milliseconds of the recording. */
  readonly duration: number;
}

/** A `fetch` that answers with these chunks, and advances the clock by each chunk's share of the duration. */
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
