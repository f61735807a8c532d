import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editTool } from '../../../src/extension/tools/builtin/edit.ts';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import { encodeText, type TextEncoding } from '../../../src/extension/text/textFile.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

const signal = new AbortController().signal;

interface Case {
  readonly before: string | undefined;
  readonly old: string;
  readonly fresh: string;
  readonly all?: boolean;
  /** Undefined if the tool must not write. */
  readonly after?: string;
  readonly text: string | RegExp;
  readonly summary: string;
}

async function check({ before, old, fresh, all, after, text, summary }: Case): Promise<void> {
  const workspace = createMemoryWorkspace(before === undefined ? {} : { 'src/a.ts': before });
  const input = {
    file_path: 'src/a.ts',
    old_string: old,
    new_string: fresh,
    ...(all !== undefined && { replace_all: all }),
  };
  const outcome = await createToolHarness(workspace).run(editTool, input);
  expect(outcomeText(outcome)).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  expect([outcome.ok, outcome.summary]).toEqual([after !== undefined, summary]);
  expect(workspace.text('src/a.ts')).toBe(after ?? before);
  expect(workspace.calls.some((call) => call.startsWith('write'))).toBe(after !== undefined);
}

const cases: readonly [string, Case][] = [
  [
    'replaces a unique match',
    {
      before: 'a\nb\n',
      old: 'b',
      fresh: 'c',
      after: 'a\nc\n',
      text: 'Edited src/a.ts at line 2 (+1 −1 lines).',
      summary: '+1 −1',
    },
  ],
  [
    'keeps CRLF and the byte order mark',
    {
      before: '\ufeffa\r\nb\r\n',
      old: 'a\nb',
      fresh: 'a\nx\nb',
      after: '\ufeffa\r\nx\r\nb\r\n',
      text: 'Edited src/a.ts at line 1 (+1 −0 lines).',
      summary: '+1 −0',
    },
  ],
  [
    'keeps a missing final line end',
    { before: 'a\nb', old: 'a', fresh: 'c', after: 'c\nb', text: /^Edited/, summary: '+1 −1' },
  ],
  [
    'refuses several matches and names their lines',
    {
      before: 'x\ny\nx\n',
      old: 'x',
      fresh: 'z',
      text: 'old_string occurs 2 times in src/a.ts, at lines 1, 3. Nothing was changed. Add surrounding text to old_string to make it unique, or set replace_all.',
      summary: '2 matches',
    },
  ],
  [
    'replaces all matches if replace_all is set',
    {
      before: 'x\ny\nx\n',
      old: 'x',
      fresh: 'z',
      all: true,
      after: 'z\ny\nz\n',
      text: 'Edited src/a.ts, 2 places (+2 −2 lines).',
      summary: '+2 −2',
    },
  ],
  [
    'shows lines that differ only in white space',
    {
      before: 'if (a) {\n\treturn 1;\n}\n',
      old: 'if (a) {\n  return 1;\n}',
      fresh: 'x',
      text: /Only white space differs here:\n1\tif \(a\) \{\n2\t\treturn 1;\n3\t\}$/,
      summary: 'no match',
    },
  ],
  [
    'shows similar lines',
    {
      before: 'one\nconst total = price * count;\ntwo\n',
      old: 'const total = price * amount;',
      fresh: 'x',
      text: /Similar lines:\n2\tconst total = price \* count;$/,
      summary: 'no match',
    },
  ],
  [
    'reports that no line is similar',
    {
      before: 'one\n',
      old: 'something else',
      fresh: 'x',
      text: /The file has no similar lines\. Read it again\.$/,
      summary: 'no match',
    },
  ],
  [
    'refuses identical strings',
    { before: 'a', old: 'a', fresh: 'a', text: /so nothing was changed/, summary: 'no change' },
  ],
  [
    'creates a file',
    {
      before: undefined,
      old: '',
      fresh: 'a\n',
      after: 'a\n',
      text: 'Created src/a.ts (+1 −0 lines).',
      summary: '+1 −0',
    },
  ],
  ['fills an empty file', { before: '', old: '', fresh: 'a\n', after: 'a\n', text: /^Created/, summary: '+1 −0' }],
  [
    'does not create a file that exists',
    { before: 'a', old: '', fresh: 'b', text: /already exists/, summary: 'already exists' },
  ],
  [
    'does not edit a missing file',
    { before: undefined, old: 'a', fresh: 'b', text: 'src/a.ts does not exist.', summary: 'not found' },
  ],
  ['can empty a file', { before: 'a', old: 'a', fresh: '', after: '', text: /^Edited/, summary: '+0 −1' }],
  ['does not change a binary file', { before: 'a\0b', old: 'a', fresh: 'b', text: /binary/, summary: 'binary' }],
];
test.each(cases)('edit %s', (_name, each) => check(each));

