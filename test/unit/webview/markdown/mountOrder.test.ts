import { describe, expect, it } from 'vitest';
import { nextBatch, type WaitingSpan } from '../../../../src/webview/markdown/mountOrder.ts';

/** The view is from 0 to 100. */
const view = { top: 0, bottom: 100 };

/** A piece 10 high. */
const piece = (top: number, patch: Partial<WaitingSpan> = {}): WaitingSpan => ({
  top,
  bottom: top + 10,
  message: 'a',
  ...patch,
});

describe('the next pieces to mount', () => {
  it.each<[what: string, waiting: WaitingSpan[], batch: number[]]>([
    ['none if none wait', [], []],
    ['those in view, from its top, then those below', [piece(140), piece(0), piece(10)], [1, 2, 0]],
    ['the nearest above the view', [piece(-60), piece(-40), piece(-20)], [2, 1, 0]],
    ['the nearest below it', [piece(-60), piece(110), piece(120)], [1, 2]],
    ['those of one message', [piece(0), piece(10, { message: 'b' }), piece(20)], [0, 2]],
    ['those on one side of the upper edge of the view', [piece(0), piece(-10), piece(10)], [0, 2]],
  ])('are %s', (_what, waiting, batch) => expect(nextBatch(waiting, view)).toEqual(batch));
});
