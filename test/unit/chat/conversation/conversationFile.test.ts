import { describe, expect, test } from 'vitest';
import type { ConversationEntry } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import {
  ConversationWriter,
  loadConversation,
  parseConversation,
} from '../../../../src/extension/chat/conversation/conversationFile.ts';
import { lockConversation } from '../../../../src/extension/chat/conversation/conversationLock.ts';
import { createConversation, openConversation } from '../../../../src/extension/chat/conversation/openConversation.ts';
import { silentLog } from '../../../../src/extension/base/silentLog.ts';
import { createStorage } from '../../../support/conversationStorage.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createMemoryFileStore, type MemoryFileStore } from '../../../support/memoryFileStore.ts';

const prompt: ConversationEntry = {
  type: 'prompt',
  id: 'a',
  parent: null,
  at: 1,
  parts: [{ type: 'text', text: 'hé\n"o"' }],
};
const answer: ConversationEntry = { type: 'answer', id: 'b', parent: 'a', at: 2, modelId: 'm', promptId: 'p' };
const progress: ConversationEntry = { type: 'progress', id: 'b', text: 'Half' };

async function createWriter(
  store: MemoryFileStore,
  onDidFail: () => void,
  onDidRecover: () => void = () => {},
): Promise<ConversationWriter> {
  const lock = await lockConversation('c', { ...createStorage(store, createManualClock()), onDidLose: () => {} });
  if (!lock) throw new Error('The conversation is owned by another window');
  return new ConversationWriter({ store, lock, exists: false, log: silentLog, onDidFail, onDidRecover });
}

async function write(store: MemoryFileStore, entries: readonly ConversationEntry[]): Promise<void> {
  const writer = await createWriter(store, () => {});
  for (const entry of entries) writer.append(entry);
  await writer.flush();
}

