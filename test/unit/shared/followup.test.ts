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
  /** Everything the controller said, in order: `a shown`, `accept run the tests by tab`, … */
  readonly said: string[];
  readonly states: FollowupState[];
}

function rig(onAccept: (text: string) => void = () => {}, focused = true): Rig {
  const clock = createManualClock();
  const said: string[] = [];
  const states: FollowupState[] = [];
  const controller = createFollowupController({
    clock,
    isFocused: () => focused,
    onStateChange: (state) => states.push(state),
    onAccept(text, method, submit) {
      said.push(`accept ${text} by ${method}${submit ? ', submit' : ''}`);
      onAccept(text);
    },
    onReport(id, report) {
      const { event, ...rest } = report;
      said.push([id, event, ...Object.values<string | number | boolean>(rest)].join(' '));
    },
    onError: (error) => said.push(`error ${String(error)}`),
  });
  return { controller, clock, said, states };
}

/** With A on screen for 50 ms, and nothing said yet. */
async function shown(onAccept?: (text: string) => void): Promise<Rig> {
  const made = rig(onAccept);
  made.controller.setSuggestion(A);
  await made.clock.advance(SUGGESTION_DELAY_MS + 50);
  made.said.length = 0;
  made.states.length = 0;
  return made;
}

describe('appearing', () => {
  test('shows a suggestion after its delay, not before', async () => {
    const { controller, clock, said } = rig();
    controller.setSuggestion(A);
    await clock.advance(SUGGESTION_DELAY_MS - 1);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    await clock.advance(1);
    expect(controller.state).toEqual({ suggestion: A.text, isVisible: true, shownAt: clock.now() });
    expect(said).toEqual(['a shown true']);
  });

  test('tells whether the composer had the focus', async () => {
    const { controller, clock, said } = rig(() => {}, false);
    controller.setSuggestion(A);
    await clock.advance(SUGGESTION_DELAY_MS);
    expect(said).toEqual(['a shown false']);
  });

  test('shows a pipelined suggestion at once', () => {
    const { controller, said } = rig();
    controller.setSuggestion(A, { immediate: true });
    expect(controller.state.isVisible).toBe(true);
    expect(said).toEqual(['a shown true']);
  });

  test('clears at once for null, while waiting and while visible, and reports nothing', async () => {
    const { controller, clock, said } = rig();
    controller.setSuggestion(A);
    controller.setSuggestion(null);
    await clock.advance(1_000);
    controller.setSuggestion(B, { immediate: true });
    controller.setSuggestion(null);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(said).toEqual(['b shown true']);
    expect(clock.pending).toBe(0);
  });

  test('shows one again that was taken back and is offered anew, as after plan mode', async () => {
    const { controller, said } = await shown();
    controller.setSuggestion(null);
    controller.setSuggestion(A, { immediate: true });
    expect(said).toEqual(['a shown true']);
  });

  test('does not start again when the same suggestion is repeated', async () => {
    const { controller, clock, said, states } = await shown();
    controller.setSuggestion({ ...A });
    await clock.advance(1_000);
    expect(states).toEqual([]);
    expect(said).toEqual([]);
  });

  test('does not bring back a suggestion that was dismissed', async () => {
    const { controller, clock } = await shown();
    controller.dismiss();
    controller.setSuggestion(A);
    await clock.advance(1_000);
    expect(controller.state.isVisible).toBe(false);
  });

  test('never shows over other text, but as soon as the composer is empty', async () => {
    const { controller, clock, said } = rig();
    controller.typed('hello');
    controller.setSuggestion(A);
    await clock.advance(1_000);
    expect(said).toEqual([]);
    controller.typed('');
    expect(said).toEqual(['a shown true']);
  });

  test('cannot have its initial state changed', () => {
    expect(Object.isFrozen(INITIAL_FOLLOWUP_STATE)).toBe(true);
    expect(INITIAL_FOLLOWUP_STATE).toEqual({ suggestion: null, isVisible: false, shownAt: 0 });
  });
});

