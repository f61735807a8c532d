import { expect, test } from 'vitest';
import { ChangeStore } from '../../../src/extension/changes/changeStore.ts';
import type { FileStore } from '../../../src/extension/ports/fileStore.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { ProcessOwner } from '../../../src/extension/ports/processOwner.ts';
import type { Workspace } from '../../../src/extension/ports/workspace.ts';
import { applyChanges } from '../../../src/extension/speculate/apply.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import { createCrash } from '../../support/crash.ts';
import { createFakeProcesses } from '../../support/shell/fakeProcesses.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace, type MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { bytes, signal } from './overlay/overlayFiles.ts';

const BEFORE = { 'a.ts': 'one\n', 'b.ts': 'two\n', 'c.ts': 'three\n' };
const AFTER = { 'a.ts': 'ONE\n', 'b.ts': 'TWO\n', 'new/d.ts': 'new\n' };
const EXCHANGE = ['an exchange'];

/** A disk that a power cut may set back to what was flushed last. */
function createPoweredDisk(workspace: MemoryWorkspace) {
  /** For each path with unflushed changes: the content from before these changes. */
  const unflushed = new Map<string, string | undefined>();
  const remember = (path: string): void => {
    if (!unflushed.has(path)) unflushed.set(path, workspace.text(path));
  };
  const disk: Workspace = {
    ...workspace,
    roots: workspace.roots,
    write(path, content, options, writeSignal) {
      if (options.flushesLater) remember(path);
      return workspace.write(path, content, options, writeSignal);
    },
    delete(path, options, deleteSignal) {
      remember(path);
      return workspace.delete(path, options, deleteSignal);
    },
    flush(paths) {
      for (const path of paths) unflushed.delete(path);
      return Promise.resolve();
    },
  };
  /** Loses the unflushed changes whose bits are set in `lost`. Returns the number of unflushed changes. */
  const cutPower = (lost: number): number => {
    for (const [index, [path, content]] of [...unflushed].entries()) {
      if ((lost & (1 << index)) === 0) continue;
      if (content === undefined) workspace.remove(path);
      else workspace.put(path, content);
    }
    return unflushed.size;
  };
  return { disk, cutPower };
}

function openStore(files: FileStore, owner: ProcessOwner): ChangeStore {
  return new ChangeStore({ files, owner, log: silentLog, maxBytes: () => 1024 * 1024 });
}

/**
 * Applies until a crash at step `at`, cuts the power, and recovers. Returns the outcome and the number of unflushed
 * changes.
 */
async function run(at: number, lost: number) {
  const workspace = createMemoryWorkspace(BEFORE);
  const { disk, cutPower } = createPoweredDisk(workspace);
  const [files, processes, crash] = [createMemoryFileStore(), createFakeProcesses(), createCrash(at)];
  const overlay = createOverlay(workspace);
  for (const [path, text] of Object.entries(AFTER)) await overlay.write(`/ws/${path}`, bytes(text), {}, signal);
  await overlay.delete('/ws/c.ts', {}, signal);
  const store = openStore(crash.files(files), processes.start('first'));
  const target = crash.workspace(disk);
  const key = { chat: 'c', prompt: 'p' };
  const exchanges: unknown[] = [];
  const begin = (planned: Parameters<Parameters<typeof applyChanges>[2]>[0]) =>
    store.beginBatch({ ...key, exchange: EXCHANGE, files: planned }, target, signal);
  try {
    const result = await applyChanges(overlay.changes(), target, begin, signal);
    if (result.kind === 'applied') {
      await result.batch.written();
      crash.step();
      exchanges.push(EXCHANGE);
      await result.batch.finished();
    }
  } catch (error) {
    if (!crash.happened) throw error;
  }
  const losable = cutPower(lost);
  processes.kill('first');
  for (const batch of await openStore(files, processes.start('second')).unfinished()) {
    const result = await batch.recover('finish', workspace, signal);
    if (result.kind !== 'written') continue;
    if (exchanges.length === 0) exchanges.push(result.exchange);
    await result.finished();
  }
  return { files: workspace.snapshot(), exchanges, losable, ended: !crash.happened };
}

test('after a power cut at any step, which loses any unflushed changes, either all edits are applied or none', async () => {
  let mostLosable = 0;
  for (let at = 0, ended = false; !ended; at += 1) {
    for (let lost = 0, losable = 0; lost < 1 << losable || lost === 0; lost += 1) {
      const found = await run(at, lost);
      [ended, losable] = [found.ended, found.losable];
      mostLosable = Math.max(mostLosable, losable);
      const isAll = found.exchanges.length > 0;
      expect(found.exchanges).toEqual(isAll ? [EXCHANGE] : []);
      expect(found.files).toEqual(isAll ? AFTER : BEFORE);
    }
  }
  expect(mostLosable).toBe(4);
});
