import { expect, test } from 'vitest';
import { toPlainVimText } from '../../../../src/webview/composer/editor/vimTexts.ts';

test.each([
  ['No match found /zzz/im (set nopcre to use Vim regexps)', 'No match for “zzz”'],
  ['No matches for /a\\/b/ (set nopcre to use vim regexps)', 'No match for “a\\/b”'],
  ['No matches found for pattern: /x/i (set nopcre to use Vim regexps)', 'No match for “x”'],
  ['Found 2 matches for pattern: /x/ (set nopcre to use Vim regexps)', 'Found 2 matches for pattern: /x/'],
  ['(JavaScript regexp: set pcre)', '(regular expression)'],
  ['Not an editor command ":foo"', 'Not an editor command ":foo"'],
])('toPlainVimText removes the names of options from “%s”', (text, plain) => {
  expect(toPlainVimText(text)).toBe(plain);
});
