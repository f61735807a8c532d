import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createNodeFileStore } from '../../../src/extension/node/nodeFileStore.ts';
import type { FileStore } from '../../../src/extension/ports/fileStore.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

/** The behavior of every `FileStore`, including the store that tests use instead of the disk. */
describe.each<[string, (run: (store: FileStore) => Promise<void>) => Promise<void>]>([
  ['the store on disk', (run) => withTempFolder({}, (folder) => run(createNodeFileStore(join(folder, 'storage'))))],
  ['the store in memory', (run) => run(createMemoryFileStore())],
])('%s', (_name, withStore) => {
  test('writes, reads, lists and deletes texts', () =>
    withStore(async (store) => {
      expect(await store.read('chats/a.jsonl')).toBeUndefined();
      expect(await store.readBytes('chats/a.jsonl')).toBeUndefined();
      expect(await store.list('chats')).toEqual([]);
      await store.write('chats/b.jsonl', 'b');
      await store.write('chats/a.jsonl', 'ä');
      await store.write('chats/sub/c', '');
      expect(await store.read('chats/a.jsonl')).toBe('ä');
      expect(await store.list('chats')).toEqual(['a.jsonl', 'b.jsonl']);
      await store.write('draft.json', '{}');
      expect(await store.list('')).toEqual(['draft.json']);
      await store.delete('chats/a.jsonl');
      await store.delete('chats/a.jsonl');
      expect(await store.list('chats')).toEqual(['b.jsonl']);
    }));

  test('keeps bytes that are not text', () =>
    withStore(async (store) => {
      const bytes = Uint8Array.from([0, 0xff, 0xc3, 10]);
      await store.write('a', bytes);
      await store.append('a', Uint8Array.from([0x80]));
      expect([...((await store.readBytes('a')) ?? [])]).toEqual([0, 0xff, 0xc3, 10, 0x80]);
      expect((await store.stat('a'))?.size).toBe(5);
      expect(await store.list('')).toEqual(['a']);
      expect([await store.move('a', 'b'), await store.read('a')]).toEqual([true, undefined]);
      expect((await store.readBytes('b'))?.length).toBe(5);
      await store.delete('b');
      expect(await store.readBytes('b')).toBeUndefined();
    }));

  test('appends bytes to a text, and a text to bytes', () =>
    withStore(async (store) => {
      await store.append('a', 'ä');
      await store.append('a', Uint8Array.from([0x62]));
      await store.append('a', 'ö');
      expect(await store.read('a')).toBe('äbö');
      await store.write('a', 'new');
      expect(await store.read('a')).toBe('new');
    }));

  test.each([
    [0, 3, [1, 2, 3]],
    [1, 1, [2]],
    [2, 9, [3, 4]],
    [4, 1, []],
    [9, 1, []],
    [3, Number.MAX_SAFE_INTEGER, [4]],
  ])('reads from byte %d at most %d bytes', (start, size, expected) =>
    withStore(async (store) => {
      await store.write('a', Uint8Array.from([1, 2, 3, 4]));
      expect([...((await store.readBytes('a', { start, size })) ?? [])]).toEqual(expected);
      expect(await store.readBytes('b', { start, size })).toBeUndefined();
    }),
  );

  test('creates a file only if it does not exist', () =>
    withStore(async (store) => {
      expect(await store.createExclusive('a', 'x')).toBe(true);
      expect(await store.createExclusive('a', 'y')).toBe(false);
      expect(await store.read('a')).toBe('x');
    }));

  test('moves a file, but never replaces an existing file', () =>
    withStore(async (store) => {
      await store.write('a', 'a');
      await store.write('b', Uint8Array.from([0x62]));
      expect(await store.move('a', 'b')).toBe(false);
      expect(await store.move('missing', 'c')).toBe(false);
      expect(await store.move('a', 'trash/a')).toBe(true);
      expect([await store.read('a'), await store.read('b'), await store.read('trash/a')]).toEqual([
        undefined,
        'b',
        'a',
      ]);
    }));

  test('does not create a file when it touches a missing file', () =>
    withStore(async (store) => {
      await store.write('a', 'ä');
      expect([await store.touch('a'), await store.touch('b')]).toEqual([true, false]);
      expect([(await store.stat('a'))?.size, await store.stat('b')]).toEqual([2, undefined]);
    }));
});
