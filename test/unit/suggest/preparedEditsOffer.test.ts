import { describe, expect, test } from 'vitest';
import { estimatePreparing, PreparedEditsOffer } from '../../../src/extension/suggest/preparedEditsOffer.ts';

/**
 * Each argument is a window in which `taken` suggestions are accepted; the windows share the stored state. Returns the
 * number of offers in each window.
 */
function offersAfter(...windows: { taken: number; possible?: boolean; busy?: boolean }[]): number[] {
  let kept: unknown;
  return windows.map(({ taken, possible = true, busy = false }) => {
    let made = 0;
    const offer = new PreparedEditsOffer({
      memento: { get: () => kept, set: (value) => (kept = structuredClone(value)) },
      isPossible: () => possible,
      make: () => {
        if (!busy) made += 1;
        return !busy;
      },
    });
    for (let count = 0; count < taken; count += 1) offer.noteAccepted();
    return made;
  });
}

describe('the offer of prepared edits', () => {
  test('is made once, after the third accepted suggestion, counted across windows', () => {
    expect(offersAfter({ taken: 2 })).toEqual([0]);
    expect(offersAfter({ taken: 3 })).toEqual([1]);
    expect(offersAfter({ taken: 2 }, { taken: 1 }, { taken: 10 })).toEqual([0, 1, 0]);
  });

  test('waits while the user cannot turn prepared edits on', () => {
    expect(offersAfter({ taken: 5, possible: false }, { taken: 1 })).toEqual([0, 1]);
  });

  test('waits while the panel shows another notice', () => {
    expect(offersAfter({ taken: 3, busy: true }, { taken: 1 })).toEqual([0, 1]);
  });
});

describe('the estimated cost of preparing a suggestion', () => {
  const cost = (requests: number, dollars: number | null) => ({
    requests,
    input: 20,
    output: 5,
    cacheRead: 9_000,
    cacheWrite: 0,
    cost: dollars,
  });

  test('is the cost of four requests like this chat’s suggestions', () => {
    expect(estimatePreparing(cost(10, 0.05), null)).toBeCloseTo(0.02);
  });

  test('is based on speculations if the chat has had some', () => {
    expect(estimatePreparing(cost(10, 0.05), cost(2, 0.02))).toBeCloseTo(0.04);
  });

  test.each([
    ['there was no request', null],
    ['the price is unknown', cost(3, null)],
    ['the provider reported no tokens', { ...cost(3, 0), input: 0, output: 0, cacheRead: 0 }],
  ])('is unknown if %s', (_, suggestions) => expect(estimatePreparing(suggestions, null)).toBeNull());

  test('is zero for a free model', () => expect(estimatePreparing(cost(3, 0), null)).toBe(0));
});
