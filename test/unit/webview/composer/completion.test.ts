import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import {
  follow,
  withText,
  isUsedUp,
  nextWord,
  restOf,
  type Completion,
} from '../../../../src/webview/composer/completion.ts';

const COMPLETION: Completion = {
  id: 'c1',
  before: 'Write a ',
  after: ' now',
  text: 'test for it',
  used: 0,
  isWhole: true,
  isAsked: true,
};
/** The gray text after the input has become `text`, where `|` is the caret; null if the completion is dropped. */
const restAfter = (text: string, completion = COMPLETION): string | null => {
  const next = follow(completion, { text: text.replace('|', ''), caret: text.indexOf('|') });
  return next && restOf(next);
};

test.each([
  ['the next characters of the completion are typed', 'Write a te| now', 'st for it'],
  ['nothing has changed', 'Write a | now', 'test for it'],
  ['all of it is typed', 'Write a test for it| now', ''],
  ['another character is typed', 'Write a x| now', null],
  ['a wrong character is typed after characters of the completion', 'Write a tex| now', null],
  ['more than the completion is typed', 'Write a test for it!| now', null],
  ['a character before the caret is deleted', 'Write a| now', null],
  ['the text after the caret is changed', 'Write a | no', null],
  ['the caret is moved', 'Write| a  now', null],
  ['the input is emptied', '|', null],
])('if %s (%s), the rest of the completion is %j (null: it is dropped)', (_, text, rest) =>
  expect(restAfter(text)).toBe(rest),
);

it('a selection drops a completion', () => {
  expect(follow(COMPLETION, { text: 'Write a  now', caret: null })).toBeNull();
});

it('the deletion of a typed character of the completion drops the completion', () => {
  expect(restAfter('Write a t| now', { ...COMPLETION, used: 2 })).toBeNull();
});

it('a completion that is still arriving grows only if the new text continues the typed text', () => {
  const streaming = { ...COMPLETION, text: 'te', used: 2, isWhole: false };
  expect(isUsedUp(streaming)).toBe(false);
  const grown = withText(streaming, 'test', true);
  expect(grown && restOf(grown)).toBe('st');
  expect(withText(streaming, 'ta', true)).toBeNull();
  expect(withText(streaming, 't', true)).toBeNull();
});

test.each([
  ['negative numbers, empty', 'negative'],
  [' numbers, empty', ' numbers'],
  [', empty', ','],
  ['\n\n1. build', '\n\n1'],
  ['l’été', 'l’été'],
  ['测试和文档', '测试'],
  ['👩‍👩‍👧 and', '👩‍👩‍👧'],
  ['e\u0301te\u0301 rest', 'e\u0301te\u0301'],
  [' ', ' '],
  ['', ''],
])('the next word of %j is %j', (text, word) => expect(nextWord(text)).toBe(word));

it('the next words, taken one after another, give the whole text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      let rest = text;
      for (let words = 0; rest !== ''; words += 1) {
        expect(words).toBeLessThanOrEqual(text.length);
        const word = nextWord(rest);
        expect(word).not.toBe('');
        expect(rest.startsWith(word)).toBe(true);
        rest = rest.slice(word.length);
      }
    }),
  );
});
