import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatState } from '../../../../src/shared/chatState.ts';
import { createUiStore } from '../../../../src/webview/composer/composerUi.ts';
import { createCardKeys } from '../../../../src/webview/state/cardKeys.ts';
import { createComposerKeys } from '../../../../src/webview/composer/composerKeys.ts';
import { preparedFor } from './ghostUser.ts';
import { strings } from '../../../../src/webview/strings/strings.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SUGGESTION = { id: 's1', text: 'add tests', immediate: false };
const PREPARED = preparedFor('s1');

/** The keys of a composer in which what they lead to is written down. */
function rig({
  text = '',
  ghost = '',
  bounces = null,
  state = {},
  sending = false,
}: { text?: string; ghost?: string; bounces?: string | null; state?: Partial<ChatState>; sending?: boolean } = {}) {
  const done: string[] = [];
  let onSent = (): void => {};
  const shown = { ...createInitialChatState('c'), ...state };
  const face = createUiStore();
  const keys = createComposerKeys({
    panel: {
      send: (request) => done.push('id' in request ? `${request.type} ${request.id}` : request.type),
      stop: () => done.push('stop'),
      cards: { ...createCardKeys(), closeFeedback: () => void done.push('close feedback') },
    },
    editor: {
      text: () => text,
      setText: (next) => (text = next),
      caretAtEnd: true,
      isInLine: () => true,
    },
    attachments: { any: () => false },
    ghost: {
      isVisible: () => ghost !== '',
      mayEnterSubmit: (repeat) => !repeat,
      guarded: false,
      filled: null,
      enterBounces: (filled) => filled === bounces,
      accept: (method, submit) => done.push(`accept ${method}${submit ? ' and submit' : ''}`),
      dismiss: () => done.push('dismiss'),
      hide: () => done.push('hide'),
    },
    walk: { step: (direction) => done.push(direction) > 0 },
    face,
    shown: () => shown,
    submit: (steers) => done.push(steers ? 'steer' : 'submit'),
    onceSent(then) {
      onSent = then;
      return sending;
    },
    cancelEdit: () => done.push('cancel edit'),
    openGhostMenu: () => done.push('menu'),
  });
  const press = (key: string, more: { command?: boolean; repeat?: boolean } = {}) =>
    keys.press({
      key,
      shift: false,
      modified: more.command ?? false,
      command: more.command ?? false,
      repeat: more.repeat ?? false,
      composing: false,
    });
  /** The message that was on its way is gone. */
  function sent(): void {
    [text, sending] = ['', false];
    onSent();
  }
  return { press, sent, typed: keys.typed, done, text: () => text, hint: () => face.get().hint };
}

const cases: [key: string, where: string, given: Parameters<typeof rig>[0], done: string[]][] = [
  ['Enter', 'behind a text', { text: 'add tests' }, ['submit']],
  ['Enter', 'where a suggestion goes on from the text', { text: 'add', ghost: ' tests' }, ['hide', 'submit']],
  ['Enter', 'on a suggestion', { ghost: 'add tests' }, ['accept enter and submit']],
  [
    'Enter',
    'on a suggestion whose edits are to be seen first',
    { ghost: 'add tests', state: { suggestion: SUGGESTION, speculation: PREPARED } },
    ['speculation p1'],
  ],
  ['Enter', 'that bounces', { text: 'add tests', bounces: 'add tests' }, []],
  ['Tab', 'on a suggestion', { ghost: 'add tests' }, ['accept tab']],
  ['Escape', 'on a suggestion', { ghost: 'add tests' }, ['dismiss']],
  ['Escape', 'in an edit', { text: 'add', state: { editing: 'p1' } }, ['cancel edit']],
  ['Escape', 'during an answer', { text: 'add', state: { status: 'responding' } }, ['stop']],
  ['Escape', 'while a card asks', { text: 'add', state: { status: 'waiting-for-confirmation' } }, ['close feedback']],
  ['ArrowUp', 'without a queue', {}, ['older']],
  ['ArrowDown', 'in the last line', {}, ['newer']],
];
it.each(cases)('%s %s', (key, _where, given, expected) => {
  const { press, done } = rig(given);
  expect(press(key)).toBe(true);
  expect(done).toEqual(expected);
});

it('steers with Ctrl or Cmd', () => {
  const { press, done } = rig({ text: 'add tests' });
  press('Enter', { command: true });
  expect(done).toEqual(['steer']);
});

it('acts on Up once the message is gone that is on its way: edits it where it is queued', () => {
  const queue = [{ id: 'q1', text: 'add tests', steers: false, removed: false }] as unknown as ChatState['queue'];
  const { press, sent, done } = rig({ text: 'add tests', sending: true, state: { queue } });
  expect([press('ArrowUp'), done]).toEqual([true, []]);
  sent();
  expect(done).toEqual(['change-queued q1']);
});

it('leaves a key alone that means nothing here', () => {
  const { press, done } = rig({ text: 'add' });
  expect([press('a'), press('Tab')]).toEqual([false, false]);
  expect(done).toEqual([]);
});

it('edits on Up what would be sent last, not what the user has removed', () => {
  const prompt = { text: 'x', mentions: [], images: [], steers: false, removed: false };
  const queue = [
    { ...prompt, id: 'q1' },
    { ...prompt, id: 'q2' },
    { ...prompt, id: 'q3', removed: true },
  ];
  const { press, done } = rig({ state: { queue } });
  press('ArrowUp');
  expect(done).toEqual(['change-queued q2']);
});

it('clears on a second Esc soon after the first, which has said so', () => {
  const { press, text, hint } = rig({ text: 'add' });
  press('Escape');
  expect([text(), hint()]).toEqual(['add', strings.composer.clearAgain]);
  press('Escape');
  expect([text(), hint()]).toEqual(['', '']);
});

it('begins anew with an Esc that comes late, or behind other keys', async () => {
  const { press, typed, text, hint } = rig({ text: 'add' });
  press('Escape');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(hint()).toBe('');
  press('Escape');
  typed();
  press('Escape');
  expect([text(), hint()]).toEqual(['add', strings.composer.clearAgain]);
});

it('leaves the hint of a second Esc its own time', async () => {
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
