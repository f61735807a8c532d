import { readdirSync, renameSync, symlinkSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { bytes, failure, inWorkspace, signal, windows } from './inWorkspace.ts';

describe.skipIf(windows)('a folder that is replaced by a link while a file is written', () => {
  test.each(['new.txt', 'secret.txt', 'linked.txt'])('does not lead the write outside: %s', async (name) => {
    const files = { 'ws/sub/secret.txt': 'mine', 'ws/sub/linked.txt': 'mine', 'outside/linked.txt': 'secret' };
    await withTempFolder({ 'outside/secret.txt': 'secret', ...files }, async (folder) => {
      await link(join(folder, 'ws/sub/linked.txt'), join(folder, 'other'));
      let isResolved = false;
      // `write` calls `roots` after it has resolved the path.
      const roots = () => {
        if (isResolved) {
          renameSync(join(folder, 'ws/sub'), join(folder, 'ws/moved'));
          symlinkSync(join(folder, 'outside'), join(folder, 'ws/sub'));
        }
        isResolved = false;
        return [{ name: 'ws', path: join(folder, 'ws') }];
      };
      const workspace = createDiskWorkspace({ roots, search: walkSearch });
      const { path } = await workspace.resolve(`sub/${name}`);
      isResolved = true;
      expect(await failure(workspace.write(path, bytes('new'), {}, signal))).toBe('outside');
      expect((await readdir(join(folder, 'outside'))).sort()).toEqual(['linked.txt', 'secret.txt']);
      for (const each of ['linked.txt', 'secret.txt']) {
        expect(await readFile(join(folder, 'outside', each), 'utf8')).toBe('secret');
      }
    });
  });
});

test.skipIf(windows)('a write does not follow a folder that is replaced after the new file was opened', () =>
  withTempFolder({ 'ws/sub/a.txt': 'old', 'ws/other/a.txt': 'other' }, async (folder) => {
    let isReplaced = false;
    const roots = () => {
      // Besides `a.txt`, the folder has the new file, which has no content yet.
      if (!isReplaced && readdirSync(join(folder, 'ws/sub')).length > 1) {
        isReplaced = true;
        renameSync(join(folder, 'ws/sub'), join(folder, 'ws/moved'));
        symlinkSync(join(folder, 'ws/other'), join(folder, 'ws/sub'));
      }
      return [{ name: 'ws', path: join(folder, 'ws') }];
    };
    const workspace = createDiskWorkspace({ roots, search: walkSearch });
    const { path } = await workspace.resolve('sub/a.txt');
    await expect(workspace.write(path, bytes('new'), {}, signal)).rejects.toMatchObject({
      kind: 'io',
      message: `${path} was replaced before anything was written.`,
    });
    expect(await readFile(join(folder, 'ws/moved/a.txt'), 'utf8')).toBe('old');
    expect(await readFile(join(folder, 'ws/other/a.txt'), 'utf8')).toBe('other');
  }),
);

describe('resolve', () => {
  test('follows links before it decides whether a path is inside', async () => {
    await inWorkspace({ 'ws/src/a.ts': '', 'ws/..name/b.ts': '' }, async (workspace, folder) => {
      await symlink(join(folder, 'outside'), join(folder, 'ws/out'));
      await symlink('src', join(folder, 'ws/alias'));
      await symlink('nowhere', join(folder, 'ws/dangling'));
      await symlink('loop', join(folder, 'ws/loop'));
      const seen = async (path: string): Promise<string> => {
        const { kind, display } = await workspace.resolve(path);
        return `${kind} ${display}`;
      };
      expect(await seen('src/a.ts')).toBe('inside src/a.ts');
      expect(await seen('alias/a.ts')).toBe('inside src/a.ts');
      expect(await seen('alias/new/b.ts')).toBe('inside src/new/b.ts');
      expect(await seen('..name/b.ts')).toBe('inside ..name/b.ts');
      expect(await seen('out/secret.txt')).toBe(`outside ${folder}/outside/secret.txt`);
      expect(await seen('out/new.txt')).toBe(`outside ${folder}/outside/new.txt`);
      expect(await seen('alias/../../outside/secret.txt')).toBe(`outside ${folder}/outside/secret.txt`);
      expect(await seen('dangling')).toBe(`outside ${folder}/ws/dangling`);
      expect(await seen('dangling/a.ts')).toBe(`outside ${folder}/ws/dangling/a.ts`);
      expect(await seen('loop/a.ts')).toBe(`outside ${folder}/ws/loop/a.ts`);
      expect(await seen('a\0b')).toBe('outside a\ufffdb');
    });
  });

  test.skipIf(windows).each([
    ['my\\ file.txt', 'my file.txt'],
    ['a\\(1\\)/b\\ c.txt', 'a(1)/b c.txt'],
    ['Screenshot at 3 PM.png', 'Screenshot at 3\u202fPM.png'],
    ['Screenshots 3 PM/a.png', 'Screenshots 3\u202fPM/a.png'],
    ['a\\(1\\)/new/file.txt', 'a(1)/new/file.txt'],
    ['Screenshots 3 PM/a new file.png', 'Screenshots 3\u202fPM/a new file.png'],
    ['new\\ folder/a.txt', 'new\\ folder/a.txt'],
    ['caf\u00e9.md', 'cafe\u0301.md'],
    ['twin 1.md', 'twin 1.md'],
    ['back\\ slash.md', 'back\\ slash.md'],
    ['sub/new file.md', 'sub/new file.md'],
  ])('resolves %j to an existing file with a similar name, or to the name itself: %j', async (written, found) => {
    const names = ['my file.txt', 'a(1)/b c.txt', 'Screenshot at 3\u202fPM.png', 'Screenshots 3\u202fPM/a.png'];
    const more = ['cafe\u0301.md', 'twin\u202f1.md', 'twin\u00a01.md', 'back\\ slash.md', 'back slash.md'];
    const files = Object.fromEntries([...names, ...more].map((name) => [`ws/${name}`, '']));
    await inWorkspace(files, async (workspace) => {
      expect(await workspace.resolve(written)).toMatchObject({ kind: 'inside', relative: found });
    });
  });

  test.skipIf(windows)('refuses a similar name that is a link to the outside', async () => {
    await inWorkspace({}, async (workspace, folder) => {
      await symlink(join(folder, 'outside'), join(folder, 'ws/a\u202fb'));
      expect(await workspace.resolve('a b/secret.txt')).toMatchObject({ kind: 'outside' });
    });
  });

  test('keeps the name of a root that is itself a link', async () => {
    await inWorkspace({ 'real/a.ts': 'a' }, async (_workspace, folder) => {
      await symlink(join(folder, 'real'), join(folder, 'linked'));
      const workspace = createDiskWorkspace({
        roots: () => [{ name: 'linked', path: join(folder, 'linked') }],
        search: walkSearch,
      });
      const expected = { kind: 'inside', path: `${folder}/linked/a.ts`, relative: 'a.ts', display: 'a.ts' };
      expect(await workspace.resolve('a.ts')).toEqual(expected);
      expect(await workspace.resolve(join(folder, 'real/a.ts'))).toEqual(expected);
      const { matches } = await workspace.grep({ pattern: 'a', caseSensitive: true, limit: 5 }, signal);
      expect(matches.map((match) => match.path)).toEqual([`${folder}/linked/a.ts`]);
      expect((await workspace.glob({ pattern: '*.ts', limit: 5 }, signal)).paths).toEqual([`${folder}/linked/a.ts`]);
    });
  });

  test('looks for an existing file in each root, and shows the root of the file', async () => {
    await inWorkspace(
      { 'ws/a.ts': '', 'lib/b.ts': '' },
      async (workspace, folder) => {
        const display = async (path: string): Promise<string> => (await workspace.resolve(path)).display;
        expect(await display('a.ts')).toBe('ws/a.ts');
        expect(await display('b.ts')).toBe('lib/b.ts');
        expect(await display('lib/b.ts')).toBe('lib/b.ts');
        expect(await display(`${folder}/lib/new.ts`)).toBe('lib/new.ts');
        expect(await display('new.ts')).toBe('ws/new.ts');
        expect(await display('lib')).toBe('lib');
      },
      ['ws', 'lib'],
    );
  });

  test('returns “inside” for a link from one root into another root', async () => {
    await inWorkspace(
      { 'lib/b.ts': '' },
      async (workspace, folder) => {
        await symlink(join(folder, 'lib'), join(folder, 'ws/link'));
        expect(await workspace.resolve('ws/link/b.ts')).toMatchObject({ kind: 'inside', display: 'lib/b.ts' });
      },
      ['ws', 'lib'],
    );
  });
});

test('every method refuses paths outside the roots', async () => {
  await inWorkspace({ 'ws/a.ts': 'a' }, async (workspace, folder) => {
    await symlink(join(folder, 'outside'), join(folder, 'ws/out'));
    for (const path of [
      `${folder}/outside/secret.txt`,
      `${folder}/ws/out/secret.txt`,
      `${folder}/ws/../outside/secret.txt`,
      'a.ts',
      '',
    ]) {
      expect(await failure(workspace.read(path, signal))).toBe('outside');
      expect(await failure(workspace.write(path, bytes(''), {}, signal))).toBe('outside');
      expect(await failure(workspace.delete(path, {}, signal))).toBe('outside');
      expect(await failure(workspace.rename(path, `${folder}/ws/b.ts`, signal))).toBe('outside');
      expect(await failure(workspace.rename(`${folder}/ws/a.ts`, path, signal))).toBe('outside');
      expect(await failure(workspace.stat(path, signal))).toBe('outside');
      expect(await failure(workspace.list(path, signal))).toBe('outside');
      expect(await failure(workspace.grep({ pattern: 's', path, caseSensitive: true, limit: 1 }, signal))).toBe(
        'outside',
      );
      expect(await failure(workspace.glob({ pattern: '*', path, limit: 1 }, signal))).toBe('outside');
    }
    expect(await readFile(join(folder, 'outside/secret.txt'), 'utf8')).toBe('secret');
  });
});

test('the workspace resolves a root again that was replaced while VS Code is open', async () => {
  await inWorkspace({ 'ws/a.ts': '', 'real/b.ts': '' }, async (workspace, folder) => {
    await rename(join(folder, 'ws'), join(folder, 'old'));
    await symlink(join(folder, 'real'), join(folder, 'ws'));
    expect(await workspace.resolve('b.ts')).toMatchObject({ kind: 'inside', display: 'b.ts' });
    await mkdir(join(folder, 'ws/new'));
    await writeFile(join(folder, 'ws/new/c'), '');
    expect(await workspace.resolve('new/c')).toMatchObject({ kind: 'inside', display: 'new/c' });
  });
});
