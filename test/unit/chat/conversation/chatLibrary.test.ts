import { describe, expect, test } from 'vitest';
import { ChatLibrary } from '../../../../src/extension/chat/conversation/chatLibrary.ts';
import type { ConversationEntry } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import { createConversation } from '../../../../src/extension/chat/conversation/openConversation.ts';
import { createCrash } from '../../../support/crash.ts';
import { createStorage } from '../../../support/conversationStorage.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createMemoryFileStore } from '../../../support/memoryFileStore.ts';

const { signal } = new AbortController();

async function start(chats: Readonly<Record<string, readonly ConversationEntry[]>>) {
  const clock = createManualClock();
  const files = createMemoryFileStore({}, clock);
  const storage = createStorage(files, clock);
  for (const [id, entries] of Object.entries(chats)) {
    const { writer, lock } = await createConversation(storage, () => {}, { id, entries });
    await writer.flush();
    await lock.release();
  }
  const library = new ChatLibrary(storage);
  const titles = async (): Promise<string[]> => (await library.list(signal)).map(({ title }) => title);
  return { clock, files, storage, library, titles };
}

function chat(prompt: string, at: number, answer = 'Yes.'): ConversationEntry[] {
  const message = { role: 'assistant' as const, parts: [{ type: 'text' as const, text: answer }] };
  return [
    { type: 'prompt', id: 'p', parent: null, at, parts: [{ type: 'text', text: prompt }] },
    { type: 'answer', id: 'a', parent: 'p', at: at + 1, modelId: 'm', promptId: 'q' },
    { type: 'answered', id: 'a', outcome: 'stopped', stopReason: 'done', message, usage: null },
  ];
}

const metaFile = 'conversations/one.meta.json';

describe('the list of chats', () => {
  test('is newest first, and shows each chat’s first line or new title', async () => {
    const { titles } = await start({
      one: chat('first\nline', 1),
      two: [...chat('second', 5), { type: 'title', title: 'Renamed' }],
    });
    expect(await titles()).toEqual(['Renamed', 'first']);
  });

  test('reads a chat again only when its file has grown', async () => {
    const { files, library, titles } = await start({ one: chat('first', 1), two: chat('second', 2) });
    await titles();
    const { read } = files;
    const opened: string[] = [];
    files.read = (name) => {
      opened.push(name);
      return read(name);
    };
    expect(await titles()).toEqual(['second', 'first']);
    expect(opened.filter((name) => name.endsWith('.jsonl'))).toEqual([]);
    await library.rename('one', 'Renamed');
    opened.length = 0;
    expect(await titles()).toEqual(['second', 'Renamed']);
    expect(opened.filter((name) => name.endsWith('.jsonl'))).toEqual(['conversations/one.jsonl']);
  });

  test.each([
    ['missing', undefined],
    ['torn', '{"version":1,"si'],
    ['of another version', '{"version":2}'],
    [
      'for another file size',
      '{"version":1,"size":1,"readable":true,"title":"x","lastPrompt":"","prompts":1,"createdAt":1,"updatedAt":1}',
    ],
  ])('replaces a summary that is %s', async (_name, text) => {
    const { files, titles } = await start({ one: chat('first', 1) });
    await titles();
    if (text === undefined) files.files.delete(metaFile);
    else files.files.set(metaFile, text);
    expect(await titles()).toEqual(['first']);
    expect(files.files.get(metaFile)).toContain('"title":"first"');
  });

  test('lists a chat that cannot be read, and a chat whose file cannot be opened', async () => {
    const { files, library } = await start({ one: chat('first', 1) });
    files.files.set('conversations/two.jsonl', 'garbage\n');
    expect(await library.list(signal)).toMatchObject([
      { id: 'one', readable: true },
      { id: 'two', readable: false },
    ]);
    files.failNext('stat', new Error('no permission'));
    expect((await library.list(signal)).filter(({ readable }) => !readable)).toHaveLength(2);
    expect(files.files.get('conversations/two.jsonl')).toBe('garbage\n');
  });

  test('lists a chat whose file is empty, and does not open it as a new chat', async () => {
    const { files, library, titles } = await start({ one: chat('first', 1) });
    await titles();
    files.files.set('conversations/one.jsonl', '');
    expect(await library.list(signal)).toMatchObject([{ id: 'one', readable: false, title: 'first' }]);
    expect(await library.rename('one', 'Renamed')).toBe('absent');
    expect(files.files.get('conversations/one.jsonl')).toBe('');
  });

  test('stops when it is aborted', async () => {
    const { library } = await start({ one: chat('first', 1) });
    expect(await library.list(AbortSignal.abort())).toEqual([]);
  });
});

