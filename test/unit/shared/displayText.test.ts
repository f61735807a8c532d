import { describe, expect, test } from 'vitest';
import { splitHidden, toDisplayText, toEnding, type TextKind } from '../../../src/shared/displayText.ts';

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

describe('splitHidden marks hidden characters, here in brackets, and keeps the rest', () => {
  const check = (kind: TextKind, text: string, shown: string) =>
    expect(
      splitHidden(text, kind)
        .map((piece) => (piece.hidden ? `[${piece.text}]` : piece.text))
        .join(''),
    ).toBe(shown);

  test.each<[TextKind, string, string]>([
    ['block', '', ''],
    ['block', 'plain, räksmörgås, 文件, עברית', 'plain, räksmörgås, 文件, עברית'],
    ['block', 'a\u202elive\u202c b\u200bc', 'a[U+202E]live[U+202C] b[U+200B]c'],
    ['block', '\u200b\u200b\u200b', '[U+200B×3]'],
    ['block', '\u{e0041}\u{e0041}x\ud800', '[U+E0041×2]x[U+D800]'],
    ['block', '\u001b[31mred', '[U+001B][31mred'],
    ['block', 'a\tb\nc\r\nd\r', 'a\tb\nc\r\nd\r'],
    ['block', 'safe\revil', 'safe[U+000D]evil'],
    ['block', 'safe\r\r\nevil', 'safe[U+000D×2]\nevil'],
    ['line', 'npm test\nrm -rf x', 'npm test[U+000A]rm -rf x'],
    ['line', 'a\tb', 'a[U+0009]b'],
    ['block', '✔️ 👩🏽‍💻 1️⃣', '✔️ 👩🏽‍💻 1️⃣'],
    ['block', 'a\u200db\ufe0f', 'a[U+200D]b[U+FE0F]'],
    ['block', '✔️\u200d\u202e', '✔️[U+200D][U+202E]'],
    ['prose', 'a\u202eb\u2066c\u2069\u202a\u202b\u202d', 'a[U+202E]b[U+2066]c[U+2069][U+202A][U+202B][U+202D]'],
    ['prose', 'می\u200cخواهم \u200f\u061c soft\u00adhyphen', 'می\u200cخواهم \u200f\u061c soft\u00adhyphen'],
  ])('%s %j: %j', check);
});

test.each([
  ['Which\n one? ', 'Which one?'],
  ['a'.repeat(20), 'a'.repeat(20)],
  ['Here are many words. Go on?', '… many words. Go on?'],
  ['你'.repeat(30), `… ${'你'.repeat(20)}`],
  [`${'x '.repeat(20)}\u202eno`, `… ${'x '.repeat(8)}\\u{202e}no`],
])('the ending of %j is %j', (text, ending) => expect(toEnding(text, 20)).toBe(ending));
