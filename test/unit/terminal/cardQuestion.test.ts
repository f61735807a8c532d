import { describe, expect, it } from 'vitest';
import { isSendable, MAX_QUESTION, toCardQuestion, toCardText } from '../../../src/extension/terminal/cardQuestion.ts';
import type { ModelQuestion } from '../../../src/extension/terminal/modelReader/modelReading.ts';

const question = (patch: Partial<ModelQuestion>): ModelQuestion => ({
  text: 'Which one?',
  messageType: 'choice',
  options: [],
  fingerprint: null,
  lastAction: null,
  isComplete: true,
  ...patch,
});
/** By default, the screen shows the question and its options. */
const cardOf = (patch: Partial<ModelQuestion>, screen?: string) => {
  const read = question(patch);
  return toCardQuestion(read, (screen ?? [read.text, ...read.options].join('\n')).split('\n'));
};
const sentBy = (patch: Partial<ModelQuestion>, screen?: string): string[] =>
  cardOf(patch, screen).choices.map(({ send }) => send);

describe('the reply line', () => {
  it.each([
    ['项目用途？\nA) 学习\n\n回复字母选择', '项目用途？\nA) 学习'],
    ['继续吗？\n回复 y/n', '继续吗？'],
    ['Which?\n\nReply with the letter or number', 'Which?'],
    ['Go on?\nReply y/n', 'Go on?'],
    ['名字？\n回复内容', '名字？'],
  ])('of %j is removed', (message, text) => expect(toCardText(message)).toBe(text));

  it('and lines of only horizontal rules are removed', () => {
    const rule = '╌'.repeat(40);
    const text = `Run it\n ${rule}\n─ npm test ─\n${'─'.repeat(8)}\n${'━━━ ═══ ┄┄┄'}\nProceed?\n${rule}`;
    expect(toCardText(text)).toBe('Run it\n─ npm test ─\nProceed?');
  });
  it('stays if it is the whole message', () => expect(toCardText('Reply y/n')).toBe('Reply y/n'));
  it('does not include the question itself', () => expect(toCardText('a\nWhich one?')).toBe('a\nWhich one?'));
});

