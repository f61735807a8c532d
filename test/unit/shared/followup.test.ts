import { describe, expect, test } from 'vitest';
import {
  ACCEPT_DEBOUNCE_MS,
  createFollowupController,
  type FollowupController,
  type FollowupState,
  ghostText,
  INITIAL_FOLLOWUP_STATE,
  SUGGESTION_DELAY_MS,
} from '../../../src/shared/followup.ts';
import { createManualClock, type ManualClock } from '../../support/manualClock.ts';

const A = { id: 'a', text: 'run the tests' };
const B = { id: 'b', text: 'commit this' };

interface Rig {
  readonly controller: FollowupController;
  readonly clock: ManualClock;
  /** The callbacks of the controller, in order: `a shown`, `accept run the tests by tab`, … */
  readonly calls: string[];
  readonly states: FollowupState[];
}

function rig(onAccept: (text: string) => void = () => {}, focused = true): Rig {
  const clock = createManualClock();
  const calls: string[] = [];
  const states: FollowupState[] = [];
  const controller = createFollowupController({
    clock,
    isFocused: () => focused,
    onStateChange: (state) => states.push(state),
    onAccept(text, method, submit) {
      calls.push(`accept ${text} by ${method}${submit ? ', submit' : ''}`);
      onAccept(text);
    },
    onReport(id, report) {
      const { event, ...rest } = report;
      calls.push([id, event, ...Object.values<string | number | boolean>(rest)].join(' '));
    },
    onError: (error) => calls.push(`error ${String(error)}`),
  });
  return { controller, clock, calls, states };
}

/** Starts with A visible for 50 ms, and with empty lists of callbacks and states. */
async function shown(onAccept?: (text: string) => void): Promise<Rig> {
  const started = rig(onAccept);
  started.controller.setSuggestion(A);
  await started.clock.advance(SUGGESTION_DELAY_MS + 50);
  started.calls.length = 0;
  started.states.length = 0;
  return started;
}

describe('appearing', () => {
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

  test('shows a pipelined suggestion at once', () => {
    const { controller, calls } = rig();
    controller.setSuggestion(A, { immediate: true });
    expect(controller.state.isVisible).toBe(true);
    expect(calls).toEqual(['a shown true']);
  });

  test('clears at once for null, while waiting and while visible, and reports nothing', async () => {
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
    ['enter', undefined, ', submit'],
    ['enter', false, ''],
    ['tab', true, ', submit'],
  ] as const)('by %s (submit: %s) clears the state, and calls back in a microtask', async (method, submit, suffix) => {
    const { controller, clock, calls } = await shown();
    expect(controller.accept(method, submit === undefined ? {} : { submit })).toBe(true);
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
    controller.accept('enter');
    controller.setSuggestion(B, { immediate: true });
    expect(controller.accept('enter')).toBe(false);
    await clock.advance(ACCEPT_DEBOUNCE_MS - 1);
    expect(controller.accept('enter')).toBe(false);
    await clock.advance(1);
    expect(controller.accept('enter')).toBe(true);
    await clock.advance(0);
    expect(calls.filter((line) => line.startsWith('accept '))).toEqual([
      `accept ${A.text} by enter, submit`,
      `accept ${B.text} by enter, submit`,
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
      // Counted from the first time that the suggestion was visible.
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
