import { describe, expect, test } from 'vitest';
import { editTool } from '../../../src/extension/tools/builtin/edit.ts';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import { encodeText } from '../../../src/extension/text/textFile.ts';
import type { Tool } from '../../../src/extension/tools/tool.ts';
import { writeFileTool } from '../../../src/extension/tools/builtin/writeFile.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText, readFiles, type ToolHarness } from '../../support/toolHarness.ts';

const signal = new AbortController().signal;

test('write_file creates a file with its folders', async () => {
  const workspace = createMemoryWorkspace();
  const outcome = await createToolHarness(workspace).run(writeFileTool, { file_path: 'a/b/c.ts', content: 'x\ny\n' });
  expect(outcomeText(outcome)).toBe('Created a/b/c.ts (+2 −0 lines).');
  expect(outcome.changes).toEqual([{ path: '/ws/a/b/c.ts', display: 'a/b/c.ts', added: 2, removed: 0 }]);
  expect(workspace.text('a/b/c.ts')).toBe('x\ny\n');
});

test.each([
  ['its old CRLF line ends', 'a\r\nb\r\n', 'c\nd\n', 'c\r\nd\r\n'],
  ['its old LF line ends', 'a\nb\n', 'c\r\nd\r\n', 'c\nd\n'],
  ['its old mixed line ends in unchanged lines', 'a\r\nb\nc\nd\r\n', 'a\nb\nC\nd\n', 'a\r\nb\nC\nd\r\n'],
  ['its old byte order mark', '\ufeffa\n', 'b\n', '\ufeffb\n'],
  ['only one byte order mark', '\ufeffa\n', '\ufeffb\n', '\ufeffb\n'],
  ['the line ends of the new text if the old text had no line end', 'a', 'b\r\n', 'b\r\n'],
])('after write_file, an existing file has %s', async (_name, before, content, after) => {
  const workspace = createMemoryWorkspace({ 'a.ts': before });
  const harness = createToolHarness(workspace);
  await readFiles(harness.context, 'a.ts');
  await harness.run(writeFileTool, { file_path: 'a.ts', content });
  expect(workspace.text('a.ts')).toBe(after);
});

test('an existing file keeps its encoding and mode', async () => {
  const workspace = createMemoryWorkspace();
  workspace.put('a.ts', encodeText('a\n', 'utf16be'), { mode: 0o755 });
  const harness = createToolHarness(workspace);
  await readFiles(harness.context, 'a.ts');
  await harness.run(writeFileTool, { file_path: 'a.ts', content: 'b\n' });
  const { bytes, mode } = await workspace.read('/ws/a.ts', signal);
  expect([bytes, mode]).toEqual([encodeText('b\n', 'utf16be'), 0o755]);
});

test('write_file remembers a file as a formatter left it on save, and reports the formatter’s changes to the model', async () => {
  const workspace = createMemoryWorkspace({}, { formatOnSave: (text) => text.replaceAll(';', ';\n') });
  const harness = createToolHarness(workspace);
  const outcome = await harness.run(writeFileTool, { file_path: 'a.ts', content: 'a;b;' });
  expect(outcomeText(outcome)).toBe(
    'Created a.ts (+2 −0 lines).\nVS Code changed the file further when saving it, for example with a formatter:\n' +
      '@@ -1,1 +1,2 @@\n-a;b;\n\\ No newline at end of file\n+a;\n+b;',
  );
  expect(outcome.changes).toMatchObject([{ added: 2, removed: 0 }]);
  const next = await harness.run(editTool, { file_path: 'a.ts', old_string: 'b', new_string: 'c' });
  expect(next).toMatchObject({ ok: true });
});

test('write_file does not report formatting if an editor only kept its own line ends', async () => {
  const workspace = createMemoryWorkspace({}, { formatOnSave: (text) => text.replaceAll('\n', '\r\n') });
  const outcome = await createToolHarness(workspace).run(writeFileTool, { file_path: 'a.ts', content: 'a\n' });
  expect(outcomeText(outcome)).toBe('Created a.ts (+1 −0 lines).');
});

test('write_file does not write if nothing changes', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'a\n' });
  const outcome = await createToolHarness(workspace).run(writeFileTool, { file_path: 'a.ts', content: 'a\n' });
  expect(outcome).toMatchObject({ ok: true, summary: 'no change' });
  expect(workspace.calls).not.toContain('write /ws/a.ts');
});

test('write_file does not replace a file that changed since the model read it', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'a\n' });
  const harness = createToolHarness(workspace);
  await harness.run(readFileTool, { file_path: 'a.ts' });
  workspace.put('a.ts', 'theirs\n');
  expect(await harness.run(writeFileTool, { file_path: 'a.ts', content: 'mine\n' })).toMatchObject({ ok: false });
  expect(workspace.text('a.ts')).toBe('theirs\n');
});

