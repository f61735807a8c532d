import { setTimeout as delay } from 'node:timers/promises';

/** Waits for what only the world decides: looks again and again, and fails with `what` when it does not come about. */
export async function until<T>(what: string, look: () => T | undefined | false | Promise<T | undefined | false>) {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await delay(20)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
  }
  throw new Error(`It did not come about: ${what}.`);
}
