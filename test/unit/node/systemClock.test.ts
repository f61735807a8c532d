import { stat } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/extension/node/systemClock.ts';

describe('a timer of 0 ms', () => {
  test('runs after the current code and its promise callbacks, and before the timers of Node', async () => {
    const order: string[] = [];
    const both = new Promise<void>((resolve) => {
      // In an I/O callback, Node runs immediates before timers. Elsewhere the order of the two is not defined.
      stat(import.meta.filename, () => {
        setTimeout(() => {
          order.push('timer of Node');
          resolve();
        }, 0);
        systemClock.setTimeout(() => order.push('timer of 0 ms'), 0);
        void Promise.resolve().then(() => order.push('promise callback'));
        order.push('current code');
      });
    });
    await both;
    expect(order).toEqual(['current code', 'promise callback', 'timer of 0 ms', 'timer of Node']);
  });

  test('does not run after it is disposed', async () => {
    const order: string[] = [];
    systemClock.setTimeout(() => order.push('disposed'), 0).dispose();
    await new Promise<void>((resolve) => {
      systemClock.setTimeout(resolve, 0);
    });
    expect(order).toEqual([]);
  });
});
