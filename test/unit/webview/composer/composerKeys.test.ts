import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatState } from '../../../../src/shared/chatState.ts';
import { createUiStore } from '../../../../src/webview/composer/composerUi.ts';
import { createCardKeys } from '../../../../src/webview/state/cardKeys.ts';
import { createComposerKeys } from '../../../../src/webview/composer/composerKeys.ts';
import { PLAIN_PRESS } from '../../../../src/webview/composer/editor/keys.ts';
import { preparedFor } from './ghostUser.ts';
import { strings } from '../../../../src/webview/strings/strings.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SUGGESTION = { id: 's1', text: 'add tests', immediate: false };
const PREPARED = preparedFor('s1');

/** A composer's keys, with fakes that record the effects. If the text equals `bounces`, Enter counts as repeated. */
function rig({
  text = '',
  ghost = '',
  bounces = null,
  state = {},
  sending = false,
  explaining = false,
  translating = false,
  shell = false,
  enterBlocked = false,
  completion = 'none',
}: {
  text?: string;
  ghost?: string;
  bounces?: string | null;
  state?: Partial<ChatState>;
  sending?: boolean;
  explaining?: boolean;
  completion?: 'none' | 'visible';
  translating?: boolean;
  shell?: boolean;
  enterBlocked?: boolean;
} = {}) {
  const effects: string[] = [];
  let onSent = (): void => {};
  const shown = { ...createInitialChatState('c'), ...state };
  const ui = createUiStore();
  ui.update({ translating });
  const keys = createComposerKeys({
    panel: {
      send: (request) => effects.push('id' in request ? `${request.type} ${request.id}` : request.type),
      stop: () => effects.push('stop'),
      cards: {
        ...createCardKeys(),
        feedbackOpen: explaining,
        closeFeedback: () => void effects.push('close feedback'),
      },
    },
    editor: {
      text: () => text,
      setText(next, options) {
        text = next;
        if (options?.keepsMode) effects.push('keep mode');
      },
      caretAtEnd: true,
      isInLine: () => true,
      vimTakesEscape: false,
    },
    attachments: { hasAny: () => false },
    ghost: {
      isVisible: () => ghost !== '',
      mayEnterSubmit: (repeat) => !repeat,
      guarded: false,
      filled: null,
      enterBounces: (filled) => filled === bounces,
      accept: (method, submit) => effects.push(`accept ${method}${submit ? ` and ${submit}` : ''}`),
      dismiss: () => effects.push('dismiss'),
      hide: () => effects.push('hide'),
    },
    focusGuard: { blocksEnter: enterBlocked },
    completion: {
      state: completion,
      completed: null,
      ask: () => effects.push('complete'),
      take: () => effects.push('take'),
      takeWord: () => effects.push('take a word'),
      drop: () => effects.push('drop'),
    },
    translation: { cancel: () => effects.push('cancel translation') > 0 },
    shell: { isOn: shell, run: () => void effects.push('run'), leave: () => void effects.push('leave shell') },
    walk: { step: (direction) => effects.push(direction) > 0 },
    ui,
    shown: () => shown,
    submit: (steers) => effects.push(steers ? 'steer' : 'submit'),
    onceSent(then) {
      onSent = then;
      return sending;
    },
    cancelEdit: () => effects.push('cancel edit'),
    openGhostMenu: () => effects.push('menu'),
  });
  const press = (key: string, more: { command?: boolean; repeat?: boolean } = {}) =>
    keys.press({
      ...PLAIN_PRESS,
      key,
      modified: more.command ?? false,
      command: more.command ?? false,
      repeat: more.repeat ?? false,
    });
  /** The message has been sent and has left the input. */
  function sent(): void {
    [text, sending] = ['', false];
    onSent();
  }
  return {
    press,
    escapeElsewhere: keys.escapeElsewhere,
    sent,
    typed: keys.typed,
    effects,
    text: () => text,
    hint: () => ui.get().hint,
  };
}

