import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TerminalText, toPlainText, withoutColors } from '../../../src/extension/text/terminalText.ts';

describe('toPlainText', () => {
  test.each<[string, string, string]>([
    ['plain text', 'one\ntwo\n', 'one\ntwo\n'],
    ['colors', '\x1b[1;31merror\x1b[0m: no\n', 'error: no\n'],
    ['a title and a link', '\x1b]0;title\x07\x1b]8;;http://a\x1b\\text\x1b]8;;\x1b\\\n', 'text\n'],
    ['a device control string', 'a\x1bPq#0;2\x1b\\b', 'ab'],
    ['a charset and a keypad mode', '\x1b(B\x1b=x\x1b>', 'x'],
    ['line ends of Windows', 'one\r\ntwo\r\n', 'one\ntwo\n'],
    ['a progress bar', ' 10%\r 50%\r100%\ndone\n', '100%\ndone\n'],
    ['a progress bar that is erased at the end', ' 10%\r 50%\r\x1b[Kdone\n', 'done\n'],
    ['a carriage return after which nothing is overwritten', '50%\r\nnext', '50%\nnext'],
    ['a progress bar without a line end', '10%\r50%\r', '50%'],
    ['bold text of manual pages', 'N\bNA\bAM\bME\bE\n', 'NAME\n'],
    ['bells and other controls', 'a\x07b\x00c\x7fd\x9be\n', 'abcde\n'],
    ['tabs', 'a\tb\n', 'a\tb\n'],
    ['an unfinished sequence', 'a\x1b]0;tit', 'a'],
    ['backspaces at the beginning of a line', '\b\bab\b\n', 'a\n'],
  ])('converts %s', (_title, written, shown) => {
    expect(toPlainText(written)).toBe(shown);
  });
});

/** Converts a complete text, and keeps its colors. */
function paint(text: string): string {
  const terminal = new TerminalText();
  return terminal.push(text) + terminal.end();
}

describe('colors', () => {
  test.each<[string, string, string]>([
    ['stay in the text', '\x1b[1;31merror\x1b[0m: no\n', '\x1b[1;31merror\x1b[0m: no\n'],
    ['of a palette stay in the text', '\x1b[38:5:208mx\x1b[m', '\x1b[38:5:208mx\x1b[m'],
    ['stay, unlike other sequences', '\x1b[2J\x1b[32ma\x1b[1A\x1b]0;t\x07b\x1b[?25l', '\x1b[32mab'],
    ['of overwritten text continue in the new text', '\x1b[32m10%\r50%\n', '\x1b[32m50%\n'],
    ['of overwritten text end at a reset', '\x1b[31m10%\x1b[0m\r50%\n', '\x1b[0m50%\n'],
    ['are not erased by a backspace', 'a\x1b[1mb\b\x1b[0mc\n', 'a\x1b[1m\x1b[0mc\n'],
    ['are not recognized if a control character splits the sequence', '\x1b\x07[31mred\n', '[31mred\n'],
    ['are dropped if their sequence is too long', `\x1b[${'1;'.repeat(50)}mx\n`, 'x\n'],
  ])('%s', (_title, written, painted) => expect(paint(written)).toBe(painted));

  test('do not accumulate in a line that is overwritten again and again', () => {
    const text = new TerminalText();
    for (let count = 0; count < 1000; count += 1) text.push(`\x1b[3${count % 8}m${count}\r`);
    expect(text.end().length).toBeLessThan(100);
  });
});

test('the result does not depend on how the output is split into pieces', () => {
  const atom = fc.constantFrom(
    '\x1b[31m',
    '\x1b]0;t\x07',
    '\x1b]8;;x\x1b\\',
    '\r',
    '\n',
    '\b',
    'a',
    'word',
    '🙂',
    '\t',
    '\x07',
  );
  fc.assert(
    fc.property(fc.array(atom, { maxLength: 40 }), fc.array(fc.nat(30), { maxLength: 12 }), (atoms, lengths) => {
      const whole = atoms.join('');
      const text = new TerminalText();
      let shown = '';
      let at = 0;
      for (const length of lengths) {
        shown += text.push(whole.slice(at, at + length));
        at += length;
      }
      shown += text.push(whole.slice(at)) + text.end();
      expect(withoutColors(shown)).toBe(toPlainText(whole));
    }),
  );
});

test('TerminalText keeps the last line in `unfinished` while the line has no end', () => {
  const text = new TerminalText();
  expect(text.push('one\nPass')).toBe('one\n');
  expect(text.unfinished).toBe('Pass');
  expect(text.push('word: \r')).toBe('');
  expect(text.unfinished).toBe('Password: ');
});

test('TerminalText overwrites a line if its carriage return and color came in the piece before', () => {
  const text = new TerminalText();
  expect(text.push('old\r\x1b[31m')).toBe('');
  expect(text.push('new\n')).toBe('\x1b[31mnew\n');
});

test('TerminalText returns a line without an end in several pieces', () => {
  const text = new TerminalText();
  let shown = '';
  for (let count = 0; count < 100; count += 1) shown += text.push('x'.repeat(10_000));
  expect(shown.length).toBeGreaterThan(900_000);
  expect(shown.length + text.end().length).toBe(1_000_000);
});

test('TerminalText treats a sequence that never ends as text', () => {
  const text = new TerminalText();
  expect((text.push(`\x1b]0;${'x'.repeat(10_000)}\n`) + text.end()).length).toBeGreaterThan(10_000);
});
