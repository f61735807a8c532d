import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { durableAppend } from '../../../src/extension/node/durableAppend.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

/** A disk that writes the first `length` characters of the text, and then fails. */
const failAfter =
  (length: number) =>
  async (path: string, content: string | Uint8Array): Promise<void> => {
    await appendFile(path, content.slice(0, length));
    throw full;
  };

test.each([
  ['no byte', 0],
  ['half of the text', 7],
  ['the whole text', 14],
])('durableAppend restores the file if the disk fails after %s, and appends after that', (_name, length) =>
  withTempFolder({ a: 'wäs there\n' }, async (folder) => {
    const path = join(folder, 'a');
    await expect(durableAppend(path, '{"a":"second"}\n', 0o600, failAfter(length))).rejects.toBe(full);
    expect(await readFile(path, 'utf8')).toBe('wäs there\n');
    await durableAppend(path, '{"a":"second"}\n', 0o600);
    expect(await readFile(path, 'utf8')).toBe('wäs there\n{"a":"second"}\n');
  }),
);

test('durableAppend restores a new file to empty if the disk fails', () =>
  withTempFolder({}, async (folder) => {
    const path = join(folder, 'a');
    await expect(durableAppend(path, 'text', 0o600, failAfter(2))).rejects.toBe(full);
    expect(await readFile(path, 'utf8')).toBe('');
  }));

test('durableAppend rejects with the first error if the file cannot be created', () =>
  withTempFolder({}, async (folder) => {
    await expect(durableAppend(join(folder, 'missing', 'a'), 'text', 0o600)).rejects.toMatchObject({ code: 'ENOENT' });
  }));
