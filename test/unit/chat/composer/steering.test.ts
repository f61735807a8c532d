import { describe, expect, test } from 'vitest';
import { ensureToolResultPairing } from '../../../../src/extension/chat/conversation/history.ts';
import { exportMarkdown } from '../../../../src/extension/chat/conversation/export/exportMarkdown.ts';
import { toExportedChat } from '../../../../src/extension/chat/conversation/export/exportJson.ts';
import type { ModelRequest } from '../../../../src/extension/model/chatModel.ts';
import { createLatch } from '../../../support/latch.ts';
import type { ScriptedStep } from '../../../support/scriptedModel.ts';
import { run, startSession } from '../sessionHarness.ts';

const read = { calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] };
const NOTE = '[The user sent this message while you were working. Take it into account and continue.]';

/** Starts an answer, and queues the `steering` prompts while the model writes its first message. */
async function steer(
  steps: readonly ScriptedStep[],
  { steering = ['only in a.ts'], ...options }: Parameters<typeof startSession>[1] & { steering?: string[] } = {},
) {
  const { opened: hold, open } = createLatch();
  const session = await startSession([{ ...read, hold }, ...steps], options);
  session.submit('rename alpha');
  await run();
  for (const text of steering) await session.queue.add(toContent(text), true);
  open();
  await run();
  return session;
}

const toContent = (text: string) => ({ text, mentions: [], attachments: [], prepared: { allowed: [], frozen: {} } });

/** Role and content of each message: text verbatim, calls and results by their type. */
function messagesOf(request: ModelRequest | undefined): string[] {
  return (request?.messages ?? []).map(
    ({ role, parts }) => `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(' | ')}`,
  );
}

const shown = ({ store }: { store: Awaited<ReturnType<typeof startSession>>['store'] }): string[] =>
  store.state.items.map((item) =>
    item.kind !== 'answer'
      ? `${'steers' in item ? 'steering' : 'user'}: ${item.text}`
      : `${item.status}: ${item.blocks.map((block) => (block.kind === 'text' ? block.text : block.kind)).join(' ')}`,
  );

describe('a steering prompt', () => {
  test('follows the next tool results, before the next request', async () => {
    const { scripted, queue, store } = await steer(['Only there.'], { steering: ['only in a.ts', 'and quickly'] });
    expect(messagesOf(scripted.requests[1])).toEqual([
      'user: rename alpha',
      'assistant: tool-call',
      `user: tool-result | ${NOTE} | only in a.ts | ${NOTE} | and quickly`,
    ]);
    expect(shown({ store })).toEqual([
      'user: rename alpha',
      'done: tool',
      'steering: only in a.ts',
      'steering: and quickly',
      'done: Only there.',
    ]);
    expect(queue.next).toBeUndefined();
    expect(scripted.requests).toHaveLength(2);
  });

  test('does not begin a separate prompt: all requests have one prompt id', async () => {
    const { scripted, finished } = await steer(['Only there.']);
    expect(new Set(scripted.requests.map(({ promptId }) => promptId)).size).toBe(1);
    expect(finished).toHaveLength(1);
  });

  test('is shown and sent in the same way after a reload', async () => {
    const session = await steer(['Only there.']);
    const before = session.scripted.requests[1]?.messages ?? [];
    const again = await session.reopen();
    expect(again.store.state.items).toEqual(session.store.state.items);
    expect(again.chats.session.curatedHistory().slice(0, before.length)).toEqual(before);
  });

  test('stays in the queue if the answer ends without tool results', async () => {
    const { scripted, queue } = await steer([]);
    await queue.add(toContent('later'), true);
    await run();
    expect(scripted.requests).toHaveLength(2);
    expect(queue.next?.text).toBe('later');
  });

  test('stays in the queue while the queue is paused', async () => {
    const session = await startSession([read, 'Done.']);
    await session.queue.add(toContent('only in a.ts'), true);
    session.queue.pause();
    session.submit('rename alpha');
    await run();
    expect(messagesOf(session.scripted.requests[1]).at(-1)).toBe('user: tool-result');
    expect(session.queue.next?.text).toBe('only in a.ts');
  });

  test('is sent after the answer instead if it has a model of its own', async () => {
    const { opened: hold, open } = createLatch();
    const session = await startSession([{ ...read, hold }, 'Done.']);
    session.submit('rename alpha');
    await run();
    await session.queue.add({ ...toContent('only in a.ts'), model: 'local/quick' }, true);
    expect(session.store.state.queue).toMatchObject([{ steers: false, model: { id: 'local/quick' } }]);
    open();
    await run();
    expect(messagesOf(session.scripted.requests[1]).at(-1)).toBe('user: tool-result');
    expect(session.queue.next?.text).toBe('only in a.ts');
  });

  test('waits at the limit of turns, and is sent when the user continues the prompt', async () => {
    const session = await steer(['Only there.'], { maxTurnsPerPrompt: 1 });
    expect(session.scripted.requests).toHaveLength(1);
    expect(session.queue.next?.text).toBe('only in a.ts');
    expect(shown(session)).toEqual(['user: rename alpha', 'turn-limit: tool']);
    session.chats.session.continuations.continueMessage(session.store.state.items.at(-1)?.id ?? '', session.model);
    await run();
    expect(messagesOf(session.scripted.requests[1]).at(-1)).toBe(`user: tool-result | ${NOTE} | only in a.ts`);
  });

  test('is sent when a failed answer is retried', async () => {
    const failure = { kind: 'server', message: 'boom', retryable: false } as const;
    const session = await steer([{ error: failure }, 'Only there.'], { steering: [] });
    await session.queue.add(toContent('only in a.ts'), true);
    session.chats.session.retry(session.store.state.items.at(-1)?.id ?? '', session.model);
    await run();
    expect(messagesOf(session.scripted.requests[2]).at(-1)).toBe(`user: tool-result | ${NOTE} | only in a.ts`);
  });
});

