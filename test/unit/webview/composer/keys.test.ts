import { describe, expect, it } from 'vitest';
import {
  decideKey,
  enterOnGhost,
  undoAction,
  type ComposerSituation,
  type KeyPress,
} from '../../../../src/webview/composer/editor/keys.ts';

const PRESS: KeyPress = { key: '', shift: false, modified: false, command: false, repeat: false, composing: false };
const EMPTY: ComposerSituation = {
  text: '',
  caretAtEnd: true,
  inFirstLine: true,
  inLastLine: true,
  ghostVisible: false,
  enterMaySubmit: false,
  filled: null,
  enterBounces: false,
  answering: false,
  asked: false,
  editing: false,
  guarded: false,
  prepared: 'none',
  diffShown: false,
  hasImages: false,
  clearArmed: false,
  queued: false,
};
const GHOST = { ghostVisible: true, enterMaySubmit: true };

type Case = [title: string, press: Partial<KeyPress>, situation: Partial<ComposerSituation>, intent: string];

function check(press: Partial<KeyPress>, situation: Partial<ComposerSituation>, expected: string): void {
  const intent = decideKey({ ...PRESS, ...press }, { ...EMPTY, ...situation });
  const short = intent.kind === 'accept' ? `accept ${intent.method}${intent.submit ? ' and submit' : ''}` : intent.kind;
  expect(short).toBe(expected);
}

describe('keys on ghost text', () => {
  const cases: Case[] = [
    ['Tab fills', { key: 'Tab' }, GHOST, 'accept tab'],
    ['Shift+Tab moves the focus', { key: 'Tab', shift: true }, GHOST, 'pass'],
    ['Right fills at the end', { key: 'ArrowRight' }, GHOST, 'accept right'],
    ['Right moves the caret elsewhere', { key: 'ArrowRight' }, { ...GHOST, caretAtEnd: false }, 'pass'],
    ['Shift+Right selects', { key: 'ArrowRight', shift: true }, GHOST, 'pass'],
    ['Enter fills and submits', { key: 'Enter' }, GHOST, 'accept enter and submit'],
    ['Enter sends what was typed, and nothing beyond it', { key: 'Enter' }, { ...GHOST, text: 'yes' }, 'submit'],
    [
      'Enter never takes a suggestion for an edited prompt',
      { key: 'Enter' },
      { ...GHOST, editing: true },
      'accept enter',
    ],
    ['Enter only fills where a guard says so', { key: 'Enter' }, { ...GHOST, enterMaySubmit: false }, 'accept enter'],
    ['a held Enter only fills', { key: 'Enter', repeat: true }, GHOST, 'accept enter'],
    ['Shift+Enter breaks the line', { key: 'Enter', shift: true }, GHOST, 'pass'],
    ['Enter only fills where images are attached', { key: 'Enter' }, { ...GHOST, hasImages: true }, 'accept enter'],
    ['Enter only fills while an answer is made', { key: 'Enter' }, { ...GHOST, answering: true }, 'accept enter'],
    ['Enter opens the diff of prepared edits', { key: 'Enter' }, { ...GHOST, prepared: 'review' }, 'review'],
    [
      'Enter opens the diff whatever the suggestion’s words are',
      { key: 'Enter' },
      { ...GHOST, enterMaySubmit: false, prepared: 'review' },
      'review',
    ],
    [
      'Enter only fills while it may be meant for elsewhere',
      { key: 'Enter' },
      { ...GHOST, enterMaySubmit: false, guarded: true, prepared: 'review' },
      'accept enter',
    ],
    ['a held Enter opens no diff', { key: 'Enter', repeat: true }, { ...GHOST, prepared: 'review' }, 'swallow'],
    ['Enter applies what was shown', { key: 'Enter' }, { ...GHOST, prepared: 'apply' }, 'accept enter and submit'],
    [
      'Enter applies nothing while it may be of the press that opened the diff',
      { key: 'Enter' },
      { ...GHOST, guarded: true, prepared: 'apply' },
      'swallow',
    ],
    ['a held Enter applies nothing', { key: 'Enter', repeat: true }, { ...GHOST, prepared: 'apply' }, 'swallow'],
    ['Shift+F10 opens the menu', { key: 'F10', shift: true }, GHOST, 'ghost-menu'],
    ['Esc dismisses before it ends an edit', { key: 'Escape' }, { ...GHOST, editing: true }, 'dismiss'],
    ['Esc dismisses before it stops', { key: 'Escape' }, { ...GHOST, answering: true }, 'dismiss'],
    ['a letter is the editor’s', { key: 'a' }, GHOST, 'pass'],
  ];
  it.each(cases)('%s', (_title, press, situation, intent) => check(press, situation, intent));
});

