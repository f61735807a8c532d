import { describe, expect, it, test } from 'vitest';
import { toInsertion } from '../../../src/extension/complete/completionText.ts';

const cases: [title: string, before: string, after: string, answer: string, inserted: string][] = [
  ['keeps an answer that continues the text', 'Write a test for parse', '', 'Age that covers', 'Age that covers'],
  ['keeps the space that begins a word', 'Write a test', '', ' for parseAge', ' for parseAge'],
  ['drops a space after a space', 'Write a test ', '', ' for parseAge', 'for parseAge'],
  ['drops line breaks at the end', 'Write ', '', 'a test\n\n', 'a test'],
  ['keeps line breaks inside', 'Steps:\n', '', '1. build\n2. test', '1. build\n2. test'],
  ['drops a repetition of the whole text', 'Write a test', '', 'Write a test for parseAge', ' for parseAge'],
  ['drops a repetition of the current line', 'Hello\nWrite a', '', 'Write a test', ' test'],
  ['drops a repetition and the space between', 'Write a ', '', 'Write a test', 'test'],
  ['keeps a word that begins like the text', 'no', '', 'not', 'not'],
  ['drops a repetition that ends in the middle of a word', 'Write a te', '', 'Write a test', 'st'],
  ['inserts nothing for a mere repetition', 'Write a test', '', 'Write a test', ''],
  ['drops an announcement', 'Write a ', '', 'Sure, continuing:\ntest', 'test'],
  ['drops a repetition of the text after the caret', 'Write a ', ' for parseAge.', 'test for parseAge.', 'test'],
  ['drops characters that reorder text', 'Write ', '', 'a\u202e test', 'a test'],
  ['keeps emoji and tabs', 'Write ', '', '👩‍👩‍👧\n\tand', '👩‍👩‍👧\n\tand'],
  ['inserts nothing for white space', 'Write ', '', ' \n ', ''],
  ['drops the tags of the request', 'Write a ', '', '<message>test</message>', 'test'],
  ['drops the tags around a repetition', 'Write a ', '', '<message>Write a <caret/>test</message>', 'test'],
  ['drops the tags around everything', 'Write a ', ' now.', '<message>Write a test<caret/> now.</message>', 'test'],
  ['drops the tag of the caret', 'Write a', '', '<caret/> test', ' test'],
  ['drops the text after the last tag', 'Write a ', '', 'test</message>\n\nI added a word.', 'test'],
  ['drops the tags after an announcement', 'Write a ', '', 'Sure, continuing:\n<message>test</message>', 'test'],
  [
    'keeps tags that the user has typed',
    'Why <message> and </message>',
    '',
    ' and not <message>?',
    ' and not <message>?',
  ],
  ['keeps other tags', 'Use ', '', '<b>bold</b> <', '<b>bold</b> <'],
  ['completes the text after a caret at the beginning', '', 'the tests', 'Run ', 'Run'],
];
test.each(cases)('a completion %s', (_, before, after, answer, inserted) =>
  expect(toInsertion(answer, { before, after }, true)).toBe(inserted),
);

describe('a streamed completion', () => {
  it.each(cases)('only grows: it %s', (_, before, after, answer) => {
    const shown = Array.from(answer, (_character, index) =>
      toInsertion(answer.slice(0, index + 1), { before, after }, false),
    );
    for (const [index, text] of shown.entries()) expect(text.startsWith(shown[index - 1] ?? '')).toBe(true);
  });
});
