import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { deleteFileTool } from '../../../src/extension/tools/builtin/deleteFile.ts';
import { moveFileTool } from '../../../src/extension/tools/builtin/moveFile.ts';
import { writeFileTool } from '../../../src/extension/tools/builtin/writeFile.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText, readFiles } from '../../support/toolHarness.ts';

const signal = new AbortController().signal;

test('delete_file deletes a file that the model has not read, with its lines as the diff', async () => {
  const workspace = createMemoryWorkspace({ 'src/a.ts': 'one\ntwo\n', 'b.ts': '' });
  const outcome = await createToolHarness(workspace).run(deleteFileTool, { file_path: 'src/a.ts' });
  expect(outcomeText(outcome)).toBe('Deleted src/a.ts (−2 lines).');
  expect(outcome).toMatchObject({ ok: true, summary: '+0 −2', diff: '@@ -1,2 +0,0 @@\n-one\n-two' });
  expect(outcome.changes).toEqual([{ path: '/ws/src/a.ts', display: 'src/a.ts', added: 0, removed: 2 }]);
  expect(workspace.snapshot()).toEqual({ 'b.ts': '' });
});

test.each([
  ['an empty file', ''],
  ['a binary file', new Uint8Array([0, 1, 2, 0, 255])],
])('delete_file deletes %s, without a diff', async (_name, content) => {
  const workspace = createMemoryWorkspace({ a: content });
  const outcome = await createToolHarness(workspace).run(deleteFileTool, { file_path: 'a' });
  expect(outcome).toMatchObject({ ok: true, summary: 'deleted', diff: '' });
  expect(workspace.snapshot()).toEqual({});
});

test('the preview shows the removed lines and deletes nothing', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\n' });
  const { context } = createToolHarness(workspace);
  const preview = await deleteFileTool.preview?.({ file_path: 'a.ts' }, context, signal);
  expect(preview).toMatchObject({ display: 'a.ts', added: 0, removed: 1, removedFile: { path: '/ws/a.ts' } });
  expect(preview).not.toHaveProperty('file');
  expect(workspace.snapshot()).toEqual({ 'a.ts': 'one\n' });
});

test.each([
  ['a missing file', 'none.ts', 'none.ts does not exist.', 'not found'],
  ['a folder', 'src', 'src is a folder; this tool takes single files. Nothing was changed.', 'is a folder'],
  ['a path outside the workspace', '/etc/hosts', /outside the workspace/, 'outside the workspace'],
])('delete_file refuses %s', async (_name, file_path, text, summary) => {
  const workspace = createMemoryWorkspace({ 'src/a.ts': 'one\n' });
  const outcome = await createToolHarness(workspace).run(deleteFileTool, { file_path });
  expect(outcome).toMatchObject({ ok: false, summary });
  expect(outcomeText(outcome)).toMatch(text);
  expect(workspace.snapshot()).toEqual({ 'src/a.ts': 'one\n' });
});

test('delete_file refuses a file with unsaved changes, which would be lost', async () => {
  const workspace = createMemoryWorkspace();
  workspace.put('a.ts', 'mine\n', { unsaved: true });
  const outcome = await createToolHarness(workspace).run(deleteFileTool, { file_path: 'a.ts' });
  expect(outcomeText(outcome)).toMatch(/^a\.ts has unsaved changes in an editor, so it was not deleted\./);
  expect(workspace.text('a.ts')).toBe('mine\n');
});

test('delete_file refuses a file that changed since the model read it, and shows the change', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\n' });
  const harness = createToolHarness(workspace);
  await readFiles(harness.context, 'a.ts');
  workspace.put('a.ts', 'two\n');
  const refused = await harness.run(deleteFileTool, { file_path: 'a.ts' });
  expect(outcomeText(refused)).toMatch(
    /^a\.ts has changed since you last read it, so nothing was changed\.[^]*-one\n\+two/,
  );
  expect(await harness.run(deleteFileTool, { file_path: 'a.ts' })).toMatchObject({ ok: true });
});

test('a deleted file can be created again without a read', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\n' });
  const harness = createToolHarness(workspace);
  await readFiles(harness.context, 'a.ts');
  await harness.run(deleteFileTool, { file_path: 'a.ts' });
  expect(harness.context.seen.paths()).toEqual([]);
  const created = await harness.run(writeFileTool, { file_path: 'a.ts', content: 'new\n' });
  expect(outcomeText(created)).toBe('Created a.ts (+1 −0 lines).');
});

test('symbolic links are neither deleted nor moved, nor replaced by a moved file', async () => {
  await withTempFolder({ 'ws/a.ts': 'one\n' }, async (folder) => {
    await symlink('a.ts', join(folder, 'ws/link.ts'));
    await symlink('a.ts', join(folder, 'ws/target.ts'));
    const roots = () => [{ name: 'ws', path: join(folder, 'ws') }];
    const workspace = createDiskWorkspace({ roots, search: walkSearch });
    const { run } = createToolHarness(workspace);
    const deleted = await run(deleteFileTool, { file_path: 'link.ts' });
    expect(outcomeText(deleted)).toBe('link.ts is a symbolic link to a.ts. Nothing was changed.');
    expect(await run(moveFileTool, { file_path: 'link.ts', new_path: 'b.ts' })).toMatchObject({ summary: 'is a link' });
    const onto = await run(moveFileTool, { file_path: 'a.ts', new_path: 'target.ts' });
    expect(outcomeText(onto)).toBe('target.ts already exists. Nothing was moved.');
    const names = (await workspace.list(join(folder, 'ws').replaceAll('\\', '/'), signal)).map(({ name }) => name);
    expect(names).toEqual(['a.ts', 'link.ts', 'target.ts']);
  });
});
