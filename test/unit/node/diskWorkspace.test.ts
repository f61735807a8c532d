import { execFileSync } from 'node:child_process';
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import {
  chmod,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WorkspaceError, type Workspace } from '../../../src/extension/ports/workspace.ts';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { contentHash } from '../../../src/extension/text/contentHash.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const signal = new AbortController().signal;
const windows = process.platform === 'win32';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Runs with a folder that contains the workspace `ws` and the folder `outside`. */
async function inWorkspace(
  files: Readonly<Record<string, string>>,
  run: (workspace: Workspace, folder: string) => Promise<void>,
  roots: readonly string[] = ['ws'],
): Promise<void> {
  await withTempFolder({ 'ws/.keep': '', 'outside/secret.txt': 'secret', ...files }, async (folder) => {
    const workspace = createDiskWorkspace({
      roots: () => roots.map((root) => ({ name: root, path: join(folder, root) })),
      search: walkSearch,
    });
    await run(workspace, folder.replaceAll('\\', '/'));
  });
}

const failure = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'done',
    (error: unknown) => (error instanceof WorkspaceError ? error.kind : String(error)),
  );

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

describe('resolve', () => {
  test('follows links before it decides what is inside', async () => {
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

  test('a root that is itself a link keeps its own name', async () => {
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

  test('with several roots, finds an existing file and shows its root', async () => {
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

  test('a link from one root into another is inside', async () => {
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

describe('read', () => {
  test('returns bytes and mode', async () => {
    await inWorkspace({ 'ws/a.sh': 'é' }, async (workspace, folder) => {
      await chmod(join(folder, 'ws/a.sh'), 0o750);
      const content = await workspace.read(`${folder}/ws/a.sh`, signal);
      expect(Buffer.from(content.bytes).toString()).toBe('é');
      expect(content.unsaved).toBe(false);
      if (!windows) expect(content.mode).toBe(0o750);
    });
  });

  test('rejects with the right kind of error', async () => {
    await inWorkspace({ 'ws/a.ts': '', 'ws/big': '' }, async (workspace, folder) => {
      await truncate(join(folder, 'ws/big'), 51 * 1024 * 1024);
      expect(await failure(workspace.read(`${folder}/ws/none`, signal))).toBe('not-found');
      expect(await failure(workspace.read(`${folder}/ws`, signal))).toBe('is-directory');
      expect(await failure(workspace.read(`${folder}/ws/a.ts/b`, signal))).toBe('not-directory');
      expect(await failure(workspace.read(`${folder}/ws/big`, signal))).toBe('too-large');
    });
  });

  test.skipIf(windows)('does not wait for a pipe', async () => {
    await inWorkspace({}, async (workspace, folder) => {
      execFileSync('mkfifo', [join(folder, 'ws/pipe')]);
      expect(await failure(workspace.read(`${folder}/ws/pipe`, signal))).toBe('io');
      expect(await failure(workspace.write(`${folder}/ws/pipe`, bytes('x'), {}, signal))).toBe('io');
      expect((await workspace.stat(`${folder}/ws/pipe`, signal))?.type).toBe('other');
    });
  });

  test('rejects with the reason of an abort', async () => {
    await inWorkspace({ 'ws/a.ts': '' }, async (workspace, folder) => {
      const controller = new AbortController();
      controller.abort(new Error('stop'));
      await expect(workspace.read(`${folder}/ws/a.ts`, controller.signal)).rejects.toThrow('stop');
      await expect(workspace.write(`${folder}/ws/a.ts`, bytes('x'), {}, controller.signal)).rejects.toThrow('stop');
      expect(await readFile(join(folder, 'ws/a.ts'), 'utf8')).toBe('');
    });
  });
});

describe('write', () => {
  test('creates folders, and leaves no temporary file', async () => {
    await inWorkspace({}, async (workspace, folder) => {
      await workspace.write(`${folder}/ws/x/y/a.ts`, bytes('a'), {}, signal);
      expect(await readFile(join(folder, 'ws/x/y/a.ts'), 'utf8')).toBe('a');
      expect(await readdir(join(folder, 'ws/x/y'))).toEqual(['a.ts']);
    });
  });

  test.skipIf(windows)('keeps the mode, or sets a given mode', async () => {
    await inWorkspace({ 'ws/a.sh': 'old' }, async (workspace, folder) => {
      const mode = async (): Promise<number> => (await stat(join(folder, 'ws/a.sh'))).mode & 0o7777;
      await chmod(join(folder, 'ws/a.sh'), 0o775);
      await workspace.write(`${folder}/ws/a.sh`, bytes('new'), {}, signal);
      expect(await mode()).toBe(0o775);
      await workspace.write(`${folder}/ws/a.sh`, bytes('new'), { mode: 0o600 }, signal);
      expect(await mode()).toBe(0o600);
    });
  });

  test('writes to the target of a link, and keeps the link', async () => {
    await inWorkspace({ 'ws/target.ts': 'old' }, async (workspace, folder) => {
      await symlink('target.ts', join(folder, 'ws/link.ts'));
      await workspace.write(`${folder}/ws/link.ts`, bytes('new'), {}, signal);
      expect(await readFile(join(folder, 'ws/target.ts'), 'utf8')).toBe('new');
      expect(await readlink(join(folder, 'ws/link.ts'))).toBe('target.ts');
    });
  });

  test('rejects with the right kind of error, and leaves no temporary file', async () => {
    await inWorkspace({ 'ws/a.ts': 'a' }, async (workspace, folder) => {
      expect(await failure(workspace.write(`${folder}/ws`, bytes(''), {}, signal))).toBe('is-directory');
      expect(await failure(workspace.write(`${folder}/ws/a.ts/b`, bytes(''), {}, signal))).toBe('not-directory');
      expect(await failure(workspace.write(`${folder}/ws/a.ts/b/c`, bytes(''), {}, signal))).toBe('not-directory');
      expect(await failure(workspace.write(`${folder}/ws/${'n'.repeat(300)}`, bytes(''), {}, signal))).toBe('io');
      expect((await readdir(join(folder, 'ws'))).sort()).toEqual(['.keep', 'a.ts']);
    });
  });
});

describe('write with an expected content', () => {
  const hash = contentHash(bytes('one'));

  test.each([
    ['replaces a file that has the expected content', 'ws/a.txt', hash, 'done', 'two'],
    ['refuses a file that has another content', 'ws/b.txt', hash, 'changed', 'other'],
    ['refuses a file that has another content and two names', 'ws/linked.txt', hash, 'changed', 'other'],
    ['refuses a file if none was expected', 'ws/a.txt', 'absent', 'changed', 'one'],
  ])('%s', (_title, name, expected, outcome, text) =>
    inWorkspace({ 'ws/a.txt': 'one', 'ws/b.txt': 'other', 'ws/linked.txt': 'other' }, async (workspace, folder) => {
      await link(join(folder, 'ws/linked.txt'), join(folder, 'outside/linked.txt'));
      const path = `${folder}/${name}`;
      expect(await failure(workspace.write(path, bytes('two'), { expected }, signal))).toBe(outcome);
      expect(await readFile(path, 'utf8')).toBe(text);
      expect((await readdir(join(folder, 'ws'))).sort()).toEqual(['.keep', 'a.txt', 'b.txt', 'linked.txt']);
    }),
  );

  test.each([
    ['creates a missing file if no file was expected', 'absent', 'done'],
    ['refuses a missing file if a content was expected', hash, 'changed'],
  ])('%s', (_title, expected, outcome) =>
    inWorkspace({}, async (workspace, folder) => {
      expect(await failure(workspace.write(`${folder}/ws/new.txt`, bytes('two'), { expected }, signal))).toBe(outcome);
    }),
  );

  test.each(['a.txt', 'linked.txt'])('does not replace %s if it changes while the new content is written', (name) =>
    withTempFolder({ 'ws/a.txt': 'one', 'ws/linked.txt': 'one' }, async (folder) => {
      const path = `${folder.replaceAll('\\', '/')}/ws/${name}`;
      await link(join(folder, 'ws/linked.txt'), join(folder, 'other'));
      let calls = 0;
      // `write` calls `roots` once more when it has opened the file.
      const roots = () => {
        calls += 1;
        if (calls > 1) writeFileSync(path, 'typed');
        return [{ name: 'ws', path: join(folder, 'ws') }];
      };
      const workspace = createDiskWorkspace({ roots, search: walkSearch });
      expect(await failure(workspace.write(path, bytes('two'), { expected: hash }, signal))).toBe('changed');
      expect(await readFile(path, 'utf8')).toBe('typed');
    }),
  );
});

describe('delete and rename', () => {
  test.each([
    ['delete removes a file that has the expected content', 'ws/a.txt', 'done'],
    ['delete refuses a file that has another content', 'ws/b.txt', 'changed'],
    ['delete refuses a missing file', 'ws/none.txt', 'changed'],
  ])('%s', (_title, name, outcome) =>
    inWorkspace({ 'ws/a.txt': 'one', 'ws/b.txt': 'two' }, async (workspace, folder) => {
      const expected = contentHash(bytes('one'));
      expect(await failure(workspace.delete(`${folder}/${name}`, { expected }, signal))).toBe(outcome);
      expect(await readdir(join(folder, 'ws'))).toEqual(['.keep', ...(outcome === 'done' ? [] : ['a.txt']), 'b.txt']);
    }),
  );

  test('delete compares the file after everything that it waits for', () =>
    inWorkspace({ 'ws/a.txt': 'one' }, async (workspace, folder) => {
      const path = `${folder}/ws/a.txt`;
      const options = { expected: contentHash(bytes('one')), check: () => writeFileSync(path, 'typed') };
      expect(await failure(workspace.delete(path, options, signal))).toBe('changed');
      expect(await readFile(path, 'utf8')).toBe('typed');
    }));

  test('delete removes one file, but not a folder', async () => {
    await inWorkspace({ 'ws/a.ts': '', 'ws/d/b.ts': '' }, async (workspace, folder) => {
      await workspace.delete(`${folder}/ws/a.ts`, {}, signal);
      expect(await failure(workspace.delete(`${folder}/ws/a.ts`, {}, signal))).toBe('not-found');
      expect(await failure(workspace.delete(`${folder}/ws/d`, {}, signal))).toBe('is-directory');
    });
  });

  test('delete removes a link, but not its target', async () => {
    await inWorkspace({}, async (workspace, folder) => {
      await symlink(join(folder, 'outside/secret.txt'), join(folder, 'ws/link'));
      await workspace.delete(`${folder}/ws/link`, {}, signal);
      expect(await readFile(join(folder, 'outside/secret.txt'), 'utf8')).toBe('secret');
      expect(await failure(lstat(join(folder, 'ws/link')))).not.toBe('done');
    });
  });

  test('deletes a folder only if it is empty and is no root', () =>
    inWorkspace({ 'ws/full/a': 'a' }, async (workspace, folder) => {
      const path = async (name: string): Promise<string> => (await workspace.resolve(name)).path;
      await mkdir(join(folder, 'ws/empty'));
      const results = [];
      for (const name of ['empty', 'empty', 'full', 'full/a', '.']) {
        results.push(await workspace.deleteEmptyFolder?.(await path(name), signal));
      }
      expect(results).toEqual([true, false, false, false, false]);
      expect(await readdir(join(folder, 'ws'))).toEqual(['.keep', 'full']);
      const outside = workspace.deleteEmptyFolder?.(`${folder}/outside`, signal);
      await expect(outside).rejects.toMatchObject({ kind: 'outside' });
    }));

  test('rename moves a file and creates folders, but never replaces a file', async () => {
    await inWorkspace({ 'ws/a.ts': 'a', 'ws/b.ts': 'b', 'ws/d/x': '' }, async (workspace, folder) => {
      expect(await failure(workspace.rename(`${folder}/ws/a.ts`, `${folder}/ws/b.ts`, signal))).toBe('exists');
      expect(await failure(workspace.rename(`${folder}/ws/a.ts`, `${folder}/ws/d`, signal))).toBe('exists');
      expect(await failure(workspace.rename(`${folder}/ws/d`, `${folder}/ws/e`, signal))).toBe('is-directory');
      expect(await failure(workspace.rename(`${folder}/ws/none`, `${folder}/ws/e`, signal))).toBe('not-found');
      await workspace.rename(`${folder}/ws/a.ts`, `${folder}/ws/new/c.ts`, signal);
      expect(await readFile(join(folder, 'ws/new/c.ts'), 'utf8')).toBe('a');
      expect(await readFile(join(folder, 'ws/b.ts'), 'utf8')).toBe('b');
      expect(await failure(workspace.read(`${folder}/ws/a.ts`, signal))).toBe('not-found');
    });
  });

  test('resolve reports that a path is itself a link', async () => {
    await inWorkspace({ 'ws/d/a.ts': '' }, async (workspace, folder) => {
      await symlink('d/a.ts', join(folder, 'ws/link'));
      await symlink('d', join(folder, 'ws/folder'));
      expect(await workspace.resolve('link')).toMatchObject({ display: 'd/a.ts', isLink: true });
      expect(await workspace.resolve('folder')).toMatchObject({ display: 'd', isLink: true });
      for (const path of ['d/a.ts', 'folder/a.ts', 'folder/new', 'd']) {
        expect(await workspace.resolve(path)).not.toHaveProperty('isLink');
      }
    });
  });

  test('rename moves a link as a link', async () => {
    await inWorkspace({ 'ws/a.ts': 'a', 'ws/taken': '' }, async (workspace, folder) => {
      await symlink('a.ts', join(folder, 'ws/link'));
      expect(await failure(workspace.rename(`${folder}/ws/link`, `${folder}/ws/taken`, signal))).toBe('exists');
      await workspace.rename(`${folder}/ws/link`, `${folder}/ws/moved`, signal);
      expect(await readlink(join(folder, 'ws/moved'))).toBe('a.ts');
    });
  });
});

test('stat and list report files, folders and links', async () => {
  await inWorkspace({ 'ws/b.ts': 'abc', 'ws/a/x': '' }, async (workspace, folder) => {
    await symlink('a', join(folder, 'ws/link'));
    await symlink('nowhere', join(folder, 'ws/zz'));
    expect(await workspace.stat(`${folder}/ws/b.ts`, signal)).toMatchObject({ type: 'file', size: 3 });
    expect(await workspace.stat(`${folder}/ws/a`, signal)).toMatchObject({ type: 'directory' });
    expect(await workspace.stat(`${folder}/ws/none/x`, signal)).toBeUndefined();
    expect(await workspace.list(`${folder}/ws`, signal)).toEqual([
      { name: '.keep', type: 'file' },
      { name: 'a', type: 'directory' },
      { name: 'b.ts', type: 'file' },
      { name: 'link', type: 'directory', isLink: true },
      { name: 'zz', type: 'other', isLink: true },
    ]);
    expect(await failure(workspace.list(`${folder}/ws/b.ts`, signal))).toBe('not-directory');
    expect(await failure(workspace.list(`${folder}/ws/none`, signal))).toBe('not-found');
  });
});

test('searches all roots, and a nested root only once', async () => {
  await inWorkspace(
    { 'ws/a.ts': 'needle', 'ws/inner/b.ts': 'needle', 'lib/c.ts': 'needle' },
    async (workspace, folder) => {
      const query = { pattern: 'needle', caseSensitive: true, limit: 10 };
      const found = (await workspace.grep(query, signal)).matches.map((match) => match.path.slice(folder.length + 1));
      expect(found).toEqual(['lib/c.ts', 'ws/a.ts', 'ws/inner/b.ts']);
      expect(await workspace.grep({ ...query, limit: 1 }, signal)).toMatchObject({ truncated: true, matches: [{}] });
    },
    ['ws', 'ws/inner', 'lib'],
  );
});

test('resolves a root again that was replaced while VS Code is open', async () => {
  await inWorkspace({ 'ws/a.ts': '', 'real/b.ts': '' }, async (workspace, folder) => {
    await rename(join(folder, 'ws'), join(folder, 'old'));
    await symlink(join(folder, 'real'), join(folder, 'ws'));
    expect(await workspace.resolve('b.ts')).toMatchObject({ kind: 'inside', display: 'b.ts' });
    await mkdir(join(folder, 'ws/new'));
    await writeFile(join(folder, 'ws/new/c'), '');
    expect(await workspace.resolve('new/c')).toMatchObject({ kind: 'inside', display: 'new/c' });
  });
});
