import fc from 'fast-check';
import { summaryPrompt } from '../../../../src/extension/chat/agent/compressionPrompt.ts';
import { describe, expect, test } from 'vitest';
import {
  findCompressSplitPoint,
  limitPrompts,
  toCarried,
  toPieces,
} from '../../../../src/extension/chat/agent/compression.ts';
import type { PromptNode, SummaryNode } from '../../../../src/extension/chat/conversation/conversationNode.ts';
import { toolCallsOf, type Message } from '../../../../src/extension/model/message.ts';
import { estimateMessages, estimateTokens } from '../../../../src/extension/model/tokens.ts';
import { longText } from '../../../support/longText.ts';

const messageOf = (role: Message['role'], size: number): Message => ({
  role,
  parts: [{ type: 'text', text: 'x'.repeat(size) }],
});

/** A turn of `count` calls with their results. */
function toolTurn(id: number, count: number, size: number): Message[] {
  const ids = Array.from({ length: count }, (_, index) => `${id}-${index}`);
  const content = [{ type: 'text' as const, text: 'x'.repeat(size) }];
  return [
    { role: 'assistant', parts: ids.map((call) => ({ type: 'tool-call', id: call, name: 'read_file', input: {} })) },
    {
      role: 'user',
      parts: ids.map((callId) => ({ type: 'tool-result', callId, name: 'read_file', content, isError: false })),
    },
  ];
}

const sizes = fc.integer({ min: 0, max: 5_000 });
const chats = fc
  .array(
    fc.record({
      prompt: sizes,
      turns: fc.array(fc.record({ calls: fc.integer({ min: 1, max: 3 }), size: sizes }), { maxLength: 5 }),
      answer: sizes,
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((exchanges) =>
    exchanges.flatMap(({ prompt, turns, answer }, exchange) => [
      messageOf('user', prompt),
      ...turns.flatMap(({ calls, size }, index) => toolTurn(exchange * 10 + index, calls, size)),
      messageOf('assistant', answer),
    ]),
  );

const callsIn = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) => toolCallsOf(message).map(({ id }) => id));
const resultsIn = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : [])));

describe('findCompressSplitPoint', () => {
  test('never separates a call from its result', () => {
    fc.assert(
      fc.property(chats, fc.double({ min: 0, max: 1, noNaN: true }), (messages, fraction) => {
        const split = findCompressSplitPoint(messages, fraction);
        expect(split).toBeGreaterThanOrEqual(0);
        expect(split).toBeLessThan(messages.length);
        const before = messages.slice(0, split);
        expect(resultsIn(before)).toEqual(callsIn(before));
      }),
    );
  });

  test('puts at least the given share before the split, unless no later split is possible', () => {
    fc.assert(
      fc.property(chats, (messages) => {
        const split = findCompressSplitPoint(messages, 0.7);
        const later = messages.findIndex((message, index) => index > split && resultsIn([message]).length === 0);
        const kept = estimateMessages(messages.slice(split));
        if (later >= 0) expect(kept).toBeLessThanOrEqual(Math.ceil(0.3 * estimateMessages(messages)) + messages.length);
      }),
    );
  });

  test('splits one prompt of 300 calls', () => {
    const messages = [messageOf('user', 100), ...Array.from({ length: 300 }, (_, id) => toolTurn(id, 1, 400)).flat()];
    const split = findCompressSplitPoint(messages, 0.7);
    expect(split / messages.length).toBeCloseTo(0.7, 1);
  });

  test.each([
    ['no messages', []],
    ['one message', [messageOf('user', 100)]],
  ])('is 0 for %s', (_, messages) => expect(findCompressSplitPoint(messages, 0.7)).toBe(0));
});

describe('the user’s prompts', () => {
  const prompt = (text: string): PromptNode =>
    ({ kind: 'prompt', id: text, context: [], parts: [{ type: 'text', text }] }) as unknown as PromptNode;

  test('are kept beside the summary, up to 2,000 characters each', () => {
    const { prompts } = toCarried([prompt('rename it'), prompt(longText('long', 2_000))], 100_000);
    expect(prompts[0]).toBe('rename it');
    expect(prompts[1]?.length).toBeLessThanOrEqual(2_000);
  });

  test('are also kept if an earlier summary kept them', () => {
    const carried = { prompts: ['the very first'], todos: '- [pending] test', plan: 'The plan.' };
    const summary = { kind: 'summary', carried } as unknown as SummaryNode;
    expect(toCarried([summary, prompt('second')], 100_000)).toEqual({
      ...carried,
      prompts: ['the very first', 'second'],
    });
  });

  test('have at most the given number of tokens together, and the first prompt is always kept', () => {
    fc.assert(
      fc.property(
        fc.array(sizes, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 100, max: 2_000 }),
        (all, limit) => {
          const prompts = all.map((size, index) => longText(String(index), size / 4));
          const limited = limitPrompts(prompts, limit);
          expect(limited.reduce((sum, text) => sum + estimateTokens(text), 0)).toBeLessThanOrEqual(limit);
          expect(limited[0]?.startsWith('0')).toBe(true);
        },
      ),
    );
  });

  test('are shortened in the middle of the list first', () => {
    const prompts = Array.from({ length: 9 }, (_, index) => longText(String(index), 400));
    const limited = limitPrompts(prompts, 2_400);
    const shortened = prompts.flatMap((text, index) => (limited[index] === text ? [] : [index]));
    expect(shortened).toEqual([2, 3, 4, 5]);
  });
});

test('a long message that must be cut is in the same piece as the short message before it', () => {
  const nodes = [16, 90_000].map((size) => ({ node: {} as never, messages: [messageOf('user', size)] }));
  expect(toPieces(nodes, 2_000)).toHaveLength(1);
});

test('a conversation is summarized in pieces of at most the given size', () => {
  const nodes = [300, 4_000, 200, 90_000, 500].map((size) => ({
    node: {} as never,
    messages: [messageOf('user', size)],
  }));
  const pieces = toPieces(nodes, 2_000);
  expect(pieces.map(({ length }) => length)).toEqual([3, 1, 1]);
  for (const piece of pieces) expect(estimateMessages(piece)).toBeLessThanOrEqual(2_100);
});

test('the summary has fixed headings', () => {
  const headings = [...summaryPrompt(300, '').matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(['Goal', 'Decisions and constraints', 'Files', 'Open steps', 'What failed', 'Next step']);
});
