import { describe, expect, test } from 'vitest';
import { ACCEPT_DEBOUNCE_MS, INITIAL_FOLLOWUP_STATE, SUGGESTION_DELAY_MS } from '../../../src/shared/followup.ts';
import { A, B, rig, shown } from './followupRig.ts';

describe('the controller', () => {
  test('shows a suggestion after its delay, not before', async () => {
    const { controller, clock, calls } = rig();
    controller.setSuggestion(A);
    await clock.advance(SUGGESTION_DELAY_MS - 1);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    await clock.advance(1);
    expect(controller.state).toEqual({ suggestion: A.text, isVisible: true, shownAt: clock.now() });
    expect(calls).toEqual(['a shown true']);
  });

  test('reports whether the composer had the focus', async () => {
    const { controller, clock, calls } = rig(() => {}, false);
    controller.setSuggestion(A);
    await clock.advance(SUGGESTION_DELAY_MS);
    expect(calls).toEqual(['a shown false']);
  });

  test('shows an immediate suggestion without a delay', () => {
    const { controller, calls } = rig();
    controller.setSuggestion(A, { immediate: true });
    expect(controller.state.isVisible).toBe(true);
    expect(calls).toEqual(['a shown true']);
  });

  test('clears a waiting or a visible suggestion at once when it gets null, and does not report that', async () => {
    const { controller, clock, calls } = rig();
    controller.setSuggestion(A);
    controller.setSuggestion(null);
    await clock.advance(1_000);
    controller.setSuggestion(B, { immediate: true });
    controller.setSuggestion(null);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(calls).toEqual(['b shown true']);
    expect(clock.pending).toBe(0);
  });

  test('shows a withdrawn suggestion again if it is set again, as after plan mode', async () => {
    const { controller, calls } = await shown();
    controller.setSuggestion(null);
    controller.setSuggestion(A, { immediate: true });
    expect(calls).toEqual(['a shown true']);
  });

  test('does nothing if the same suggestion is set again', async () => {
    const { controller, clock, calls, states } = await shown();
    controller.setSuggestion({ ...A });
    await clock.advance(1_000);
    expect(states).toEqual([]);
    expect(calls).toEqual([]);
  });

  test('does not show a dismissed suggestion again', async () => {
    const { controller, clock } = await shown();
    controller.dismiss();
    controller.setSuggestion(A);
    await clock.advance(1_000);
    expect(controller.state.isVisible).toBe(false);
  });

  test('does not show a suggestion beside other text before the composer is empty', async () => {
    const { controller, clock, calls } = rig();
    controller.typed('hello');
    controller.setSuggestion(A);
    await clock.advance(1_000);
    expect(calls).toEqual([]);
    controller.typed('');
    expect(calls).toEqual(['a shown true']);
  });

  test('has a frozen initial state', () => {
    expect(Object.isFrozen(INITIAL_FOLLOWUP_STATE)).toBe(true);
    expect(INITIAL_FOLLOWUP_STATE).toEqual({ suggestion: null, isVisible: false, shownAt: 0 });
  });
});

describe('a newer suggestion', () => {
  test('supersedes a visible suggestion at once, and appears after the delay', async () => {
    const { controller, clock, calls } = await shown();
    controller.setSuggestion(B);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(calls).toEqual(['a superseded 50']);
    await clock.advance(SUGGESTION_DELAY_MS);
    expect(controller.state.suggestion).toBe(B.text);
  });

  test('replaces a waiting suggestion without a report, and waits its own delay', async () => {
    const { controller, clock, calls } = rig();
    controller.setSuggestion(A);
    await clock.advance(200);
    controller.setSuggestion(B);
    await clock.advance(200);
    expect(calls).toEqual([]);
    await clock.advance(100);
    expect(calls).toEqual(['b shown true']);
  });
});

