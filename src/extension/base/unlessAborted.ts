/**
 * Resolves or rejects as `answer` does, but rejects with the signal's reason as soon as the signal aborts, or at once
 * if it has aborted already. The outcome of `answer` is then ignored.
 */
export async function unlessAborted<T>(answer: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([aborted, answer]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Like `unlessAborted`, but returns `aborted` if the signal aborts. */
export async function orAborted<T>(answer: PromiseLike<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  try {
    return await unlessAborted(answer, signal);
  } catch (error) {
    if (signal.aborted) return 'aborted';
    throw error;
  }
}
