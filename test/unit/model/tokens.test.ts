import { describe, expect, test } from 'vitest';
import { userMessage, type DocumentPart, type Message } from '../../../src/extension/model/message.ts';
import {
  charactersAtEnd,
  charactersWithin,
  estimateInput,
  estimateMessages,
  estimateTokens,
  leastInput,
} from '../../../src/extension/model/tokens.ts';

const WORDS = 'The gate stops a speculation. ';

test.each([
  ['nothing', '', 0],
  ['English', 'x'.repeat(400), 100],
  ['Chinese', '好'.repeat(400), 300],
  ['Russian', 'ж'.repeat(400), 200],
  ['an emoji', '🙂', 1],
  ['half of a surrogate pair', '\ud83d', 1],
])('the tokens of a text are estimated: %s', (_, text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test.each([
  ['English', 'x'.repeat(400)],
  ['Chinese', '好'.repeat(400)],
])('charactersWithin counts the characters at the beginning that fit into a number of tokens: %s', (_, text) => {
  const characters = charactersWithin(text, 50);
  expect(estimateTokens(text.slice(0, characters))).toBeLessThanOrEqual(50);
  expect(estimateTokens(text.slice(0, characters + 2))).toBeGreaterThan(50);
});

test.each([
  ['English', 'x'.repeat(400)],
  ['Chinese', '好'.repeat(400)],
  ['emoji', '🙂'.repeat(400)],
  ['a short text', 'short'],
])('charactersAtEnd counts the characters at the end that fit into a number of tokens: %s', (_, text) => {
  const characters = charactersAtEnd(text, 50);
  const end = text.slice(text.length - characters);
  expect(estimateTokens(end)).toBeLessThanOrEqual(50);
  expect(Buffer.from(end).toString()).toBe(end);
  if (end !== text) expect(estimateTokens(text.slice(-characters - 2))).toBeGreaterThan(50);
});

test('a document is estimated per page, and as ten pages if the number of pages is unknown', () => {
  const pdf = { type: 'document', mimeType: 'application/pdf', name: 'a.pdf', data: 'x'.repeat(3_000_000) } as const;
  const tokensOf = (document: DocumentPart) => estimateMessages([{ role: 'user', parts: [document] }]);
  expect(tokensOf({ ...pdf, pages: 1 })).toBeGreaterThan(1_500);
  expect(tokensOf({ ...pdf, pages: 40 })).toBe(40 * tokensOf({ ...pdf, pages: 1 }));
  expect(tokensOf(pdf)).toBe(tokensOf({ ...pdf, pages: 10 }));
});

test('the estimate of messages includes texts, thoughts, calls and results, and pictures regardless of their size', () => {
  const picture = { type: 'image', mimeType: 'image/png', data: 'x'.repeat(3_000_000) } as const;
  const call = { type: 'tool-call', id: '1', name: 'read_file', input: { path: 'x'.repeat(400) } } as const;
  const text = { type: 'text', text: 'x'.repeat(400) } as const;
  const result = { type: 'tool-result', callId: '1', name: 'read_file', content: [text], isError: false } as const;
  const messages: Message[] = [
    { role: 'user', parts: [picture, text] },
    { role: 'assistant', parts: [{ type: 'thinking', text: 'x'.repeat(40) }, call] },
    { role: 'user', parts: [result] },
  ];
  const tokens = estimateMessages(messages);
  expect(tokens).toBeGreaterThan(310);
  expect(tokens).toBeLessThan(5_000);
});

describe('the input of a request', () => {
  test('contains the system prompt and the tools', () => {
    const tools = [{ name: 'a', description: 'x'.repeat(400), inputSchema: {} }];
    const request = { system: 'x'.repeat(400), tools, messages: [userMessage('x'.repeat(400))] };
    expect(estimateInput(request)).toBeGreaterThan(300);
    expect(estimateInput({ ...request, tools: [] })).toBe(200);
  });

  test.each([
    ['sentences', WORDS.repeat(1_000), 3_000],
    ['a long run of blanks', ' '.repeat(1_000_000), 1],
    ['a ruler', '='.repeat(1_000_000), 1],
  ])('has a lower bound, which is below the estimate: %s', (_, text, most) => {
    const least = leastInput({ system: '', tools: [], messages: [userMessage(text)] });
    expect(least).toBeLessThanOrEqual(Math.max(most, estimateTokens(text) / 2));
    if (text.startsWith(WORDS)) expect(least).toBeGreaterThan(1_000);
    else expect(least).toBe(0);
  });
});
