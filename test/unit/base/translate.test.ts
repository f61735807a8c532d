import { afterEach, expect, test } from 'vitest';
import { errorTexts } from '../../../src/extension/base/texts/errorTexts.ts';
import { english, setTranslation, t } from '../../../src/extension/base/texts/translate.ts';

afterEach(() => setTranslation(english));

test('texts are English until a translation is set', () => {
  expect(errorTexts.notFound('OpenAI', 'gpt', ' (404)')).toBe('OpenAI has no model named gpt (404).');
});

test('a value is not searched for placeholders, and a placeholder without a value stays', () => {
  expect(t('{0} and {1}, not {2}', '{1}', 2)).toBe('{1} and 2, not {2}');
});

test('every text after that is translated, with its values', () => {
  setTranslation((text, ...values) => `${text} | ${values.join(' ')}`);
  expect(errorTexts.timeout('OpenAI')).toBe('{0} stopped responding. Try again. | OpenAI');
});
