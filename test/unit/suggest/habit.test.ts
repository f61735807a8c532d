import { describe, expect, test } from 'vitest';
import { BACKED_OFF_EVERY, HabitStore, MAX_IGNORED } from '../../../src/extension/suggest/habit.ts';
import { MutedChats } from '../../../src/extension/suggest/mutedChats.ts';
import { createMemento } from '../../support/memento.ts';

function rig(kept = createMemento()) {
  let backOffs = 0;
  const open = () => new HabitStore(kept, (backsOff) => (backOffs += backsOff ? 1 : 0));
  const habit = open();
  const ignore = (times: number) => Array.from({ length: times }, () => habit.noteSuggestion(false));
  /** Notes answers, and returns for each whether it gets a suggestion. */
  const answers = (times: number) => Array.from({ length: times }, () => habit.noteAnswer());
  return { habit, ignore, answers, open, backOffs: () => backOffs };
}

const ONE_IN_FIVE = [false, false, false, false, true];

describe('suggestions', () => {
  test('come after every answer until twenty in a row are ignored', () => {
    const { ignore, answers, backOffs } = rig();
    ignore(MAX_IGNORED - 1);
    expect(answers(3)).toEqual([true, true, true]);
    expect(backOffs()).toBe(0);
  });

  test('come after every fifth answer after twenty in a row were ignored, and the change is reported once', () => {
    const { ignore, answers, backOffs } = rig();
    ignore(MAX_IGNORED);
    expect(answers(2 * BACKED_OFF_EVERY)).toEqual([...ONE_IN_FIVE, ...ONE_IN_FIVE]);
    ignore(MAX_IGNORED);
    expect(answers(BACKED_OFF_EVERY)).toEqual(ONE_IN_FIVE);
    expect(backOffs()).toBe(1);
  });

  test('count as ignored in a row only if the user accepted none between them', () => {
    const { habit, ignore, answers } = rig();
    ignore(MAX_IGNORED - 1);
    habit.noteSuggestion(true);
    ignore(MAX_IGNORED - 1);
    expect(answers(1)).toEqual([true]);
  });

  test('come after every answer again when one is accepted or the habit is reset', () => {
    const { habit, ignore, answers, backOffs } = rig();
    ignore(MAX_IGNORED);
    habit.noteSuggestion(true);
    expect(answers(2)).toEqual([true, true]);
    ignore(MAX_IGNORED);
    habit.reset();
    expect(answers(2)).toEqual([true, true]);
    expect(backOffs()).toBe(2);
  });

  test('are as rare after a reload as before it', () => {
    const { ignore, answers, open } = rig();
    ignore(MAX_IGNORED);
    answers(3);
    const again = open();
    expect([again.noteAnswer(), again.noteAnswer()]).toEqual([false, true]);
  });

  test.each([[undefined], ['x'], [{ ignored: 'many' }], [{ ignored: 3 }]])(
    'come after every answer if %j was stored',
    (kept) => {
      expect(rig(createMemento(kept)).answers(1)).toEqual([true]);
    },
  );
});

describe('muted chats', () => {
  test('are stored by id, so that each chat is muted by itself', () => {
    const kept = createMemento();
    new MutedChats(kept).set('a', true);
    new MutedChats(kept).set('b', true);
    new MutedChats(kept).set('b', false);
    expect(['a', 'b', 'c'].map((id) => new MutedChats(kept).has(id))).toEqual([true, false, false]);
  });

  test('are limited to the latest 500', () => {
    const kept = createMemento();
    const muted = new MutedChats(kept);
    for (let n = 0; n < 600; n += 1) muted.set(`chat-${n}`, true);
    expect(kept.get()).toHaveLength(500);
    expect(muted.has('chat-599')).toBe(true);
  });

  test('are empty if the stored value is invalid', () => {
    expect(new MutedChats(createMemento({ a: 1 })).has('a')).toBe(false);
  });
});