const A_TO_B = { file_path: 'a.ts', old_string: 'a', new_string: 'b' };

describe('a file that changed since the model read it', () => {
  test('is refused once with its diff, and then counts as read', async () => {
    const workspace = createMemoryWorkspace({ 'a.ts': 'a\nb\n' });
    const harness = createToolHarness(workspace);
    await harness.run(readFileTool, { file_path: 'a.ts' });
    workspace.put('a.ts', 'a changed\nb\n');
    expect(outcomeText(await harness.run(editTool, A_TO_B))).toBe(
      'a.ts has changed since you last read it, so nothing was changed. What changed:\n' +
        '@@ -1,2 +1,2 @@\n-a\n+a changed\n b\nIf your change still applies, send it again.',
    );
    expect(workspace.text('a.ts')).toBe('a changed\nb\n');
    expect(await harness.run(editTool, A_TO_B)).toMatchObject({ ok: false, summary: '2 matches' });
  });

  test('must be read again if its diff is too long to show', async () => {
    const workspace = createMemoryWorkspace({ 'a.ts': 'a\n' });
    const harness = createToolHarness(workspace);
    await harness.run(readFileTool, { file_path: 'a.ts' });
    workspace.put('a.ts', `a\n${'another line\n'.repeat(2000)}`);
    const refusal = outcomeText(await harness.run(editTool, A_TO_B));
    expect(refusal).toMatch(/\[The first \d+ lines of the diff\.\]\nRead it again first\.$/);
    expect(refusal.length).toBeLessThan(9000);
    expect(await harness.run(editTool, A_TO_B)).toMatchObject({ ok: false, summary: 'changed since it was read' });
    await harness.run(readFileTool, { file_path: 'a.ts' });
    expect(await harness.run(editTool, { ...A_TO_B, old_string: 'a\nan' })).toMatchObject({ ok: true });
  });

  test('is refused with a note if only its encoding changed', async () => {
    const workspace = createMemoryWorkspace({ 'a.ts': 'a\n' });
    const harness = createToolHarness(workspace);
    await harness.run(readFileTool, { file_path: 'a.ts' });
    workspace.put('a.ts', '\ufeffa\n');
    expect(outcomeText(await harness.run(editTool, A_TO_B))).toMatch(/What changed:\n\[Only the encoding/);
    expect(await harness.run(editTool, A_TO_B)).toMatchObject({ ok: true });
  });

  test('is refused only if the change is not the model’s own edit', async () => {
    const workspace = createMemoryWorkspace({ 'a.ts': 'a\n' });
    const harness = createToolHarness(workspace);
    await harness.run(readFileTool, { file_path: 'a.ts' });
    await harness.run(editTool, A_TO_B);
    await harness.run(editTool, { ...A_TO_B, old_string: 'b', new_string: 'c' });
    expect(workspace.text('a.ts')).toBe('c\n');
  });

  test('is not created again if it was deleted', async () => {
    const workspace = createMemoryWorkspace({ 'a.ts': 'a\n' });
    const harness = createToolHarness(workspace);
    await harness.run(readFileTool, { file_path: 'a.ts' });
    workspace.remove('a.ts');
    expect(await harness.run(editTool, { ...A_TO_B, old_string: '' })).toMatchObject({ ok: false });
    expect(workspace.text('a.ts')).toBeUndefined();
  });
});

test('the outcome of an edit in an unsaved editor says that the file is not saved', async () => {
  const workspace = createMemoryWorkspace();
  workspace.put('a.ts', 'a\n', { unsaved: true });
  const outcome = await createToolHarness(workspace).run(editTool, A_TO_B);
  expect(outcomeText(outcome)).toBe(
    'Edited a.ts at line 1 (+1 −1 lines). The file has unsaved changes in an editor, so the edit was made ' +
      'there. It is written when the user saves the file.',
  );
  expect(outcome).toMatchObject({ unsaved: true });
});

test('a file whose write failed does not count as seen', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'a\n' });
  const harness = createToolHarness(workspace);
  workspace.failNext('write', 'permission');
  await expect(harness.run(editTool, A_TO_B)).rejects.toMatchObject({ kind: 'permission' });
  expect(harness.context.seen.get('/ws/a.ts')).toBeUndefined();
  expect(await harness.run(editTool, A_TO_B)).toMatchObject({ ok: true });
});

