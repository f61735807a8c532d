import { expect, test } from 'vitest';
import { findContext } from '../../../../src/extension/chat/conversation/searchContext.ts';

const LONG = `${'before '.repeat(40)}the needle is here ${'after '.repeat(80)}`;

test.each([
  ['the whole of a short text', ['A needle.'], ['needle'], 'A needle.'],
  ['the text without its line breaks', ['a\n  needle\n\nin hay'], ['needle'], 'a needle in hay'],
  ['the text that contains all words', ['needle', 'a needle in the hay'], ['needle', 'hay'], 'a needle in the hay'],
  [
    'the text with the first word, if no text contains all words',
    ['some hay', 'a needle'],
    ['needle', 'hay'],
    'a needle',
  ],
  ['nothing, if a word is missing', ['a needle'], ['needle', 'hay'], null],
])('findContext finds %s', (_, texts, words, context) => expect(findContext(texts, words)).toBe(context));

test('a match in a long text is returned with the words before and after it', () => {
  const context = findContext([LONG], ['needle']) ?? '';
  expect(context).toMatch(/^…(before )+the needle is here (after )+.*…$/);
  expect(context.length).toBeLessThan(170);
});

test('an excerpt contains its match after many letters that are longer in lower case', () => {
  const text = `${'İ'.repeat(400)} the needle is here ${'after '.repeat(80)}`;
  expect(findContext([text], ['needle'])).toMatch(/^…the needle is here (after )+/);
  expect(findContext([`${'İ'.repeat(400)} hay`], ['İ'.toLowerCase(), 'hay'])).toMatch(/^İ+…$/);
});
