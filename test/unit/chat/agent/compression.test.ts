import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCompressSplitPoint } from '../../../../src/extension/chat/agent/compression.ts';
import { ensureToolResultPairing } from '../../../../src/extension/chat/conversation/history.ts';
import { toolCallsOf, userMessage, type Message } from '../../../../src/extension/model/message.ts';
import { estimateMessages } from '../../../../src/extension/model/tokens.ts';

const answer = (text: string): Message => ({ role: 'assistant', parts: [{ type: 'text', text }] });

/** An assistant message with `calls` calls, and the message with their results. */
function round(id: string, calls: number, characters: number): Message[] {
  const ids = Array.from({ length: calls }, (_, index) => `${id}-${index}`);
  const content = [{ type: 'text', text: 'x'.repeat(characters) }] as const;
  return [
    { role: 'assistant', parts: ids.map((each) => ({ type: 'tool-call', id: each, name: 'grep', input: {} })) },
    {
      role: 'user',
      parts: ids.map((callId) => ({ type: 'tool-result', callId, name: 'grep', content, isError: false })),
    },
  ];
}

const share = (messages: readonly Message[], split: number): number =>
  estimateMessages(messages.slice(split)) / estimateMessages(messages);

describe('findCompressSplitPoint', () => {
  test('splits one prompt with 300 calls after a complete round, and keeps about 30 %', () => {
    const rounds = Array.from({ length: 300 }, (_, index) => round(`r${index}`, 1, 400)).flat();
    const messages = [userMessage('Rename it everywhere.'), ...rounds, answer('Done.')];
    const split = findCompressSplitPoint(messages, 0.3);
    expect(messages[split]?.role).toBe('assistant');
    expect(share(messages, split)).toBeCloseTo(0.3, 1);
  });

  test.each<[string, Message[]]>([
    ['no message', []],
    ['one prompt', [userMessage('a')]],
    ['only results after the first message', [userMessage('a'), ...round('r', 1, 10).slice(1)]],
  ])('finds no place in %s', (_name, messages) => expect(findCompressSplitPoint(messages, 0.3)).toBe(0));

  test('never parts a call from its result, and never keeps more than the share and one round', () => {
    const turn = fc.oneof(
      fc.nat(2_000).map((size) => [userMessage('p'.repeat(size)), answer('a'.repeat(size))]),
      fc
        .tuple(fc.uuid(), fc.integer({ min: 1, max: 4 }), fc.nat(4_000))
        .map(([id, calls, size]) => round(id, calls, size)),
    );
    fc.assert(
      fc.property(
        fc.array(turn, { maxLength: 30 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (turns, kept) => {
          const messages = turns.flat();
          const split = findCompressSplitPoint(messages, kept);
          const [before, after] = [messages.slice(0, split), messages.slice(split)];
          expect(ensureToolResultPairing(before)).toBe(before);
          expect(ensureToolResultPairing(after)).toBe(after);
          expect(toolCallsOf(messages[split - 1] ?? userMessage(''))).toEqual([]);
          const limit = estimateMessages(messages) * kept;
          const last = Math.max(0, ...messages.map((message) => estimateMessages([message])));
          if (split > 0 && split < messages.length - 2)
            expect(estimateMessages(after)).toBeLessThanOrEqual(limit + 2 * last + 10);
        },
      ),
    );
  });
});
