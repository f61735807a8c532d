import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Workspace } from '../../../../src/extension/ports/workspace.ts';
import { applyChanges, beginNothing } from '../../../../src/extension/speculate/apply.ts';
import { createOverlay } from '../../../../src/extension/speculate/overlay.ts';
import { createDiskWorkspace } from '../../../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../../../src/extension/node/search/walkSearch.ts';
import { bytes, kindOf, signal } from './overlayFiles.ts';
import { makeTempFolder, withTempFolder } from '../../../support/tempFolder.ts';

describe('an overlay on a disk', () => {
  let folder: string;
  let workspace: Workspace;

  beforeEach(async () => {
    folder = await makeTempFolder();
    await mkdir(join(folder, 'ws/src'), { recursive: true });
    await mkdir(join(folder, 'outside'));
    await writeFile(join(folder, 'ws/src/run.sh'), 'echo one\n', { mode: 0o755 });
    await symlink(join(folder, 'outside'), join(folder, 'ws/out'), 'junction');
    const roots = [{ name: 'ws', path: join(folder, 'ws').replaceAll('\\', '/') }];
    workspace = createDiskWorkspace({ roots: () => roots, search: walkSearch });
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('does not write through a linked folder to a place outside the workspace', async () => {
    const overlay = createOverlay(workspace);
    const { path, kind } = await overlay.resolve('out/a.txt');
    expect(kind).toBe('outside');
    expect(await kindOf(overlay.write(path, bytes('x'), {}, signal))).toBe('outside');
    expect(await kindOf(overlay.write(`${workspace.roots[0]?.path}/out/a.txt`, bytes('x'), {}, signal))).toBe(
      'outside',
    );
  });

  it('applies nothing if a folder was replaced by a link to a place outside the workspace', async () => {
    const overlay = createOverlay(workspace);
    const { path } = await overlay.resolve('gen/a.txt');
    await overlay.write(path, bytes('x'), {}, signal);
    await symlink(join(folder, 'outside'), join(folder, 'ws/gen'), 'junction');
    expect(await applyChanges(overlay.changes(), workspace, beginNothing, signal)).toMatchObject({ kind: 'conflict' });
    expect(await readdir(join(folder, 'outside'))).toEqual([]);
  });

  it('replaces a file with a folder, and finds the files in it', async () => {
    await writeFile(join(folder, 'ws/src/name'), 'old\n');
    const overlay = createOverlay(workspace);
    const { path } = await overlay.resolve('src/name');
    await overlay.delete(path, {}, signal);
    expect(await kindOf(overlay.read(`${path}/deep/a.txt`, signal))).toBe('not-found');
    await overlay.write(`${path}/deep/a.txt`, bytes('new\n'), {}, signal);
    expect(await overlay.list(path, signal)).toEqual([{ name: 'deep', type: 'directory' }]);
    expect(await overlay.list(`${path}/deep`, signal)).toEqual([{ name: 'a.txt', type: 'file' }]);
    for (const each of [path, `${path}/deep`]) {
      const search = { path: each, limit: 9 };
      expect((await overlay.glob({ pattern: '**/*.txt', ...search }, signal)).paths).toEqual([`${path}/deep/a.txt`]);
      const { matches } = await overlay.grep({ pattern: 'old|new', caseSensitive: true, ...search }, signal);
      expect(matches.map((match) => match.text)).toEqual(['new']);
    }
    expect(await applyChanges(overlay.changes(), workspace, beginNothing, signal)).toMatchObject({ kind: 'applied' });
    expect(await readFile(join(folder, 'ws/src/name/deep/a.txt'), 'utf8')).toBe('new\n');
  });

  it('finds its own files, and applies them with modes and folders', async () => {
    const overlay = createOverlay(workspace);
    const [script, fresh] = [await overlay.resolve('src/run.sh'), await overlay.resolve('new/deep/a.txt')];
    await overlay.write(script.path, bytes('echo two\n'), {}, signal);
    await overlay.write(fresh.path, bytes('two\n'), {}, signal);
    const search = { pattern: 'two|one', caseSensitive: true, limit: 9 };
    expect((await overlay.grep(search, signal)).matches.map((match) => match.text)).toEqual(['two', 'echo two']);
    const inNew = await overlay.grep({ ...search, path: fresh.path.replace('/deep/a.txt', '') }, signal);
    expect(inNew.matches).toHaveLength(1);
    expect((await overlay.glob({ pattern: 'new/**', limit: 9 }, signal)).paths).toEqual([fresh.path]);
    expect(await applyChanges(overlay.changes(), workspace, beginNothing, signal)).toMatchObject({ kind: 'applied' });
    expect(await readFile(join(folder, 'ws/new/deep/a.txt'), 'utf8')).toBe('two\n');
    expect(await readFile(join(folder, 'ws/src/run.sh'), 'utf8')).toBe('echo two\n');
    if (process.platform !== 'win32') expect((await stat(join(folder, 'ws/src/run.sh'))).mode & 0o777).toBe(0o755);
  });
});

it('a failed apply removes the folders that it created, except folders with other files', async () => {
  await withTempFolder({ 'ws/kept/a.txt': 'one' }, async (folder) => {
    const root = join(folder, 'ws').replaceAll('\\', '/');
    const disk = createDiskWorkspace({ roots: () => [{ name: 'ws', path: root }], search: walkSearch });
    const overlay = createOverlay(disk);
    const names = ['kept/new/deep/b.txt', 'new/c.txt', 'other/d.txt', 'z.txt'];
    for (const name of names) await overlay.write(`${root}/${name}`, bytes('two'), {}, signal);
    const failing: Workspace = {
      ...disk,
      async write(path, content, options, writeSignal) {
        if (!path.endsWith('z.txt')) return disk.write(path, content, options, writeSignal);
        await writeFile(join(root, 'other/by the user.txt'), '');
        throw new Error('disk full');
      },
    };
    const result = await applyChanges(overlay.changes(), failing, beginNothing, signal);
    expect(result).toMatchObject({ kind: 'failed', restored: true });
    expect((await readdir(root, { recursive: true })).sort()).toEqual(
      ['kept', 'kept/a.txt', 'other', 'other/by the user.txt'].map((name) => join(name)),
    );
  });
});
