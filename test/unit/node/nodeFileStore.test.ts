import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeFileStore } from '../../../src/extension/node/nodeFileStore.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

test('the file store appends and writes in the order of the calls', () =>
  withTempFolder({}, async (folder) => {
    const store = createNodeFileStore(folder);
    const numbers = Array.from({ length: 50 }, (_, index) => `${index}\n`);
    await Promise.all(numbers.map((line) => store.append('a.jsonl', line)));
    expect(await store.read('a.jsonl')).toBe(numbers.join(''));
    await Promise.all([store.append('a.jsonl', 'x'), store.write('a.jsonl', 'new'), store.append('a.jsonl', '!')]);
    expect(await store.read('a.jsonl')).toBe('new!');
  }));

test('a read sees changes that were requested before it', () =>
  withTempFolder({}, async (folder) => {
    const store = createNodeFileStore(folder);
    const written = store.append('a', 'x');
    expect(await store.read('a')).toBe('x');
    await written;
  }));

test('a failed change does not block the next change, and leaves no file', () =>
  withTempFolder({}, async (folder) => {
    const store = createNodeFileStore(folder);
    await mkdir(join(folder, 'a'));
    const failed = store.write('a', 'x');
    const next = store.write('b', 'y');
    const again = store.append('a', 'z');
    await expect(failed).rejects.toThrow();
    await expect(again).rejects.toThrow();
    await next;
    expect((await readdir(folder)).sort()).toEqual(['a', 'b']);
  }));

test('the file store creates a file only once if several windows create it at the same time', () =>
  withTempFolder({}, async (folder) => {
    const windows = Array.from({ length: 8 }, () => createNodeFileStore(join(folder, 'storage')));
    const created = await Promise.all(windows.map((store, index) => store.createExclusive('a.lock', `${index}`)));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await windows[0]?.read('a.lock')).toBe(`${created.indexOf(true)}`);
    expect(await readdir(join(folder, 'storage'))).toEqual(['a.lock']);
  }));

test('the file store returns the size and the modification time of a file, and can update that time', () =>
  withTempFolder({ a: 'ä' }, async (folder) => {
    const store = createNodeFileStore(folder);
    expect(await store.stat('b')).toBeUndefined();
    expect(await store.touch('b')).toBe(false);
    await utimes(join(folder, 'a'), 1, 1);
    expect(await store.stat('a')).toEqual({ modifiedAt: 1000, size: 2 });
    expect(await store.touch('a')).toBe(true);
    expect((await store.stat('a'))?.modifiedAt).toBeGreaterThan(1000);
    expect(await store.read('a')).toBe('ä');
  }));

test('the file store does not list temporary files that a crash left', () =>
  withTempFolder({ '.premove-0123456789ab.tmp': 'half', a: '' }, async (folder) => {
    expect(await createNodeFileStore(folder).list('')).toEqual(['a']);
  }));

test.skipIf(process.platform === 'win32')('the file store makes files and folders private to the user', () =>
  withTempFolder({}, async (folder) => {
    const store = createNodeFileStore(join(folder, 'storage'));
    await store.write('chats/a', '');
    await store.append('chats/b', '');
    const mode = async (name: string): Promise<number> => (await stat(join(folder, 'storage', name))).mode & 0o777;
    expect([await mode('chats'), await mode('chats/a'), await mode('chats/b')]).toEqual([0o700, 0o600, 0o600]);
  }),
);

test.each(['../a', 'a/../b', '/a', 'a//b', '', '.', '..', 'a/', 'a\\b', 'a\0', 'C:a', 'a\n', '...'])(
  'the file store refuses the name %j',
  (name) =>
    withTempFolder({ 'storage/x': '' }, async (folder) => {
      const store = createNodeFileStore(join(folder, 'storage'));
      for (const run of [
        () => store.read(name),
        () => store.readBytes(name),
        () => store.write(name, 'x'),
        () => store.append(name, 'x'),
        () => store.delete(name),
        () => store.createExclusive(name, 'x'),
        () => store.stat(name),
        () => store.touch(name),
        () => store.move(name, 'y'),
        () => store.move('y', name),
      ]) {
        await expect(run()).rejects.toThrow('Not a name for a stored file');
      }
      await writeFile(join(folder, 'storage/x'), 'same');
      expect(await readFile(join(folder, 'storage/x'), 'utf8')).toBe('same');
    }),
);
