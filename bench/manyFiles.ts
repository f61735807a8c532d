import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ChangeStore } from '../src/extension/changes/changeStore.ts';
import { createDiskWorkspace } from '../src/extension/node/diskWorkspace.ts';
import { durableWrite } from '../src/extension/node/durableWrite.ts';
import { createNodeFileStore } from '../src/extension/node/nodeFileStore.ts';
import { createProcessOwner } from '../src/extension/node/processOwner.ts';
import { walkSearch } from '../src/extension/node/search/walkSearch.ts';
import { silentLog } from '../src/extension/base/silentLog.ts';
import type { Workspace } from '../src/extension/ports/workspace.ts';

/** The files of a measurement: 200 files of 4 kB in ten folders. */
export const FILES = 200;

const encoder = new TextEncoder();
const nameOf = (index: number): string => `src/group${index % 10}/module${index}.ts`;

/** About 4 kB. */
export function contentOf(version: number): Uint8Array {
  const lines = Array.from({ length: 80 }, (_, line) => `export const value${line} = 'some text in line ${line}';\n`);
  return encoder.encode(`export const version = ${version};\n${lines.join('')}`);
}

/** Calls `run` with the path of each file, one after the other. */
export async function eachFile(root: string, run: (path: string) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < FILES; index += 1) await run(join(root, nameOf(index)));
}

/** Writes the files without flushing them, so a power cut may lose them. */
export async function fill(root: string, version: number): Promise<void> {
  for (let group = 0; group < 10; group += 1) await mkdir(dirname(join(root, nameOf(group))), { recursive: true });
  await eachFile(root, (path) => writeFile(path, contentOf(version)));
}

export const writeDurably = (root: string, version: number): Promise<void> =>
  eachFile(root, (path) => durableWrite(path, contentOf(version)));

export function workspaceOf(root: string): Workspace {
  return createDiskWorkspace({ roots: () => [{ name: 'bench', path: root }], search: walkSearch });
}

export function openChangeStore(folder: string): ChangeStore {
  return new ChangeStore({
    files: createNodeFileStore(folder),
    owner: createProcessOwner(),
    log: silentLog,
    maxBytes: () => 200_000_000,
  });
}

/** Milliseconds that `run` takes. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** The target of a batch of durable writes. */
export const TWICE_DURABLE = {
  text: 'at most 2 × the same durable writes',
  isMet: (value: number, other: number) => value <= 2 * other,
};