describe('a newer suggestion', () => {
  test('supersedes a visible one at once and shows itself after the delay', async () => {
    const { controller, clock, said } = await shown();
    controller.setSuggestion(B);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(said).toEqual(['a superseded 50']);
    await clock.advance(SUGGESTION_DELAY_MS);
    expect(controller.state.suggestion).toBe(B.text);
  });

  test('replaces a waiting one without a word and waits its own delay', async () => {
    const { controller, clock, said } = rig();
    controller.setSuggestion(A);
    await clock.advance(200);
    controller.setSuggestion(B);
    await clock.advance(200);
    expect(said).toEqual([]);
    await clock.advance(100);
    expect(said).toEqual(['b shown true']);
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
  ] as const)('by %s (submit: %s) calls back in a microtask, state cleared', async (method, submit, suffix) => {
    const { controller, clock, said } = await shown();
    expect(controller.accept(method, submit === undefined ? {} : { submit })).toBe(true);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(said).toEqual([`a accepted ${method} 50`]);
    await clock.advance(0);
    expect(said).toEqual([`a accepted ${method} 50`, `accept ${A.text} by ${method}${suffix}`]);
  });

  test('is refused in the delay and where nothing is there', async () => {
    const { controller, clock, said } = rig();
    expect(controller.accept('tab')).toBe(false);
    controller.setSuggestion(A);
    expect(controller.accept('tab')).toBe(false);
    await clock.advance(SUGGESTION_DELAY_MS);
    expect(said).toEqual(['a shown true']);
  });

  test('twice in a row happens once', async () => {
    const { controller, clock, said } = await shown();
    controller.accept('tab');
    expect(controller.accept('tab')).toBe(false);
    await clock.advance(1_000);
    expect(said).toEqual(['a accepted tab 50', `accept ${A.text} by tab`]);
  });

  test('is locked for a moment, also for a suggestion that arrives meanwhile', async () => {
    const { controller, clock, said } = await shown();
    controller.accept('enter');
    controller.setSuggestion(B, { immediate: true });
    expect(controller.accept('enter')).toBe(false);
    await clock.advance(ACCEPT_DEBOUNCE_MS - 1);
    expect(controller.accept('enter')).toBe(false);
    await clock.advance(1);
    expect(controller.accept('enter')).toBe(true);
    await clock.advance(0);
    expect(said.filter((line) => line.startsWith('accept '))).toEqual([
      `accept ${A.text} by enter, submit`,
      `accept ${B.text} by enter, submit`,
    ]);
  });

  test('releases its lock when the callback throws, and tells the error', async () => {
    const { controller, clock, said } = await shown(() => {
      throw new Error('broken composer');
    });
    controller.accept('tab');
    await clock.advance(ACCEPT_DEBOUNCE_MS);
    expect(said).toContain('error Error: broken composer');
    controller.setSuggestion(B, { immediate: true });
    expect(controller.accept('tab')).toBe(true);
  });

  test('still happens when the suggestion is taken back in the same task', async () => {
    const { controller, clock, said } = await shown();
    controller.accept('tab');
    controller.setSuggestion(null);
    controller.clear();
    await clock.advance(0);
    expect(said).toEqual(['a accepted tab 50', `accept ${A.text} by tab`]);
  });

  test('leaves the next suggestion unseen until what it filled in is gone', async () => {
    const { controller, clock, said } = await shown((text) => controller.typed(text));
    controller.accept('tab');
    controller.setSuggestion(B);
    await clock.advance(1_000);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(said).not.toContain('b shown true');
    controller.typed('');
    expect(said.at(-1)).toBe('b shown true');
  });
});

