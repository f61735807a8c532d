import { expect, test } from 'vitest';
import { isPaired } from '../../support/modelRequest.ts';

type Message = Readonly<Record<string, unknown>>;

interface Wire {
  readonly field: string;
  /** One message with calls, and what answers them. */
  readonly calls: (...ids: string[]) => Message[];
  readonly results: (...ids: string[]) => Message[];
  readonly says: (role: 'user' | 'model') => Message;
}

const WIRES: readonly [string, Wire][] = [
  [
    'Anthropic',
    {
      field: 'messages',
      calls: (...ids) => [{ role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id })) }],
      results: (...ids) => [{ role: 'user', content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id })) }],
      says: (role) => ({ role: role === 'user' ? 'user' : 'assistant', content: [{ type: 'text', text: 'Well' }] }),
    },
  ],
  [
    'Chat Completions',
    {
      field: 'messages',
      calls: (...ids) => [{ role: 'assistant', tool_calls: ids.map((id) => ({ type: 'function', id })) }],
      results: (...ids) => ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'x' })),
      says: (role) => ({ role: role === 'user' ? 'user' : 'assistant', content: 'Well' }),
    },
  ],
  [
    'Responses',
    {
      field: 'input',
      calls: (...ids) => ids.map((id) => ({ type: 'function_call', call_id: id })),
      results: (...ids) => ids.map((id) => ({ type: 'function_call_output', call_id: id })),
      says: (role) => (role === 'user' ? { role: 'user', content: 'Well' } : { type: 'reasoning', id: 'r' }),
    },
  ],
  [
    'Gemini',
    {
      field: 'contents',
      calls: (...names) => [{ role: 'model', parts: names.map((name) => ({ functionCall: { name } })) }],
      results: (...names) => [{ role: 'user', parts: names.map((name) => ({ functionResponse: { name } })) }],
      says: (role) => ({ role, parts: [{ text: 'Well' }] }),
    },
  ],
];

test.each(WIRES)('a call and its result belong together over %s', (_name, { field, calls, results, says }) => {
  const check = (expected: boolean, ...messages: readonly (Message | readonly Message[])[]): void => {
    expect(isPaired({ json: { [field]: messages.flat() } })).toBe(expected);
  };
  const user = says('user');
  check(true, user, says('model'), user);
  check(true, user, calls('a'), results('a'), calls('b', 'c'), results('b', 'c'), says('model'), user);
  check(false, user, calls('a'));
  check(false, user, results('a'));
  check(false, user, calls('a'), results('b'));
  check(false, user, calls('a', 'b'), results('a'));
  check(false, user, calls('a', 'b'), results('a'), user, results('b'));
  // What a list of the calls beside a list of the results would not show.
  check(false, user, calls('a'), user, results('a'));
  check(false, user, calls('a'), says('model'), user, results('a'));
  check(false, user, calls('a', 'b'), results('a'), calls('c'), results('b', 'c'));
});

test('a result stands before the words of its message', () => {
  const [call] = WIRES[0]?.[1].calls('a') ?? [];
  const result = { type: 'tool_result', tool_use_id: 'a' };
  const text = { type: 'text', text: 'And now' };
  const isFine = (...content: readonly object[]): boolean =>
    isPaired({ json: { messages: [call, { role: 'user', content }] } });
  expect([isFine(result, text), isFine(text, result)]).toEqual([true, false]);
});
