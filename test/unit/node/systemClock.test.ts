import { stat } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/extension/node/systemClock.ts';

describe('A timer of no time', () => {
  test('goes off behind the code that has set it and what that has promised, and before any timer of Node’s', async () => {
    const order: string[] = [];
    const both = new Promise<void>((resolve) => {
      // Behind something that was read, Node’s order of the two is certain.
      stat(import.meta.filename, () => {
        setTimeout(() => {
          order.push('Node’s');
          resolve();
        }, 0);
        systemClock.setTimeout(() => order.push('no time'), 0);
        void Promise.resolve().then(() => order.push('what was promised'));
        order.push('the code');
      });
    });
    await both;
    expect(order).toEqual(['the code', 'what was promised', 'no time', 'Node’s']);
  });

  test('does not go off once it is disposed', async () => {
    const order: string[] = [];
    systemClock.setTimeout(() => order.push('disposed'), 0).dispose();
    await new Promise<void>((resolve) => {
      systemClock.setTimeout(resolve, 0);
    });
    expect(order).toEqual([]);
  });
});
