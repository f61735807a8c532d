import { expect, test } from 'vitest';
import { editTool } from '../../../src/extension/tools/builtin/edit.ts';
import { moveFileTool } from '../../../src/extension/tools/builtin/moveFile.ts';
import { writeFileTool } from '../../../src/extension/tools/builtin/writeFile.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import { toFileChange } from '../../../src/extension/speculate/overlay/overlayChange.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText, readFiles } from '../../support/toolHarness.ts';

const signal = new AbortController().signal;
const FILES = { 'src/a.ts': 'one\n', 'src/b.ts': 'two\n', 'lib/c.ts': 'three\n' };

test('move_file moves a file that the model has not read, and creates folders', async () => {
  const workspace = createMemoryWorkspace(FILES);
  const outcome = await createToolHarness(workspace).run(moveFileTool, {
    file_path: 'src/a.ts',
    new_path: '/ws/new/deep/d.ts',
  });
  expect(outcomeText(outcome)).toBe('Moved src/a.ts to new/deep/d.ts.');
  expect(outcome).toMatchObject({ ok: true, summary: 'moved' });
  expect(outcome.changes).toEqual([
    { path: '/ws/src/a.ts', display: 'src/a.ts', added: 0, removed: 0 },
    { path: '/ws/new/deep/d.ts', display: 'new/deep/d.ts', added: 0, removed: 0 },
  ]);
  expect(workspace.snapshot()).toEqual({ 'src/b.ts': 'two\n', 'lib/c.ts': 'three\n', 'new/deep/d.ts': 'one\n' });
});

test('the preview names both files and moves nothing', async () => {
  const workspace = createMemoryWorkspace(FILES);
  const { context } = createToolHarness(workspace);
  const preview = await moveFileTool.preview?.({ file_path: 'src/a.ts', new_path: 'd.ts' }, context, signal);
  expect(preview).toMatchObject({
    display: 'src/a.ts to d.ts',
    diff: '',
    file: { path: '/ws/d.ts', before: undefined },
    removedFile: { path: '/ws/src/a.ts' },
  });
  expect(workspace.snapshot()).toEqual(FILES);
});

test.each([
  ['a missing file', 'none.ts', 'd.ts', 'none.ts does not exist.', 'not found'],
  ['a folder', 'src', 'd', /^src is a folder;/, 'is a folder'],
  ['a path outside the workspace', '/etc/hosts', 'd.ts', /outside the workspace/, 'outside the workspace'],
  ['a target outside the workspace', 'src/a.ts', '../d.ts', /outside the workspace/, 'outside the workspace'],
  ['a target that exists', 'src/a.ts', 'src/b.ts', 'src/b.ts already exists. Nothing was moved.', 'already exists'],
  ['a target that is a folder', 'src/a.ts', 'lib', /^lib is a folder\. .* Add the name/, 'is a folder'],
  ['a target without a name', 'src/a.ts', 'new/', /ends with a slash/, 'is a folder'],
  ['the same path', 'src/a.ts', './src/a.ts', 'src/a.ts already has this path. Nothing was moved.', 'no change'],
])('move_file refuses %s', async (_name, file_path, new_path, text, summary) => {
  const workspace = createMemoryWorkspace(FILES);
  const outcome = await createToolHarness(workspace).run(moveFileTool, { file_path, new_path });
  expect(outcome).toMatchObject({ ok: false, summary });
  expect(outcomeText(outcome)).toMatch(text);
  expect(workspace.snapshot()).toEqual(FILES);
});

test('move_file changes the case of a name on a disk that ignores case', async () => {
  const workspace = createMemoryWorkspace({ 'src/Readme.md': 'one\n' }, { caseSensitive: false });
  const outcome = await createToolHarness(workspace).run(moveFileTool, {
    file_path: 'src/readme.md',
    new_path: 'src/README.md',
  });
  expect(outcomeText(outcome)).toBe('Moved src/Readme.md to src/README.md.');
  expect(workspace.snapshot()).toEqual({ 'src/README.md': 'one\n' });
});

test('a moved file stays seen under its new name', async () => {
  const workspace = createMemoryWorkspace(FILES);
  const harness = createToolHarness(workspace);
  await readFiles(harness.context, 'src/a.ts');
  await harness.run(moveFileTool, { file_path: 'src/a.ts', new_path: 'd.ts' });
  expect(harness.context.seen.paths()).toEqual(['/ws/d.ts']);
  expect(await harness.run(writeFileTool, { file_path: 'd.ts', content: 'new\n' })).toMatchObject({ ok: true });
  await harness.run(moveFileTool, { file_path: 'src/b.ts', new_path: 'e.ts' });
  const unread = await harness.run(writeFileTool, { file_path: 'e.ts', content: 'new\n' });
  expect(unread).toMatchObject({ ok: false, summary: 'not read yet' });
});

test('move_file refuses a file that changed since the model read it', async () => {
  const workspace = createMemoryWorkspace(FILES);
  const harness = createToolHarness(workspace);
  await readFiles(harness.context, 'src/a.ts');
  workspace.put('src/a.ts', 'theirs\n');
  const outcome = await harness.run(moveFileTool, { file_path: 'src/a.ts', new_path: 'd.ts' });
  expect(outcome).toMatchObject({ ok: false, summary: 'changed since it was read' });
  expect(outcomeText(outcome)).toContain('so nothing was changed.');
});

test('in an overlay, a move is a deleted and an added file, and can be undone', async () => {
  const base = createMemoryWorkspace(FILES);
  const overlay = createOverlay(base);
  const harness = createToolHarness(overlay);
  await harness.run(moveFileTool, { file_path: 'src/a.ts', new_path: 'd.ts' });
  await harness.run(editTool, { file_path: 'd.ts', old_string: 'one', new_string: '1' });
  expect(overlay.changes().map((change) => [change.kind, toFileChange(change)])).toEqual([
    ['added', { path: '/ws/d.ts', display: 'd.ts', added: 1, removed: 0 }],
    ['deleted', { path: '/ws/src/a.ts', display: 'src/a.ts', added: 0, removed: 1 }],
  ]);
  await harness.run(editTool, { file_path: 'd.ts', old_string: '1', new_string: 'one' });
  await harness.run(moveFileTool, { file_path: 'd.ts', new_path: 'src/a.ts' });
  expect(overlay.changes()).toEqual([]);
  expect(base.snapshot()).toEqual(FILES);
});
