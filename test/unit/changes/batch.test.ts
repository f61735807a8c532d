import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BatchPlan, PlannedFile } from '../../../src/extension/changes/batch.ts';
import { ChangeStore } from '../../../src/extension/changes/changeStore.ts';
import type { FileStore } from '../../../src/extension/ports/fileStore.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { ProcessOwner } from '../../../src/extension/ports/processOwner.ts';
import type { Workspace } from '../../../src/extension/ports/workspace.ts';
import { createCrash, type Crash } from '../../support/crash.ts';
import { createFakeProcesses, type FakeProcesses } from '../../support/shell/fakeProcesses.ts';
import { createMemoryFileStore, type MemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace, type MemoryWorkspace } from '../../support/memoryWorkspace.ts';

const signal = new AbortController().signal;
const KEY = { chat: 'c', prompt: 'p' };
const EXCHANGE = { id: 'exchange 1', text: 'äö' };

/** A file as text, with its mode; null if there is none. */
type Version = { readonly text: string; readonly mode: number } | null;
type Edit = { readonly path: string; readonly before: Version; readonly after: Version };

const EDITS: readonly Edit[] = [
  { path: '/ws/a.ts', before: { text: 'one\n', mode: 0o644 }, after: { text: 'two\n', mode: 0o644 } },
  { path: '/ws/new/b.ts', before: null, after: { text: '', mode: 0o755 } },
  { path: '/ws/mode.sh', before: { text: 'run', mode: 0o644 }, after: { text: 'run', mode: 0o755 } },
  { path: '/ws/old.ts', before: { text: 'old\n', mode: 0o600 }, after: null },
];

interface World {
  readonly files: MemoryFileStore;
  readonly workspace: MemoryWorkspace;
  readonly processes: FakeProcesses;
  /** The exchanges in the conversation. */
  readonly exchanges: unknown[];
}

function createWorld(edits: readonly Edit[]): World {
  const workspace = createMemoryWorkspace();
  for (const { path, before } of edits) if (before) workspace.put(path, before.text, { mode: before.mode });
  return { files: createMemoryFileStore(), workspace, processes: createFakeProcesses(), exchanges: [] };
}

function openStore(files: FileStore, owner: ProcessOwner): ChangeStore {
  return new ChangeStore({ files, owner, log: silentLog, maxBytes: () => 1024 * 1024 });
}

function toPlan(edits: readonly Edit[]): BatchPlan {
  const image = (version: Version): PlannedFile['after'] =>
    version && { mode: version.mode, read: () => Promise.resolve(Buffer.from(version.text)) };
  return {
    ...KEY,
    exchange: EXCHANGE,
    files: edits.map(({ path, before, after }) => ({
      path,
      before: image(before),
      after: image(after),
      added: 1,
      removed: 0,
    })),
  };
}

/** Applies the edits as a caller does, until the process ends. */
async function apply(world: World, edits: readonly Edit[], crash: Crash, id = 'first'): Promise<void> {
  const workspace = crash.workspace(world.workspace);
  const store = openStore(crash.files(world.files), world.processes.start(id));
  try {
    const batch = await store.beginBatch(toPlan(edits), workspace, signal);
    for (const { path, after } of edits) {
      if (!after) await workspace.delete(path, {}, signal);
      else await writeAs(workspace, path, after);
      if (after) await batch.wrote(path, Buffer.from(after.text));
    }
    await batch.written();
    crash.step();
    world.exchanges.push(EXCHANGE);
    await batch.finished();
  } catch (error) {
    if (!crash.happened) throw error;
  }
}

async function writeAs(workspace: Workspace, path: string, { text, mode }: NonNullable<Version>): Promise<void> {
  await workspace.write(path, Buffer.from(text), { mode }, signal);
}

/** The next start: ends every batch that the earlier processes left. */
async function recover(
  world: World,
  crash: Crash,
  id: string,
  prefer: 'finish' | 'roll-back' = 'finish',
): Promise<void> {
  const workspace = crash.workspace(world.workspace);
  const store = openStore(crash.files(world.files), world.processes.start(id));
  try {
    for (const unfinished of await store.unfinished()) {
      const result = await unfinished.recover(prefer, workspace, signal);
      if (result.kind !== 'written') continue;
      crash.step();
      if (world.exchanges.length === 0) world.exchanges.push(result.exchange);
      await result.finished();
    }
  } catch (error) {
    if (!crash.happened) throw error;
  }
}

