import { execFileSync } from 'node:child_process';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { createNodeFileStore } from '../../../src/extension/node/nodeFileStore.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { type MemoryFileStore } from '../../support/memoryFileStore.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { bytes, KEY, openStore, signal, start, UNDO, write } from './openedStore.ts';

describe('recording', () => {
  test('stores the earlier content before the file is changed', async () => {
    const { files, workspace, tools } = start({ a: 'a' });
    const atWrite: string[] = [];
    const { write: writeFile } = workspace;
    workspace.write = (...args) => {
      atWrite.push(
        [...files.binary.values()].map((each) => Buffer.from(each).toString()).join(),
        [...files.files.values()].join(),
      );
      return writeFile(...args);
    };
    await write(tools, 'a', 'A');
    expect(atWrite).toEqual(['a', expect.stringContaining('"path":"/ws/a"')]);
  });

  test('does not change a file whose earlier content cannot be stored', async () => {
    const { files, workspace, tools } = start({ a: 'a' });
    files.failNext('append', new Error('disk full'));
    await expect(write(tools, 'a', 'A')).rejects.toMatchObject({ kind: 'io', path: '/ws/a' });
    expect(workspace.text('/ws/a')).toBe('a');
    await write(tools, 'a', 'A');
    expect(workspace.text('/ws/a')).toBe('A');
  });

  test('throws the errors of the workspace, and stores nothing if nothing changed', async () => {
    const { workspace, tools, store } = start({ a: 'a' });
    workspace.failNext('write', 'permission');
    await expect(write(tools, 'a', 'A')).rejects.toMatchObject({ kind: 'permission' });
    await expect(tools.delete('/ws/missing', {}, signal)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(tools.rename('/ws/missing', '/ws/b', signal)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await store.changesOf(KEY)).toEqual({ kind: 'none' });
  });

  test('continues in a workspace that admits other paths, and does not affect searches and lists', async () => {
    const { tools, store } = start({ a: 'needle' });
    const admitted = tools.admit?.(['/tmp/x']) ?? tools;
    await write(admitted, 'a', 'needle 2');
    expect(await store.changesOf(KEY)).toMatchObject({ files: [{ path: '/ws/a', kind: 'modified' }] });
    expect(admitted.roots).toEqual(tools.roots);
    expect((await tools.grep({ pattern: 'needle', caseSensitive: true, limit: 9 }, signal)).matches).toHaveLength(1);
    expect((await tools.glob({ pattern: '*', limit: 9 }, signal)).paths).toEqual(['/ws/a']);
    expect([await tools.list('/ws', signal), (await tools.stat('/ws/a', signal))?.size]).toMatchObject([
      [{ name: 'a' }],
      8,
    ]);
  });
});

describe('ChangeStore', () => {
  test('counts lines between the first content and the last', async () => {
    const { tools, store } = start({ 'a.ts': '1\n2\n3\n', 'b.ts': 'b\n', 'c.ts': 'c\n' });
    await write(tools, 'a.ts', '1\n');
    await write(tools, 'a.ts', '1\n2\n3\n4\n5\n');
    await write(tools, 'new.ts', 'x\ny\n');
    await tools.delete('/ws/b.ts', {}, signal);
    await write(tools, 'c.ts', 'C\n');
    await write(tools, 'c.ts', 'c\n');
    await store.noteBypass(KEY, { call: 'npm install', files: [] });
    await store.noteBypass(KEY, { call: 'npm install', files: ['package.json'] });
    await store.noteBypass(KEY, { call: 'npm install', files: ['package.json', 'package-lock.json'] });
    expect(await store.changesOf(KEY)).toEqual({
      kind: 'changes',
      files: [
        { path: '/ws/a.ts', kind: 'modified', added: 2, removed: 0, isRestorable: true },
        { path: '/ws/b.ts', kind: 'deleted', added: 0, removed: 1, isRestorable: true },
        { path: '/ws/new.ts', kind: 'added', added: 2, removed: 0, isRestorable: true },
      ],
      bypasses: [{ call: 'npm install', files: ['package.json', 'package-lock.json'] }],
    });
    expect(await store.changesOf({ chat: 'c', prompt: 'other' })).toEqual({ kind: 'none' });
  });

  test('keeps the files of one prompt only while all of them fit', async () => {
    const { tools, store } = start({ first: 'x'.repeat(3000) }, 5000);
    await write(tools, 'first', 'X');
    expect([await store.canKeep(2000, KEY), await store.canKeep(2001, KEY)]).toEqual([true, false]);
    expect(await store.canKeep(5000, { chat: 'c', prompt: 'other' })).toBe(true);
  });

  test('reports a file that is too large for the store', async () => {
    const { workspace, tools, store, restore } = start({ small: 'x', large: 'y'.repeat(5001) }, 5000);
    expect([store.fits(5000), store.fits(5001)]).toEqual([true, false]);
    await write(tools, 'small', 'X');
    await write(tools, 'large', 'Y');
    workspace.put('/ws/huge', 'z');
    workspace.failNext('read', 'too-large', '/ws/huge');
    await tools.rename('/ws/huge', '/ws/moved', signal);
    expect(await store.changesOf(KEY)).toMatchObject({
      files: [
        { path: '/ws/large', isRestorable: false },
        { path: '/ws/small', isRestorable: true },
      ],
      bypasses: [{ call: '/ws/huge → /ws/moved', files: [] }],
    });
    expect(await restore()).toMatchObject({
      files: [
        { path: '/ws/large', kind: 'lost', reason: 'too-large' },
        { path: '/ws/small', kind: 'restored' },
      ],
    });
  });
});

describe('the store', () => {
  const prompt = (name: string) => ({ chat: 'c', prompt: name });
  const sizeOf = (files: MemoryFileStore): number =>
    [...files.binary.values()].reduce((sum, each) => sum + each.length, 0);

  test('drops the changes of the prompts that changed files longest ago, and reports that', async () => {
    const { clock, files, workspace, store } = start({ a: '' }, 10_000);
    for (let each = 0; each < 30; each += 1) {
      await clock.advance(1000);
      workspace.put('/ws/a', 'x'.repeat(1000));
      await write(store.record(workspace, prompt(`${each}`)), 'a', `${each}`);
    }
    expect(sizeOf(files)).toBeLessThanOrEqual(10_000);
    const kinds = await Promise.all(
      [0, 1, 28, 29].map(async (each) => (await store.changesOf(prompt(`${each}`))).kind),
    );
    expect(kinds).toEqual(['dropped', 'dropped', 'changes', 'changes']);
    expect(await store.restore(prompt('0'), UNDO, workspace, signal)).toEqual({ kind: 'dropped' });
    expect(workspace.text('/ws/a')).toBe('29');
  });

  test('stores nothing more for a prompt that it has dropped', async () => {
    const { files, workspace, store, tools } = start({ a: 'x'.repeat(90), b: 'y'.repeat(90), c: 'z'.repeat(90) }, 100);
    await write(tools, 'a', 'A');
    expect(await store.changesOf(KEY)).toEqual({ kind: 'dropped' });
    await write(tools, 'b', 'B');
    await write(openStore(files, 100).record(workspace, KEY), 'c', 'C');
    await store.noteBypass(KEY, { call: 'npm install', files: [] });
    expect(sizeOf(files)).toBe(0);
    expect(workspace.snapshot()).toEqual({ a: 'A', b: 'B', c: 'C' });
  });

  test('never drops a batch that is not finished', async () => {
    const { workspace, store, files } = start({ a: 'x'.repeat(500) }, 400);
    const before = { read: () => Promise.resolve(bytes('x'.repeat(500))) };
    const after = { read: () => Promise.resolve(bytes('A')) };
    const plan = { ...KEY, exchange: 1, files: [{ path: '/ws/a', before, after, added: 1, removed: 1 }] };
    const batch = await store.beginBatch(plan, workspace, signal);
    await write(store.record(workspace, prompt('other')), 'b', 'B');
    workspace.put('/ws/b', 'y'.repeat(300));
    await write(store.record(workspace, prompt('third')), 'b', 'B');
    expect(sizeOf(files)).toBeGreaterThan(500);
    await batch.written();
    expect(await store.changesOf(KEY)).toMatchObject({ kind: 'changes' });
    await batch.finished();
    expect(await store.changesOf(KEY)).toEqual({ kind: 'dropped' });
  });

  test('changes files even if old entries cannot be removed', async () => {
    const { workspace, files, tools } = start({ a: 'a' });
    files.failAlways('list', new Error('no'));
    await write(tools, 'a', 'A');
    expect(workspace.text('/ws/a')).toBe('A');
  });

  test('deletes the entries of one chat', async () => {
    const { workspace, store, files } = start({ a: 'a' });
    await write(store.record(workspace, KEY), 'a', 'A');
    const other = { chat: 'other', prompt: 'of the other chat' };
    await write(store.record(workspace, other), 'a', 'AA');
    await store.deleteChangesOf('c');
    expect(await store.changesOf(KEY)).toEqual({ kind: 'none' });
    expect(await store.changesOf(other)).toMatchObject({ kind: 'changes' });
    await store.deleteChangesOf('other');
    expect([...files.files.keys(), ...files.binary.keys()]).toEqual([]);
    await write(store.record(workspace, KEY), 'a', 'A');
    expect(await store.changesOf(KEY)).toMatchObject({ kind: 'changes' });
  });

  test('returns the changes of a chat for its copies too, and stores the records of each copy separately', async () => {
    const { workspace, tools, store } = start({ a: 'a' });
    await write(tools, 'a', 'A');
    const copy = { ...KEY, chat: 'copy' };
    expect(await store.changesOf(copy)).toMatchObject({ files: [{ path: '/ws/a' }] });
    const undo = { ...UNDO, chat: 'copy' };
    expect(await store.restore(copy, undo, workspace, signal)).toMatchObject({ files: [{ kind: 'restored' }] });
    expect(workspace.text('/ws/a')).toBe('a');
    await store.deleteChangesOf('copy');
    expect(await store.changesOf(undo)).toEqual({ kind: 'none' });
    expect(await store.changesOf(KEY)).toMatchObject({ kind: 'changes' });
  });

  test('reads the changes that another window has recorded meanwhile', async () => {
    const { files, workspace, tools, store } = start({ a: 'a', b: 'b' });
    await write(tools, 'a', 'A');
    const other = openStore(files);
    await write(other.record(workspace, KEY), 'b', 'B');
    await write(other.record(workspace, KEY), 'a', 'AA');
    await store.restore(KEY, UNDO, workspace, signal);
    expect(workspace.snapshot()).toEqual({ a: 'a', b: 'b' });
  });

  test.each([
    ['half a line', (text: string) => `${text}\n{"kind":"chan`],
    ['lines that are not changes', (text: string) => `\n7\n{}\n{"kind":"after"}\n${text}`],
    ['a line with a negative position', (text: string) => `${text}\n${text.trim().replace('"start":0', '"start":-1')}`],
    ['bytes that are not text', (text: string) => `\u0000\ufffd${text}`],
  ])('skips %s', async (_name, damage) => {
    const { files, workspace, tools } = start({ a: 'a', b: 'b' });
    await write(tools, 'a', 'A');
    for (const [name, text] of files.files) if (name.endsWith('.jsonl')) files.files.set(name, damage(text));
    const store = openStore(files);
    await write(store.record(workspace, KEY), 'b', 'B');
    expect(await store.restore(KEY, UNDO, workspace, signal)).toMatchObject({ kind: 'restored' });
    expect(workspace.snapshot()).toEqual({ a: 'a', b: 'b' });
  });

  test('does not write a damaged earlier content', async () => {
    const { files, workspace, tools, restore, store } = start({ a: 'a' });
    await write(tools, 'a', 'A');
    for (const name of files.binary.keys()) files.binary.set(name, bytes('?'));
    expect(await restore()).toMatchObject({ files: [{ path: '/ws/a', kind: 'lost', reason: 'damaged' }] });
    for (const name of files.binary.keys()) files.binary.delete(name);
    expect(await restore()).toMatchObject({ files: [{ path: '/ws/a', kind: 'lost', reason: 'damaged' }] });
    expect(workspace.text('/ws/a')).toBe('A');
    for (const [name, text] of files.files) files.files.set(name, text.replace('"kind":"change"', '"kind":"?"'));
    expect(await store.changesOf(KEY)).toEqual({ kind: 'none' });
  });
});

describe('the store on disk', () => {
  const open = (folder: string) => {
    const roots = () => [{ name: 'ws', path: join(folder, 'ws') }];
    const workspace = createDiskWorkspace({ roots, search: walkSearch });
    return { workspace, store: openStore(createNodeFileStore(join(folder, 'store'))) };
  };

  test.each(['../../ws/a', '/etc/passwd', 'a\0b', '', '.', 'x'.repeat(5000), 'ä/ö', '\ud800', 'con', 'a\nb'])(
    'keeps the entries of the id %j in its folder',
    (id) =>
      withTempFolder({ 'ws/a': 'a' }, async (folder) => {
        const { workspace, store } = open(folder);
        const key = { chat: id, prompt: id };
        const tools = store.record(workspace, key);
        const { path } = await workspace.resolve('a');
        await tools.write(path, bytes('A'), {}, signal);
        await tools.write(path.replace(/a$/, 'x/y/b'), bytes('B'), {}, signal);
        expect((await store.changesOf({ chat: '\ufffd', prompt: '\ufffd' })).kind).toBe('none');
        expect(await store.restore(key, { chat: id, prompt: 'undo' }, workspace, signal)).toMatchObject({
          files: [{ kind: 'restored' }, { kind: 'restored' }],
        });
        expect(await readFile(join(folder, 'ws/a'), 'utf8')).toBe('a');
        await expect(stat(join(folder, 'ws/x'))).rejects.toThrow('ENOENT');
        await store.deleteChangesOf(id);
        expect(await createNodeFileStore(join(folder, 'store')).list('changes')).toEqual([]);
      }),
  );

  test('removes a folder that several files were written into', () =>
    withTempFolder({ 'ws/a': 'a' }, async (folder) => {
      const { workspace, store } = open(folder);
      const { path } = await workspace.resolve('new/a');
      const tools = store.record(workspace, KEY);
      for (const name of ['b', 'a', 'in/c', 'd']) {
        await tools.write(path.replace(/a$/, name), bytes(name), {}, signal);
      }
      await store.restore(KEY, UNDO, workspace, signal);
      await expect(stat(join(folder, 'ws/new'))).rejects.toThrow('ENOENT');
    }));

  test('keeps folders in which somebody has created a file', () =>
    withTempFolder({ 'ws/a': 'a' }, async (folder) => {
      const { workspace, store } = open(folder);
      const { path } = await workspace.resolve('x/y/b');
      await store.record(workspace, KEY).write(path, bytes('B'), {}, signal);
      await workspace.write((await workspace.resolve('x/c')).path, bytes('mine'), {}, signal);
      await store.restore(KEY, UNDO, workspace, signal);
      expect(await readFile(join(folder, 'ws/x/c'), 'utf8')).toBe('mine');
      await expect(stat(join(folder, 'ws/x/y'))).rejects.toThrow('ENOENT');
    }));

  test('restores files in a repository, and does not change commits, index, stash and untracked files', () =>
    withTempFolder({ 'ws/a': 'a\n', 'ws/staged': 'staged\n' }, async (folder) => {
      const { workspace, store } = open(folder);
      const settings = ['-c', 'user.name=u', '-c', 'user.email=u@example.org', '-c', 'core.autocrlf=false'];
      const git = (...args: string[]): string =>
        execFileSync('git', [...settings, ...args], {
          cwd: join(folder, 'ws'),
          env: gitEnvironment(folder),
        }).toString();
      const repository = () =>
        ['rev-parse HEAD', 'stash list', 'stash show -p', 'diff --cached', 'status --porcelain'].map((command) =>
          git(...command.split(' ')),
        );
      git('init', '-q');
      git('add', '.');
      git('commit', '-q', '-m', 'first');
      await writeFile(join(folder, 'ws/a'), 'stashed\n');
      git('stash');
      await writeFile(join(folder, 'ws/staged'), 'changed\n');
      git('add', 'staged');
      await writeFile(join(folder, 'ws/untracked'), 'mine\n');
      const before = repository();
      const tools = store.record(workspace, KEY);
      for (const name of ['a', 'new'])
        await tools.write((await workspace.resolve(name)).path, bytes('ours\n'), {}, signal);
      await store.restore(KEY, UNDO, workspace, signal);
      expect(repository()).toEqual(before);
      expect(await readFile(join(folder, 'ws/a'), 'utf8')).toBe('a\n');
      expect(await readFile(join(folder, 'ws/untracked'), 'utf8')).toBe('mine\n');
    }));

  test.skipIf(process.platform === 'win32')('restores the mode of a script', () =>
    withTempFolder({ 'ws/run.sh': 'run' }, async (folder) => {
      const { workspace, store } = open(folder);
      const real = join(folder, 'ws/run.sh');
      await chmod(real, 0o750);
      await store.record(workspace, KEY).delete((await workspace.resolve('run.sh')).path, {}, signal);
      await store.restore(KEY, UNDO, workspace, signal);
      expect([await readFile(real, 'utf8'), (await stat(real)).mode & 0o777]).toEqual(['run', 0o750]);
    }),
  );
});

/** Without the settings of the user who runs the tests. */
const gitEnvironment = (home: string) => ({ PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' });
