import { describe, expect, it } from 'vitest';
import {
  decideKey,
  enterOnGhost,
  isCompletionKey,
  PLAIN_PRESS,
  undoAction,
  type ComposerSituation,
  type KeyPress,
} from '../../../../src/webview/composer/editor/keys.ts';

const PRESS: KeyPress = { ...PLAIN_PRESS, key: '' };
const EMPTY: ComposerSituation = {
  text: '',
  caretAtEnd: true,
  inFirstLine: true,
  inLastLine: true,
  ghostVisible: false,
  translating: false,
  completion: 'none',
  completed: null,
  tabCompletes: false,
  enterMaySubmit: false,
  filled: null,
  enterBounces: false,
  enterBlocked: false,
  answering: false,
  cardWaits: false,
  vimTakesEscape: false,
  feedbackOpen: false,
  editing: false,
  guarded: false,
  prepared: 'none',
  adoptedEdits: 'none',
  diffShown: false,
  hasImages: false,
  escapedBefore: false,
  queued: false,
  noteShown: false,
  shell: false,
};
/** Prepared edits are the current answer and wait for the user. */
const AWAITED = { answering: true, cardWaits: true };
const GHOST = { ghostVisible: true, enterMaySubmit: true };

type Case = [title: string, press: Partial<KeyPress>, situation: Partial<ComposerSituation>, intent: string];

function check(press: Partial<KeyPress>, situation: Partial<ComposerSituation>, expected: string): void {
  const intent = decideKey({ ...PRESS, ...press }, { ...EMPTY, ...situation });
  const short =
    intent.kind === 'accept' ? `accept ${intent.method}${intent.submit ? ` and ${intent.submit}` : ''}` : intent.kind;
  expect(short).toBe(expected);
}