async function versionsOf(workspace: MemoryWorkspace, edits: readonly Edit[]): Promise<Version[]> {
  const versions: Version[] = [];
  for (const { path } of edits) {
    const text = workspace.text(path);
    versions.push(text === undefined ? null : { text, mode: (await workspace.read(path, signal)).mode ?? 0 });
  }
  return versions;
}

/** Checks that all files and the exchange are applied, or none of them, and that no work is left. */
async function expectAllOrNothing(world: World, edits: readonly Edit[]): Promise<'all' | 'nothing'> {
  const isAll = world.exchanges.length > 0;
  expect(world.exchanges).toEqual(isAll ? [EXCHANGE] : []);
  expect(await versionsOf(world.workspace, edits)).toEqual(edits.map(({ before, after }) => (isAll ? after : before)));
  expect(await world.files.list('changes/open')).toEqual([]);
  return isAll ? 'all' : 'nothing';
}

const never = Infinity;

test.each([false, true])(
  'after a crash at any step, all edits are applied or none (the crash can cut an append: %s)',
  async (halfAppends) => {
    const outcomes: string[] = [];
    for (let at = 0, ended = false; !ended; at += 1) {
      const world = createWorld(EDITS);
      const crash = createCrash(at, halfAppends);
      await apply(world, EDITS, crash);
      ended = !crash.happened;
      world.processes.kill('first');
      await recover(world, createCrash(never), 'second');
      outcomes.push(await expectAllOrNothing(world, EDITS));
    }
    expect([...new Set(outcomes)]).toEqual(['nothing', 'all']);
  },
);

test('after a crash at any step of the recovery, all edits are applied or none', async () => {
  for (let at = 0, ended = false; !ended; at += 1) {
    for (let again = 0, recovered = false; !recovered; again += 1) {
      const world = createWorld(EDITS);
      const first = createCrash(at);
      await apply(world, EDITS, first);
      ended = !first.happened;
      world.processes.kill('first');
      const second = createCrash(again);
      await recover(world, second, 'second');
      recovered = !second.happened;
      world.processes.kill('second');
      await recover(world, createCrash(never), 'third');
      await expectAllOrNothing(world, EDITS);
    }
  }
});

const version: fc.Arbitrary<Version> = fc.option(
  fc.record({ text: fc.constantFrom('', 'a', 'a\nb\n'), mode: fc.constantFrom(0o644, 0o755) }),
);
const someEdits = fc
  .uniqueArray(
    fc.record({ path: fc.constantFrom('/ws/a', '/ws/b/c', '/ws/b/d', '/ws/e'), before: version, after: version }),
    {
      selector: ({ path }) => path,
      minLength: 1,
    },
  )
  // Deleting a missing file is not an edit.
  .filter((edits) => edits.every(({ before, after }) => before !== null || after !== null));

test('any edits are all applied or not applied at all, and can be undone', async () => {
  await fc.assert(
    fc.asyncProperty(
      someEdits,
      fc.nat(30),
      fc.nat(20),
      fc.boolean(),
      fc.boolean(),
      async (edits, at, again, half, back) => {
        const world = createWorld(edits);
        await apply(world, edits, createCrash(at, half));
        world.processes.kill('first');
        await recover(world, createCrash(again, half), 'second', back ? 'roll-back' : 'finish');
        world.processes.kill('second');
        await recover(world, createCrash(never), 'third');
        if ((await expectAllOrNothing(world, edits)) === 'nothing') return;
        const store = openStore(world.files, world.processes.start('third'));
        const undone = await store.restore(KEY, { chat: 'c', prompt: 'undo' }, world.workspace, signal);
        if (undone.kind === 'none') return;
        expect(await versionsOf(world.workspace, edits)).toEqual(edits.map(({ before }) => before));
      },
    ),
    { numRuns: 300 },
  );
});

