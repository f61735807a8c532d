import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/extension/model/tokens.ts';
import { MAX_CONTEXT_TOKENS, toCompletionRequest } from '../../../src/extension/complete/completionRequest.ts';
import { textOf, userMessage, type Message } from '../../../src/extension/model/message.ts';

const model = { name: 'small' };
const assistant = (text: string): Message => ({ role: 'assistant', parts: [{ type: 'text', text }] });
const requestWith = (history: readonly Message[], before = 'Write a ', after = '') =>
  toCompletionRequest({ model, history, before, after });

describe('the request for a completion', () => {
  it('is independent: a writing assistant’s prompt, no tools, no thinking, no shared cache key', () => {
    expect(requestWith([])).toMatchObject({
      model: 'small',
      system: "You are a helpful writing assistant. Complete the user's text naturally. Do not repeat the input.",
      tools: [],
      cacheAnchors: [],
      cacheKey: 'input_completion',
      thinking: 'off',
      promptId: 'input_completion',
    });
  });

  it('ends with the text before and after the caret', () => {
    const { messages } = requestWith([], 'Write a ', ' for it');
    expect(messages.map(({ role }) => role)).toEqual(['user']);
    expect(textOf(messages[0] ?? userMessage(''))).toContain('<message>Write a <caret/> for it</message>');
  });

  it('does not contain half of a character after a cut', () => {
    const emoji = '😀'.repeat(20_000);
    const { messages } = requestWith([userMessage(emoji)], emoji.slice(1), emoji.slice(0, -1));
    for (const { parts } of messages) for (const part of parts) expect(JSON.stringify(part)).not.toContain('\\ud');
  });

  it('has the texts of the conversation before it, without calls, results and thoughts', () => {
    const history: Message[] = [
      userMessage('Rename alpha'),
      {
        role: 'assistant',
        parts: [
          { type: 'thinking', text: 'Hm.' },
          { type: 'text', text: 'Reading.' },
          { type: 'tool-call', id: '1', name: 'read_file', input: {} },
        ],
      },
      {
        role: 'user',
        parts: [{ type: 'tool-result', callId: '1', name: 'read_file', content: [], isError: false }],
      },
      assistant('Renamed.'),
    ];
    const { messages } = requestWith(history);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages.slice(0, 2).flatMap(({ parts }) => parts)).toEqual([
      { type: 'text', text: 'Rename alpha' },
      { type: 'text', text: 'Reading.' },
      { type: 'text', text: 'Renamed.' },
    ]);
  });

  it('joins the text to a prompt that is still being answered, because roles have to alternate', () => {
    const { messages } = requestWith([userMessage('Rename alpha')]);
    expect(messages.map(({ role }) => role)).toEqual(['user']);
    expect(messages[0]?.parts).toHaveLength(2);
  });

  it.each([
    [
      'many short messages',
      Array.from({ length: 2_000 }, (_, n) => (n % 2 ? assistant : userMessage)(`Message ${n}.`)),
    ],
    ['one long message', [userMessage('Explain'), assistant(`${'word '.repeat(20_000)}The end.`)]],
    ['one long message in Chinese', [userMessage('说明'), assistant(`${'说明 '.repeat(20_000)}The end.`)]],
    ['a long message without spaces', [userMessage('Explain'), assistant('x'.repeat(100_000))]],
  ])('keeps the newest part of the conversation: %s', (_, history) => {
    const context = requestWith(history).messages.slice(0, -1);
    const tokens = context.reduce((sum, message) => sum + estimateTokens(textOf(message)), 0);
    expect(context[0]?.role).toBe('user');
    expect(tokens).toBeLessThanOrEqual(MAX_CONTEXT_TOKENS);
    expect(tokens).toBeGreaterThan(MAX_CONTEXT_TOKENS * 0.9);
    expect(textOf(history.at(-1) ?? userMessage('')).endsWith(textOf(context.at(-1) ?? userMessage('')))).toBe(true);
  });
});
