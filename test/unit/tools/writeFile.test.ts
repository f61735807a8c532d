import { expect, test } from 'vitest';
import { editTool } from '../../../src/extension/tools/edit.ts';
import { readFileTool } from '../../../src/extension/tools/readFile.ts';
import { encodeText } from '../../../src/extension/tools/textFile.ts';
import { writeFileTool } from '../../../src/extension/tools/writeFile.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

const signal = new AbortController().signal;

test('creates a file with its folders', async () => {
  const workspace = createMemoryWorkspace();
  const outcome = await createToolHarness(workspace).run(writeFileTool, { file_path: 'a/b/c.ts', content: 'x\ny\n' });
  expect(outcomeText(outcome)).toBe('Created a/b/c.ts (+2 −0 lines).');
  expect(outcome.changes).toEqual([{ path: '/ws/a/b/c.ts', display: 'a/b/c.ts', added: 2, removed: 0 }]);
  expect(workspace.text('a/b/c.ts')).toBe('x\ny\n');
});

test.each([
  ['line ends', 'a\r\nb\r\n', 'c\nd\n', 'c\r\nd\r\n'],
  ['line ends the other way', 'a\nb\n', 'c\r\nd\r\n', 'c\nd\n'],
  ['mixed line ends of what stays', 'a\r\nb\nc\nd\r\n', 'a\nb\nC\nd\n', 'a\r\nb\nC\nd\r\n'],
  ['the byte order mark', '\ufeffa\n', 'b\n', '\ufeffb\n'],
  ['one byte order mark only', '\ufeffa\n', '\ufeffb\n', '\ufeffb\n'],
  ['what it is given where the file says nothing', 'a', 'b\r\n', 'b\r\n'],
])('an existing file keeps %s', async (_name, before, content, after) => {
  const workspace = createMemoryWorkspace({ 'a.ts': before });
  await createToolHarness(workspace).run(writeFileTool, { file_path: 'a.ts', content });
  expect(workspace.text('a.ts')).toBe(after);
});

test('an existing file keeps its encoding and mode', async () => {
  const workspace = createMemoryWorkspace();
  workspace.put('a.ts', encodeText('a\n', 'utf16be'), { mode: 0o755 });
  await createToolHarness(workspace).run(writeFileTool, { file_path: 'a.ts', content: 'b\n' });
  const { bytes, mode } = await workspace.read('/ws/a.ts', signal);
  expect([bytes, mode]).toEqual([encodeText('b\n', 'utf16be'), 0o755]);
});

test('remembers what a formatter made of it on saving, and tells the model', async () => {
  const workspace = createMemoryWorkspace({}, { formatOnSave: (text) => text.replaceAll(';', ';\n') });
  const harness = createToolHarness(workspace);
  const outcome = await harness.run(writeFileTool, { file_path: 'a.ts', content: 'a;b;' });
  expect(outcomeText(outcome)).toBe(
    'Created a.ts (+2 −0 lines).\nVS Code changed the file further on saving it (a formatter, for instance):\n' +
      '@@ -1,1 +1,2 @@\n-a;b;\n\\ No newline at end of file\n+a;\n+b;',
  );
  expect(outcome.changes).toMatchObject([{ added: 2, removed: 0 }]);
  const next = await harness.run(editTool, { file_path: 'a.ts', old_string: 'b', new_string: 'c' });
  expect(next).toMatchObject({ ok: true });
});

test('does not call it formatting where an editor only kept its line ends', async () => {
  const workspace = createMemoryWorkspace({}, { formatOnSave: (text) => text.replaceAll('\n', '\r\n') });
  const outcome = await createToolHarness(workspace).run(writeFileTool, { file_path: 'a.ts', content: 'a\n' });
  expect(outcomeText(outcome)).toBe('Created a.ts (+1 −0 lines).');
});

test('writes nothing where nothing changes', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'a\n' });
  const outcome = await createToolHarness(workspace).run(writeFileTool, { file_path: 'a.ts', content: 'a\n' });
  expect(outcome).toMatchObject({ ok: true, summary: 'no change' });
  expect(workspace.calls).not.toContain('write /ws/a.ts');
});

test('does not replace a file that changed since the model read it', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'a\n' });
  const harness = createToolHarness(workspace);
  await harness.run(readFileTool, { file_path: 'a.ts' });
  workspace.put('a.ts', 'theirs\n');
  expect(await harness.run(writeFileTool, { file_path: 'a.ts', content: 'mine\n' })).toMatchObject({ ok: false });
  expect(workspace.text('a.ts')).toBe('theirs\n');
});

test('does not write outside the workspace', async () => {
  const workspace = createMemoryWorkspace();
  const outcome = await createToolHarness(workspace).run(writeFileTool, { file_path: '../evil', content: '' });
  expect(outcome).toMatchObject({ ok: false, summary: 'outside the workspace' });
  expect(workspace.calls).toEqual([]);
});
