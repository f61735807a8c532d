import type { Frame } from 'playwright-core';

/** Milliseconds since the epoch, with fractions. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Milliseconds by which a frame's clock is ahead of this process's, taken from the fastest of several requests. */
export async function aheadOf(frame: Frame): Promise<number> {
  let best = { took: Infinity, ahead: 0 };
  for (let n = 0; n < 20; n += 1) {
    const asked = now();
    const theirs = await frame.evaluate(() => performance.timeOrigin + performance.now());
    const answered = now();
    if (answered - asked < best.took) best = { took: answered - asked, ahead: theirs - (asked + answered) / 2 };
  }
  return best.ahead;
}
