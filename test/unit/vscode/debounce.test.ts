import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Debounce } from '../../../src/extension/vscode/debounce.ts';
import { createManualClock } from '../../support/manualClock.ts';

function start() {
  const clock = createManualClock(0);
  const runs: number[] = [];
  const debounce = new Debounce(clock, { delay: 50, maxWait: 250 }, () => runs.push(clock.now()));
  return { clock, runs, debounce };
}

describe('Debounce', () => {
  test('runs once after a pause', async () => {
    const { clock, runs, debounce } = start();
    for (let at = 0; at < 3; at += 1) {
      debounce.trigger();
      await clock.advance(20);
    }
    await clock.advance(1_000);
    expect(runs).toEqual([90]);
  });

  test('runs every `maxWait` milliseconds while triggers continue', async () => {
    const { clock, runs, debounce } = start();
    for (let at = 0; at < 1_000; at += 10) {
      debounce.trigger();
      await clock.advance(10);
    }
    expect(runs).toEqual([250, 500, 750, 1_000]);
  });

  test('does not run after it is disposed', async () => {
    const { clock, runs, debounce } = start();
    debounce.trigger();
    debounce.dispose();
    await clock.advance(1_000);
    expect(runs).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test('runs within the longest wait after each trigger', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 30 }), async (gaps) => {
        const { clock, runs, debounce } = start();
        const triggers: number[] = [];
        for (const gap of gaps) {
          await clock.advance(gap);
          triggers.push(clock.now());
          debounce.trigger();
        }
        await clock.advance(300);
        for (const at of triggers) expect(runs.some((run) => run > at && run <= at + 250)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
