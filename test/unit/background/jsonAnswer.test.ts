import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseJsonAnswer } from '../../../src/extension/background/jsonAnswer.ts';

const schema = z.object({ next: z.string() });

function check(text: string, next: string | null): void {
  const expected = next === null ? { kind: 'malformed' } : { kind: 'value', value: { next } };
  expect(parseJsonAnswer(text, schema)).toEqual(expected);
}

test.each<[string, string, string | null]>([
  ['plain JSON', '{"next":"go"}', 'go'],
  ['JSON in white space', '\n {"next": "go"}\n', 'go'],
  ['JSON in a fence', '```json\n{"next": "go"}\n```', 'go'],
  ['JSON after a preamble with a brace', 'In {braces}: {"next": "go"} as asked.', 'go'],
  ['the last of several, which comes after a draft', '{"next":"draft"} no: {"next":"go"}', 'go'],
  ['the object inside another', '{"answer": {"next": "go"}}', 'go'],
  ['braces and quotes in strings', '{"next": "use \\"{x}\\" }"} .', 'use "{x}" }'],
  ['more than was asked for', '{"next": "go", "why": {"a": 1}}', 'go'],
  ['an empty string, which is an answer', '{"next": ""}', ''],
  ['no JSON', 'go', null],
  ['nothing', '', null],
  ['a cut object', '{"next": "go', null],
  ['a value of another type', '{"next": 3}', null],
  ['another object', '{"other": "go"}', null],
  ['a bare string', '"go"', null],
])('%s', (_title, text, next) => check(text, next));

test('searches hostile text in bounded time', () => {
  check('{'.repeat(1_000_000), null);
  check('{"'.repeat(500_000), null);
  check('{}'.repeat(500_000), null);
});