describe('an existing file that the model has not read', () => {
  const TEN = Array.from({ length: 10 }, (_, index) => `${index + 1}\n`).join('');
  const start = (content = TEN) => {
    const workspace = createMemoryWorkspace({ 'a.ts': content });
    const harness = createToolHarness(workspace);
    const write = (text = 'new\n') => harness.run(writeFileTool, { file_path: 'a.ts', content: text });
    return { workspace, harness, write };
  };
  const read = (harness: ToolHarness, offset: number, limit: number) =>
    harness.run(readFileTool, { file_path: 'a.ts', offset, limit });

  test('is not replaced until the model reads it', async () => {
    const { workspace, harness, write } = start();
    const outcome = await write();
    expect(outcome).toMatchObject({
      ok: false,
      summary: 'not read yet',
      userText: 'Nothing was written, because Premove has not read all of the current version of a.ts.',
    });
    expect(outcomeText(outcome)).toMatch(
      /^a\.ts already exists, and you have not read it.*\. Nothing was written\. Read it first with read_file, or /,
    );
    const { preview } = writeFileTool;
    const input = { file_path: 'a.ts', content: 'new\n' };
    expect(await preview?.(input, harness.context, signal)).toMatchObject({ summary: 'not read yet' });
    expect(workspace.text('a.ts')).toBe(TEN);
    await readFiles(harness.context, 'a.ts');
    expect(await write()).toMatchObject({ ok: true });
  });

  test('is not replaced if the model has read only a part', async () => {
    const { workspace, harness, write } = start();
    await read(harness, 3, 2);
    expect(outcomeText(await write())).toContain(
      'You have not read lines 1 to 2, 5 to 10 of a.ts. Nothing was written.',
    );
    expect(workspace.text('a.ts')).toBe(TEN);
  });

  test('is not replaced if a line was too long to show, but can be edited', async () => {
    const { harness, write } = start(`one\ntwo\n${'x'.repeat(3000)}\nfour\n`);
    await read(harness, 1, 3);
    expect(outcomeText(await write())).toMatch(
      /^You have not read lines 3 to 3, 4 to 4 of a\.ts\..*a line of more than 2000 characters/,
    );
    const edit = { file_path: 'a.ts', old_string: 'two', new_string: '2' };
    expect(await harness.run(editTool, edit)).toMatchObject({ ok: true });
  });

  test('is replaced after the model has read all of its parts', async () => {
    const { harness, write } = start();
    for (const [offset, limit] of [
      [1, 4],
      [8, 9],
      [4, 4],
    ] as const) {
      expect(await write()).toMatchObject({ ok: false });
      await read(harness, offset, limit);
    }
    expect(await write()).toMatchObject({ ok: true });
  });

  test('stays unread if it changed between the reading of its parts', async () => {
    const { workspace, harness, write } = start();
    await read(harness, 1, 5);
    workspace.put('a.ts', `0\n${TEN}`);
    await read(harness, 6, 9);
    expect(outcomeText(await write())).toContain('not read lines 1 to 5 of a.ts.');
  });

  test('stays unread if the offset was beyond its end', async () => {
    const { harness, write } = start();
    await read(harness, 30, 1);
    expect(await write()).toMatchObject({ ok: false, summary: 'not read yet' });
  });

  test('can be edited, but stays unread', async () => {
    const { harness, write } = start();
    expect(await harness.run(editTool, { file_path: 'a.ts', old_string: '7', new_string: 'x' })).toMatchObject({
      ok: true,
    });
    expect(await write()).toMatchObject({ ok: false, summary: 'not read yet' });
  });

  test.each([
    ['empty', '', 'new\n'],
    ['equal to the new content', 'new\n', 'new\n'],
  ])('can be written if it is %s', async (_name, before, content) => {
    expect(await start(before).write(content)).toMatchObject({ ok: true });
  });
});

test('a file that the model itself wrote or created can be replaced', async () => {
  const workspace = createMemoryWorkspace({ 'b.ts': '' });
  const harness = createToolHarness(workspace);
  await harness.run(writeFileTool, { file_path: 'a.ts', content: 'one\n' });
  await harness.run(editTool, { file_path: 'a.ts', old_string: 'one', new_string: 'two' });
  await harness.run(editTool, { file_path: 'b.ts', old_string: '', new_string: 'one\n' });
  for (const file_path of ['a.ts', 'b.ts']) {
    expect(await harness.run(writeFileTool, { file_path, content: 'three\n' })).toMatchObject({ ok: true });
  }
});

test.each([
  ['write_file', writeFileTool, { file_path: 'a.ts', content: 'a();\n// ... existing code ...\n' }],
  [
    'edit',
    editTool,
    { file_path: 'a.ts', old_string: 'b();', new_string: '// ... existing code ...\nc();', replace_all: false },
  ],
] as const)('%s refuses a placeholder line for omitted text', async (_name, tool, input) => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'a();\nb();\n' });
  const harness = createToolHarness(workspace);
  await readFiles(harness.context, 'a.ts');
  const outcome = await harness.run(tool as Tool<typeof input>, input);
  expect(outcome).toMatchObject({ ok: false, summary: 'the model left out text' });
  expect(outcomeText(outcome)).toContain('text that you left out: // ... existing code ...\nNothing was changed');
  workspace.put('a.ts', 'b();\n// ... existing code ...\n');
  await readFiles(harness.context, 'a.ts');
  const kept = { file_path: 'a.ts', content: 'c();\n// ... existing code ...\n' };
  expect(await harness.run(writeFileTool, kept)).toMatchObject({ ok: true });
});

test('write_file does not write outside the workspace', async () => {
  const workspace = createMemoryWorkspace();
  const outcome = await createToolHarness(workspace).run(writeFileTool, { file_path: '../evil', content: '' });
  expect(outcome).toMatchObject({ ok: false, summary: 'outside the workspace' });
  expect(workspace.calls).toEqual([]);
});
