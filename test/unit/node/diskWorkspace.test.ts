import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { chmod, link, lstat, mkdir, readdir, readFile, readlink, stat, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { contentHash } from '../../../src/extension/text/contentHash.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { bytes, failure, inWorkspace, signal, windows } from './inWorkspace.ts';

describe('read on disk', () => {
  test('returns bytes and mode', async () => {
    await inWorkspace({ 'ws/a.sh': 'é' }, async (workspace, folder) => {
      await chmod(join(folder, 'ws/a.sh'), 0o750);
      const content = await workspace.read(`${folder}/ws/a.sh`, signal);
      expect(Buffer.from(content.bytes).toString()).toBe('é');
      expect(content.unsaved).toBe(false);
      if (!windows) expect(content.mode).toBe(0o750);
    });
  });

  test('rejects with an error of the expected kind', async () => {
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

describe('write on disk', () => {
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

  test('rejects with an error of the expected kind, and leaves no temporary file', async () => {
    await inWorkspace({ 'ws/a.ts': 'a' }, async (workspace, folder) => {
      expect(await failure(workspace.write(`${folder}/ws`, bytes(''), {}, signal))).toBe('is-directory');
      expect(await failure(workspace.write(`${folder}/ws/a.ts/b`, bytes(''), {}, signal))).toBe('not-directory');
      expect(await failure(workspace.write(`${folder}/ws/a.ts/b/c`, bytes(''), {}, signal))).toBe('not-directory');
      expect(await failure(workspace.write(`${folder}/ws/${'n'.repeat(300)}`, bytes(''), {}, signal))).toBe('io');
      expect((await readdir(join(folder, 'ws'))).sort()).toEqual(['.keep', 'a.ts']);
    });
  });
});

describe('write with an expected content on disk', () => {
  const hash = contentHash(bytes('one'));

  test.each([
    ['replaces a file that has the expected content', 'ws/a.txt', hash, 'done', 'two'],
    ['refuses a file that has another content', 'ws/b.txt', hash, 'changed', 'other'],
    ['refuses a file that has another content and two names', 'ws/linked.txt', hash, 'changed', 'other'],
    ['refuses a file if no file was expected', 'ws/a.txt', 'absent', 'changed', 'one'],
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
      const path = `${folder}/ws/new/a.txt`;
      expect(await failure(workspace.write(path, bytes('two'), { expected }, signal))).toBe(outcome);
      expect(existsSync(`${folder}/ws/new`)).toBe(outcome === 'done');
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

describe('on disk,', () => {
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

  test('delete compares the content last, after all other checks', () =>
    inWorkspace({ 'ws/a.txt': 'one' }, async (workspace, folder) => {
      const path = `${folder}/ws/a.txt`;
      const options = { expected: contentHash(bytes('one')), check: () => writeFileSync(path, 'typed') };
      expect(await failure(workspace.delete(path, options, signal))).toBe('changed');
      expect(await readFile(path, 'utf8')).toBe('typed');
    }));

  test('flush accepts files whose folder is gone, but no files outside the workspace', () =>
    inWorkspace({ 'ws/a/b.ts': 'b', 'ws/c.ts': 'c' }, async (workspace, folder) => {
      const flush = async (...names: readonly string[]) =>
        workspace.flush?.(
          names.map((name) => `${folder}/${name}`),
          signal,
        );
      await workspace.write(`${folder}/ws/a/b.ts`, bytes('B'), { flushesLater: true }, signal);
      await workspace.delete(`${folder}/ws/c.ts`, {}, signal);
      expect(await failure(flush('ws/a/b.ts', 'ws/c.ts', 'ws/gone/d.ts'))).toBe('done');
      expect(await failure(flush('outside/secret.txt'))).toBe('outside');
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

  test('deleteEmptyFolder deletes a folder only if it is empty and not a root', () =>
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

test('a search covers all roots, and a nested root only once', async () => {
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
