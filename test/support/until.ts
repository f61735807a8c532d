import { setTimeout as delay } from 'node:timers/promises';

/**
 * Polls `look` until it returns a value other than undefined and false, and returns that value. Fails with `what`, a
 * sentence, after 15 s.
 */
export async function until<T>(what: string, look: () => T | undefined | false | Promise<T | undefined | false>) {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await delay(20)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
  }
  throw new Error(`Timed out. Expected: ${what}.`);
}
