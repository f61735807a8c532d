import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCrash } from '../../support/crash.ts';
import { createFakeProcesses } from '../../support/shell/fakeProcesses.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { ChangeStore } from '../../../src/extension/changes/changeStore.ts';
import type { FileStore } from '../../../src/extension/ports/fileStore.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { ProcessOwner } from '../../../src/extension/ports/processOwner.ts';
import { bytes, openStore, signal, start, write } from './openedStore.ts';

const prompt = (id: string | number) => ({ chat: 'c', prompt: `prompt ${id}` });
const undo = (id: string | number) => ({ undo: { chat: 'c', prompt: `undo ${id}` } });

/** A store in which three prompts have changed files. */
async function startThree() {
  const world = start({ 'a.ts': 'a0', 'b.ts': 'b0' });
  const { workspace, store } = world;
  const before = [workspace.snapshot()];
  const tools = [1, 2, 3].map((id) => store.record(workspace, prompt(id)));
  const [one, two, three] = tools as [(typeof tools)[0], (typeof tools)[0], (typeof tools)[0]];
  await write(one, 'a.ts', 'a1');
  before.push(workspace.snapshot());
  await write(two, 'a.ts', 'a2');
  await write(two, 'new.ts', 'new');
  await two.delete('/ws/b.ts', {}, signal);
  before.push(workspace.snapshot());
  await write(three, 'a.ts', 'a3');
  await three.rename('/ws/new.ts', '/ws/moved.ts', signal);
  return { ...world, before, tools };
}

describe('restoring several prompts', () => {
  test.each([1, 2, 3])('gives every file its content from before prompt %i', async (first) => {
    const { store, workspace, before } = await startThree();
    const keys = [1, 2, 3].slice(first - 1).map(prompt);
    await store.restoreAll(keys, undo(1), workspace, signal);
    expect(workspace.snapshot()).toEqual(before[first - 1]);
  });

  test('can be undone, and a restore to another prompt may follow', async () => {
    const { store, workspace, before } = await startThree();
    const after = workspace.snapshot();
    const keys = [1, 2, 3].map(prompt);
    await store.restoreAll(keys, undo(1), workspace, signal);
    await store.restoreAll([undo(1).undo], undo(2), workspace, signal);
    expect(workspace.snapshot()).toEqual(after);
    await store.restoreAll(keys, undo(3), workspace, signal);
    // The changes by the restores are part of the changes since the second prompt.
    const since = [prompt(2), prompt(3), undo(1).undo, undo(2).undo, undo(3).undo];
    await store.restoreAll(since, undo(4), workspace, signal);
    expect(workspace.snapshot()).toEqual(before[1]);
  });

  test('does not overwrite a file that somebody changed between two prompts', async () => {
    const { store, workspace } = start({ a: 'a0', b: 'b0' });
    await write(store.record(workspace, prompt(1)), 'a', 'a1');
    await write(store.record(workspace, prompt(1)), 'b', 'b1');
    workspace.put('/ws/a', 'a1 and mine');
    await write(store.record(workspace, prompt(2)), 'a', 'a2 and mine');
    const result = await store.restoreAll([prompt(1), prompt(2)], undo(1), workspace, signal);
    expect(result).toMatchObject({
      files: [
        { path: '/ws/a', kind: 'conflict' },
        { path: '/ws/b', kind: 'restored' },
      ],
    });
    expect(workspace.snapshot()).toEqual({ a: 'a2 and mine', b: 'b0' });
    await store.restoreAll([prompt(2)], undo(2), workspace, signal);
    expect(workspace.text('/ws/a')).toBe('a1 and mine');
  });

  test('does not overwrite a file that somebody changed between two changes of one prompt', async () => {
    const { store, workspace, restore, tools } = start({ a: 'a0' });
    await write(tools, 'a', 'a1');
    workspace.put('/ws/a', 'a1 and mine');
    await write(tools, 'a', 'a2 and mine');
    expect(await restore()).toMatchObject({ files: [{ kind: 'conflict' }] });
    expect(workspace.text('/ws/a')).toBe('a2 and mine');
    expect(await store.changesOf({ chat: 'c', prompt: 'p' })).toMatchObject({ files: [{ path: '/ws/a' }] });
  });

  test('restores a file even if somebody had restored its first content between two prompts', async () => {
    const { store, workspace } = start({ a: 'a0' });
    await write(store.record(workspace, prompt(1)), 'a', 'a1');
    workspace.put('/ws/a', 'a0');
    await write(store.record(workspace, prompt(2)), 'a', 'a2');
    await store.restoreAll([prompt(1), prompt(2)], undo(1), workspace, signal);
    expect(workspace.text('/ws/a')).toBe('a0');
  });

  test('does not move a file back if another file has its earlier name', async () => {
    const { workspace, restore, tools } = start({ a: 'a0' });
    await tools.rename('/ws/a', '/ws/b', signal);
    workspace.put('/ws/a', 'mine');
    expect(await restore()).toMatchObject({ files: [{ kind: 'conflict' }, { kind: 'conflict' }] });
    expect(workspace.snapshot()).toEqual({ a: 'mine', b: 'a0' });
  });

  test('does not overwrite a file that changes between the check and the write', async () => {
    const { store, workspace, tools, files } = start({ a: 'a0', b: 'b0' });
    await write(tools, 'a', 'a1');
    await write(tools, 'b', 'b1');
    const { append } = files;
    files.append = async (...args) => {
      await append(...args);
      workspace.put('/ws/b', 'mine');
    };
    const result = await store.restore({ chat: 'c', prompt: 'p' }, undo(1).undo, workspace, signal);
    expect(result).toMatchObject({ files: [{ kind: 'restored' }, { kind: 'conflict' }] });
    expect(workspace.snapshot()).toEqual({ a: 'a0', b: 'mine' });
    expect(await store.changesOf(undo(1).undo)).toMatchObject({ files: [{ path: '/ws/a' }] });
  });
});