describe('what the hint says of Enter', () => {
  const both = [true, false];
  const situations = both.flatMap((enterMaySubmit) =>
    both.flatMap((hasImages) =>
      both.flatMap((editing) =>
        both.flatMap((answering) =>
          (['none', 'review', 'apply'] as const).flatMap((prepared) =>
            ['', 'run'].map((text) => ({
              enterMaySubmit,
              guarded: false,
              hasImages,
              editing,
              answering,
              prepared,
              text,
            })),
          ),
        ),
      ),
    ),
  );
  const DOES = {
    run: 'accept enter and submit',
    review: 'review',
    apply: 'accept enter and submit',
    fill: 'accept enter',
    'send-typed': 'submit',
  };

  it.each(situations)('is what it does: %j', (situation) =>
    check({ key: 'Enter' }, { ...GHOST, ...situation }, DOES[enterOnGhost(situation)]),
  );
});

describe('Enter on a filled suggestion whose diff has been shown', () => {
  const FILLED = { text: 'add tests', filled: 'add tests', diffShown: true };
  it.each<Case>([
    ['applies it', {}, FILLED, 'submit'],
    ['does nothing of the press that opened the diff', {}, { ...FILLED, guarded: true }, 'swallow'],
    ['sends other text at once', {}, { ...FILLED, guarded: true, text: 'add more tests' }, 'submit'],
  ])('%s', (_title, press, situation, intent) => check({ ...press, key: 'Enter' }, situation, intent));
});

describe('keys with a queue', () => {
  const cases: Case[] = [
    ['Up in the empty input edits what was queued last', { key: 'ArrowUp' }, { queued: true }, 'edit-queued'],
    ['Up in a text walks earlier inputs', { key: 'ArrowUp' }, { queued: true, text: 'a' }, 'older'],
    ['Up during an edit does so too', { key: 'ArrowUp' }, { queued: true, editing: true }, 'older'],
    ['Esc stops the answer', { key: 'Escape' }, { queued: true, answering: true }, 'stop'],
  ];
  it.each(cases)('%s', (_title, press, situation, intent) => check(press, situation, intent));

  it.each([
    ['Enter', false],
    ['Mod+Enter', true],
  ])('%s says whether the message steers', (_key, command) => {
    const press = { ...PRESS, key: 'Enter', modified: command, command };
    const situation = { ...EMPTY, text: 'a', answering: true };
    expect(decideKey(press, situation)).toEqual({ kind: 'submit', steers: command });
  });
});

