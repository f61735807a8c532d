import { expect, it } from 'vitest';
import { Emitter } from '../../../src/extension/base/emitter.ts';
import { BaseWatch } from '../../../src/extension/speculate/baseWatch.ts';
import { ChangeList } from '../../../src/extension/changes/changeList.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import type { OverlayChange } from '../../../src/extension/speculate/overlay/overlayChange.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { bytes, signal } from './overlay/overlayFiles.ts';

async function watch() {
  const base = createMemoryWorkspace({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
  const overlay = createOverlay(base);
  const files = new Emitter<readonly string[]>();
  const reports: { readonly changed: readonly string[]; readonly deleted: readonly string[] }[] = [];
  const errors: unknown[] = [];
  const watching = new BaseWatch({
    overlay,
    workspace: base,
    onDidChangeFiles: files.event,
    onChange: (report) => reports.push(report),
    onError: (error) => errors.push(error),
  });
  await overlay.write('/ws/a.ts', bytes('A\n'), {}, signal);
  const fire = async (name: string): Promise<void> => {
    files.fire([`/ws/${name}`]);
    for (let round = 0; round < 50; round += 1) await Promise.resolve();
  };
  const put = (name: string, text: string): Promise<void> => {
    base.put(name, text);
    return fire(name);
  };
  const remove = (name: string): Promise<void> => {
    base.remove(name);
    return fire(name);
  };
  return { base, overlay, reports, errors, watching, put, remove };
}

it('BaseWatch reports a changed file, and then that no file differs when the file has its earlier content again', async () => {
  const { put, reports, errors } = await watch();
  await put('a.ts', 'by the user\n');
  await put('a.ts', 'by the user again\n');
  await put('a.ts', 'a\n');
  expect(reports).toEqual([
    { changed: ['a.ts'], deleted: [] },
    { changed: [], deleted: [] },
  ]);
  expect(errors).toEqual([]);
});

it('BaseWatch reports a deleted file as deleted, also if it was reported as changed before', async () => {
  const { put, remove, reports, errors } = await watch();
  await put('a.ts', 'by the user\n');
  await remove('a.ts');
  await put('a.ts', 'by the user again\n');
  expect(reports).toEqual([
    { changed: ['a.ts'], deleted: [] },
    { changed: [], deleted: ['a.ts'] },
    { changed: ['a.ts'], deleted: [] },
  ]);
  expect(errors).toEqual([]);
});

it('BaseWatch does not report a deleted file that the prepared edits delete too', async () => {
  const { overlay, put, remove, reports, errors } = await watch();
  await overlay.delete('/ws/b.ts', {}, signal);
  await put('b.ts', 'by the user\n');
  await remove('b.ts');
  expect(reports).toEqual([
    { changed: ['b.ts'], deleted: [] },
    { changed: [], deleted: [] },
  ]);
  expect(errors).toEqual([]);
});

it('BaseWatch does not look at files that the overlay does not change', async () => {
  const { base, put, reports } = await watch();
  const before = base.calls.length;
  await put('b.ts', 'by the user\n');
  expect(reports).toEqual([]);
  expect(base.calls.slice(before)).toEqual([]);
});

it('BaseWatch reports nothing once it is disposed', async () => {
  const { put, reports, watching } = await watch();
  watching.dispose();
  await put('a.ts', 'by the user\n');
  expect(reports).toEqual([]);
});

it('BaseWatch compares each of 10,000 changes with few others', () => {
  let reads = 0;
  const list = new ChangeList<OverlayChange>();
  const changed = new Emitter<readonly string[]>();
  const overlay = { changeOf: (path: string) => list.find(path), onDidChange: changed.event };
  new BaseWatch({
    overlay,
    workspace: createMemoryWorkspace(),
    onDidChangeFiles: new Emitter<readonly string[]>().event,
    onChange: () => {},
    onError: () => {},
  });
  for (let index = 0; index < 10_000; index += 1) {
    const path = `/ws/${index}.ts`;
    const change: OverlayChange = {
      kind: 'added',
      get path() {
        reads += 1;
        return path;
      },
      display: `${index}.ts`,
      lines: { added: 1, removed: 0 },
      base: { kind: 'absent' },
      current: { hash: '', size: 0, read: () => Promise.resolve(new Uint8Array()) },
    };
    list.add(change);
    changed.fire([path]);
  }
  expect(reads).toBeLessThan(10_000 * 40);
});
