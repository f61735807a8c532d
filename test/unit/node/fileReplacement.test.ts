import { chmod, link, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replaceFile, writeInPlace } from '../../../src/extension/node/fileReplacement.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const failure = (code: string): Error => Object.assign(new Error(code), { code });
const refusing = (code: string) => () => Promise.reject(failure(code));

const verify = () => Promise.resolve();

/** Runs with a file that exists. */
async function withFile(run: (path: string, folder: string) => Promise<void>): Promise<void> {
  await withTempFolder({ 'a.txt': 'wäs there\n' }, (folder) =>
    run(join(folder, 'a.txt').replaceAll('\\', '/'), folder),
  );
}

describe('a file that is replaced', () => {
  test('becomes a new file, so that a crash leaves the old or the new content', () =>
    withFile(async (path, folder) => {
      const existing = await stat(path);
      await replaceFile(path, bytes('new'), { existing, mode: undefined, verify });
      expect(await readFile(path, 'utf8')).toBe('new');
      expect((await stat(path)).ino).not.toBe(existing.ino);
      expect(await readdir(folder)).toEqual(['a.txt']);
    }));

  test.each(['replaced', 'written in place'])('stays unchanged if `verify` fails before it is %s', (how) =>
    withFile(async (path, folder) => {
      const existing = await stat(path);
      const refuse = refusing('EXDEV');
      const replacement =
        how === 'replaced'
          ? replaceFile(path, bytes('new'), { existing, mode: undefined, verify: refuse })
          : writeInPlace(path, bytes('new'), { mode: undefined, verify: refuse });
      await expect(replacement).rejects.toMatchObject({ code: 'EXDEV' });
      expect(await readFile(path, 'utf8')).toBe('wäs there\n');
      expect(await readdir(folder)).toEqual(['a.txt']);
    }),
  );

  test('keeps its other hard links', () =>
    withFile(async (path, folder) => {
      const other = join(folder, 'other.txt');
      await link(path, other);
      await replaceFile(path, bytes('new'), { existing: await stat(path), mode: undefined, verify });
      expect(await readFile(other, 'utf8')).toBe('new');
    }));

  test.each([
    ['owner', { uid: 4711 }],
    ['group', { gid: 4711 }],
  ])('keeps its %s even if that differs from the current user’s', (_name, owned) =>
    withFile(async (path) => {
      const { ino } = await stat(path);
      await replaceFile(path, bytes('new'), {
        existing: Object.assign(await stat(path), owned),
        mode: undefined,
        verify,
      });
      expect(await readFile(path, 'utf8')).toBe('new');
      if (process.platform !== 'win32') expect((await stat(path)).ino).toBe(ino);
    }),
  );

  test.each(['EBUSY', 'EACCES', 'EPERM', 'EXDEV', 'EROFS'])(
    'is written in place if it cannot be replaced: %s',
    (code) =>
      withFile(async (path) => {
        const existing = await stat(path);
        await replaceFile(path, bytes('new'), { existing, mode: undefined, verify }, refusing(code));
        expect(await readFile(path, 'utf8')).toBe('new');
        expect((await stat(path)).ino).toBe(existing.ino);
      }),
  );

  test('stays unchanged if the disk is full, and a new file is never written in place', () =>
    withFile(async (path) => {
      const existing = await stat(path);
      await expect(
        replaceFile(path, bytes('new'), { existing, mode: undefined, verify }, refusing('ENOSPC')),
      ).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await readFile(path, 'utf8')).toBe('wäs there\n');
      const none = { existing: undefined, mode: undefined, verify };
      await expect(replaceFile(`${path}.b`, bytes('b'), none, refusing('EACCES'))).rejects.toMatchObject({
        code: 'EACCES',
      });
    }));
});

describe('a file that is written in place', () => {
  test.each(['', 'shorter', 'as löng\n', 'a good deal longer than it was before\n'])('contains %j afterwards', (text) =>
    withFile(async (path) => {
      await writeInPlace(path, bytes(text), { mode: undefined, verify });
      expect(await readFile(path, 'utf8')).toBe(text);
    }),
  );

  test.skipIf(process.platform === 'win32')('gets the given mode', () =>
    withFile(async (path) => {
      await chmod(path, 0o640);
      await writeInPlace(path, bytes('new'), { mode: 0o750, verify });
      expect((await stat(path)).mode & 0o7777).toBe(0o750);
    }),
  );

  test.each([1, 2])('has its old content again if part %i of the new content cannot be written', (failing) =>
    withFile(async (path) => {
      let part = 0;
      const write: Parameters<typeof writeInPlace>[3] = async (file, content, position) => {
        part += 1;
        await file.write(content.subarray(0, 5), 0, undefined, position);
        if (part === failing) throw failure('ENOSPC');
      };
      const text = bytes('something that is longer');
      await expect(writeInPlace(path, text, { mode: undefined, verify }, write)).rejects.toMatchObject({
        code: 'ENOSPC',
      });
      expect(await readFile(path, 'utf8')).toBe('wäs there\n');
    }),
  );
});
