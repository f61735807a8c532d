import { describe, expect, test } from 'vitest';
import {
  booleanField,
  listField,
  OTHER,
  parseFrontMatter,
  textField,
  type FieldValue,
} from '../../../src/extension/instructions/frontMatter.ts';

function parse(...lines: readonly string[]) {
  const result = parseFrontMatter(['---', ...lines, '---', 'Body.'].join('\n'));
  if (result.kind === 'malformed') throw new Error(result.problem);
  return result;
}

function problemOf(text: string): string {
  const result = parseFrontMatter(text);
  return result.kind === 'malformed' ? result.problem : 'none';
}

describe('the front matter', () => {
  test.each<[what: string, lines: string[], value: FieldValue]>([
    ['a text', ['f: Reviews a change'], 'Reviews a change'],
    ['a text with a colon', ['f: Use when: the user asks'], 'Use when: the user asks'],
    ['a comment after a text', ['f: text # a comment'], 'text'],
    ['a hash inside a word', ['f: C# and F#'], 'C# and F#'],
    ['double quotes', ['f: "a \\"b\\" \\u00e9\\n# c" # d'], 'a "b" é\n# c'],
    ['single quotes', ["f: 'it''s # fine'"], "it's # fine"],
    ['an empty value', ['f:'], ''],
    ['null', ['f: null'], ''],
    ['a boolean', ['f: true'], true],
    ['a boolean in quotes', ['f: "false"'], 'false'],
    ['a number', ['f: 3.10'], '3.10'],
    ['a list in brackets', ['f: [read, "a, b", \'c\']'], ['read', 'a, b', 'c']],
    ['a list in brackets over several lines', ['f: [', '  read,', '  edit', ']'], ['read', 'edit']],
    ['an empty list', ['f: []'], []],
    ['a list below the field', ['f:', '  - "src/**"', '  - test/**  # tests'], ['src/**', 'test/**']],
    ['a list that is not indented', ['f:', '- a', '', '- b'], ['a', 'b']],
    ['globs as Cursor writes them', ['f: *.ts,**/*.tsx'], '*.ts,**/*.tsx'],
    ['a hint as Claude Code documents it', ['f: [issue] [priority]'], '[issue] [priority]'],
    ['a text over several lines', ['f: one', '  two'], 'one two'],
    ['a block that keeps its lines', ['f: |', '  one', '    # two', '', '  three'], 'one\n  # two\n\nthree'],
    ['a block that joins its lines', ['f: >-', '  one', '  two', '', '  three'], 'one two\nthree'],
    ['nested fields', ['f:', '  author: me', '  version: "1"'], OTHER],
    ['a list of fields', ['f:', '  - label: Start', '    agent: x'], OTHER],
    ['fields in braces', ['f: { a: 1 }'], OTHER],
  ])('reads %s', (_what, lines, value) => {
    expect(parse('before: 1', ...lines, 'after: 2').fields).toEqual(
      new Map<string, FieldValue>([
        ['before', '1'],
        ['f', value],
        ['after', '2'],
      ]),
    );
  });

  test('does not change the rest of the file or its line ends', () => {
    const result = parseFrontMatter('---\r\nname: a\r\n---\r\n# Title\r\n\r\n---\r\nmore\r\n');
    expect(result).toMatchObject({ kind: 'parsed', body: '# Title\r\n\r\n---\r\nmore\r\n' });
  });

  test.each([
    ['no front matter', '# Title\n---\na: b\n---\n'],
    ['a blank first line', '\n---\na: b\n---\n'],
    ['an empty file', ''],
  ])('has no fields in a file with %s', (_what, text) => {
    expect(parseFrontMatter(text)).toEqual({ kind: 'parsed', fields: new Map(), body: text });
  });

  test('names the line that is malformed', () => {
    expect(problemOf('---\nname: a\nno field\n---\n')).toBe(
      'the front matter is malformed in line 3: expected “name: value”',
    );
  });

  test.each([
    ['has no end', '---\nname: a\n', 'the closing --- is missing'],
    ['has too many lines', `---\n${'a: b\n'.repeat(300)}---\n`, 'it is too long'],
    ['has too long lines', `---\na: ${'x'.repeat(30_000)}\n---\n`, 'it is too long'],
    ['sets a field twice', '---\na: 1\na: 2\n---\n', 'a is set twice'],
    ['is indented with a tab', '---\na:\n\t- b\n---\n', 'a tab cannot indent a line'],
    ['has a quotation without an end', '---\na: "b\n---\n', 'a quoted text has no end, or text follows it'],
    ['has text after a quotation', "---\na: 'b' c\n---\n", 'a quoted text has no end, or text follows it'],
    ['has a list without an end', '---\na: [b, c\n---\n', 'a list has no end, or an item is not a text'],
    ['is JSON', '---\n{"a": 1}\n---\n', 'expected “name: value”'],
  ])('is malformed if it %s', (_what, text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });

  test('is parsed without backtracking if it is hostile', () => {
    for (const part of ['"', "'", '[', '\\', '- ', ' #', '[a,', '"\\']) {
      const text = `---\na: ${part.repeat(18_000 / part.length)}\n---\n`;
      expect(['parsed', 'malformed']).toContain(parseFrontMatter(text).kind);
    }
  });

  test('has fields with the names of built-in properties like any others', () => {
    const { fields } = parse('__proto__: a', 'constructor: b');
    expect(fields.get('constructor')).toBe('b');
    expect(parse('a: b').fields.get('constructor')).toBeUndefined();
  });
});

describe('a field', () => {
  test('is a list, whether it is written as a list or with commas', () => {
    expect(listField(parse('f: a, Bash(git add:*, git rm:*), {b,c}/**'), 'f')).toEqual([
      'a',
      'Bash(git add:*, git rm:*)',
      '{b,c}/**',
    ]);
    expect(listField(parse('f: [a, b]'), 'f')).toEqual(['a', 'b']);
    expect(listField(parse('g: a'), 'f')).toBeUndefined();
  });

  test('is a boolean, also as a text', () => {
    expect(booleanField(parse('f: true'), 'f')).toBe(true);
    expect(booleanField(parse('f: "false"'), 'f')).toBe(false);
    expect(booleanField(parse('f: yes'), 'f')).toBeUndefined();
  });

  test('is not a text if it is empty or of another type', () => {
    expect(textField(parse('f: a'), 'f')).toBe('a');
    expect(textField(parse('f:'), 'f')).toBeUndefined();
    expect(textField(parse('f: [a]'), 'f')).toBeUndefined();
  });
});
