import { readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WorkspaceError, type Workspace } from '../../../src/extension/ports/workspace.ts';
import { createDiskWorkspace } from '../../../src/extension/tools/diskWorkspace.ts';
import { walkSearch } from '../../../src/extension/tools/walkSearch.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const signal = new AbortController().signal;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function withWorkspace(run: (workspace: Workspace, folder: string) => Promise<void>): Promise<void> {
  const files = { 'ws/a.ts': '', 'notes/todo.md': 'todo', 'notes/deep/more.md': 'more', 'secret/key': 'key' };
  await withTempFolder(files, async (folder) => {
    const workspace = createDiskWorkspace({
      roots: () => [{ name: 'ws', path: join(folder, 'ws') }],
      search: walkSearch,
    });
    await run(workspace, folder.replaceAll('\\', '/'));
  });
}

const kindOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'done',
    (error: unknown) => (error instanceof WorkspaceError ? error.kind : String(error)),
  );

test('an admitted file is inside for that workspace alone, and nothing beside it is', async () => {
  await withWorkspace(async (workspace, folder) => {
    const todo = `${folder}/notes/todo.md`;
    const admitting = workspace.admit?.([todo]) ?? workspace;
    expect(await admitting.resolve(todo)).toMatchObject({ kind: 'inside', path: todo, display: todo });
    await admitting.write(todo, bytes('done'), {}, signal);
    expect(await readFile(todo, 'utf8')).toBe('done');
    expect(await kindOf(admitting.read(`${folder}/notes/deep/more.md`, signal))).toBe('outside');
    expect(await kindOf(admitting.read(`${folder}/notes/todo.md/../../secret/key`, signal))).toBe('outside');
    expect(await kindOf(workspace.read(todo, signal))).toBe('outside');
    expect(await kindOf(admitting.read(`${folder}/ws/a.ts`, signal))).toBe('done');
  });
});

test('an admitted folder is searched and read', async () => {
  await withWorkspace(async (workspace, folder) => {
    const admitting = workspace.admit?.([`${folder}/notes`]) ?? workspace;
    const found = await admitting.glob({ pattern: '**/*.md', path: `${folder}/notes`, limit: 10 }, signal);
    expect(found.paths).toEqual([`${folder}/notes/deep/more.md`, `${folder}/notes/todo.md`]);
  });
});

test('what a link was pointed elsewhere after it was admitted is outside', async () => {
  await withWorkspace(async (workspace, folder) => {
    const link = join(folder, 'link');
    await symlink(join(folder, 'notes/todo.md'), link);
    const { path } = await workspace.resolve(link);
    const admitting = workspace.admit?.([path]) ?? workspace;
    expect((await admitting.resolve(link)).kind).toBe('inside');
    await rm(link);
    await symlink(join(folder, 'secret/key'), link);
    expect((await admitting.resolve(link)).kind).toBe('outside');
  });
});
