import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { bytes, KEY, openStore, signal, start, textOf, UNDO, write } from './openedStore.ts';

describe('restore', () => {
  test('reverts changed, new, deleted and moved files', async () => {
    const { workspace, tools, restore } = start({ 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n', same: 'same' });
    const before = workspace.snapshot();
    await write(tools, 'a.ts', 'A\n');
    await write(tools, 'a.ts', 'AA\n');
    await write(tools, 'new/d.ts', 'd\n');
    await tools.delete('/ws/b.ts', {}, signal);
    await tools.rename('/ws/c.ts', '/ws/moved.ts', signal);
    expect(await restore()).toMatchObject({
      kind: 'restored',
      files: ['a', 'b', 'c', 'moved', 'new/d'].map((name) => ({ path: `/ws/${name}.ts`, kind: 'restored' })),
    });
    expect(workspace.snapshot()).toEqual(before);
  });

  test('can be undone and redone', async () => {
    const { workspace, tools, restore } = start({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    await write(tools, 'a.ts', 'A\n');
    await tools.delete('/ws/b.ts', {}, signal);
    const after = workspace.snapshot();
    await restore(KEY, UNDO);
    const before = workspace.snapshot();
    await restore(UNDO, { chat: 'c', prompt: 'redo' });
    expect(workspace.snapshot()).toEqual(after);
    await restore(KEY, { chat: 'c', prompt: 'undo again' });
    expect(workspace.snapshot()).toEqual(before);
  });

  test('does not overwrite a file that somebody changed after the prompt, and returns both contents', async () => {
    const { workspace, tools, restore } = start({ 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' });
    await write(tools, 'a.ts', 'A');
    await write(tools, 'b.ts', 'B');
    await write(tools, 'c.ts', 'C');
    await write(tools, 'd.ts', 'D');
    workspace.put('/ws/a.ts', 'mine');
    workspace.put('/ws/b.ts', 'b');
    workspace.remove('/ws/c.ts');
    workspace.put('/ws/d.ts', 'mine too');
    const result = await restore();
    if (result.kind !== 'restored') throw new Error(result.kind);
    const rows = result.files.map((file) =>
      file.kind === 'conflict' ? [file.path, textOf(file.now), textOf(file.before)] : [file.path, file.kind],
    );
    expect(rows).toEqual([
      ['/ws/a.ts', 'mine', 'a'],
      ['/ws/b.ts', 'unchanged'],
      ['/ws/c.ts', null, 'c'],
      ['/ws/d.ts', 'mine too', null],
    ]);
    expect(workspace.snapshot()).toEqual({ 'a.ts': 'mine', 'b.ts': 'b', 'd.ts': 'mine too' });
  });

  test('restores the bytes and the mode of a file that is not text', async () => {
    const content = Uint8Array.from([0, 0xff, 13, 10, 0xc3]);
    const { workspace, tools, restore } = start();
    workspace.put('/ws/a.bin', content, { mode: 0o755 });
    await write(tools, 'a.bin', 'x', 0o600);
    await restore();
    const { bytes: now, mode } = await workspace.read('/ws/a.bin', signal);
    expect([[...now], mode]).toEqual([[...content], 0o755]);
  });

  test('keeps a mode that somebody set after the prompt', async () => {
    const { workspace, tools, restore } = start({ 'a.sh': 'a' });
    await write(tools, 'a.sh', 'A');
    workspace.put('/ws/a.sh', 'A', { mode: 0o755 });
    await restore();
    expect(workspace.text('/ws/a.sh')).toBe('a');
    expect((await workspace.read('/ws/a.sh', signal)).mode).toBe(0o755);
  });

  test('restores a file that a formatter changed on save', async () => {
    const files = createMemoryFileStore();
    const workspace = createMemoryWorkspace({ 'a.ts': 'a' }, { formatOnSave: (text) => `${text};` });
    const store = openStore(files);
    await write(store.record(workspace, KEY), 'a.ts', 'A');
    expect(workspace.text('/ws/a.ts')).toBe('A;');
    await store.restore(KEY, UNDO, workspace, signal);
    expect(workspace.text('/ws/a.ts')).toBe('a');
  });

  test('restores unsaved text in the editor', async () => {
    const { workspace, tools, restore } = start();
    workspace.put('/ws/a.ts', 'typed', { unsaved: true });
    await write(tools, 'a.ts', 'A');
    expect(await restore()).toMatchObject({ files: [{ path: '/ws/a.ts', kind: 'restored', unsaved: true }] });
    const { bytes: now, unsaved } = await workspace.read('/ws/a.ts', signal);
    expect([textOf(now), unsaved]).toEqual(['typed', true]);
  });

  test('reports a file that cannot be written, and restores the other files', async () => {
    const { workspace, tools, restore } = start({ a: 'a', b: 'b' });
    await write(tools, 'a', 'A');
    await write(tools, 'b', 'B');
    workspace.failNext('write', 'permission', '/ws/a');
    expect(await restore()).toMatchObject({
      files: [
        { path: '/ws/a', kind: 'failed', message: 'permission: /ws/a' },
        { path: '/ws/b', kind: 'restored' },
      ],
    });
    expect(workspace.snapshot()).toEqual({ a: 'A', b: 'b' });
    await restore(KEY, { chat: 'c', prompt: 'again' });
    expect(workspace.snapshot()).toEqual({ a: 'a', b: 'b' });
  });

  test.each([
    ['content', 0o644],
    ['mode', 0o755],
  ])('reports afterwards that a file’s change of %s could not be undone', async (_what, mode) => {
    const { workspace, store, tools, restore } = start({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    await write(tools, 'a.ts', 'A\n');
    await write(tools, 'b.ts', mode === 0o755 ? 'b\n' : 'B\n', mode);
    workspace.failNext('write', 'permission', 'b.ts');
    await restore();
    const found = await store.unrestored([KEY], UNDO, workspace, signal);
    expect(found).toMatchObject([{ path: '/ws/b.ts', kind: 'failed' }]);
  });

  test('writes nothing outside the workspace', async () => {
    const { workspace, store, restore } = start();
    const admitted = store.record(workspace, KEY).admit?.(['/etc']);
    await admitted?.write('/etc/a', bytes('x'), {}, signal);
    expect(await restore()).toMatchObject({ files: [{ path: '/etc/a', kind: 'failed' }] });
    const allowed = workspace.admit?.(['/etc']) ?? workspace;
    expect(await store.restore(KEY, UNDO, allowed, signal)).toMatchObject({ files: [{ kind: 'restored' }] });
    expect(workspace.text('/etc/a')).toBeUndefined();
  });

  test('replaces a folder with the file that was there before', async () => {
    const { workspace, tools, restore } = start({ a: 'a' });
    await tools.delete('/ws/a', {}, signal);
    await write(tools, 'a/b', 'b');
    await restore();
    expect(workspace.snapshot()).toEqual({ a: 'a' });
  });

  test('stops if the signal aborts', async () => {
    const { workspace, tools, store } = start({ a: 'a' });
    await write(tools, 'a', 'A');
    await expect(store.restore(KEY, UNDO, workspace, AbortSignal.abort())).rejects.toThrow();
    expect(workspace.text('/ws/a')).toBe('A');
  });

  test('returns the kind `none` for a prompt that changed nothing', async () => {
    expect(await start().restore()).toEqual({ kind: 'none' });
  });
});

test('any operations are undone, except in files that somebody else changed', async () => {
  const path = fc.constantFrom('/ws/a', '/ws/b', '/ws/c/d');
  const operation = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), path, text: fc.constantFrom('', 'x', 'y\n') }),
    fc.record({ kind: fc.constant('delete' as const), path }),
    fc.record({ kind: fc.constant('rename' as const), path, to: path }),
    fc.record({ kind: fc.constant('reopen' as const) }),
  );
  const foreign = fc.record({ path, text: fc.option(fc.constantFrom('mine', 'yours')) });
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom('a', 'b', 'c/d'), fc.constantFrom('', 'x', 'old\n')),
      fc.array(operation, { maxLength: 8 }),
      fc.array(foreign, { maxLength: 2 }),
      async (contents, operations, changes) => {
        const { files, workspace, ...first } = start(contents);
        const before = workspace.snapshot();
        let { tools } = first;
        for (const each of operations) {
          try {
            if (each.kind === 'write') await tools.write(each.path, bytes(each.text), {}, signal);
            else if (each.kind === 'delete') await tools.delete(each.path, {}, signal);
            else if (each.kind === 'rename') await tools.rename(each.path, each.to, signal);
            else tools = openStore(files).record(workspace, KEY);
          } catch {
            // The workspace refused an operation that does not fit the files.
          }
        }
        const after = workspace.snapshot();
        for (const each of changes) {
          if (each.text === null) workspace.remove(each.path);
          else workspace.put(each.path, each.text);
        }
        const changed = workspace.snapshot();
        await openStore(files).restore(KEY, UNDO, workspace, signal);
        const now = workspace.snapshot();
        // A moved file keeps its new name if its old name cannot be restored.
        const left = new Set(changes.map((each) => each.path.slice('/ws/'.length)));
        const moves = operations.flatMap((each) => (each.kind === 'rename' ? [each] : []));
        for (const _ of moves)
          for (const { path: from, to } of moves) if (left.has(from.slice(4))) left.add(to.slice(4));
        for (const name of ['a', 'b', 'c/d']) {
          if (left.has(name) && now[name] === changed[name]) continue;
          expect([name, now[name]]).toEqual([name, changed[name] === after[name] ? before[name] : changed[name]]);
        }
      },
    ),
    { numRuns: 300 },
  );
});
