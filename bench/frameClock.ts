import type { Frame } from 'playwright-core';

/** Milliseconds since the epoch, with fractions. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Milliseconds by which a frame's clock is ahead of this process's clock, from the fastest of several requests. */
export async function clockOffsetOf(frame: Frame): Promise<number> {
  let best = { took: Infinity, offset: 0 };
  for (let n = 0; n < 20; n += 1) {
    const asked = now();
    const theirs = await frame.evaluate(() => performance.timeOrigin + performance.now());
    const answered = now();
    if (answered - asked < best.took) best = { took: answered - asked, offset: theirs - (asked + answered) / 2 };
  }
  return best.offset;
}