describe('accepting', () => {
  test.each([
    ['tab', undefined, ''],
    ['right', undefined, ''],
    ['click', undefined, ''],
    ['enter', undefined, ''],
    ['enter', null, ''],
    ['enter', 'run', ' to run'],
    ['tab', 'apply', ' to apply'],
  ] as const)('by %s (submit: %s) clears the state, and calls back in a microtask', async (method, submit, suffix) => {
    const { controller, clock, calls } = await shown();
    expect(controller.accept(method, submit)).toBe(true);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(calls).toEqual([`a accepted ${method} 50`]);
    await clock.advance(0);
    expect(calls).toEqual([`a accepted ${method} 50`, `accept ${A.text} by ${method}${suffix}`]);
  });

  test('is refused during the delay and without a suggestion', async () => {
    const { controller, clock, calls } = rig();
    expect(controller.accept('tab')).toBe(false);
    controller.setSuggestion(A);
    expect(controller.accept('tab')).toBe(false);
    await clock.advance(SUGGESTION_DELAY_MS);
    expect(calls).toEqual(['a shown true']);
  });

  test('happens once if the user accepts twice in a row', async () => {
    const { controller, clock, calls } = await shown();
    controller.accept('tab');
    expect(controller.accept('tab')).toBe(false);
    await clock.advance(1_000);
    expect(calls).toEqual(['a accepted tab 50', `accept ${A.text} by tab`]);
  });

  test('is locked for a moment, also for a newer suggestion', async () => {
    const { controller, clock, calls } = await shown();
    controller.accept('enter', 'run');
    controller.setSuggestion(B, { immediate: true });
    expect(controller.accept('enter', 'run')).toBe(false);
    await clock.advance(ACCEPT_DEBOUNCE_MS - 1);
    expect(controller.accept('enter', 'run')).toBe(false);
    await clock.advance(1);
    expect(controller.accept('enter', 'run')).toBe(true);
    await clock.advance(0);
    expect(calls.filter((line) => line.startsWith('accept '))).toEqual([
      `accept ${A.text} by enter to run`,
      `accept ${B.text} by enter to run`,
    ]);
  });

  test('releases its lock if the callback throws, and reports the error', async () => {
    const { controller, clock, calls } = await shown(() => {
      throw new Error('broken composer');
    });
    controller.accept('tab');
    await clock.advance(ACCEPT_DEBOUNCE_MS);
    expect(calls).toContain('error Error: broken composer');
    controller.setSuggestion(B, { immediate: true });
    expect(controller.accept('tab')).toBe(true);
  });

  test('still calls back if the suggestion is withdrawn in the same task', async () => {
    const { controller, clock, calls } = await shown();
    controller.accept('tab');
    controller.setSuggestion(null);
    controller.clear();
    await clock.advance(0);
    expect(calls).toEqual(['a accepted tab 50', `accept ${A.text} by tab`]);
  });

  test('hides the next suggestion until the filled-in text is deleted', async () => {
    const { controller, clock, calls } = await shown((text) => controller.typed(text));
    controller.accept('tab');
    controller.setSuggestion(B);
    await clock.advance(1_000);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(calls).not.toContain('b shown true');
    controller.typed('');
    expect(calls.at(-1)).toBe('b shown true');
  });
});

describe('dismissing', () => {
  test('reports once how long the suggestion was visible', async () => {
    const { controller, calls } = await shown();
    controller.dismiss();
    controller.dismiss();
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(calls).toEqual(['a dismissed 50']);
  });

  test('during the delay prevents the suggestion from appearing, and reports nothing', async () => {
    const { controller, clock, calls } = rig();
    controller.setSuggestion(A);
    controller.dismiss();
    await clock.advance(1_000);
    expect(calls).toEqual([]);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
  });

  test('is final: an empty composer does not show the suggestion again', async () => {
    const { controller, calls } = await shown();
    controller.typed('x');
    controller.dismiss();
    controller.typed('');
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(calls).toEqual(['a first-keystroke 50', 'a hidden', 'a dismissed 50']);
  });

  test('is not reported for an accepted suggestion', async () => {
    const { controller, clock, calls } = await shown();
    controller.accept('tab');
    await clock.advance(1_000);
    expect(calls.filter((line) => line.includes('dismissed'))).toEqual([]);
  });
});

describe('clearing', () => {
  test('during the delay leaves no timer, and reports nothing', async () => {
    const { controller, clock, calls } = rig();
    controller.setSuggestion(A);
    controller.clear();
    expect(clock.pending).toBe(0);
    await clock.advance(1_000);
    expect(calls).toEqual([]);
  });

  test('releases the lock', async () => {
    const { controller } = await shown();
    controller.accept('tab');
    controller.clear();
    controller.setSuggestion(B, { immediate: true });
    expect(controller.accept('tab')).toBe(true);
  });
});
