import { expect, test } from 'vitest';
import { ChangeList } from '../../../src/extension/changes/changeList.ts';
import { OverlayFolders } from '../../../src/extension/speculate/overlay/overlayFolders.ts';
import type { OverlayChange } from '../../../src/extension/speculate/overlay/overlayChange.ts';

const FILES = 10_000;

/** The numbers below `FILES`, in an order that jumps back and forth. */
const mixed = Array.from({ length: FILES }, (_, index) => (index * 7919) % FILES);
const pathOf = (index: number): string => `/ws/group${index % 10}/part${index % 100}/file${index}.ts`;

test('a list of 10,000 changes is sorted, and compares each change with few others', () => {
  let reads = 0;
  const toChange = (index: number): OverlayChange => ({
    kind: 'added',
    get path() {
      reads += 1;
      return pathOf(index);
    },
    display: pathOf(index).slice('/ws/'.length),
    lines: { added: index, removed: 1 },
    base: { kind: 'absent' },
    current: { hash: '', size: 0, read: () => Promise.resolve(new Uint8Array()) },
  });
  const list = new ChangeList<OverlayChange>();
  const changes = mixed.map(toChange);
  for (const change of changes) {
    list.add(change);
    list.summary();
  }
  expect(reads).toBeLessThan(FILES * 20);
  expect(list.all().map(({ path }) => path)).toEqual(mixed.map(pathOf).sort());
  expect(list.summary()).toMatchObject({ added: (FILES * (FILES - 1)) / 2, removed: FILES });
  reads = 0;
  for (const change of changes.slice(2)) list.remove(change);
  expect(reads).toBeLessThan(FILES * 20);
  expect(list.summary()).toEqual({
    files: ['group0/part0/file0.ts', 'group9/part19/file7919.ts'],
    added: 7919,
    removed: 2,
    moved: 0,
  });
});

test('overlay folders exist as long as they have files', () => {
  const folders = new OverlayFolders();
  for (const index of mixed) folders.addFile(pathOf(index), pathOf(index));
  expect([...folders.childrenOf('/ws').values()]).toHaveLength(10);
  expect([...folders.childrenOf('/ws/group3/part13').values()]).toHaveLength(100);
  for (const index of mixed.filter((each) => each % 10 === 3 && each !== 13)) folders.removeFile(pathOf(index));
  expect([...folders.childrenOf('/ws/group3').values()]).toEqual([{ name: 'part13', type: 'directory' }]);
  folders.removeFile(pathOf(13));
  expect([folders.has('/ws/group3'), folders.has('/ws/group4'), folders.has('/ws')]).toEqual([false, true, true]);
});

test('overlay folders keep their spelling, and include the root of a disk', () => {
  const folders = new OverlayFolders();
  folders.addFile('/ws/new/a', '/ws/New/a');
  folders.addFile('c:/new/a', 'C:/New/a');
  expect([folders.pathOf('/ws/new'), folders.pathOf('c:/new'), folders.pathOf('/ws/new/a')]).toEqual([
    '/ws/New',
    'C:/New',
    undefined,
  ]);
  expect([...folders.childrenOf('/').values()]).toEqual([{ name: 'ws', type: 'directory' }]);
  expect([...folders.childrenOf('c:/').values()]).toEqual([{ name: 'New', type: 'directory' }]);
});
