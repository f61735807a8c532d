/**
 * Runs a job and streams the events that it emits; returns what the job returns, and throws what it throws. Nothing is
 * held back: the reader gets an event as soon as it asks. The job's signal aborts with `signal`, and when the reader
 * leaves early, who then waits for the job to end.
 */
export async function* streamJob<Event extends object, Result>(
  job: (emit: (event: Event) => void, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): AsyncGenerator<Event, Result> {
  const left = new AbortController();
  const unread: Event[] = [];
  let hasEnded = false;
  /** Ends the reader's wait for the next event; undefined means that there is none. */
  let resume: ((event?: Event) => void) | undefined;
  const emit = (event: Event): void => {
    if (!resume) {
      unread.push(event);
      return;
    }
    resume(event);
    resume = undefined;
  };
  const running = job(emit, AbortSignal.any([signal, left.signal])).finally(() => {
    hasEnded = true;
    resume?.();
  });
  // A failure is thrown below, after the events before it.
  running.catch(() => {});
  try {
    for (;;) {
      const isWaiting = unread.length === 0 && !hasEnded;
      const event = isWaiting ? await new Promise<Event | undefined>((resolve) => (resume = resolve)) : unread.shift();
      if (!event) break;
      yield event;
    }
  } finally {
    left.abort();
    await running;
  }
  return running;
}
