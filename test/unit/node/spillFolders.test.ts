import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createProcessOwner, type ProcessIdentity } from '../../../src/extension/node/processOwner.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { ProcessOwner } from '../../../src/extension/ports/processOwner.ts';
import {
  makeSpillFolder,
  newSpillFolder,
  removeSpillFolder,
  sweepSpillFolders,
} from '../../../src/extension/node/spillFolders.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

/** The owner for the process `id`. The owner reports that the processes in `dead` have ended. */
const owner = (id: string, dead: readonly string[] = []): ProcessOwner => ({
  id: () => Promise.resolve(id),
  isDead: (other) => Promise.resolve(dead.includes(other)),
  hostIfUnknown: () => Promise.resolve(undefined),
});

async function makeSpill(root: string, of: string): Promise<string> {
  const folder = newSpillFolder(root);
  await makeSpillFolder(folder, owner(of));
  await writeFile(join(folder, 'content'), 'x');
  return basename(folder);
}

test('the clean-up removes only the folders of processes that have certainly ended', () =>
  withTempFolder({}, async (folder) => {
    const root = join(folder, 'overlays');
    const [own, , other] = [await makeSpill(root, 'own'), await makeSpill(root, 'ended'), await makeSpill(root, 'far')];
    await sweepSpillFolders(root, owner('own', ['ended']), silentLog);
    expect((await readdir(root)).sort()).toEqual([own, other].flatMap((each) => [each, `${each}.owner`]).sort());
  }));

test('the clean-up keeps the folder of another container, in which a process has the same pid', () =>
  withTempFolder({}, async (root) => {
    const here: ProcessIdentity = {
      ...{ host: 'same', machine: 'same', boot: 'same', pid: 7, started: '50' },
      ...{ container: 'pid:[1]', run: 'here' },
    };
    const ownerOf = (identity: ProcessIdentity): ProcessOwner =>
      createProcessOwner(async () => identity, { isAlive: () => false, startOf: async () => '' });
    const there = { ...here, container: 'pid:[2]', run: 'there' };
    const ended = { ...here, run: 'an earlier process of this container' };
    const folders = [here, there, ended].map(() => newSpillFolder(root));
    for (const [index, identity] of [here, there, ended].entries()) {
      await makeSpillFolder(folders[index] ?? '', ownerOf(identity));
    }
    await sweepSpillFolders(root, ownerOf(here), silentLog);
    const kept = folders.slice(0, 2).map((folder) => basename(folder));
    expect((await readdir(root)).sort()).toEqual(kept.flatMap((each) => [each, `${each}.owner`]).sort());
  }));

test('the clean-up removes the rest of a folder that was created or removed during a crash', () =>
  withTempFolder({ 'made.owner': 'ended', 'removed.owner': 'ended', 'removed/content': 'x' }, async (folder) => {
    await sweepSpillFolders(folder, owner('own', ['ended']), silentLog);
    expect(await readdir(folder)).toEqual([]);
  }));

test('the clean-up keeps a folder without an owner, and an owner that cannot be read', () =>
  withTempFolder({ 'unknown/content': 'x' }, async (folder) => {
    await mkdir(join(folder, 'folder.owner'));
    const logged: string[] = [];
    const log = { ...silentLog, error: (message: string) => void logged.push(message) };
    await sweepSpillFolders(folder, owner('own', ['ended']), log);
    expect((await readdir(folder)).sort()).toEqual(['folder.owner', 'unknown']);
    expect(logged).toEqual(['The owner of prepared edits could not be read']);
  }));

test('the clean-up does nothing if there is no spill folder', () =>
  withTempFolder({}, (folder) => sweepSpillFolders(join(folder, 'none'), owner('own'), silentLog)));

test.skipIf(process.platform === 'win32')(
  'a spill folder gives only the user access, and is removed with its owner file',
  () =>
    withTempFolder({}, async (root) => {
      const folder = newSpillFolder(root);
      await makeSpillFolder(folder, owner('own'));
      const modes = await Promise.all([folder, `${folder}.owner`].map(async (path) => (await stat(path)).mode & 0o777));
      expect(modes).toEqual([0o700, 0o600]);
      await removeSpillFolder(folder);
      expect(await readdir(root)).toEqual([]);
    }),
);
