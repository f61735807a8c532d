import { expect, test } from 'vitest';
import { toDisplayText } from '../../../src/extension/tools/displayText.ts';

test.each([
  ['src/a b.ts', 'src/a b.ts'],
  ['räksmörgås/文件.md', 'räksmörgås/文件.md'],
  ['C:\\Users', 'C:\\Users'],
  ['a\u202etxt.exe', 'a\\u{202e}txt.exe'],
  ['\u2066a\u2069', '\\u{2066}a\\u{2069}'],
  ['package\u200b.json', 'package\\u{200b}.json'],
  ['\ufeffa', '\\u{feff}a'],
  ['a\u0085b\u009b31m', 'a\\u{85}b\\u{9b}31m'],
  ['a\nb\u2028c', 'a\\u{a}b\\u{2028}c'],
  ['\u{e0041}', '\\u{e0041}'],
  ['\ud800', '\\u{d800}'],
  ['\u3164', '\\u{3164}'],
])('%j is shown as %j', (text, shown) => {
  expect(toDisplayText(text)).toBe(shown);
  expect(toDisplayText(shown)).toBe(shown);
});
