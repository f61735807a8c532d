import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createFileSpill } from '../../../src/extension/node/fileSpill.ts';
import { createProcessOwner } from '../../../src/extension/node/processOwner.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();
const owner = createProcessOwner();
const content = new Uint8Array([0, 1, 254, 255]);

test('a file spill reads the content that it wrote', () =>
  withTempFolder({}, async (folder) => {
    const spill = createFileSpill(join(folder, 'deep', 'one'), owner, silentLog);
    const [first, second] = [await spill.write(content, signal), await spill.write(new Uint8Array(), signal)];
    expect(await spill.read(first, signal)).toEqual(content);
    expect(await spill.read(second, signal)).toEqual(new Uint8Array());
  }));

test.skipIf(process.platform === 'win32')('a file spill gives only the user access', () =>
  withTempFolder({}, async (folder) => {
    const place = join(folder, 'one');
    const handle = await createFileSpill(place, owner, silentLog).write(content, signal);
    const modes = await Promise.all([place, join(place, handle)].map(async (path) => (await stat(path)).mode & 0o777));
    expect(modes).toEqual([0o700, 0o600]);
  }),
);

test('a file spill refuses handles that it did not create', () =>
  withTempFolder({}, async (folder) => {
    await writeFile(join(folder, 'other'), 'x');
    const spill = createFileSpill(join(folder, 'one'), owner, silentLog);
    await spill.write(content, signal);
    await expect(spill.read('../other', signal)).rejects.toThrow('Unknown spill handle');
  }));

test('a file spill does not create the folder before the first write', () =>
  withTempFolder({}, async (folder) => {
    createFileSpill(join(folder, 'one'), owner, silentLog).dispose();
    expect(await readdir(folder)).toEqual([]);
  }));

test('a file spill removes all content on disposal, including a write in progress, and refuses writes after it', () =>
  withTempFolder({}, async (folder) => {
    const spill = createFileSpill(join(folder, 'one'), owner, silentLog);
    const handle = await spill.write(content, signal);
    const writing = spill.write(content, signal);
    spill.dispose();
    await writing;
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
    await expect(spill.read(handle, signal)).rejects.toThrow();
    await expect(spill.write(content, signal)).rejects.toThrow('disposed');
  }));