const cases: [key: string, effect: string, given: Parameters<typeof rig>[0], effects: string[]][] = [
  ['Enter', 'sends the text', { text: 'add tests' }, ['submit']],
  ['Enter', 'sends only the text that begins a suggestion', { text: 'add', ghost: ' tests' }, ['hide', 'submit']],
  ['Enter', 'accepts and submits a suggestion', { ghost: 'add tests' }, ['accept enter and run']],
  [
    'Enter',
    'previews prepared edits that have not been shown',
    { ghost: 'add tests', state: { suggestion: SUGGESTION, speculation: PREPARED } },
    ['speculation p1'],
  ],
  ['Enter', 'does nothing if the key bounces', { text: 'add tests', bounces: 'add tests' }, []],
  ['Enter', 'does nothing while the focus guard blocks it', { text: 'add tests', enterBlocked: true }, []],
  [
    'Enter',
    'does not send a suggestion while the focus guard blocks it',
    { ghost: 'add tests', enterBlocked: true },
    [],
  ],
  ['Enter', 'runs no command while the focus guard blocks it', { text: 'ls', shell: true, enterBlocked: true }, []],
  ['Tab', 'accepts a suggestion', { ghost: 'add tests' }, ['accept tab']],
  ['Escape', 'dismisses a suggestion', { ghost: 'add tests' }, ['dismiss']],
  ['Escape', 'cancels an edit', { text: 'add', state: { editing: 'p1' } }, ['cancel edit']],
  ['Escape', 'stops an answer', { text: 'add', state: { status: 'responding' } }, ['stop']],
  [
    'Escape',
    'closes the output of a command before it clears the text',
    { text: 'add', state: { note: { id: 'n1', title: 'Cost', sections: [] } } },
    ['dismiss-note n1'],
  ],
  [
    'Escape',
    'closes a feedback field while a card waits',
    { text: 'add', explaining: true, state: { status: 'waiting-for-confirmation' } },
    ['close feedback'],
  ],
  ['Escape', 'does nothing while a card waits', { text: 'add', state: { status: 'waiting-for-confirmation' } }, []],
  ['Tab', 'takes a completion', { text: 'add', completion: 'visible' }, ['take']],
  ['Escape', 'drops a completion', { text: 'add', completion: 'visible' }, ['drop']],
  [
    'Escape',
    'cancels a translation, and nothing else',
    { text: 'add', translating: true, state: { status: 'responding' } },
    ['cancel translation'],
  ],
  [
    'Escape',
    'closes a feedback field before it cancels a translation',
    { explaining: true, translating: true },
    ['close feedback'],
  ],
  ['ArrowUp', 'shows an older input if nothing is queued', {}, ['older']],
  ['ArrowDown', 'shows a newer input from the last line', {}, ['newer']],
];
it.each(cases)('%s %s', (key, _effect, given, expected) => {
  const { press, effects } = rig(given);
  expect(press(key)).toBe(true);
  expect(effects).toEqual(expected);
});

it.each([
  ['responding', 'steer'],
  ['idle', 'submit'],
] as const)('Enter with Ctrl or Cmd in the status %s has the effect: %s', (status, effect) => {
  const { press, effects } = rig({ text: 'add tests', state: { status } });
  press('Enter', { command: true });
  expect(effects).toEqual([effect]);
});

it('Esc outside the input never clears the text, and otherwise acts like Esc in the input', () => {
  const idle = rig({ text: 'add tests' });
  expect([idle.escapeElsewhere(), idle.effects, idle.hint()]).toEqual([false, [], '']);
  const ghost = rig({ ghost: 'add tests', state: { status: 'responding' } });
  expect([ghost.escapeElsewhere(), ghost.effects]).toEqual([true, ['dismiss']]);
  const answering = rig({ text: 'add', state: { status: 'responding' } });
  expect([answering.escapeElsewhere(), answering.effects]).toEqual([true, ['stop']]);
});

it('the composer delays Up until the message being sent has left the input, then edits it in the queue', () => {
  const queue = [{ id: 'q1', text: 'add tests', steers: false, removed: false }] as unknown as ChatState['queue'];
  const { press, sent, effects } = rig({ text: 'add tests', sending: true, state: { queue } });
  expect([press('ArrowUp'), effects]).toEqual([true, []]);
  sent();
  expect(effects).toEqual(['change-queued q1']);
});

it('the composer does not handle a key without an effect', () => {
  const { press, effects } = rig({ text: 'add' });
  expect([press('a'), press('Tab')]).toEqual([false, false]);
  expect(effects).toEqual([]);
});

it('the composer edits the last queued prompt on Up, not a removed one', () => {
  const prompt = { text: 'x', mentions: [], images: [], steers: false, removed: false };
  const queue = [
    { ...prompt, id: 'q1' },
    { ...prompt, id: 'q2' },
    { ...prompt, id: 'q3', removed: true },
  ];
  const { press, effects } = rig({ state: { queue } });
  press('ArrowUp');
  expect(effects).toEqual(['change-queued q2']);
});

it('the composer clears the input on a second Esc, after the first one has shown a hint', () => {
  const { press, effects, text, hint } = rig({ text: 'add' });
  press('Escape');
  expect([text(), hint()]).toEqual(['add', strings.composer.clearAgain]);
  press('Escape');
  expect([text(), hint()]).toEqual(['', '']);
  expect(effects).toEqual(['keep mode']);
});

it('the composer treats a late Esc, or an Esc after other keys, as a first Esc', async () => {
  const { press, typed, text, hint } = rig({ text: 'add' });
  press('Escape');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(hint()).toBe('');
  press('Escape');
  typed();
  press('Escape');
  expect([text(), hint()]).toEqual(['add', strings.composer.clearAgain]);
});

it('the composer shows the hint of a later Esc for its full time', async () => {
  const { press, typed, hint } = rig({ text: 'add' });
  press('Escape');
  typed();
  await vi.advanceTimersByTimeAsync(1_500);
  press('Escape');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(hint()).toBe(strings.composer.clearAgain);
  await vi.advanceTimersByTimeAsync(500);
  expect(hint()).toBe('');
});
