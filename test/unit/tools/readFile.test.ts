import { expect, test } from 'vitest';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

async function check(
  content: string | Uint8Array,
  input: { offset?: number; limit?: number },
  expected: { ok?: boolean; text: string | RegExp; summary: string },
): Promise<void> {
  const harness = createToolHarness(createMemoryWorkspace({ 'a.ts': content }));
  const outcome = await harness.run(readFileTool, { file_path: 'a.ts', ...input });
  expect(outcomeText(outcome)).toEqual(
    typeof expected.text === 'string' ? expected.text : expect.stringMatching(expected.text),
  );
  expect([outcome.ok, outcome.summary]).toEqual([expected.ok ?? true, expected.summary]);
}

const many = Array.from({ length: 2500 }, (_, index) => `line ${index + 1}\n`).join('');

test('read_file numbers lines from 1', () => check('a\r\n\nc', {}, { text: '1\ta\n2\t\n3\tc', summary: '3 lines' }));

test('read_file says that a file is empty', () => check('', {}, { text: '[a.ts is empty.]', summary: 'empty' }));

test('read_file does not show the byte order mark', () => check('\ufeffa\n', {}, { text: '1\ta', summary: '1 line' }));

test('read_file reads from an offset, and names the next offset', () =>
  check(
    'a\nb\nc\nd\n',
    { offset: 2, limit: 2 },
    {
      text: '2\tb\n3\tc\n[Lines 2 to 3 of 4. Continue with offset 4.]',
      summary: 'lines 2–3 of 4',
    },
  ));

test('read_file reads no more than 2,000 lines at once', () =>
  check(
    many,
    { limit: 9999 },
    {
      text: /\n2000\tline 2000\n\[Lines 1 to 2000 of 2500\. Continue with offset 2001\.\]$/,
      summary: 'lines 1–2000 of 2500',
    },
  ));

test('read_file reads no more than the size limit of an outcome', () =>
  check(
    'x'.repeat(1000).concat('\n').repeat(500),
    {},
    { text: /Continue with offset 102\.\]$/, summary: 'lines 1–101 of 500' },
  ));

test('read_file cuts very long lines, and says that they are cut', () =>
  check('x'.repeat(3000), {}, { text: /^1\tx{2000} \[1000 more characters in this line\]$/, summary: '1 line' }));

test('read_file reports the number of lines if the offset is beyond the end', () =>
  check(
    'a\n',
    { offset: 5 },
    { ok: false, text: 'a.ts has only 1 line, so offset 5 is past the end.', summary: 'past the end of the file' },
  ));

test('read_file reports the size of a binary file instead of its content', () =>
  check(
    Uint8Array.from([1, 0, 2]),
    {},
    {
      ok: false,
      text: 'a.ts is a binary file (3 bytes) and cannot be read as text. Inspect it with a command that knows its format.',
      summary: 'binary',
    },
  ));

test.each([
  ['missing.ts', 'missing.ts does not exist.', 'not found'],
  ['src', 'src is a folder. Use list_directory.', 'is a folder'],
  ['../x', '/x is outside the workspace, so tools cannot access it. The workspace is /ws.', 'outside the workspace'],
  [
    '/etc/passwd',
    '/etc/passwd is outside the workspace, so tools cannot access it. The workspace is /ws.',
    'outside the workspace',
  ],
])('read_file does not read %s', async (path, text, summary) => {
  const harness = createToolHarness(createMemoryWorkspace({ 'src/a.ts': '' }));
  const outcome = await harness.run(readFileTool, { file_path: path });
  expect([outcome.ok, outcomeText(outcome), outcome.summary]).toEqual([false, text, summary]);
});

test('read_file says that the text is from an unsaved editor', async () => {
  const workspace = createMemoryWorkspace();
  workspace.put('a.ts', 'new', { unsaved: true });
  const outcome = await createToolHarness(workspace).run(readFileTool, { file_path: 'a.ts' });
  expect(outcomeText(outcome)).toBe('[This is the unsaved text of an open editor. The file on disk differs.]\n1\tnew');
});
