import { expect, test } from 'vitest';
import { isPaired } from '../../support/modelRequest.ts';

type Message = Readonly<Record<string, unknown>>;

interface Wire {
  readonly field: string;
  /** One message with calls, and the messages with their results. */
  readonly calls: (...ids: string[]) => Message[];
  readonly results: (...ids: string[]) => Message[];
  readonly text: (role: 'user' | 'model') => Message;
}

const WIRES: readonly [string, Wire][] = [
  [
    'Anthropic',
    {
      field: 'messages',
      calls: (...ids) => [{ role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id })) }],
      results: (...ids) => [{ role: 'user', content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id })) }],
      text: (role) => ({ role: role === 'user' ? 'user' : 'assistant', content: [{ type: 'text', text: 'Well' }] }),
    },
  ],
  [
    'Chat Completions',
    {
      field: 'messages',
      calls: (...ids) => [{ role: 'assistant', tool_calls: ids.map((id) => ({ type: 'function', id })) }],
      results: (...ids) => ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'x' })),
      text: (role) => ({ role: role === 'user' ? 'user' : 'assistant', content: 'Well' }),
    },
  ],
  [
    'Responses',
    {
      field: 'input',
      calls: (...ids) => ids.map((id) => ({ type: 'function_call', call_id: id })),
      results: (...ids) => ids.map((id) => ({ type: 'function_call_output', call_id: id })),
      text: (role) => (role === 'user' ? { role: 'user', content: 'Well' } : { type: 'reasoning', id: 'r' }),
    },
  ],
  [
    'Gemini',
    {
      field: 'contents',
      calls: (...names) => [{ role: 'model', parts: names.map((name) => ({ functionCall: { name } })) }],
      results: (...names) => [{ role: 'user', parts: names.map((name) => ({ functionResponse: { name } })) }],
      text: (role) => ({ role, parts: [{ text: 'Well' }] }),
    },
  ],
];

test.each(WIRES)(
  'isPaired requires each result directly after its call in %s',
  (_name, { field, calls, results, text }) => {
    const check = (expected: boolean, ...messages: readonly (Message | readonly Message[])[]): void => {
      expect(isPaired({ json: { [field]: messages.flat() } })).toBe(expected);
    };
    const user = text('user');
    check(true, user, text('model'), user);
    check(true, user, calls('a'), results('a'), calls('b', 'c'), results('b', 'c'), text('model'), user);
    check(false, user, calls('a'));
    check(false, user, results('a'));
    check(false, user, calls('a'), results('b'));
    check(false, user, calls('a', 'b'), results('a'));
    check(false, user, calls('a', 'b'), results('a'), user, results('b'));
    // Here the lists of calls and results are equal, but the order of the messages is wrong.
    check(false, user, calls('a'), user, results('a'));
    check(false, user, calls('a'), text('model'), user, results('a'));
    check(false, user, calls('a', 'b'), results('a'), calls('c'), results('b', 'c'));
  },
);

test('isPaired requires the results of a message before its text', () => {
  const [call] = WIRES[0]?.[1].calls('a') ?? [];
  const result = { type: 'tool_result', tool_use_id: 'a' };
  const text = { type: 'text', text: 'And now' };
  const isAccepted = (...content: readonly object[]): boolean =>
    isPaired({ json: { messages: [call, { role: 'user', content }] } });
  expect([isAccepted(result, text), isAccepted(text, result)]).toEqual([true, false]);
});
