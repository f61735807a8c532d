import { ChangeStore } from '../../../src/extension/changes/changeStore.ts';
import type { FileStore } from '../../../src/extension/ports/fileStore.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { Workspace } from '../../../src/extension/ports/workspace.ts';
import { createFakeProcesses } from '../../support/shell/fakeProcesses.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';

export const signal = new AbortController().signal;
export const KEY = { chat: 'c', prompt: 'p' };
export const UNDO = { chat: 'c', prompt: 'undo p' };
export const bytes = (text: string): Uint8Array => Buffer.from(text);
export const textOf = (content: Uint8Array | null): string | null => content && Buffer.from(content).toString();

export function openStore(files: FileStore, maxBytes = 1024 * 1024): ChangeStore {
  return new ChangeStore({
    files,
    owner: createFakeProcesses().start('window'),
    log: silentLog,
    maxBytes: () => maxBytes,
  });
}

export function start(contents: Readonly<Record<string, string | Uint8Array>> = {}, maxBytes = 1024 * 1024) {
  const clock = createManualClock();
  const files = createMemoryFileStore({}, clock);
  const workspace = createMemoryWorkspace(contents);
  const store = openStore(files, maxBytes);
  const restore = (key = KEY, undo = UNDO) => store.restore(key, undo, workspace, signal);
  return { clock, files, workspace, store, restore, tools: store.record(workspace, KEY) };
}

export async function write(workspace: Workspace, path: string, text: string, mode?: number): Promise<void> {
  await workspace.write(`/ws/${path}`, bytes(text), mode === undefined ? {} : { mode }, signal);
}
