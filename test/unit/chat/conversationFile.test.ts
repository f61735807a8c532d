import { describe, expect, test } from 'vitest';
import type { ConversationEntry } from '../../../src/extension/chat/conversation.ts';
import {
  ConversationWriter,
  loadConversation,
  parseConversation,
} from '../../../src/extension/chat/conversationFile.ts';
import { openConversation } from '../../../src/extension/chat/openConversation.ts';
import { silentLog } from '../../../src/extension/ports/log.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore, type MemoryFileStore } from '../../support/memoryFileStore.ts';

const prompt: ConversationEntry = {
  type: 'prompt',
  id: 'a',
  parent: null,
  at: 1,
  parts: [{ type: 'text', text: 'hé\n"o"' }],
};
const answer: ConversationEntry = { type: 'answer', id: 'b', parent: 'a', at: 2, modelId: 'm', promptId: 'p' };
const progress: ConversationEntry = { type: 'progress', id: 'b', text: 'Half' };

async function write(store: MemoryFileStore, entries: readonly ConversationEntry[]): Promise<void> {
  const writer = new ConversationWriter({ store, id: 'c', exists: false, log: silentLog, onDidFail: () => {} });
  for (const entry of entries) writer.append(entry);
  await writer.flush();
}

describe('a conversation on disk', () => {
  test('comes back as it was written', async () => {
    const store = createMemoryFileStore();
    await write(store, [prompt, answer, progress]);
    expect(await loadConversation(store, 'c')).toEqual({ kind: 'loaded', entries: [prompt, answer, progress] });
  });

  test('that was never written is absent', async () => {
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

  test('continues on a line of its own after a torn one', async () => {
    const store = createMemoryFileStore();
    await write(store, [prompt, answer]);
    const name = 'conversations/c.jsonl';
    store.files.set(name, `${store.files.get(name)}{"type":"progr`);
    const storage = { files: store, clock: createManualClock(), log: silentLog, onDidFail: () => {} };
    const opened = await openConversation(storage, 'c');
    opened.conversation.addPrompt([{ type: 'text', text: 'next' }]);
    await opened.writer.flush();
    const again = await loadConversation(store, 'c');
    expect(again.kind === 'loaded' && again.entries.map((entry) => entry.type)).toEqual([
      'prompt',
      'answer',
      'answered',
      'prompt',
    ]);
  });

  test('that cannot be read is set aside untouched, and a new one begun', async () => {
    const garbage = '{"type":"premove-conversation","version":1}\nnot json\n';
    const store = createMemoryFileStore({ 'conversations/c.jsonl': garbage });
    const storage = { files: store, clock: createManualClock(), log: silentLog, onDidFail: () => {} };
    const opened = await openConversation(storage, 'c');
    expect(opened.conversation.id).not.toBe('c');
    expect(opened.warning).toContain('could not be read');
    expect(store.files.get('conversations/c.corrupt')).toBe(garbage);
    expect(store.files.get('conversations/c.jsonl')).toBe(garbage);
  });

  test('tells once when it cannot be written, and goes on', async () => {
    const store = createMemoryFileStore();
    let failures = 0;
    const onDidFail = (): void => void (failures += 1);
    const writer = new ConversationWriter({ store, id: 'c', exists: false, log: silentLog, onDidFail });
    store.failNext('append', new Error('disk full'));
    store.failNext('append', new Error('disk full'));
    for (const entry of [prompt, answer, progress]) writer.append(entry);
    await writer.flush();
    expect(failures).toBe(1);
    expect(store.files.get('conversations/c.jsonl')).toContain('progress');
  });
});