describe('a conversation on disk', () => {
  test('is loaded as it was written', async () => {
    const store = createMemoryFileStore();
    await write(store, [prompt, answer, progress]);
    expect(await loadConversation(store, 'c')).toEqual({ kind: 'loaded', entries: [prompt, answer, progress] });
  });

  test('keeps the images of a prompt, and the cost, context and end of an answer', async () => {
    const store = createMemoryFileStore();
    const images = [{ id: 'i', name: 'cat.png', thumbnail: 'data:,' }];
    const message = { role: 'assistant', parts: [] } as const;
    const end = { type: 'answered', id: 'b', outcome: 'stopped', stopReason: 'done', message, usage: null } as const;
    const entries: ConversationEntry[] = [
      { ...prompt, images },
      answer,
      { ...end, cost: 0.5, context: { used: 7, window: null } },
      { ...end, cost: null, context: null, stopReason: 'length', stopWord: 'max_tokens', cutCall: 'edit' },
    ];
    await write(store, entries);
    expect(await loadConversation(store, 'c')).toEqual({ kind: 'loaded', entries });
  });

  test('is absent if it was never written', async () => {
    expect(await loadConversation(createMemoryFileStore(), 'c')).toEqual({ kind: 'absent' });
  });

  test('loses at most the last line, wherever a crash cuts the file', async () => {
    const store = createMemoryFileStore();
    await write(store, [prompt, answer, progress]);
    const whole = store.files.get('conversations/c.jsonl') ?? '';
    const header = whole.indexOf('\n') + 1;
    for (let length = header; length <= whole.length; length += 1) {
      const cut = whole.slice(0, length);
      const complete = cut.split('\n').length - 2;
      const parsed = parseConversation(cut);
      expect(parsed.kind === 'parsed' && parsed.entries.length).toBe(complete);
    }
  });

  test('continues on a new line after a torn line', async () => {
    const store = createMemoryFileStore();
    await write(store, [prompt, answer]);
    const name = 'conversations/c.jsonl';
    store.files.set(name, `${store.files.get(name)}{"type":"progr`);
    const result = await openConversation(createStorage(store, createManualClock()), 'c', () => {});
    if (result.kind !== 'opened') throw new Error(result.kind);
    result.opened.conversation.addPrompt([{ type: 'text', text: 'next' }]);
    await result.opened.writer.flush();
    const again = await loadConversation(store, 'c');
    expect(again.kind === 'loaded' && again.entries.map((entry) => entry.type)).toEqual([
      'prompt',
      'answer',
      'answered',
      'prompt',
    ]);
  });

  test.each(['\0\0\0\0\n', '{"type":"progr\0\0\n', '\0\n{"ty'])('loses only a damaged last line: %j', async (line) => {
    const store = createMemoryFileStore();
    await write(store, [prompt, answer]);
    const name = 'conversations/c.jsonl';
    const whole = store.files.get(name) ?? '';
    store.files.set(name, whole + line);
    const loaded = await loadConversation(store, 'c');
    expect(loaded.kind === 'loaded' && loaded.entries).toHaveLength(2);
    expect(store.files.get(name)).toBe(whole);
    expect(store.files.get('conversations/c.corrupt')).toBe(whole + line);
  });

  test.each([0, 1, 20, '{"type":"premove-conversation","version":1}'.length])(
    'can be created again if a crash has cut its header after %i characters',
    async (length) => {
      const text = '{"type":"premove-conversation","version":1}'.slice(0, length);
      const store = createMemoryFileStore({ 'conversations/c.jsonl': text });
      const storage = createStorage(store, createManualClock());
      expect(await openConversation(storage, 'c', () => {})).toEqual({ kind: 'absent' });
      const { conversation, writer, lock } = await createConversation(storage, () => {}, { id: 'c' });
      conversation.addPrompt([{ type: 'text', text: 'first' }]);
      await writer.flush();
      await lock.release();
      const again = await loadConversation(store, 'c');
      expect(again.kind === 'loaded' && again.entries.map((entry) => entry.type)).toEqual(['prompt']);
    },
  );

  test.each(['not json\n', 'not json', '\0\0\0'])(
    'does not change a file that was never a conversation: %j',
    async (text) => {
      const store = createMemoryFileStore({ 'conversations/c.jsonl': text });
      expect((await loadConversation(store, 'c')).kind).toBe('corrupt');
      expect(store.files.get('conversations/c.jsonl')).toBe(text);
    },
  );

  test('is copied aside and not changed if it cannot be read', async () => {
    const garbage = '{"type":"premove-conversation","version":1}\nnot json\n';
    const store = createMemoryFileStore({ 'conversations/c.jsonl': garbage });
    const result = await openConversation(createStorage(store, createManualClock()), 'c', () => {});
    expect(result).toEqual({ kind: 'unreadable' });
    expect(store.files.get('conversations/c.corrupt')).toBe(garbage);
    expect(store.files.get('conversations/c.jsonl')).toBe(garbage);
  });

  test.each([
    ['the first', 0],
    ['a later', 1],
  ])('has no gap if %s write fails, and reports the failure and the recovery once', async (_name, written) => {
    const store = createMemoryFileStore();
    let failures = 0;
    let recoveries = 0;
    const writer = await createWriter(
      store,
      () => void (failures += 1),
      () => void (recoveries += 1),
    );
    const entries = [prompt, answer, progress, { ...progress, text: ' an' }];
    for (const entry of entries.slice(0, written)) writer.append(entry);
    expect(await writer.flush()).toBe(true);
    const repair = store.failAlways('append', new Error('disk full'));
    for (const entry of entries.slice(written, -1)) {
      writer.append(entry);
      expect(await writer.flush()).toBe(false);
    }
    expect([failures, recoveries]).toEqual([1, 0]);
    repair();
    for (const entry of entries.slice(-1)) writer.append(entry);
    await writer.flush();
    expect([failures, recoveries]).toEqual([1, 1]);
    expect(await loadConversation(store, 'c')).toEqual({ kind: 'loaded', entries });
  });

  test('retries a failed write during a flush', async () => {
    const store = createMemoryFileStore();
    const writer = await createWriter(store, () => {});
    expect(await writer.flush()).toBe(true);
    expect([...store.files.keys()]).toEqual(['conversations/c.lock']);
    store.failNext('append', new Error('disk full'));
    writer.append(prompt);
    expect(await writer.flush()).toBe(true);
    expect(await loadConversation(store, 'c')).toEqual({ kind: 'loaded', entries: [prompt] });
  });

  test('is flushed even if an entry is added during the flush', async () => {
    for (let distance = 0; distance < 20; distance += 1) {
      const store = createMemoryFileStore();
      const writer = await createWriter(store, () => {});
      writer.append(prompt);
      const flushed = writer.flush();
      for (let count = 0; count < distance; count += 1) await Promise.resolve();
      writer.append(answer);
      expect([await flushed, await writer.flush()]).toEqual([true, true]);
      expect(await loadConversation(store, 'c')).toEqual({ kind: 'loaded', entries: [prompt, answer] });
    }
  });

  test('is one conversation even if two windows created its file at once', () => {
    const lines = ['{"type":"premove-conversation","version":1}', JSON.stringify(prompt)];
    const parsed = parseConversation([...lines, ...lines].map((line) => `${line}\n`).join(''));
    expect(parsed.kind === 'parsed' && parsed.entries).toEqual([prompt, prompt]);
  });

  test('ignores entries that a later version has added', () => {
    const text = ['{"type":"premove-conversation","version":1}', '{"type":"pinned","id":"a"}', JSON.stringify(prompt)];
    const parsed = parseConversation(text.map((line) => `${line}\n`).join(''));
    expect(parsed.kind === 'parsed' && parsed.entries).toEqual([prompt]);
  });

  const message = { role: 'assistant', parts: [{ type: 'text', text: 'Hi' }] };
  test.each([
    ['a failure without its error', { type: 'answered', id: 'b', outcome: 'failed', message, usage: null }],
    ['an end without its reason', { type: 'answered', id: 'b', outcome: 'stopped', message, usage: null }],
    ['a text that is not a string', { ...prompt, parts: [{ type: 'text', text: 5 }] }],
    ['a result without content', { type: 'result', id: 'b', result: { type: 'tool-result', callId: '1', name: 'x' } }],
    ['an image without a thumbnail', { ...prompt, images: [{ id: 'i', name: 'cat.png' }] }],
    [
      'a cost that is not a number',
      { type: 'answered', id: 'b', outcome: 'interrupted', message, usage: null, cost: 'much' },
    ],
    ['a prompt without an id', { ...prompt, id: undefined }],
  ])('is corrupt with %s', (_name, entry) => {
    const text = `{"type":"premove-conversation","version":1}\n${JSON.stringify(entry)}\n`;
    expect(parseConversation(text).kind).toBe('corrupt');
  });
});
