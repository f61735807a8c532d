import { describe, expect, test } from 'vitest';
import { ENTER_GUARD_MS, enterGuardLeft, ghostText, mayEnterSubmit } from '../../../src/shared/followup.ts';

const TEXT = 'run the tests';

describe('the ghost text', () => {
  test.each<[string, string]>([
    ['', TEXT],
    ['run the test', 's'],
    [TEXT, ''],
    ['hello', ''],
  ])('after %j is %j', (typed, ghost) => {
    expect(ghostText({ suggestion: TEXT, isVisible: true, shownAt: 1 }, typed)).toBe(ghost);
  });

  test('is empty while no suggestion is visible', () => {
    expect(ghostText({ suggestion: TEXT, isVisible: false, shownAt: 0 }, '')).toBe('');
  });
});

describe('Enter on ghost text', () => {
  const unguarded = { now: 10_000, shownAt: 5_000, guardStartedAt: 1_000, repeat: false };

  test('sends a suggestion that has been visible for a while', () => {
    expect(mayEnterSubmit(unguarded)).toBe(true);
    expect(mayEnterSubmit({ ...unguarded, shownAt: unguarded.now - ENTER_GUARD_MS })).toBe(true);
  });

  test('only fills the suggestion in just after it appeared', () => {
    expect(mayEnterSubmit({ ...unguarded, shownAt: unguarded.now - ENTER_GUARD_MS + 1 })).toBe(false);
  });

  test('only fills the suggestion in just after the composer got the focus', () => {
    expect(mayEnterSubmit({ ...unguarded, guardStartedAt: unguarded.now - ENTER_GUARD_MS + 1 })).toBe(false);
  });

  test('only fills the suggestion in while the key repeats', () => {
    expect(mayEnterSubmit({ ...unguarded, repeat: true })).toBe(false);
  });

  test.each([
    [0, 60_000, ENTER_GUARD_MS],
    [100, 300, ENTER_GUARD_MS - 100],
    [300, 100, ENTER_GUARD_MS - 100],
    [ENTER_GUARD_MS - 1, 60_000, 1],
    [ENTER_GUARD_MS, 60_000, 0],
    [60_000, 60_000, 0],
  ])('%i ms after the suggestion and %i ms after the focus is guarded for %i ms more', (seen, focused, left) => {
    const { now } = unguarded;
    const times = { now, shownAt: now - seen, guardStartedAt: now - focused };
    expect(enterGuardLeft(times)).toBe(left);
    expect(mayEnterSubmit({ ...unguarded, ...times })).toBe(left === 0);
  });
});