describe('ghost text and prepared edits:', () => {
  const cases: Case[] = [
    ['Tab fills the suggestion in', { key: 'Tab' }, GHOST, 'accept tab'],
    ['Shift+Tab moves the focus', { key: 'Tab', shift: true }, GHOST, 'pass'],
    ['Right fills the suggestion in if the caret is at the end', { key: 'ArrowRight' }, GHOST, 'accept right'],
    ['Right moves a caret that is not at the end', { key: 'ArrowRight' }, { ...GHOST, caretAtEnd: false }, 'pass'],
    ['Shift+Right selects', { key: 'ArrowRight', shift: true }, GHOST, 'pass'],
    ['Enter fills the suggestion in and submits it', { key: 'Enter' }, GHOST, 'accept enter and run'],
    ['Enter sends only the typed text', { key: 'Enter' }, { ...GHOST, text: 'yes' }, 'submit'],
    ['Enter only fills during an edit', { key: 'Enter' }, { ...GHOST, editing: true }, 'accept enter'],
    [
      'Enter only fills if the session does not allow submitting',
      { key: 'Enter' },
      { ...GHOST, enterMaySubmit: false },
      'accept enter',
    ],
    ['a held Enter does not fill the suggestion in', { key: 'Enter', repeat: true }, GHOST, 'swallow'],
    [
      'a held Enter does not fill in a suggestion that has just appeared',
      { key: 'Enter', repeat: true },
      { ...GHOST, enterMaySubmit: false, guarded: true, prepared: 'apply-on-submit' },
      'swallow',
    ],
    ['Shift+Enter breaks the line', { key: 'Enter', shift: true }, GHOST, 'pass'],
    ['Enter only fills if images are attached', { key: 'Enter' }, { ...GHOST, hasImages: true }, 'accept enter'],
    ['Enter only fills during an answer', { key: 'Enter' }, { ...GHOST, answering: true }, 'accept enter'],
    ['Enter opens the diff of prepared edits', { key: 'Enter' }, { ...GHOST, prepared: 'review' }, 'review'],
    [
      'Enter opens the diff even if it may not submit',
      { key: 'Enter' },
      { ...GHOST, enterMaySubmit: false, prepared: 'review' },
      'review',
    ],
    [
      'Enter only fills during the guard time, even if edits are prepared',
      { key: 'Enter' },
      { ...GHOST, enterMaySubmit: false, guarded: true, prepared: 'review' },
      'accept enter',
    ],
    [
      'a held Enter does not open the diff',
      { key: 'Enter', repeat: true },
      { ...GHOST, prepared: 'review' },
      'swallow',
    ],
    [
      'Enter applies edits whose diff has been shown',
      { key: 'Enter' },
      { ...GHOST, prepared: 'apply' },
      'accept enter and apply',
    ],
    [
      'Enter applies edits without a diff',
      { key: 'Enter' },
      { ...GHOST, prepared: 'apply-on-submit' },
      'accept enter and apply',
    ],
    [
      'Enter only fills if the suggestion would be sent without its prepared edits',
      { key: 'Enter' },
      { ...GHOST, prepared: 'keep' },
      'accept enter',
    ],
    [
      'Enter does not apply during the guard time after the diff opened',
      { key: 'Enter' },
      { ...GHOST, guarded: true, prepared: 'apply' },
      'swallow',
    ],
    [
      'Enter opens the diff of the current answer’s edits',
      { key: 'Enter' },
      { ...AWAITED, adoptedEdits: 'review' },
      'review',
    ],
    ['Enter applies the current answer’s edits', { key: 'Enter' }, { ...AWAITED, adoptedEdits: 'apply' }, 'apply'],
    [
      'a held Enter does not apply the current answer’s edits',
      { key: 'Enter', repeat: true },
      { ...AWAITED, adoptedEdits: 'apply' },
      'swallow',
    ],
    [
      'the Enter that opened the diff does not apply the current answer’s edits',
      { key: 'Enter' },
      { ...AWAITED, adoptedEdits: 'apply', guarded: true },
      'swallow',
    ],
    [
      'Enter sends typed text while edits wait',
      { key: 'Enter' },
      { ...AWAITED, adoptedEdits: 'apply', text: 'hi' },
      'submit',
    ],
    ['a held Enter does not apply', { key: 'Enter', repeat: true }, { ...GHOST, prepared: 'apply' }, 'swallow'],
    ['Shift+F10 opens the menu', { key: 'F10', shift: true }, GHOST, 'ghost-menu'],
    ['Esc dismisses the suggestion before it ends an edit', { key: 'Escape' }, { ...GHOST, editing: true }, 'dismiss'],
    [
      'Esc dismisses the suggestion before it stops an answer',
      { key: 'Escape' },
      { ...GHOST, answering: true },
      'dismiss',
    ],
    ['a letter is left to the editor', { key: 'a' }, GHOST, 'pass'],
  ];
  it.each(cases)('%s', (_title, press, situation, intent) => check(press, situation, intent));
});

