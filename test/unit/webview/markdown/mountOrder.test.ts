import { describe, expect, it } from 'vitest';
import { nextBatch, type WaitingSpan } from '../../../../src/webview/markdown/mountOrder.ts';

/** The view reaches from 0 to 100 px. */
const view = { top: 0, bottom: 100 };

/** A piece of 10 px in height. */
const piece = (top: number, patch: Partial<WaitingSpan> = {}): WaitingSpan => ({
  top,
  bottom: top + 10,
  message: 'a',
  ...patch,
});

describe('the next batch of pieces to mount', () => {
  it.each<[title: string, waiting: WaitingSpan[], batch: number[]]>([
    ['is empty if no piece waits', [], []],
    ['begins with the pieces in view from the top, then has those below', [piece(140), piece(0), piece(10)], [1, 2, 0]],
    ['begins with the nearest piece above the view', [piece(-60), piece(-40), piece(-20)], [2, 1, 0]],
    ['begins with the pieces below the view if they are nearer', [piece(-60), piece(110), piece(120)], [1, 2]],
    ['stays within one message', [piece(0), piece(10, { message: 'b' }), piece(20)], [0, 2]],
    ['stays on one side of the upper edge of the view', [piece(0), piece(-10), piece(10)], [0, 2]],
  ])('%s', (_title, waiting, batch) => expect(nextBatch(waiting, view)).toEqual(batch));
});
