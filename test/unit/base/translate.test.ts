import { afterEach, expect, test } from 'vitest';
import { errorTexts } from '../../../src/extension/base/texts/errorTexts.ts';
import { grepTexts } from '../../../src/extension/base/texts/toolTexts.ts';
import { english, setTranslation, t } from '../../../src/extension/base/texts/translate.ts';

afterEach(() => setTranslation(english));

test('t returns English texts until a translation is set', () => {
  expect(errorTexts.notFound('OpenAI', 'gpt', ' (404)')).toBe('OpenAI has no model named gpt (404).');
});

test('t ignores placeholders inside a value, and keeps a placeholder without a value', () => {
  expect(t('{0} and {1}, not {2}', '{1}', 2)).toBe('{1} and 2, not {2}');
});

test('t passes each text and its values to the translation once one is set', () => {
  setTranslation((text, ...values) => `${text} | ${values.join(' ')}`);
  expect(errorTexts.timeout('OpenAI')).toBe('{0} stopped responding. Try again. | OpenAI');
});

test('t translates the words about a tool each time they are read', () => {
  expect(grepTexts().words.past).toBe('searched');
  setTranslation((text) => text.toUpperCase());
  expect(grepTexts().words).toMatchObject({ label: 'SEARCH', past: 'SEARCHED', several: '{} TIMES' });
});
