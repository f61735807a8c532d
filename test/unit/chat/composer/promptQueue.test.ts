import { describe, expect, test } from 'vitest';
import { ChatStore } from '../../../../src/extension/chat/view/chatStore.ts';
import type { Attachment } from '../../../../src/extension/chat/composer/attachment.ts';
import { PromptQueue } from '../../../../src/extension/chat/composer/promptQueue.ts';
import { QueueFile } from '../../../../src/extension/chat/composer/queueFile.ts';
import { createConversation, openConversation } from '../../../../src/extension/chat/conversation/openConversation.ts';
import type { FileStore } from '../../../../src/extension/ports/fileStore.ts';
import { silentLog } from '../../../../src/extension/base/silentLog.ts';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import { createStorage, type LivingWindows } from '../../../support/conversationStorage.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createMemoryFileStore } from '../../../support/memoryFileStore.ts';

const diskFull = new Error('The disk is full');
const image = (id: string): Attachment => ({
  id,
  name: `${id}.png`,
  thumbnail: 'data:image/png,',
  mimeType: 'image/png',
  data: 'aGk=',
});

const createQueue = (store: ChatStore, files: FileStore): PromptQueue =>
  new PromptQueue(store, new QueueFile(files, silentLog), silentLog);

/** A chat with a queue, in a window beside which a test can open other windows. */
async function start() {
  const clock = createManualClock();
  const files = createMemoryFileStore({}, clock);
  const living: LivingWindows = new Set();
  const storage = createStorage(files, clock, living);
  const opened = await createConversation(storage, () => {});
  const store = new ChatStore(createInitialChatState(opened.lock.id));
  const queue = createQueue(store, files);
  queue.open(opened, []);
  const add = (text: string, attachments: readonly Attachment[] = []) =>
    queue.add({ text, attachments, mentions: [], prepared: { allowed: [], frozen: {} } }, false);
  const idOf = (text: string): string => store.state.queue.find((prompt) => prompt.text === text)?.id ?? '';
  /** The queue on disk, as another window would read it. */
  const onDisk = async (): Promise<string[]> => {
    const { prompts } = await createQueue(store, files).load(opened.lock.id);
    return prompts.map(({ text, attachments }) => [text, ...attachments.map(({ id }) => id)].join(' '));
  };
  const names = (): string[] => [...files.files.keys()].filter((name) => name.startsWith('queues/'));
  return { clock, files, living, storage, opened, store, queue, add, idOf, onDisk, names };
}

describe('the prompt queue', () => {
  test('is on disk as shown, with each image once, after every change', async () => {
    const { queue, add, idOf, onDisk, names } = await start();
    await add('one', [image('a'), image('b')]);
    await add('two');
    queue.move(idOf('two'), -1);
    await queue.flush();
    expect(await onDisk()).toEqual(['two', 'one a b']);
    queue.remove(idOf('one'));
    await queue.flush();
    expect(await onDisk()).toEqual(['two']);
    expect(names()).toHaveLength(1);
    queue.restore(idOf('one'));
    await queue.flush();
    expect(await onDisk()).toEqual(['two', 'one a b']);
  });

  test('keeps a sent prompt on disk until the conversation with that prompt is on disk', async () => {
    const { files, queue, add, idOf, onDisk, opened } = await start();
    await add('one');
    const id = idOf('one');
    const repair = files.failAlways('append', diskFull);
    opened.conversation.addPrompt([{ type: 'text', text: 'one' }], { id });
    queue.sent(id);
    await queue.flush();
    expect(queue.count).toBe(0);
    expect(await onDisk()).toEqual(['one']);
    repair();
    await add('two');
    expect(await onDisk()).toEqual(['two']);
  });

  test('does not repeat a prompt after a crash between the writes of the conversation and of the queue', async () => {
    const { files, queue, add, idOf, opened, storage, clock, store } = await start();
    await add('one');
    const id = idOf('one');
    const kept = new Map(files.files);
    opened.conversation.addPrompt([{ type: 'text', text: 'one' }], { id });
    queue.sent(id);
    await queue.flush();
    for (const [name, text] of kept) if (name.startsWith('queues/')) files.files.set(name, text);
    const next = createStorage(files, clock);
    const result = await openConversation(next, opened.lock.id, () => {});
    if (result.kind !== 'opened') throw new Error(result.kind);
    const again = createQueue(store, files);
    const { prompts } = await again.load(opened.lock.id);
    expect(prompts).toHaveLength(1);
    expect(again.open(result.opened, prompts)).toEqual({ queue: [], queuePaused: false });
    expect(storage.failures).toBe(0);
  });

  test('does not overwrite the file once another window has taken over the chat', async () => {
    const { files, living, storage, opened, clock, add, onDisk } = await start();
    await add('one');
    living.delete(storage.window.pid);
    const result = await openConversation(createStorage(files, clock, living), opened.lock.id, () => {});
    expect(['opened', 'absent']).toContain(result.kind);
    await add('two');
    expect(await onDisk()).toEqual(['one']);
  });

  test('moves into the copy in which the chat continues', async () => {
    const { queue, add, storage, files, store } = await start();
    await add('one', [image('a')]);
    queue.pause();
    const copy = await createConversation(storage, () => {});
    expect(await queue.continueAs(copy)).toMatchObject({ queue: [{ text: 'one' }], queuePaused: true });
    const { prompts } = await createQueue(store, files).load(copy.lock.id);
    expect(prompts).toMatchObject([{ text: 'one', attachments: [{ id: 'a' }] }]);
  });

  test('shows a notice while it cannot be written, and clears the notice afterwards', async () => {
    const { files, queue, add, idOf, onDisk, store } = await start();
    await add('one');
    await add('two');
    const repair = files.failAlways('write', diskFull);
    queue.move(idOf('two'), -1);
    expect(await queue.flush()).toBe(false);
    expect(store.state.notice?.message).toContain('can’t be saved');
    expect(store.state.queue.map(({ text }) => text)).toEqual(['two', 'one']);
    repair();
    expect(await queue.flush()).toBe(true);
    expect(store.state.notice).toBeNull();
    expect(await onDisk()).toEqual(['two', 'one']);
  });

  test('leaves no file when its chat is deleted', async () => {
    const { queue, add, opened, names } = await start();
    await add('one', [image('a')]);
    await queue.forget(opened.lock.id);
    expect(names()).toEqual([]);
  });
});