test('the recovery does not overwrite a file that somebody changed, and rolls the other files back', async () => {
  const world = createWorld(EDITS);
  await apply(world, EDITS, createCrash(await stepsUntilWritten(world, '/ws/new/b.ts')));
  expect(world.workspace.text('/ws/a.ts')).toBe('two\n');
  world.workspace.put('/ws/old.ts', 'mine');
  world.processes.kill('first');
  const store = openStore(world.files, world.processes.start('second'));
  const [unfinished] = await store.unfinished();
  expect(unfinished).toMatchObject({ key: KEY, paths: EDITS.map(({ path }) => path) });
  const result = await unfinished?.recover('finish', world.workspace, signal);
  expect(result).toEqual({ kind: 'rolled-back', changed: ['/ws/old.ts'] });
  expect(world.workspace.snapshot()).toEqual({ 'a.ts': 'one\n', 'mode.sh': 'run', 'old.ts': 'mine' });
  expect(await store.changesOf(KEY)).toEqual({ kind: 'none' });
});

test('the recovery does not overwrite a file that somebody changed after the batch had written it', async () => {
  const world = createWorld(EDITS);
  await apply(world, EDITS, createCrash(await stepsUntilWritten(world, '/ws/new/b.ts')));
  world.workspace.put('/ws/a.ts', 'mine');
  world.processes.kill('first');
  await recover(world, createCrash(never), 'second');
  expect(world.workspace.snapshot()).toEqual({ 'a.ts': 'mine', 'mode.sh': 'run', 'new/b.ts': '' });
  expect(world.exchanges).toEqual([EXCHANGE]);
});

test('the recovery recognizes a file that a formatter changed', async () => {
  const world = createWorld(EDITS);
  const batch = await openStore(world.files, world.processes.start('first')).beginBatch(
    toPlan(EDITS),
    world.workspace,
    signal,
  );
  world.workspace.put('/ws/a.ts', 'two;\n');
  await batch.wrote('/ws/a.ts', Buffer.from('two;\n'));
  world.processes.kill('first');
  await recover(world, createCrash(never), 'second', 'roll-back');
  expect(world.workspace.text('/ws/a.ts')).toBe('one\n');
  expect(world.exchanges).toEqual([]);
});

test('the recovery rolls back if a file cannot be written', async () => {
  const world = createWorld(EDITS);
  await apply(world, EDITS, createCrash(await stepsUntilWritten(world, '/ws/a.ts')));
  world.processes.kill('first');
  world.workspace.failNext('write', 'permission', '/ws/new/b.ts');
  await recover(world, createCrash(never), 'second');
  expect(await expectAllOrNothing(world, EDITS)).toBe('nothing');
});

test('a batch whose recovery fails is found again', async () => {
  const world = createWorld(EDITS);
  await apply(world, EDITS, createCrash(await stepsUntilWritten(world, '/ws/a.ts')));
  world.processes.kill('first');
  world.workspace.failNext('read', 'permission', '/ws/a.ts');
  await expect(recover(world, createCrash(never), 'second')).rejects.toThrow('permission');
  world.processes.kill('second');
  await recover(world, createCrash(never), 'third');
  expect(await expectAllOrNothing(world, EDITS)).toBe('all');
});

test('a window does not recover the batch of a window that still runs', async () => {
  const world = createWorld(EDITS);
  await apply(world, EDITS, createCrash(await stepsUntilWritten(world, '/ws/a.ts')));
  const second = openStore(world.files, world.processes.start('second'));
  expect(await second.unfinished()).toEqual([]);
  expect(await world.files.list('changes/open')).not.toEqual([]);
  world.processes.kill('first');
  const third = openStore(world.files, world.processes.start('third'));
  const found = await Promise.all([second.unfinished(), third.unfinished(), second.unfinished()]);
  expect(found.flat()).toHaveLength(1);
});

test('a batch whose process may still run is recovered only if the user takes it over, and only once', async () => {
  const world = createWorld(EDITS);
  await apply(world, EDITS, createCrash(await stepsUntilWritten(world, '/ws/a.ts')));
  const second = openStore(world.files, world.processes.start('second'));
  expect(await second.doubtful()).toEqual([]);
  world.processes.lose('first');
  const third = openStore(world.files, world.processes.start('third'));
  const batches = [...(await second.doubtful()), ...(await third.doubtful())];
  expect(batches).toMatchObject([1, 2].map(() => ({ host: 'computer of first', files: EDITS.length })));
  expect([await second.unfinished(), await third.unfinished()]).toEqual([[], []]);
  const taken = [];
  for (const batch of batches) taken.push(await batch.take());
  expect(taken.map((batch) => batch?.key)).toEqual([KEY, undefined]);
  const result = await taken[0]?.recover('finish', world.workspace, signal);
  if (result?.kind !== 'written') throw new Error('The batch was not finished');
  world.exchanges.push(result.exchange);
  await result.finished();
  expect(await expectAllOrNothing(world, EDITS)).toBe('all');
  expect(await second.doubtful()).toEqual([]);
});

