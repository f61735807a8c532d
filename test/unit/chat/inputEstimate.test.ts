import { expect, test } from 'vitest';
import { run, startSession } from './sessionHarness.ts';

const LONG = 'The gate stops a speculation. '.repeat(20_000);
const usage = (input: number) => ({ input, cacheRead: 0, cacheWrite: 0, output: 2 });

test('a message that certainly does not fit is not sent, has an error with the next step, and can be sent to a larger model', async () => {
  const { chats, store, scripted, model } = await startSession(['Two.', 'One.']);
  const small = { ...model, contextWindow: 50_000 };
  chats.session.submit(LONG, small);
  await run();
  expect(scripted.requests).toHaveLength(0);
  const refused = store.state.items[1];
  expect(refused).toMatchObject({ status: 'failed', error: { action: 'select-model' }, usage: null });
  expect(refused?.kind === 'answer' && refused.error?.message).toMatch(
    /^Your message was not sent: it has ≈1\d\d,\d{3} tokens, but model takes at most 50,000\. Edit it to shorten it, or/,
  );
  chats.session.submit('two', small);
  await run();
  expect(scripted.requests[0]?.messages).toHaveLength(1);
  chats.session.retry(refused?.id ?? '', { ...model, contextWindow: 1_000_000 });
  await run();
  expect(scripted.requests).toHaveLength(2);
  expect(store.state.items[1]).toMatchObject({ status: 'done', error: null });
});

test('a chat that does not fit into a smaller model is compressed for that model', async () => {
  const { chats, store, scripted, submit, model, reopen } = await startSession(['One.', 'A summary.', 'Two.']);
  submit(LONG);
  await run();
  chats.session.submit('two', { ...model, id: 'fake/small', contextWindow: 50_000 });
  await run();
  expect(scripted.requests.map(({ promptId }) => promptId === 'compression')).toEqual([false, true, false]);
  expect(store.state.items.map(({ kind }) => kind)).toEqual(['user', 'answer', 'user', 'summary', 'answer']);
  expect(store.state.items.at(-1)).toMatchObject({ status: 'done', error: null });
  expect((await reopen()).store.state.items).toEqual(store.state.items);
});

test('a chat that cannot be compressed for a smaller model has an error with the action to start a new chat', async () => {
  const { chats, store, scripted, submit, model, reopen } = await startSession([
    { text: 'One.', usage: usage(150_000) },
    { error: { kind: 'bad-request', message: 'No.', retryable: false } },
  ]);
  submit(LONG);
  await run();
  chats.session.submit('two', { ...model, id: 'fake/small', contextWindow: 50_000 });
  await run();
  expect(scripted.requests.map(({ promptId }) => promptId === 'compression')).toEqual([false, true]);
  expect(store.state.notice?.message).toMatch(/^The chat could not be compressed: No\./);
  expect(store.state.items[3]).toMatchObject({ error: { action: 'new-chat' } });
  expect((await reopen()).store.state.items).toEqual(store.state.items);
});

test('an answer has the estimate of its input and the count, and the count calibrates the next estimate', async () => {
  const { store, submit, reopen, chats } = await startSession([
    { text: 'One.', usage: usage(400) },
    { text: 'Two.', usage: usage(450) },
    'Three.',
  ]);
  for (const text of ['one', 'two', 'three']) {
    submit(text);
    await run();
  }
  const inputs = store.state.items.flatMap((item) => (item.kind === 'answer' ? [item.input] : []));
  expect(inputs).toMatchObject([{ counted: 400 }, { counted: 450 }, { counted: null }]);
  const [first, second, third] = inputs.map((input) => input?.estimated ?? 0);
  expect(first).not.toBe(400);
  expect(Math.abs((second ?? 0) - 410)).toBeLessThan(40);
  expect(Math.abs((third ?? 0) - 460)).toBeLessThan(40);
  await chats.close();
  expect((await reopen()).store.state.items).toEqual(store.state.items);
});

test('the context window that the user has set is shown with the count', async () => {
  const { chats, store, model } = await startSession([{ text: 'One.', usage: usage(400) }]);
  chats.session.submit('one', { ...model, contextWindow: 32_000 });
  await run();
  expect(store.state.items.at(-1)).toMatchObject({ context: { used: 402, window: 32_000 } });
});