describe('a steered answer', () => {
  test('is marked as interrupted, and each call has a result, if it is stopped after the steering prompt', async () => {
    const session = await steer([{ text: 'On', hold: new Promise(() => {}) }, 'Next.']);
    await session.chats.session.stop();
    session.submit('go on');
    await run();
    const last = session.scripted.requests.at(-1);
    expect(ensureToolResultPairing(last?.messages ?? [])).toBe(last?.messages);
    expect(messagesOf(last).at(-1)).toBe('user: [The previous answer was interrupted before it was complete.] | go on');
  });

  test('is marked as interrupted if it broke off right after the steering prompt', async () => {
    const session = await steer([]);
    const conversation = await session.chats.read(session.chats.session.id);
    const steering = conversation?.path().find((node) => node.kind === 'prompt' && node.steers);
    conversation?.switchTo(steering?.id ?? null);
    session.scripted.push('Next.');
    session.submit('go on');
    await run();
    expect(messagesOf(session.scripted.requests.at(-1)).at(-1)).toBe(
      `user: tool-result | ${NOTE} | only in a.ts | [The previous answer was interrupted before it was complete.] | go on`,
    );
  });

  test('can be retried from the steering prompt or from its beginning', async () => {
    const session = await steer(['Only there.', 'Only here.', 'Everywhere.']);
    const { chats, store, model, scripted } = session;
    chats.session.retry(store.state.items.at(-1)?.id ?? '', model);
    await run();
    expect(messagesOf(scripted.requests[2])).toEqual(messagesOf(scripted.requests[1]));
    expect(shown(session).at(-1)).toBe('done: Only here.');
    expect(store.state.items.at(-1)?.branch).toEqual({ index: 2, count: 2 });
    chats.session.retry(store.state.items[1]?.id ?? '', model);
    await run();
    expect(shown(session)).toEqual(['user: rename alpha', 'done: Everywhere.']);
    expect(chats.session.branching.switchBranch(store.state.items[1]?.id ?? '', -1)).toBe(true);
    expect(shown(session)).toEqual(['user: rename alpha', 'done: tool', 'steering: only in a.ts', 'done: Only here.']);
  });

  test('is exported with the author of each message, in order', async () => {
    const { chats } = await steer(['Only there.']);
    const conversation = await chats.read(chats.session.id);
    if (!conversation) throw new Error('The chat is missing');
    const { messages } = toExportedChat(conversation, { itemId: null, now: 0 });
    expect(messages.map((message) => [message.role, 'steers' in message])).toEqual([
      ['user', false],
      ['assistant', false],
      ['user', true],
      ['assistant', false],
    ]);
    const headings = exportMarkdown(conversation, { itemId: null, now: 0 }).match(/^## [^·]*/gm);
    expect(headings).toEqual(['## You ', '## Premove ', '## You, while Premove was working ', '## Premove ']);
  });
});
