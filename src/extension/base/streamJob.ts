/**
 * Runs a job and streams the events that it emits. Returns the job's result, or throws its error. Events are not
 * batched: the reader gets each one as soon as it asks. The job's signal aborts with `signal`, and when the reader
 * stops early. The reader's `return` then waits for the job to end.
 */
export async function* streamJob<Event, Result>(
  job: (emit: (event: Event) => void, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): AsyncGenerator<Event, Result> {
  const stopped = new AbortController();
  let unread: Event[] = [];
  let hasEnded = false;
  let wake: (() => void) | undefined;
  const emit = (event: Event): void => {
    unread.push(event);
    wake?.();
  };
  const running = job(emit, AbortSignal.any([signal, stopped.signal])).finally(() => {
    hasEnded = true;
    wake?.();
  });
  // A failure is thrown below, after the events before it.
  running.catch(() => {});
  try {
    for (;;) {
      const events = unread;
      unread = [];
      for (const event of events) yield event;
      if (unread.length > 0) continue;
      if (hasEnded) break;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    stopped.abort();
    await running;
  }
  return running;
}
