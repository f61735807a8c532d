import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseJsonAnswer } from '../../../src/extension/background/jsonAnswer.ts';

const schema = z.object({ next: z.string() });

function check(text: string, next: string | null): void {
  const expected = next === null ? { kind: 'malformed' } : { kind: 'value', value: { next } };
  expect(parseJsonAnswer(text, schema)).toEqual(expected);
}

test.each<[string, string, string | null]>([
  ['reads plain JSON', '{"next":"go"}', 'go'],
  ['reads JSON in white space', '\n {"next": "go"}\n', 'go'],
  ['reads JSON in a fence', '```json\n{"next": "go"}\n```', 'go'],
  ['reads JSON after a preamble with a brace', 'In {braces}: {"next": "go"} as asked.', 'go'],
  [
    'reads the last of several objects, because the model may write a draft first',
    '{"next":"draft"} no: {"next":"go"}',
    'go',
  ],
  ['reads an object inside another object', '{"answer": {"next": "go"}}', 'go'],
  ['reads braces and quotes in strings', '{"next": "use \\"{x}\\" }"} .', 'use "{x}" }'],
  ['ignores additional fields', '{"next": "go", "why": {"a": 1}}', 'go'],
  ['accepts an empty string', '{"next": ""}', ''],
  ['refuses a text without JSON', 'go', null],
  ['refuses an empty text', '', null],
  ['refuses an object that is cut off', '{"next": "go', null],
  ['refuses a value of another type', '{"next": 3}', null],
  ['refuses an object with another field', '{"other": "go"}', null],
  ['refuses a bare string', '"go"', null],
])('parseJsonAnswer %s', (_title, text, next) => check(text, next));

test('parseJsonAnswer searches hostile text in bounded time', () => {
  check('{'.repeat(1_000_000), null);
  check('{"'.repeat(500_000), null);
  check('{}'.repeat(500_000), null);
});
