import { expect, test } from 'vitest';
import { SUGGESTION_PROMPT } from '../../../src/extension/suggest/prompt.ts';

test('asks for a prediction in the words that were tried, without white space around them', () => {
  const lines = SUGGESTION_PROMPT.split('\n');
  expect(lines).toHaveLength(16);
  expect(lines[0]).toBe('[SUGGESTION MODE: Suggest what the user might naturally type next.]');
  expect(lines.at(-1)).toBe('Reply with ONLY the suggestion, no quotes or explanation.');
  expect(lines.every((line) => line === line.trim() && line !== '')).toBe(true);
});
