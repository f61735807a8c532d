import { describe, expect, test } from 'vitest';
import { MAX_FIRST_STEPS, MAX_UNUSED, UnusedStreak } from '../../../src/extension/ahead/unusedStreak.ts';
import { createMemento } from '../../support/memento.ts';
import type { SpeculationEnd } from '../../../src/extension/speculate/speculationEvent.ts';

const UNUSED: SpeculationEnd = { outcome: 'aborted', reason: 'chat-continued', stoppedInFirstStep: false };
const FIRST_STEP: SpeculationEnd = { ...UNUSED, stoppedInFirstStep: true };

function after(...ends: readonly SpeculationEnd[]): UnusedStreak {
  const streak = new UnusedStreak(createMemento());
  for (const end of ends) {
    streak.speculationBegan();
    streak.speculationEnded(end);
  }
  return streak;
}

const times = (count: number, end: SpeculationEnd): SpeculationEnd[] => Array<SpeculationEnd>(count).fill(end);

describe('the streak of unused speculations', () => {
  test('reaches its limit with the fifth unused speculation in a row', () => {
    expect(after(...times(MAX_UNUSED - 1, UNUSED)).limit).toBeNull();
    expect(after(...times(MAX_UNUSED, UNUSED)).limit).toBe('unused');
  });

  test('reaches its limit with the third speculation in a row that stopped in its first step', () => {
    expect(after(...times(MAX_FIRST_STEPS, FIRST_STEP)).limit).toBe('first-step');
    expect(after(FIRST_STEP, FIRST_STEP, UNUSED, FIRST_STEP).limit).toBeNull();
  });

  test.each<[string, boolean]>([
    ['discarded', true],
    ['dismissed', true],
    ['hidden-too-long', true],
    ['chat-left', true],
    ['speculation-off', false],
    ['suggestions-off', false],
    ['rules-changed', false],
    ['window-closed', false],
    ['superseded', false],
  ])('counts an unused speculation that ended for the reason "%s": %s', (reason, counts) => {
    expect(after(...times(MAX_UNUSED, { ...UNUSED, reason })).limit).toBe(counts ? 'unused' : null);
  });

  test('begins again after an accepted speculation, or when the user resumes speculation', () => {
    const unused = times(MAX_UNUSED - 1, UNUSED);
    expect(after(...unused, { ...UNUSED, outcome: 'accepted', reason: 'applied' }, ...unused).limit).toBeNull();
    const streak = after(...times(MAX_UNUSED, UNUSED));
    streak.reset();
    expect(streak.limit).toBeNull();
  });

  test('continues after a reload', () => {
    const kept = createMemento();
    const before = new UnusedStreak(kept);
    for (const end of times(MAX_UNUSED, UNUSED)) before.speculationEnded(end);
    expect(new UnusedStreak(kept).limit).toBe('unused');
    new UnusedStreak(kept).reset();
    expect(new UnusedStreak(kept).limit).toBeNull();
  });

  test('begins again if the stored streak cannot be read', () => {
    expect(new UnusedStreak(createMemento({ unused: 'many' })).limit).toBeNull();
  });

  test('does not count a speculation whose suggestion was accepted before the speculation was ready', () => {
    const streak = after(...times(MAX_UNUSED, UNUSED));
    streak.speculationBegan();
    streak.suggestionAccepted();
    streak.speculationEnded(UNUSED);
    for (const end of times(MAX_UNUSED - 1, UNUSED)) {
      streak.speculationBegan();
      streak.speculationEnded(end);
    }
    expect(streak.limit).toBeNull();
  });
});
