import { expect, test } from 'vitest';
import { toPromptText } from '../../../../src/extension/chat/composer/promptChips.ts';

test.each([
  ['keeps text and inner line breaks', 'one\n\ttwo', 'one\n\ttwo'],
  ['replaces Windows line breaks', 'one\r\ntwo', 'one\ntwo'],
  ['removes control characters', 'a\u0007b\u001b[31mc\u009bd\u0000', 'ab[31mcd'],
  ['removes outer white space', '  do it \n', 'do it'],
  ['returns an empty text for white space', ' \n\t ', ''],
  ['keeps emoji and joined characters whole', '👩‍👩‍👧 ünïcode', '👩‍👩‍👧 ünïcode'],
])('toPromptText %s', (_name, raw, expected) => {
  expect(toPromptText(raw)).toBe(expected);
});