describe('dismissing', () => {
  test('reports how long it was seen, once', async () => {
    const { controller, said } = await shown();
    controller.dismiss();
    controller.dismiss();
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(said).toEqual(['a dismissed 50']);
  });

  test('in the delay, keeps the suggestion from appearing and reports nothing', async () => {
    const { controller, clock, said } = rig();
    controller.setSuggestion(A);
    controller.dismiss();
    await clock.advance(1_000);
    expect(said).toEqual([]);
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
  });

  test('is for good: an empty composer brings nothing back', async () => {
    const { controller, said } = await shown();
    controller.typed('x');
    controller.dismiss();
    controller.typed('');
    expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
    expect(said).toEqual(['a first-keystroke 50', 'a hidden', 'a dismissed 50']);
  });

  test('is not what accepting does', async () => {
    const { controller, clock, said } = await shown();
    controller.accept('tab');
    await clock.advance(1_000);
    expect(said.filter((line) => line.includes('dismissed'))).toEqual([]);
  });
});

describe('clearing', () => {
  test('during the delay leaves nothing behind', async () => {
    const { controller, clock, said } = rig();
    controller.setSuggestion(A);
    controller.clear();
    expect(clock.pending).toBe(0);
    await clock.advance(1_000);
    expect(said).toEqual([]);
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
  test('the suggestion’s own beginning keeps the rest visible', async () => {
    const { controller, said } = await shown();
    controller.typed('run');
    expect(ghostText(controller.state, 'run')).toBe(' the tests');
    controller.typed('');
    expect(ghostText(controller.state, '')).toBe(A.text);
    expect(said).toEqual(['a first-keystroke 50']);
  });

  test('it to its last character accepts it', async () => {
    const { controller, clock, said } = await shown();
    controller.typed('run the test');
    await clock.advance(10);
    controller.typed(A.text);
    await clock.advance(0);
    expect(said).toEqual(['a first-keystroke 50', 'a accepted typed 60', `accept ${A.text} by typed`]);
  });

  test('it out just after another was taken accepts it too: it is in the composer', async () => {
    const { controller, clock, said } = await shown();
    controller.accept('enter');
    controller.setSuggestion({ id: 'b', text: 'ok' }, { immediate: true });
    await clock.advance(ACCEPT_DEBOUNCE_MS - 2);
    controller.typed('o');
    await clock.advance(1);
    controller.typed('ok');
    await clock.advance(0);
    expect(said.slice(-3)).toEqual(['b first-keystroke 98', 'b accepted typed 99', 'accept ok by typed']);
    controller.setSuggestion(A, { immediate: true });
    await clock.advance(ACCEPT_DEBOUNCE_MS - 1);
    expect(controller.accept('tab')).toBe(false);
  });

  test('it out before it has appeared is nothing that anybody is told of', async () => {
    const { controller, clock, said } = rig();
    controller.setSuggestion(A);
    controller.typed(A.text);
    await clock.advance(1_000);
    expect(said).toEqual([]);
  });

  test.each(['x', 'runs', 'Run', 'run the tests again'])(
    'anything else hides it until the composer is empty again: %j',
    async (text) => {
      const { controller, clock, said } = await shown();
      controller.typed(text);
      expect(controller.state).toBe(INITIAL_FOLLOWUP_STATE);
      expect(said).toEqual(['a first-keystroke 50', 'a hidden']);
      controller.typed('r');
      expect(controller.state.isVisible).toBe(false);
      await clock.advance(100);
      controller.typed('');
      expect(controller.state).toEqual({ suggestion: A.text, isVisible: true, shownAt: clock.now() });
      // Told from when it was first seen.
      expect(controller.accept('tab')).toBe(true);
      expect(said.slice(2)).toEqual(['a shown true', 'a accepted tab 150']);
    },
  );

  test('it out by a detour accepts it all the same', async () => {
    const { controller, clock, said } = await shown();
    controller.typed('rux');
    controller.typed(A.text);
    await clock.advance(0);
    expect(said).toEqual(['a first-keystroke 50', 'a hidden', 'a accepted typed 50', `accept ${A.text} by typed`]);
  });

  test('in the delay leaves it its delay', async () => {
    const { controller, clock, said } = rig();
    controller.setSuggestion(A);
    controller.typed('no');
    controller.typed('');
    await clock.advance(SUGGESTION_DELAY_MS - 1);
    expect(said).toEqual([]);
    await clock.advance(1);
    expect(said).toEqual(['a shown true']);
  });

  test('over what was filled in hides it, and taking that back shows it again', async () => {
    const { controller, clock, said } = await shown((text) => controller.typed(text));
    controller.accept('tab');
    await clock.advance(0);
    controller.typed('run the test');
    controller.typed('');
    expect(controller.state.isVisible).toBe(true);
    expect(said.slice(1)).toEqual([`accept ${A.text} by tab`, 'a hidden', 'a shown true']);
  });

  test('leaves it alone where a paste has hidden it, until the composer is empty', async () => {
    const { controller, said } = await shown();
    controller.typed('run');
    controller.hide();
    controller.typed('run ');
    expect(controller.state.isVisible).toBe(false);
    controller.typed('');
    expect(said).toEqual(['a first-keystroke 50', 'a hidden', 'a shown true']);
  });

  test('the suggestion’s beginning in the delay lets its rest appear', async () => {
    const { controller, clock } = rig();
    controller.setSuggestion(A);
    controller.typed('ru');
    await clock.advance(SUGGESTION_DELAY_MS);
    expect(ghostText(controller.state, 'ru')).toBe('n the tests');
  });

  test('is no keystroke when the text is told again unchanged', async () => {
    const { controller, said } = await shown();
    controller.typed('');
    expect(said).toEqual([]);
  });
});

describe('a composer that serves something else', () => {
  test('shows nothing, whatever is in it, and shows it again when it is free and empty', async () => {
    const { controller, said } = await shown();
    controller.block(true);
    controller.typed('an earlier prompt');
    controller.typed('');
    controller.typed(A.text);
    expect(controller.state.isVisible).toBe(false);
    controller.typed('an earlier prompt');
    controller.block(false);
    expect(controller.state.isVisible).toBe(false);
    controller.typed('');
    expect(said).toEqual(['a hidden', 'a shown true']);
  });

  test('keeps one that waits unseen', async () => {
    const { controller, clock, said } = rig();
    controller.block(true);
    controller.setSuggestion(A);
    await clock.advance(1_000);
    expect(said).toEqual([]);
    controller.block(false);
    expect(said).toEqual(['a shown true']);
  });
});

describe('an input method at work', () => {
  test('keeps a suggestion from appearing until it is over', async () => {
    const { controller, clock, said } = rig();
    controller.hold(true);
    controller.setSuggestion(A);
    await clock.advance(1_000);
    controller.setSuggestion(B, { immediate: true });
    expect([controller.state, said]).toEqual([INITIAL_FOLLOWUP_STATE, []]);
    controller.typed('com');
    controller.hold(false);
    expect(ghostText(controller.state, 'com')).toBe('mit this');
    expect([controller.state.shownAt, said]).toEqual([clock.now(), ['b shown true']]);
  });

  test.each<[string, (controller: FollowupController) => void]>([
    ['left other text', (controller) => controller.typed('no')],
    ['outlived the suggestion', (controller) => controller.setSuggestion(null)],
    ['outlived the chat', (controller) => controller.clear()],
  ])('shows nothing where it %s', async (_, happen) => {
    const { controller, clock, said } = rig();
    controller.hold(true);
    controller.setSuggestion(A);
    await clock.advance(1_000);
    happen(controller);
    controller.hold(false);
    expect(said).toEqual([]);
  });

  test('that is over in the delay does not shorten it', async () => {
    const { controller, clock, said } = rig();
    controller.setSuggestion(A);
    controller.hold(true);
    await clock.advance(SUGGESTION_DELAY_MS - 1);
    controller.hold(false);
    expect(said).toEqual([]);
    await clock.advance(1);
    expect(said).toEqual(['a shown true']);
  });
});
