import { describe, expect, test } from 'vitest';
import {
  ACCEPT_DEBOUNCE_MS,
  type FollowupController,
  ghostText,
  INITIAL_FOLLOWUP_STATE,
  SUGGESTION_DELAY_MS,
} from '../../../src/shared/followup.ts';
import { A, B, rig, shown } from './followupRig.ts';

describe('typing', () => {
  test('the beginning of the suggestion keeps the rest visible', async () => {
    const { controller, calls } = await shown();
    controller.typed('run');
    expect(ghostText(controller.state, 'run')).toBe(' the tests');
    controller.typed('');
    expect(ghostText(controller.state, '')).toBe(A.text);
    expect(calls).toEqual(['a first-keystroke 50']);
  });

  test('the whole suggestion accepts it', async () => {
    const { controller, clock, calls } = await shown();
    controller.typed('run the test');
    await clock.advance(10);
    controller.typed(A.text);
    await clock.advance(0);
    expect(calls).toEqual(['a first-keystroke 50', 'a accepted typed 60', `accept ${A.text} by typed`]);
  });

  test('the whole suggestion accepts it even while accepting is locked', async () => {
    const { controller, clock, calls } = await shown();
    controller.accept('enter');
    controller.setSuggestion({ id: 'b', text: 'ok' }, { immediate: true });
    await clock.advance(ACCEPT_DEBOUNCE_MS - 2);
    controller.typed('o');
    await clock.advance(1);
    controller.typed('ok');
    await clock.advance(0);
    expect(calls.slice(-3)).toEqual(['b first-keystroke 98', 'b accepted typed 99', 'accept ok by typed']);
    controller.setSuggestion(A, { immediate: true });
    await clock.advance(ACCEPT_DEBOUNCE_MS - 1);
    expect(controller.accept('tab')).toBe(false);
  });

  test('the whole suggestion before it has appeared is not reported', async () => {
    const { controller, clock, calls } = rig();
    controller.setSuggestion(A);
    controller.typed(A.text);
    await clock.advance(1_000);
    expect(calls).toEqual([]);
  });

  test.each(['x', 'runs', 'Run', 'run the tests again'])(
    'other text hides the suggestion until the composer is empty again: %j',
    async (text) => {
      const { controller, clock, calls } = await shown();
      controller.typed(text);
      expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
      expect(calls).toEqual(['a first-keystroke 50', 'a hidden']);
      controller.typed('r');
      expect(controller.state.isVisible).toBe(false);
      await clock.advance(100);
      controller.typed('');
      expect(controller.state).toEqual({ suggestion: A.text, isVisible: true, shownAt: clock.now() });
      // The reported time counts from the first time that the suggestion was visible.
      expect(controller.accept('tab')).toBe(true);
      expect(calls.slice(2)).toEqual(['a shown true', 'a accepted tab 150']);
    },
  );

  test('the whole suggestion after other text accepts it too', async () => {
    const { controller, clock, calls } = await shown();
    controller.typed('rux');
    controller.typed(A.text);
    await clock.advance(0);
    expect(calls).toEqual(['a first-keystroke 50', 'a hidden', 'a accepted typed 50', `accept ${A.text} by typed`]);
  });

  test('during the delay does not change the delay', async () => {
    const { controller, clock, calls } = rig();
    controller.setSuggestion(A);
    controller.typed('no');
    controller.typed('');
    await clock.advance(SUGGESTION_DELAY_MS - 1);
    expect(calls).toEqual([]);
    await clock.advance(1);
    expect(calls).toEqual(['a shown true']);
  });

  test('over the filled-in text hides the suggestion, and an empty composer shows it again', async () => {
    const { controller, clock, calls } = await shown((text) => controller.typed(text));
    controller.accept('tab');
    await clock.advance(0);
    controller.typed('run the test');
    controller.typed('');
    expect(controller.state.isVisible).toBe(true);
    expect(calls.slice(1)).toEqual([`accept ${A.text} by tab`, 'a hidden', 'a shown true']);
  });

  test('does not show a suggestion that a paste has hidden, until the composer is empty', async () => {
    const { controller, calls } = await shown();
    controller.typed('run');
    controller.hide();
    controller.typed('run ');
    expect(controller.state.isVisible).toBe(false);
    controller.typed('');
    expect(calls).toEqual(['a first-keystroke 50', 'a hidden', 'a shown true']);
  });

  test('the beginning of the suggestion during the delay lets the rest appear', async () => {
    const { controller, clock } = rig();
    controller.setSuggestion(A);
    controller.typed('ru');
    await clock.advance(SUGGESTION_DELAY_MS);
    expect(ghostText(controller.state, 'ru')).toBe('n the tests');
  });

  test('is not reported if the text has not changed', async () => {
    const { controller, calls } = await shown();
    controller.typed('');
    expect(calls).toEqual([]);
  });
});

describe('a blocked composer', () => {
  test('hides the suggestion until the composer is unblocked and empty', async () => {
    const { controller, calls } = await shown();
    controller.block(true);
    controller.typed('an earlier prompt');
    controller.typed('');
    controller.typed(A.text);
    expect(controller.state.isVisible).toBe(false);
    controller.typed('an earlier prompt');
    controller.block(false);
    expect(controller.state.isVisible).toBe(false);
    controller.typed('');
    expect(calls).toEqual(['a hidden', 'a shown true']);
  });

  test('prevents a waiting suggestion from appearing', async () => {
    const { controller, clock, calls } = rig();
    controller.block(true);
    controller.setSuggestion(A);
    await clock.advance(1_000);
    expect(calls).toEqual([]);
    controller.block(false);
    expect(calls).toEqual(['a shown true']);
  });
});

describe('an active input method', () => {
  test('delays a suggestion until the composition ends', async () => {
    const { controller, clock, calls } = rig();
    controller.hold(true);
    controller.setSuggestion(A);
    await clock.advance(1_000);
    controller.setSuggestion(B, { immediate: true });
    expect([controller.state, calls]).toEqual([INITIAL_FOLLOWUP_STATE, []]);
    controller.typed('com');
    controller.hold(false);
    expect(ghostText(controller.state, 'com')).toBe('mit this');
    expect([controller.state.shownAt, calls]).toEqual([clock.now(), ['b shown true']]);
  });

  test.each<[string, (controller: FollowupController) => void]>([
    ['other text was typed', (controller) => controller.typed('no')],
    ['the suggestion was withdrawn', (controller) => controller.setSuggestion(null)],
    ['the chat was cleared', (controller) => controller.clear()],
  ])('shows nothing at its end if %s', async (_, change) => {
    const { controller, clock, calls } = rig();
    controller.hold(true);
    controller.setSuggestion(A);
    await clock.advance(1_000);
    change(controller);
    controller.hold(false);
    expect(calls).toEqual([]);
  });

  test('that ends during the delay does not shorten the delay', async () => {
    const { controller, clock, calls } = rig();
    controller.setSuggestion(A);
    controller.hold(true);
    await clock.advance(SUGGESTION_DELAY_MS - 1);
    controller.hold(false);
    expect(calls).toEqual([]);
    await clock.advance(1);
    expect(calls).toEqual(['a shown true']);
  });
});