describe('toCardQuestion', () => {
  it('offers the keys of a list in the question, and removes the list from the text', () => {
    const card = cardOf({ text: '用途？\nA) 学习项目\nB) 作品集\n\n回复字母选择', options: ['学习项目', '作品集'] });
    expect(card).toMatchObject({
      text: '用途？',
      choices: [
        { send: 'A', enter: true, label: '学习项目' },
        { send: 'B', enter: true, label: '作品集' },
      ],
      isOpen: false,
    });
  });

  it('reads the keys from the options, or from the question if there are no options', () => {
    expect(sentBy({ options: ['1. Extend', '2. Rewrite'] })).toEqual(['1', '2']);
    expect(sentBy({ text: 'Which?\n1) Extend\n2) Rewrite' })).toEqual(['1', '2']);
  });

  it('offers the whole text of options that have no keys', () =>
    expect(sentBy({ options: ['Extend it', 'Rewrite it'] })).toEqual(['Extend it', 'Rewrite it']));

  it('offers y and n for a confirmation', () =>
    expect(sentBy({ messageType: 'confirmation' }, 'Go on? [Y/n]')).toEqual(['y', 'n']));

  it('has a text field for an open question', () =>
    expect(cardOf({ messageType: 'open_ended' })).toMatchObject({ isOpen: true, choices: [], unanswerable: null }));

  it('offers nothing for a question that is only partly visible', () =>
    expect(cardOf({ messageType: 'confirmation', isComplete: false }, 'Go on? [Y/n]')).toMatchObject({
      isPartial: true,
      isOpen: false,
      choices: [],
      unanswerable: null,
    }));

  it('cuts the question to 500 characters and keeps its end', () => {
    const { text } = cardOf({ text: `The plan:${' x'.repeat(400)} Shall I start?` });
    expect(text.length).toBeLessThanOrEqual(MAX_QUESTION);
    expect(text).toMatch(/^The plan: x.*…x.* Shall I start\?$/);
  });

  it.each([
    ['A) and B)', ['A) Extend', 'B) Rewrite'], 'Which?  A) Extend  B) Rewrite'],
    ['other marks', ['1) Extend it', '2) Rewrite it'], '│ ❯ 1. Extend │\n│      it     │\n│   2. Rewrite it │'],
    [
      'brackets',
      ['[A] 学习', '[B] 作品'],
      '项目用途？（A）学习（B）作品'.replaceAll(/[（）]/g, (at) => (at === '（' ? '(' : ')')),
    ],
    ['bare keys', ['y', 'n', 'a'], 'Apply? (Y/n/a)'],
    ['words', ['是', '否'], '继续吗？是/否'],
  ])('offers options that the screen shows with %s', (_, options, screen) =>
    expect(sentBy({ options }, screen)).toHaveLength(options.length),
  );

  it.each([
    ['another text', ['rm -rf /', 'y'], 'Tell me what you think'],
    ['another text for one option', ['yes', 'no'], 'Go on (yes/cancel)?'],
    ['a part of a word', ['y', 'n'], 'Try any'],
    ['a part of a longer word', ['yes', 'no'], 'yes, I know'],
    ['other keys', ['A) Extend', 'B) Rewrite'], 'A) Rewrite\nB) Extend'],
    ['no keys', ['1. Extend', '2. Rewrite'], 'Extend or Rewrite, 1 or 2?'],
  ])('offers nothing if the screen shows %s', (_, options, screen) =>
    expect(cardOf({ options }, screen)).toMatchObject({
      choices: [],
      isOpen: false,
      isPartial: false,
      unanswerable: 'unclear',
    }),
  );

  it.each([
    ['in its line', 'A) Extend and delete all\nB) Stop', ['Extend and delete all', 'Stop']],
    [
      'in the next lines',
      '│ ❯ A) Extend     │\n│      and delete │\n│      all        │\n│   B) Stop       │',
      ['Extend and delete all', 'Stop'],
    ],
    [
      'until a blank line',
      'A) Extend\n   and delete\n\n   the plan\nB) Stop\nEnter to confirm',
      ['Extend and delete', 'Stop'],
    ],
    ['until the next option of the line', 'Which? A) Extend and delete / (B) Stop', ['Extend and delete', 'Stop']],
    [
      'in its line, and not in a later sentence with its key',
      'A) Extend and delete\nB) Stop\nOr say A) Extend',
      ['Extend and delete', 'Stop'],
    ],
  ])('shows the whole text of an option that the model has shortened: it continues %s', (_, screen, labels) =>
    expect(cardOf({ options: ['A) Extend', 'B) Stop'] }, screen).choices.map(({ label }) => label)).toEqual(labels),
  );

  it.each([
    ['without their letters', ['staging', 'nothing'], '│ A) staging with the data │\n│ B) nothing at all │'],
    ['to their letters', ['a', 'B'], 'A) staging with the data\nB) nothing at all'],
    ['of which only one is in the list', ['staging', 'other'], 'A) staging with the data\nother'],
  ])('offers no answers if the model has shortened options %s', (_, options, screen) =>
    expect(cardOf({ options }, screen)).toMatchObject({ choices: [], unanswerable: 'unclear' }),
  );

  it('types an option that is also the beginning of another option', () => {
    const screen = "1. Yes\n2. Yes, and don't ask again\n3. No";
    expect(sentBy({ options: ['Yes', 'No'] }, screen)).toEqual(['Yes', 'No']);
  });

  it.each([
    ['• No errors were found.\nContinue? (Yes/No)', ['Yes', 'No']],
    [
      ['1. Yes, all', ...Array.from({ length: 20 }, () => 'ok'), 'Delete the backups? (Yes/No)'].join('\n'),
      ['Yes', 'No'],
    ],
  ])('types whole words although other text of the screen begins with them', (screen, options) =>
    expect(sentBy({ options }, screen)).toEqual(options),
  );

  it('keeps a list in the question that is not the list of the offered answers', () => {
    const text = 'I will:\n1. Delete the old database\nA) Push to main\nContinue?\nA) Yes\nB) No';
    expect(cardOf({ text, options: ['A) Yes', 'B) No'] }, text)).toMatchObject({
      text: 'I will:\n1. Delete the old database\nA) Push to main\nContinue?',
      choices: [
        { send: 'A', label: 'Yes' },
        { send: 'B', label: 'No' },
      ],
    });
  });

  it('offers no answers if the screen continues a shortened option beyond the limit', () =>
    expect(cardOf({ options: ['A) Extend', 'B) Stop'] }, `A) Extend ${'and more '.repeat(30)}\nB) Stop`)).toMatchObject(
      {
        choices: [],
        unanswerable: 'long',
      },
    ));

  it('offers no y and n for a confirmation if the screen does not', () =>
    expect(sentBy({ messageType: 'confirmation' }, 'Format the disk?')).toEqual([]));

  it('offers no answers if the card cuts the question', () => {
    const [short, long] = [200, 600].map((length) =>
      cardOf({ text: 'x'.repeat(length), messageType: 'confirmation' }, 'Proceed? [y/n]'),
    );
    expect(short).toMatchObject({ choices: [{ send: 'y' }, { send: 'n' }], unanswerable: null });
    expect(long).toMatchObject({ choices: [], isPartial: false, unanswerable: 'long' });
  });

  it.each([
    ['in a script without spaces', `保留${'学习项目的全部内容'.repeat(40)}`.slice(0, 300)],
    ['and a word ends at the limit', `${'ab '.repeat(66)}ab ${'delete it '.repeat(10)}`.slice(0, 300)],
  ])('offers no answers if the text of a keyed option is longer than the limit, %s', (_, long) => {
    const listed = { text: `Which one?\nA) ${long}\nB) Stop`, options: [`A) ${long}`, 'B) Stop'] };
    const card = { text: listed.text, choices: [], isOpen: false, isPartial: false, unanswerable: 'long' };
    expect(cardOf(listed)).toMatchObject(card);
    expect(cardOf({ ...listed, options: [] })).toMatchObject(card);
    expect(cardOf({ ...listed, options: [long, 'Stop'] })).toMatchObject(card);
  });

  it('shows the whole text of a keyed option of 200 characters', () => {
    const label = `${'ab '.repeat(66)}ab`;
    expect(cardOf({ options: [`A) ${label}`, 'B) Stop'] }).choices).toMatchObject([
      { send: 'A', label },
      { send: 'B' },
    ]);
    expect(label).toHaveLength(200);
  });

  it('offers no answers if an option without a key is longer than the limit', () =>
    expect(cardOf({ options: ['no', 'x'.repeat(300)] })).toMatchObject({ choices: [], unanswerable: 'long' }));

  it.each([
    ['a line break', 'yes\nrm -rf ~'],
    ['a carriage return', 'yes\rrm -rf ~'],
    ['an escape sequence', 'yes\x1b[A'],
    ['a hidden character', 'ye\u200bs'],
    ['text with a reversed direction', '\u202eexe.txt'],
    ['a command of the shell', '! rm -rf ~'],
    ['a command of the agent', '/permissions allow all'],
  ])('offers nothing if an option has %s', (_, option) => expect(sentBy({ options: ['no', option] })).toEqual([]));
});

it.each([
  ['y', true],
  ['use the 👩‍👩‍👧 emoji', true],
  ['', false],
  [' y', false],
  ['a\nb', false],
  ['a\u0003', false],
  ['a\u2028b', false],
])('isSendable(%j) is %s', (text, expected) => expect(isSendable(text)).toBe(expected));