describe('searching chats', () => {
  const chats = {
    one: chat('Wie heißt "das"?', 1, 'A C:\\path\nand a Second line'),
    two: chat('something else', 2, 'prompt answered text'),
  };
  test.each([
    ['second', ['one']],
    ['SECOND heißt', ['one']],
    ['"das"', ['one']],
    ['c:\\path', ['one']],
    ['second something', []],
    // These three words are in every file. A search finds only the one that is in a message.
    ['modelId', []],
    ['stopReason', []],
    ['answered', ['two']],
    ['  ', []],
  ])('for %j finds %j', async (query, ids) => {
    const { library } = await start(chats);
    expect([...(await library.search(query, signal)).keys()]).toEqual(ids);
  });
});

test('a search returns the words around a match', async () => {
  const { library } = await start({ one: chat('first', 1, 'The parser\nfails on dates.') });
  expect(await library.search('FAILS', signal)).toEqual(new Map([['one', 'The parser fails on dates.']]));
});

describe('renaming a chat', () => {
  test('reports a title that could not be written, and releases the lock', async () => {
    const { files, library, titles } = await start({ one: chat('first', 1) });
    const repair = files.failAlways('append', new Error('disk full'));
    expect(await library.rename('one', 'Renamed')).toBe('unsaved');
    repair();
    expect([...files.files.keys()].filter((name) => name.endsWith('.lock'))).toEqual([]);
    expect(await titles()).toEqual(['first']);
  });
});

describe('the trash', () => {
  test('restores a chat unchanged, and never overwrites a chat', async () => {
    const { files, library } = await start({ one: chat('first', 1) });
    const before = files.files.get('conversations/one.jsonl');
    expect(await library.delete('one')).toBe('done');
    expect(await library.delete('one')).toBe('absent');
    expect(await library.restore('one')).toBe('done');
    expect(await library.restore('one')).toBe('absent');
    expect(files.files.get('conversations/one.jsonl')).toBe(before);
  });

  test('lists its chats, last deleted first, and whether each can be restored', async () => {
    const { clock, files, library } = await start({ one: chat('first', 1), two: chat('second', 2) });
    files.files.set('conversations/broken.jsonl', 'x\n');
    const deleted = async () => (await library.listDeleted(signal)).map(({ title, readable }) => [title, readable]);
    expect(await deleted()).toEqual([]);
    for (const id of ['two', 'broken', 'one']) {
      await clock.advance(1_000);
      await library.delete(id);
    }
    expect(await deleted()).toEqual([
      ['first', true],
      ['', false],
      ['second', true],
    ]);
    expect((await library.listDeleted(signal))[0]?.updatedAt).toBe(clock.now());
    await library.restore('one');
    files.failNext('read', new Error('no permission'));
    expect(await deleted()).toEqual([['second', true]]);
  });

  test('deletes chats after a week, and also deletes old locks', async () => {
    const { clock, files, library, storage } = await start({ one: chat('first', 1), two: chat('second', 2) });
    await library.delete('one');
    for (const name of ['old.lock', 'old.lock-claim', 'old.lock-claim-0123456789abcdef'])
      files.files.set(`conversations/${name}`, '{}');
    await clock.advance(7 * 86_400_000 + 1);
    await createConversation(storage, () => {}, { id: 'empty' });
    await library.delete('two');
    expect(await library.sweep(signal)).toEqual(['one']);
    expect([...files.files.keys()].sort()).toEqual(['conversations/empty.lock', 'trash/two.jsonl']);
  });

  test.each(['delete', 'restore'] as const)(
    'removes only the file in the trash if a crash has left a chat in both folders during a %s',
    async (action) => {
      const { clock, files, library, titles } = await start({ one: chat('first', 1) });
      if (action === 'restore') await library.delete('one');
      const { move } = files;
      files.move = async (from, to) => {
        const content = files.files.get(from) ?? '';
        await move(from, to);
        files.files.set(from, content);
        throw new Error('crash');
      };
      await expect(library[action]('one')).rejects.toThrow('crash');
      await clock.advance(7 * 86_400_000 + 1);
      expect(await library.sweep(signal)).toEqual([]);
      expect(await titles()).toEqual(['first']);
      expect(await library.listDeleted(signal)).toEqual([]);
    },
  );

  test('counts the week from the deletion of a chat, even if another window sweeps after the move', async () => {
    const { clock, files, library, storage } = await start({ one: chat('first', 1) });
    await clock.advance(8 * 86_400_000);
    const other = new ChatLibrary(createStorage(files, clock, new Set([storage.window.pid])));
    const { move } = files;
    const swept: string[] = [];
    files.move = async (from, to) => {
      const moved = await move(from, to);
      swept.push(...(await other.sweep(signal)));
      return moved;
    };
    expect(await library.delete('one')).toBe('done');
    expect(swept).toEqual([]);
    expect(await library.restore('one')).toBe('done');
  });

  test('keeps a chat that another window is about to restore', async () => {
    const { clock, files, library } = await start({ one: chat('first', 1) });
    await library.delete('one');
    await clock.advance(8 * 86_400_000);
    const living = new Set<number>();
    const { lock } = await createConversation(createStorage(files, clock, living), () => {}, { id: 'one' });
    const other = new ChatLibrary(createStorage(files, clock, living));
    expect(await other.sweep(signal)).toEqual([]);
    await lock.release();
    expect(await other.sweep(signal)).toEqual(['one']);
  });

  test('checks the age of a chat again after locking the chat', async () => {
    const { clock, files, library } = await start({ one: chat('first', 1) });
    await library.delete('one');
    await clock.advance(8 * 86_400_000);
    const { createExclusive } = files;
    files.createExclusive = async (name, text) => {
      await files.touch('trash/one.jsonl');
      return createExclusive(name, text);
    };
    expect(await library.sweep(signal)).toEqual([]);
    expect(await library.restore('one')).toBe('done');
  });
});

