/**
 * Streams the events that a job emits. Returns the job's result, or throws the job's error after all events. The job's
 * signal also aborts when the reader stops early. The generator's `return` then waits for the job to end.
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
  // Prevents an unhandled rejection. The failure is thrown below, after the events that came before it.
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

/**
 * Emits the generator's events, and returns its result. `for await` would drop the result, and `yield*` would add
 * another wait for each event. If the generator or `emit` throws, closes the generator.
 */
export async function emitAll<Event, Result>(
  events: AsyncGenerator<Event, Result>,
  emit: (event: Event) => void,
): Promise<Result> {
  try {
    for (;;) {
      const next = await events.next();
      if (next.done) return next.value;
      emit(next.value);
    }
  } catch (error) {
    await events.return(undefined as Result);
    throw error;
  }
}