describe('keys without ghost text', () => {
  const cases: Case[] = [
    ['Tab moves the focus', { key: 'Tab' }, { text: 'abc' }, 'pass'],
    ['Tab on what was filled in moves the focus too', { key: 'Tab' }, { text: 'abc', filled: 'abc' }, 'pass'],
    ['Tab held after it filled stays', { key: 'Tab', repeat: true }, { text: 'abc', filled: 'abc' }, 'swallow'],
    ['Tab held elsewhere moves on', { key: 'Tab', repeat: true }, { text: 'abcd', filled: 'abc' }, 'pass'],
    ['Enter submits', { key: 'Enter' }, { text: 'abc' }, 'submit'],
    ['Enter submits what was filled in', { key: 'Enter' }, { text: 'abc', filled: 'abc' }, 'submit'],
    [
      'Enter that bounces off its filling in does nothing',
      { key: 'Enter' },
      { text: 'abc', enterBounces: true },
      'swallow',
    ],
    ['a held Enter submits nothing', { key: 'Enter', repeat: true }, { text: 'abc' }, 'swallow'],
    ['Enter on white space does nothing', { key: 'Enter' }, { text: ' \n\t' }, 'swallow'],
    ['Enter submits images alone', { key: 'Enter' }, { hasImages: true }, 'submit'],
    ['Esc ends an edit before it stops', { key: 'Escape' }, { editing: true, answering: true }, 'cancel-edit'],
    ['Esc ends an edit of an emptied text', { key: 'Escape' }, { editing: true }, 'cancel-edit'],
    [
      'Esc ends an edit before it clears',
      { key: 'Escape' },
      { text: 'abc', editing: true, clearArmed: true },
      'cancel-edit',
    ],
    ['Esc stops an answer', { key: 'Escape' }, { text: 'abc', answering: true }, 'stop'],
    ['Esc warns before it clears', { key: 'Escape' }, { text: 'abc' }, 'arm-clear'],
    ['a second Esc clears', { key: 'Escape' }, { text: 'abc', clearArmed: true }, 'clear'],
    ['Esc in an empty input is VS Code’s', { key: 'Escape' }, {}, 'pass'],
    ['Up in the first line walks back', { key: 'ArrowUp' }, { text: 'abc' }, 'older'],
    ['Up below it moves the caret', { key: 'ArrowUp' }, { text: 'a\nb', inFirstLine: false }, 'pass'],
    ['Down in the last line walks on', { key: 'ArrowDown' }, { text: 'abc' }, 'newer'],
    ['Shift+Up selects', { key: 'ArrowUp', shift: true }, { text: 'abc' }, 'pass'],
    ['Ctrl+Up is not ours', { key: 'ArrowUp', modified: true }, { text: 'abc' }, 'pass'],
  ];
  it.each(cases)('%s', (_title, press, situation, intent) => check(press, situation, intent));
});

it.each(['Tab', 'Enter', 'Escape', 'ArrowRight', 'ArrowUp'])('%s belongs to an input method at work', (key) =>
  check({ key, composing: true }, { ...GHOST, text: 'abc' }, 'pass'),
);

describe('undo keys', () => {
  const NONE = { key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const cases: [title: string, event: Partial<typeof NONE>, onMac: boolean, action: 'undo' | 'redo' | null][] = [
    ['Ctrl+Z', { key: 'z', ctrlKey: true }, false, 'undo'],
    ['Ctrl+Shift+Z', { key: 'Z', ctrlKey: true, shiftKey: true }, false, 'redo'],
    ['Ctrl+Shift+Z with caps lock', { key: 'z', ctrlKey: true, shiftKey: true }, false, 'redo'],
    ['Ctrl+Y', { key: 'y', ctrlKey: true }, false, 'redo'],
    ['Ctrl+Z on a Russian keyboard', { key: 'я', code: 'KeyZ', ctrlKey: true }, false, 'undo'],
    ['Ctrl+Z on a German keyboard', { key: 'z', code: 'KeyY', ctrlKey: true }, false, 'undo'],
    ['Cmd+Z', { key: 'z', metaKey: true }, true, 'undo'],
    ['Ctrl+Z on macOS', { key: 'z', ctrlKey: true }, true, null],
    ['Ctrl+Alt+Z', { key: 'z', ctrlKey: true, altKey: true }, false, null],
    ['z', { key: 'z' }, false, null],
  ];
  it.each(cases)('%s', (_title, event, onMac, action) => expect(undoAction({ ...NONE, ...event }, onMac)).toBe(action));
});