describe('a crash during a delete or a restore', () => {
  /** A chat for which the action has ended at step `at`, and the library of another window. `ended`: without a crash. */
  async function crashed(action: 'delete' | 'restore', at: number, halfMoves: boolean) {
    const { clock, files, library: first, titles: listFirst } = await start({ one: chat('first', 1) });
    // The list stores the chat's metadata.
    await listFirst();
    if (action === 'restore') await first.delete('one');
    const crash = createCrash(at, false, halfMoves);
    const second = new ChatLibrary(createStorage(crash.files(files), clock));
    await second[action]('one').catch(() => {});
    const library = new ChatLibrary(createStorage(files, clock));
    const titles = async () => (await library.list(signal)).map(({ title }) => title);
    const deleted = async () => (await library.listDeleted(signal)).map(({ title }) => title);
    return { clock, files, library, titles, deleted, ended: !crash.happened };
  }

  const cases = (['delete', 'restore'] as const).flatMap((action) => [
    [action, false] as const,
    [action, true] as const,
  ]);

  test.each(cases)(
    'leaves the chat in one list, from which it can be restored: %s, the file may be in both folders: %s',
    async (...given) => {
      for (let at = 0, ended = false; !ended; at += 1) {
        const each = await crashed(given[0], at, given[1]);
        ({ ended } = each);
        const { library, titles, deleted } = each;
        expect([...(await titles()), ...(await deleted())]).toEqual(['first']);
        if ((await deleted()).length > 0) expect(await library.restore('one')).toBe('done');
        expect(await titles()).toEqual(['first']);
        expect(await library.delete('one')).toBe('done');
        expect(await deleted()).toEqual(['first']);
      }
    },
  );

  test.each(cases)(
    'allows a restore that begins before the next listing: %s, the file may be in both folders: %s',
    async (...given) => {
      for (let at = 0, ended = false; !ended; at += 1) {
        const each = await crashed(given[0], at, given[1]);
        ({ ended } = each);
        const { files, library, titles, deleted } = each;
        const isInTrash = files.files.has('trash/one.jsonl');
        expect(await library.restore('one')).toBe(isInTrash ? 'done' : 'absent');
        expect(await titles()).toEqual(['first']);
        expect(await deleted()).toEqual([]);
        expect(files.files.has('trash/one.jsonl')).toBe(false);
      }
    },
  );

  test('leaves no file of a deleted chat after a week', async () => {
    for (let at = 0, ended = false; !ended; at += 1) {
      const each = await crashed('delete', at, true);
      ({ ended } = each);
      const { clock, files, library } = each;
      const isDeleted = !files.files.has('conversations/one.jsonl');
      await clock.advance(7 * 86_400_000 + 1);
      expect(await library.sweep(signal)).toEqual(isDeleted ? ['one'] : []);
      if (isDeleted) expect([...files.files.keys()]).toEqual([]);
    }
  });
});