test('a restore after any interleaving keeps the user’s texts, and restores all other files', async () => {
  const path = fc.constantFrom('/ws/a', '/ws/b', '/ws/c/d');
  const ours = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), path, text: fc.constantFrom('', 'x', 'y\n') }),
    fc.record({ kind: fc.constant('delete' as const), path }),
    fc.record({ kind: fc.constant('rename' as const), path, to: path }),
    fc.record({ kind: fc.constant('next prompt' as const) }),
  );
  const step = fc.oneof(
    { weight: 3, arbitrary: ours },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('user' as const), path, removes: fc.boolean() }) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom('a', 'b', 'c/d'), fc.constantFrom('', 'x', 'old\n')),
      fc.array(step, { maxLength: 14 }),
      fc.nat(3),
      async (contents, steps, checkpoint) => {
        const { files, workspace } = start(contents);
        let prompts = 0;
        let before = workspace.snapshot();
        /** The files that the user has changed since the checkpoint, and those that they were moved to. */
        const users = new Set<string>();
        const moves: (readonly [string, string])[] = [];
        for (const [index, each] of steps.entries()) {
          const tools = openStore(files).record(workspace, prompt(prompts));
          try {
            if (each.kind === 'next prompt') prompts += 1;
            if (each.kind === 'next prompt' && prompts === checkpoint) {
              before = workspace.snapshot();
              users.clear();
            }
            if (each.kind === 'write') await tools.write(each.path, bytes(each.text), {}, signal);
            if (each.kind === 'delete') await tools.delete(each.path, {}, signal);
            if (each.kind === 'rename') moves.push([each.path.slice('/ws/'.length), each.to.slice('/ws/'.length)]);
            if (each.kind === 'rename') await tools.rename(each.path, each.to, signal);
            if (each.kind !== 'user') continue;
            users.add(each.path.slice('/ws/'.length));
            if (each.removes) workspace.remove(each.path);
            else workspace.put(each.path, `the user's ${index}`);
          } catch {
            // The workspace refused an operation that does not fit the files.
          }
        }
        for (const _ of moves) for (const [from, to] of moves) if (users.has(from)) users.add(to);
        const after = workspace.snapshot();
        const keys = Array.from({ length: prompts + 1 }, (_, id) => prompt(id)).slice(checkpoint);
        await openStore(files).restoreAll(keys, undo(1), workspace, signal);
        const now = workspace.snapshot();
        for (const name of ['a', 'b', 'c/d']) {
          if (after[name]?.startsWith('the user')) {
            // A rename may have moved the user's text here, and the restore may have moved it back.
            const isKept = Object.values(now).includes(after[name]);
            expect([name, isKept]).toEqual([name, true]);
          } else if (!users.has(name) && checkpoint <= prompts) expect([name, now[name]]).toEqual([name, before[name]]);
        }
      },
    ),
    { numRuns: 400 },
  );
});

describe('the recovery from a crash during a restore', () => {
  const open = (files: FileStore, owner: ProcessOwner) =>
    new ChangeStore({ files, owner, log: silentLog, maxBytes: () => 1024 * 1024 });

  test.each([false, true])('restores all files or none (the crash can cut an append: %s)', async (halfAppends) => {
    const outcomes = new Set<string>();
    for (let at = 0, ended = false; !ended; at += 1) {
      const files = createMemoryFileStore();
      const workspace = createMemoryWorkspace({ a: 'a0', b: 'b0', c: 'c0' });
      const processes = createFakeProcesses();
      const first = open(files, processes.start('zero'));
      const exchanges: unknown[] = [];
      await write(first.record(workspace, prompt(1)), 'a', 'a1');
      await write(first.record(workspace, prompt(1)), 'new/d', 'd1');
      await write(first.record(workspace, prompt(2)), 'b', 'b2');
      await first.record(workspace, prompt(2)).delete('/ws/c', {}, signal);
      const changed = workspace.snapshot();
      const crash = createCrash(at, halfAppends);
      const store = open(crash.files(files), processes.start('first'));
      const record = {
        ...undo(1),
        toExchange: (paths: readonly string[]) => Promise.resolve(paths.length),
        record: (exchange: unknown) => {
          crash.step();
          exchanges.push(exchange);
          return Promise.resolve(true);
        },
      };
      const restoring = store.restoreAll([prompt(1), prompt(2)], record, crash.workspace(workspace), signal);
      await restoring.catch((error: unknown) => {
        if (!crash.happened) throw error;
      });
      ended = !crash.happened;
      processes.kill('first');
      const next = open(files, processes.start('second'));
      for (const unfinished of await next.unfinished()) {
        const result = await unfinished.recover('finish', workspace, signal);
        if (result.kind !== 'written') continue;
        if (exchanges.length === 0) exchanges.push(result.exchange);
        await result.finished();
      }
      const isRestored = exchanges.length > 0;
      expect(exchanges).toEqual(isRestored ? [4] : []);
      expect(workspace.snapshot()).toEqual(isRestored ? { a: 'a0', b: 'b0', c: 'c0' } : changed);
      expect(await files.list('changes/open')).toEqual([]);
      if (isRestored) {
        await next.restoreAll([undo(1).undo], undo(2), workspace, signal);
        expect(workspace.snapshot()).toEqual(changed);
      }
      outcomes.add(isRestored ? 'all' : 'nothing');
    }
    expect([...outcomes]).toEqual(['nothing', 'all']);
  });
});
