import { expect, it } from 'vitest';
import type { ModelEnd, StopReason, Usage } from '../../../src/extension/model/chatModel.ts';
import { withFullContext } from '../../../src/extension/model/usage.ts';

const message = { role: 'assistant', parts: [] } as const;
const used = (input: number, output: number): Usage => ({ input, cacheRead: 1_000, cacheWrite: 500, output });

it.each<[title: string, window: number | undefined, stopReason: StopReason, usage: Usage | null, expected: StopReason]>(
  [
    ['if the tokens fill the window', 8_000, 'length', used(3_000, 3_500), 'context-full'],
    ['if the tokens almost fill the window', 8_000, 'length', used(3_000, 3_450), 'context-full'],
    ['unless the window has room', 8_000, 'length', used(3_000, 3_000), 'length'],
    ['unless the server accepts more than the window', 8_000, 'length', used(3_000, 4_000), 'length'],
    ['unless the window is unknown', undefined, 'length', used(3_000, 3_500), 'length'],
    ['unless the usage is unknown', 8_000, 'length', null, 'length'],
    ['unless the output is an estimate', 8_000, 'length', { ...used(3_000, 3_500), estimated: true }, 'length'],
    ['unless the answer ended by itself', 8_000, 'done', used(3_000, 3_500), 'done'],
  ],
)('an answer at the output limit has filled the context window %s', (_, window, stopReason, usage, expected) => {
  expect(withFullContext({ type: 'end', stopReason, message, usage }, window)).toMatchObject({ stopReason: expected });
});

it('only the usage of the last attempt decides whether the context window is full', () => {
  const end: ModelEnd = {
    type: 'end',
    stopReason: 'length',
    message,
    usage: used(6_000, 500),
    lastUsage: used(20, 500),
  };
  expect(withFullContext(end, 8_000)).toBe(end);
});

it('a failed answer is not changed, because it has no stop reason', () => {
  const error = { kind: 'server', message: 'boom', retryable: true } as const;
  const end: ModelEnd = { type: 'end', error, message, usage: used(3_000, 3_500) };
  expect(withFullContext(end, 8_000)).toBe(end);
});