test('the preview shows the change without writing it', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'a\nb\n' });
  const { context } = createToolHarness(workspace);
  const input = { file_path: 'a.ts', old_string: 'b', new_string: 'c' };
  expect(await editTool.preview?.(input, context, signal)).toMatchObject({
    display: 'a.ts',
    diff: '@@ -1,2 +1,2 @@\n a\n-b\n+c',
    added: 1,
    removed: 1,
  });
  expect(workspace.text('a.ts')).toBe('a\nb\n');
});

test('the preview of a call that would fail is the failed outcome', async () => {
  const { context } = createToolHarness(createMemoryWorkspace({ 'a.ts': 'a' }));
  const input = { file_path: 'a.ts', old_string: 'x', new_string: 'y' };
  expect(await editTool.preview?.(input, context, signal)).toMatchObject({ ok: false, summary: 'no match' });
});

test('edits and their reverses restore the bytes in every encoding, with all line ends, and the mode', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '😀', '\t'), maxLength: 5 });
  const encoding = fc.constantFrom<TextEncoding>('utf8', 'utf8-bom', 'utf16le', 'utf16be');
  const ends = fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 6 }),
      fc.array(line, { minLength: 1, maxLength: 4 }),
      encoding,
      ends,
      fc.boolean(),
      fc.boolean(),
      async (around, fresh, coding, endings, final, again) => {
        const lines = ['first', ...around, '<old>', 'here', ...around, 'last'];
        const text = lines.map((each, index) => each + endings[index % endings.length]).join('');
        const original = encodeText(final ? text : text.trimEnd(), coding);
        const workspace = createMemoryWorkspace();
        workspace.put('a.ts', original, { mode: 0o755 });
        const harness = createToolHarness(workspace);
        const steps = ['<old>\nhere', `<new>${fresh.join('\n')}</new>`, ...(again ? ['flat'] : [])];
        const edit = async (old_string: string, new_string: string): Promise<void> => {
          const input = { file_path: 'a.ts', old_string, new_string };
          expect(await harness.run(editTool, input)).toMatchObject({ ok: true });
        };
        for (const [index, step] of steps.slice(1).entries()) await edit(steps[index] ?? '', step);
        await harness.run(readFileTool, { file_path: 'a.ts' });
        for (let index = steps.length - 1; index > 0; index -= 1)
          await edit(steps[index] ?? '', steps[index - 1] ?? '');
        const { bytes, mode } = await workspace.read('/ws/a.ts', signal);
        expect([bytes, mode]).toEqual([original, 0o755]);
      },
    ),
  );
});

describe('an edit of a file that looks secret', () => {
  const edit = (old_string: string) => ({ file_path: 'server.key', old_string, new_string: 'x' });

  test('does not reveal the contents before the model has read the file', async () => {
    const workspace = createMemoryWorkspace({ 'server.key': 'PASS=hunter2\n' });
    const harness = createToolHarness(workspace);
    const textOfEdit = async (old: string): Promise<string> => outcomeText(await harness.run(editTool, edit(old)));
    expect(await textOfEdit('PASS=hunter1')).toMatch(/^server\.key looks secret, and you have not read it/);
    expect(await textOfEdit('PASS=hunter2')).toBe(await textOfEdit('PASS=hunter1'));
    expect(await textOfEdit('')).toBe(await textOfEdit('PASS=hunter1'));
    expect(workspace.text('server.key')).toBe('PASS=hunter2\n');
    await harness.run(readFileTool, { file_path: 'server.key' });
    expect(await textOfEdit('PASS=hunter2')).toMatch(/^Edited server\.key/);
  });

  test('does not show the changes since the model read the file', async () => {
    const workspace = createMemoryWorkspace({ 'server.key': 'a\n' });
    const harness = createToolHarness(workspace);
    await harness.run(readFileTool, { file_path: 'server.key' });
    workspace.put('server.key', 'a\nhunter2\n');
    const text = outcomeText(await harness.run(editTool, edit('a')));
    expect(text).toMatch(/has changed since you last read it.*Read it again first/);
    expect(text).not.toContain('hunter2');
  });

  test('creates a missing file although the model has not read it', async () => {
    const workspace = createMemoryWorkspace();
    const outcome = await createToolHarness(workspace).run(editTool, edit(''));
    expect([outcome.ok, workspace.text('server.key')]).toEqual([true, 'x']);
  });
});
