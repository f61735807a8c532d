import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ensureToolResultPairing, MISSING_RESULT } from '../../../../src/extension/chat/conversation/history.ts';
import { type Message, type Part, toolCallsOf } from '../../../../src/extension/model/message.ts';

/** Parses shorthand: `user: a! word` has the result of call a and a text, `assistant: a?` has the call a. */
function messages(...lines: string[]): Message[] {
  return lines.map((line) => {
    const [role, parts = ''] = line.split(':');
    return {
      role: role === 'user' ? 'user' : 'assistant',
      parts: (parts.match(/\S+/g) ?? []).map(toPart),
    };
  });
}

function toPart(shorthand: string): Part {
  if (shorthand.endsWith('?')) {
    return { type: 'tool-call', id: shorthand.slice(0, -1), name: 'grep', input: {} };
  }
  if (shorthand.endsWith('!')) {
    const content = [{ type: 'text', text: 'found' }] as const;
    return { type: 'tool-result', callId: shorthand.slice(0, -1), name: 'grep', content, isError: false };
  }
  return { type: 'text', text: shorthand };
}

function toShorthand(message: Message): string {
  const parts = message.parts.map((part) => {
    if (part.type === 'tool-call') return `${part.id}?`;
    if (part.type === 'tool-result') return part.isError ? `${part.callId}✗` : `${part.callId}!`;
    return part.type === 'text' ? part.text : part.type;
  });
  return `${message.role}: ${parts.join(' ')}`;
}

function check(input: string[], expected: string[]): void {
  expect(ensureToolResultPairing(messages(...input)).map(toShorthand)).toEqual(expected);
}

describe('a history whose calls are paired', () => {
  test('is returned as the same object', () => {
    const history = messages('user: hi', 'assistant: a? b?', 'user: a! b!', 'assistant: fine', 'user: go');
    expect(ensureToolResultPairing(history)).toBe(history);
  });

  test('is returned as the same object if it is empty', () => {
    const history: Message[] = [];
    expect(ensureToolResultPairing(history)).toBe(history);
  });

  test('keeps its message objects if a call without a result follows it', () => {
    const history = messages('user: hi', 'assistant: a?', 'user: a!', 'assistant: b?', 'user: more');
    const paired = ensureToolResultPairing(history);
    expect(paired.slice(0, 4).every((message, index) => message === history[index])).toBe(true);
  });
});

describe('the repair of a history whose calls are not paired', () => {
  test.each<[string, string[], string[]]>([
    [
      'adds an error result to a call at the end of the history',
      ['user: hi', 'assistant: a?'],
      ['user: hi', 'assistant: a?', 'user: a✗'],
    ],
    [
      'adds an error result to a call that the next assistant message ignores',
      ['user: hi', 'assistant: a?', 'assistant: fine'],
      ['user: hi', 'assistant: a?', 'user: a✗', 'assistant: fine'],
    ],
    [
      'puts the missing result before the text of the user',
      ['assistant: a? b?', 'user: a! stop'],
      ['assistant: a? b?', 'user: a! b✗ stop'],
    ],
    [
      'puts results into the order of their calls',
      ['assistant: a? b?', 'user: b! a!'],
      ['assistant: a? b?', 'user: a! b!'],
    ],
    ['puts results before other parts', ['assistant: a?', 'user: note a!'], ['assistant: a?', 'user: a! note']],
    ['drops a second result', ['assistant: a?', 'user: a! a!'], ['assistant: a?', 'user: a!']],
    ['drops a result without a call', ['assistant: a?', 'user: a! b! hm'], ['assistant: a?', 'user: a! hm']],
    ['drops a message that contains only results without a call', ['user: a!', 'user: hi'], ['user: hi']],
    [
      'drops a result that comes after the model’s next message',
      ['assistant: a?', 'user: wait', 'assistant: ok', 'user: a! go'],
      ['assistant: a?', 'user: a✗ wait', 'assistant: ok', 'user: go'],
    ],
    [
      'moves a late result up to the message after its call',
      ['assistant: a? b?', 'user: a! wait', 'user: b!', 'user: go'],
      ['assistant: a? b?', 'user: a! b! wait', 'user: go'],
    ],
    ['drops a result in the model’s own message', ['assistant: hi a!', 'user: go'], ['assistant: hi', 'user: go']],
    ['drops a call in the user’s message', ['user: hi a?', 'assistant: ok'], ['user: hi', 'assistant: ok']],
    ['does not change an empty message', ['user:', 'assistant: ok'], ['user: ', 'assistant: ok']],
  ])('%s', (_title, input, expected) => check(input, expected));

  test('adds an error result with the name of the tool, and a text which states that no result was recorded', () => {
    const [, answer] = ensureToolResultPairing(messages('assistant: a?'));
    expect(answer?.parts).toEqual([
      {
        type: 'tool-result',
        callId: 'a',
        name: 'grep',
        content: [{ type: 'text', text: MISSING_RESULT }],
        isError: true,
      },
    ]);
    expect(MISSING_RESULT).toBe('interrupted: no result was recorded');
  });

  test('does not change its input', () => {
    const history = messages('assistant: a? b?', 'user: b! note a!', 'user: c!');
    const before = structuredClone(history);
    ensureToolResultPairing(history);
    expect(history).toEqual(before);
  });
});

describe('any history', () => {
  const part = fc
    .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('?', '!', 'text'))
    .map(([id, mark]) => toPart(`${id}${mark}`));
  const history = fc.array(
    fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const),
      parts: fc.array(part, { maxLength: 5 }),
    }),
    { maxLength: 10 },
  );

  test('is paired after a repair', () => {
    fc.assert(fc.property(history, (input) => expectPaired(ensureToolResultPairing(input))));
  });

  test('is not changed by a second repair', () => {
    fc.assert(
      fc.property(history, (input) => {
        const once = ensureToolResultPairing(input);
        expect(ensureToolResultPairing(once)).toBe(once);
      }),
    );
  });

  test('loses no text', () => {
    fc.assert(
      fc.property(history, (input) => {
        expect(texts(ensureToolResultPairing(input))).toEqual(texts(input));
      }),
    );
  });
});

function expectPaired(history: readonly Message[]): void {
  history.forEach((message, index) => {
    const previous = history[index - 1];
    const calls = previous?.role === 'assistant' ? toolCallsOf(previous) : [];
    const results = message.parts.filter((part) => part.type === 'tool-result');
    expect(results.map((result) => result.callId)).toEqual(calls.map((call) => call.id));
    if (calls.length > 0) expect(message.role).toBe('user');
    expect(message.parts.slice(0, results.length)).toEqual(results);
    if (message.role === 'user') expect(toolCallsOf(message)).toEqual([]);
  });
  const last = history.at(-1);
  expect(last && toolCallsOf(last)).toEqual(last && []);
}

function texts(history: readonly Message[]): string[] {
  return history.flatMap((message) => message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));
}