test('the user is not asked about a batch whose process may still run if the batch cannot have written a file', async () => {
  const world = createWorld(EDITS);
  const crash = createCrash(1);
  await apply(world, EDITS, crash);
  expect(crash.happened).toBe(true);
  world.processes.lose('first');
  expect(await openStore(world.files, world.processes.start('second')).doubtful()).toEqual([]);
});

test('a window does not recover a batch that another window finishes at the same time', async () => {
  const world = createWorld(EDITS);
  await apply(world, EDITS, createCrash(await stepsUntilWritten(world, '/ws/a.ts')));
  world.processes.kill('first');
  const late: FileStore = {
    ...world.files,
    async createExclusive(name, text) {
      await recover(world, createCrash(never), 'second');
      return world.files.createExclusive(name, text);
    },
  };
  expect(await openStore(late, world.processes.start('third')).unfinished()).toEqual([]);
  expect(await expectAllOrNothing(world, EDITS)).toBe('all');
});

test('the recovery can roll back a batch of a chat that was deleted', async () => {
  const world = createWorld(EDITS);
  await apply(world, EDITS, createCrash(await stepsUntilWritten(world, '/ws/new/b.ts')));
  world.processes.kill('first');
  const store = openStore(world.files, world.processes.start('second'));
  await store.deleteChangesOf('c');
  const [unfinished] = await store.unfinished();
  await unfinished?.recover('roll-back', world.workspace, signal);
  expect(await expectAllOrNothing(world, EDITS)).toBe('nothing');
  await store.deleteChangesOf('c');
  expect([...world.files.files.keys(), ...world.files.binary.keys()]).toEqual([]);
});

test('a batch whose writes the caller has undone leaves no recorded changes and no open journal', async () => {
  const world = createWorld(EDITS);
  const store = openStore(world.files, world.processes.start('first'));
  const batch = await store.beginBatch(toPlan(EDITS), world.workspace, signal);
  await batch.undone();
  expect(await store.changesOf(KEY)).toEqual({ kind: 'none' });
  expect(await world.files.list('changes/open')).toEqual([]);
});

test('a batch that cannot be stored fails before a file is written', async () => {
  const world = createWorld(EDITS);
  world.files.failNext('append', new Error('disk full'));
  const store = openStore(world.files, world.processes.start('first'));
  await expect(store.beginBatch(toPlan(EDITS), world.workspace, signal)).rejects.toThrow('disk full');
  expect(await world.files.list('changes/open')).toEqual([]);
});

test('the recovery rolls back if the content of a file is damaged', async () => {
  const world = createWorld(EDITS);
  await apply(world, EDITS, createCrash(await stepsUntilWritten(world, '/ws/a.ts')));
  world.processes.kill('first');
  const [images] = [...world.files.binary.keys()].filter((name) => name.startsWith('changes/open/'));
  world.files.binary.set(images ?? '', Buffer.from('xxxxxxxxxxxxxxx'));
  await recover(world, createCrash(never), 'second');
  expect(await expectAllOrNothing(world, EDITS)).toBe('nothing');
});

test('the recovery lists only one folder if there is nothing to recover', async () => {
  const world = createWorld([]);
  const looked: string[] = [];
  const files: FileStore = new Proxy(world.files, {
    get(target, property) {
      looked.push(String(property));
      const value: unknown = Reflect.get(target, property);
      return value;
    },
  });
  expect(await openStore(files, world.processes.start('first')).unfinished()).toEqual([]);
  expect(looked).toEqual(['list']);
});

/** The first step at which a crash happens after this file was written. */
async function stepsUntilWritten({ processes }: World, path: string): Promise<number> {
  for (let at = 0; ; at += 1) {
    const probe = { ...createWorld(EDITS), processes };
    await apply(probe, EDITS, createCrash(at), 'probe');
    const written = EDITS.find((edit) => edit.path === path);
    if (probe.workspace.text(path) === written?.after?.text) return at;
  }
}
