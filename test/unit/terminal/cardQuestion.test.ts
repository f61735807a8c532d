import { describe, expect, it } from 'vitest';
import { isSendable, MAX_QUESTION, toCardQuestion, toCardText } from '../../../src/extension/terminal/cardQuestion.ts';
import type { ModelQuestion } from '../../../src/extension/terminal/modelReading.ts';

const question = (patch: Partial<ModelQuestion>): ModelQuestion => ({
  text: 'Which one?',
  messageType: 'choice',
  options: [],
  fingerprint: null,
  lastAction: null,
  isComplete: true,
  ...patch,
});
const sentBy = (patch: Partial<ModelQuestion>): string[] =>
  toCardQuestion(question(patch)).choices.map(({ send }) => send);

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
  it('is not the question itself', () => expect(toCardText('a\nWhich one?')).toBe('a\nWhich one?'));
});

describe('toCardQuestion', () => {
  it('offers the keys of a list in the question, and removes the list from the text', () => {
    const card = toCardQuestion(
      question({ text: '用途？\nA) 学习项目\nB) 作品集\n\n回复字母选择', options: ['学习项目', '作品集'] }),
    );
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

  it('offers whole options without keys', () =>
    expect(sentBy({ options: ['Extend it', 'Rewrite it'] })).toEqual(['Extend it', 'Rewrite it']));

  it('offers y and n for a confirmation', () => expect(sentBy({ messageType: 'confirmation' })).toEqual(['y', 'n']));

  it('has a text field for an open question', () =>
    expect(toCardQuestion(question({ messageType: 'open_ended' }))).toMatchObject({ isOpen: true, choices: [] }));

  it('offers nothing for a question that is only partly visible', () =>
    expect(toCardQuestion(question({ messageType: 'confirmation', isComplete: false }))).toMatchObject({
      isPartial: true,
      isOpen: false,
      choices: [],
    }));

  it('cuts the question at 500 characters', () =>
    expect(toCardQuestion(question({ text: 'x'.repeat(600) })).text).toHaveLength(MAX_QUESTION));

  it.each([
    ['a line break', 'yes\nrm -rf ~'],
    ['a carriage return', 'yes\rrm -rf ~'],
    ['an escape sequence', 'yes\x1b[A'],
    ['a hidden character', 'ye\u200bs'],
    ['text with a reversed direction', '\u202eexe.txt'],
    ['a command of the shell', '! rm -rf ~'],
    ['a command of the agent', '/permissions allow all'],
    ['a very long text', 'x'.repeat(300)],
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
