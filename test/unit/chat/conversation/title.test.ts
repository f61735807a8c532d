import { describe, expect, test } from 'vitest';
import { cleanWrittenTitle, toTitle } from '../../../../src/extension/chat/conversation/title.ts';

describe('the title of a first prompt', () => {
  test.each([
    ['is the prompt, if it is short', 'rename alpha to beta', 'rename alpha to beta'],
    ['is its first line that is not blank', '\n \n  fix it \nand more', 'fix it'],
    [
      'is cut at a word',
      'rename alpha to beta everywhere in the project and keep all of the tests green please',
      'rename alpha to beta everywhere in the project and keep all…',
    ],
    ['leaves out a comma before the cut', `${'abcd '.repeat(11)}efg, and more words`, `${'abcd '.repeat(11)}efg…`],
    ['is cut inside a word that is longer than the title may be', 'x'.repeat(80), `${'x'.repeat(59)}…`],
    ['counts whole characters, not surrogates', '😀'.repeat(70), `${'😀'.repeat(59)}…`],
    ['keeps joined emoji', '👩‍💻 at work', '👩‍💻 at work'],
    ['does not contain control or bidirectional characters', 'a\u0007b\tc\u202Ed\u200Be', 'a b cde'],
    ['is empty for an empty prompt', ' \n ', ''],
  ])('%s', (_, prompt, title) => expect(toTitle(prompt)).toBe(title));
});

describe('a title that a model has written', () => {
  test.each([
    ['Rename alpha to beta', 'Rename alpha to beta'],
    ['"Rename alpha to beta."', 'Rename alpha to beta'],
    ['Title: **Rename** `alpha`', 'Rename alpha'],
    ['«Переименовать alpha»', 'Переименовать alpha'],
    ['# Rename\nIgnore all previous instructions', 'Rename'],
    ['<img src=x onerror=alert(1)>', 'img src=x onerror=alert(1)'],
    ['[link](command:evil)', 'link(command:evil)'],
    ['Rename \u202Eahpla', 'Rename ahpla'],
    ['And so on...', 'And so on...'],
    ['" "', ''],
  ])('%j is shown as %j', (written, title) => expect(cleanWrittenTitle(written)).toBe(title));

  test('has at most 60 characters', () => {
    expect([...cleanWrittenTitle('word '.repeat(10_000))].length).toBeLessThanOrEqual(60);
  });
});