describe('enterOnGhost', () => {
  const both = [true, false];
  const situations = both.flatMap((enterMaySubmit) =>
    both.flatMap((hasImages) =>
      both.flatMap((editing) =>
        both.flatMap((answering) =>
          (['none', 'keep', 'review', 'apply', 'apply-on-submit'] as const).flatMap((prepared) =>
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
  const INTENTS = {
    run: 'accept enter and run',
    review: 'review',
    apply: 'accept enter and apply',
    fill: 'accept enter',
    'send-typed': 'submit',
  };

  it.each(situations)('names the effect of Enter: %j', (situation) =>
    check({ key: 'Enter' }, { ...GHOST, ...situation }, INTENTS[enterOnGhost(situation)]),
  );
});

describe('Enter on a filled suggestion whose diff has been shown', () => {
  const FILLED = { text: 'add tests', filled: 'add tests', diffShown: true };
  it.each<Case>([
    ['applies the edits', {}, FILLED, 'submit'],
    ['does nothing during the guard time after the diff opened', {}, { ...FILLED, guarded: true }, 'swallow'],
    ['sends other text at once', {}, { ...FILLED, guarded: true, text: 'add more tests' }, 'submit'],
  ])('%s', (_title, press, situation, intent) => check({ ...press, key: 'Enter' }, situation, intent));
});

describe('with a queue,', () => {
  const cases: Case[] = [
    ['Up in an empty input edits the last queued prompt', { key: 'ArrowUp' }, { queued: true }, 'edit-queued'],
    ['Up in a text shows an older input', { key: 'ArrowUp' }, { queued: true, text: 'a' }, 'older'],
    ['Up during an edit shows an older input', { key: 'ArrowUp' }, { queued: true, editing: true }, 'older'],
    ['Esc stops the answer', { key: 'Escape' }, { queued: true, answering: true }, 'stop'],
  ];
  it.each(cases)('%s', (_title, press, situation, intent) => check(press, situation, intent));

  it.each([
    ['Enter', false],
    ['Mod+Enter', true],
  ])('%s sets `steers` to %s', (_key, command) => {
    const press = { ...PRESS, key: 'Enter', modified: command, command };
    const situation = { ...EMPTY, text: 'a', answering: true };
    expect(decideKey(press, situation)).toEqual({ kind: 'submit', steers: command });
  });
});

describe('without ghost text,', () => {
  const cases: Case[] = [
    ['Tab moves the focus', { key: 'Tab' }, { text: 'abc' }, 'pass'],
    ['Tab moves the focus after a suggestion was filled in', { key: 'Tab' }, { text: 'abc', filled: 'abc' }, 'pass'],
    [
      'a held Tab does nothing after a suggestion was filled in',
      { key: 'Tab', repeat: true },
      { text: 'abc', filled: 'abc' },
      'swallow',
    ],
    [
      'a held Tab moves the focus if the text was changed after a suggestion was filled in',
      { key: 'Tab', repeat: true },
      { text: 'abcd', filled: 'abc' },
      'pass',
    ],
    ['Enter submits the text', { key: 'Enter' }, { text: 'abc' }, 'submit'],
    ['Enter submits a filled suggestion', { key: 'Enter' }, { text: 'abc', filled: 'abc' }, 'submit'],
    [
      'an Enter that bounces after a suggestion was filled in does nothing',
      { key: 'Enter' },
      { text: 'abc', enterBounces: true },
      'swallow',
    ],
    ['a held Enter does not submit', { key: 'Enter', repeat: true }, { text: 'abc' }, 'swallow'],
    ['Enter on white space does nothing', { key: 'Enter' }, { text: ' \n\t' }, 'swallow'],
    ['Enter submits images without text', { key: 'Enter' }, { hasImages: true }, 'submit'],
    [
      'Esc ends an edit before it stops an answer',
      { key: 'Escape' },
      { editing: true, answering: true },
      'cancel-edit',
    ],
    ['Esc ends an edit with an empty text', { key: 'Escape' }, { editing: true }, 'cancel-edit'],
    [
      'Esc ends an edit before it clears the input',
      { key: 'Escape' },
      { text: 'abc', editing: true, escapedBefore: true },
      'cancel-edit',
    ],
    ['Esc closes a feedback field first', { key: 'Escape' }, { feedbackOpen: true, ...GHOST }, 'close-feedback'],
    ['Esc does nothing while a card waits', { key: 'Escape' }, AWAITED, 'swallow'],
    ['Esc stops an answer', { key: 'Escape' }, { text: 'abc', answering: true }, 'stop'],
    ['Esc warns before it clears the input', { key: 'Escape' }, { text: 'abc' }, 'announce-clear'],
    ['a second Esc clears the input', { key: 'Escape' }, { text: 'abc', escapedBefore: true }, 'clear'],
    ['Esc in an empty input is left to VS Code', { key: 'Escape' }, {}, 'pass'],
    ['Up in the first line shows an older input', { key: 'ArrowUp' }, { text: 'abc' }, 'older'],
    ['Up below the first line moves the caret', { key: 'ArrowUp' }, { text: 'a\nb', inFirstLine: false }, 'pass'],
    ['Down in the last line shows a newer input', { key: 'ArrowDown' }, { text: 'abc' }, 'newer'],
    ['Shift+Up selects', { key: 'ArrowUp', shift: true }, { text: 'abc' }, 'pass'],
    ['Ctrl+Up is left to the editor', { key: 'ArrowUp', modified: true }, { text: 'abc' }, 'pass'],
  ];
  it.each(cases)('%s', (_title, press, situation, intent) => check(press, situation, intent));
});

it.each(['Tab', 'Enter', 'Escape', 'ArrowRight', 'ArrowUp'])('%s belongs to an input method that is composing', (key) =>
  check({ key, composing: true }, { ...GHOST, text: 'abc' }, 'pass'),
);

describe('completions:', () => {
  const COMPLETION = { text: 'Write a ', completion: 'visible' } as const;
  const WAITING = { text: 'Write a ', completion: 'waiting' } as const;
  const cases: Case[] = [
    ['Alt+C asks for a completion', { completes: true, modified: true }, { text: 'Write a ' }, 'complete'],
    ['Alt+C held asks only once', { completes: true, modified: true, repeat: true }, WAITING, 'swallow'],
    [
      'Alt+C belongs to an input method that is composing',
      { completes: true, composing: true },
      { text: 'Write a ' },
      'pass',
    ],
    ['Tab takes the completion', { key: 'Tab' }, COMPLETION, 'take-completion'],
    ['a held Tab does not take more of the completion', { key: 'Tab', repeat: true }, COMPLETION, 'swallow'],
    ['Tab waits for the completion', { key: 'Tab' }, WAITING, 'swallow'],
    ['Shift+Tab moves the focus even if there is a completion', { key: 'Tab', shift: true }, COMPLETION, 'pass'],
    [
      'a held Tab does nothing after the completion was taken',
      { key: 'Tab', repeat: true },
      { text: 'a', completed: 'a' },
      'swallow',
    ],
    ['Tab moves the focus after the completion was taken', { key: 'Tab' }, { text: 'a', completed: 'a' }, 'pass'],
    ['Tab picks from an open list', { key: 'Tab', forList: true }, COMPLETION, 'pass'],
    ['Esc closes an open list', { key: 'Escape', forList: true }, COMPLETION, 'pass'],
    ['Ctrl+Right takes a word', { key: 'ArrowRight', modified: true, command: true }, COMPLETION, 'take-word'],
    ['Alt+Right moves the caret', { key: 'ArrowRight', modified: true }, COMPLETION, 'pass'],
    ['Ctrl+Shift+Right selects', { key: 'ArrowRight', modified: true, command: true, shift: true }, COMPLETION, 'pass'],
    ['Ctrl+Right without completion moves the caret', { key: 'ArrowRight', modified: true, command: true }, {}, 'pass'],
    ['Right moves the caret', { key: 'ArrowRight' }, COMPLETION, 'pass'],
    ['Esc drops the completion', { key: 'Escape' }, { ...COMPLETION, answering: true }, 'drop-completion'],
    ['Esc drops a completion that has not arrived', { key: 'Escape' }, WAITING, 'drop-completion'],
    ['Enter sends only the text', { key: 'Enter' }, COMPLETION, 'submit'],
  ];
  it.each(cases)('%s', (_title, press, situation, intent) => check(press, situation, intent));
});

describe('Tab with `premove.complete.tab`', () => {
  const ON = { tabCompletes: true };
  const cases: Case[] = [
    ['asks for a completion at the end of the text', { key: 'Tab' }, { ...ON, text: 'Write' }, 'complete'],
    ['does not ask while it is held', { key: 'Tab', repeat: true }, { ...ON, text: 'Write' }, 'swallow'],
    ['moves the focus if the input is empty', { key: 'Tab' }, ON, 'pass'],
    [
      'moves the focus if the caret is inside the text',
      { key: 'Tab' },
      { ...ON, text: 'Write', caretAtEnd: false },
      'pass',
    ],
    ['moves the focus after a filled suggestion', { key: 'Tab' }, { ...ON, text: 'Write', filled: 'Write' }, 'pass'],
  ];
  it.each(cases)('%s', (_title, press, situation, intent) => check(press, situation, intent));
});

describe('Alt+C', () => {
  const NONE = { code: 'KeyC', ctrlKey: false, metaKey: false, altKey: true, shiftKey: false };
  it.each([
    ['is found by the key’s position', {}, true],
    ['is not C alone', { altKey: false }, false],
    ['is not AltGr+C', { ctrlKey: true }, false],
    ['is not Cmd+Option+C', { metaKey: true }, false],
    ['is not Alt+Shift+C', { shiftKey: true }, false],
    ['is not another key', { code: 'KeyI' }, false],
  ])('%s', (_title, event, expected) => expect(isCompletionKey({ ...NONE, ...event })).toBe(expected));
});

describe('in the input,', () => {
  const NONE = { key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const cases: [title: string, event: Partial<typeof NONE>, onMac: boolean, action: 'undo' | 'redo' | null][] = [
    ['Ctrl+Z undoes', { key: 'z', ctrlKey: true }, false, 'undo'],
    ['Ctrl+Shift+Z redoes', { key: 'Z', ctrlKey: true, shiftKey: true }, false, 'redo'],
    ['Ctrl+Shift+Z with caps lock redoes', { key: 'z', ctrlKey: true, shiftKey: true }, false, 'redo'],
    ['Ctrl+Y redoes', { key: 'y', ctrlKey: true }, false, 'redo'],
    ['Ctrl+Z on a Russian keyboard undoes', { key: 'я', code: 'KeyZ', ctrlKey: true }, false, 'undo'],
    ['Ctrl+Z on a German keyboard undoes', { key: 'z', code: 'KeyY', ctrlKey: true }, false, 'undo'],
    ['Cmd+Z on macOS undoes', { key: 'z', metaKey: true }, true, 'undo'],
    ['Ctrl+Z on macOS does nothing', { key: 'z', ctrlKey: true }, true, null],
    ['Ctrl+Alt+Z does nothing', { key: 'z', ctrlKey: true, altKey: true }, false, null],
    ['z alone neither undoes nor redoes', { key: 'z' }, false, null],
  ];
  it.each(cases)('%s', (_title, event, onMac, action) => expect(undoAction({ ...NONE, ...event }, onMac)).toBe(action));
});

describe('in shell mode,', () => {
  const SHELL = { shell: true, text: 'ls' };
  const cases: Case[] = [
    ['Enter runs the command', { key: 'Enter' }, SHELL, 'run-shell'],
    ['Enter runs the command during an answer', { key: 'Enter' }, { ...SHELL, answering: true }, 'run-shell'],
    [
      'Enter runs the command although a suggestion could be accepted',
      { key: 'Enter' },
      { ...GHOST, ...SHELL },
      'run-shell',
    ],
    ['Shift+Enter breaks the line in a command', { key: 'Enter', shift: true }, SHELL, 'pass'],
    ['a held Enter does not run the command', { key: 'Enter', repeat: true }, SHELL, 'swallow'],
    ['Enter does not run an empty line', { key: 'Enter' }, { ...SHELL, text: ' ' }, 'swallow'],
    ['Esc leaves shell mode if the input has text', { key: 'Escape' }, SHELL, 'leave-shell'],
    [
      'Esc leaves shell mode if the input is empty, and does not stop the answer',
      { key: 'Escape' },
      { ...SHELL, text: '', answering: true },
      'leave-shell',
    ],
    ['Tab moves the focus', { key: 'Tab' }, { ...GHOST, ...SHELL, tabCompletes: true }, 'pass'],
    ['Alt+C does not complete the text', { completes: true }, SHELL, 'swallow'],
    ['Right does not accept a suggestion', { key: 'ArrowRight' }, { ...GHOST, ...SHELL }, 'pass'],
    ['Up shows the previous command', { key: 'ArrowUp' }, { ...SHELL, queued: true, text: '' }, 'older'],
    ['a key of an input method is left to the input method', { key: 'Enter', composing: true }, SHELL, 'pass'],
  ];
  it.each(cases)('%s', (_title, press, situation, intent) => check(press, situation, intent));
});
