import { expect, test } from 'vitest';
import { globTool, splitFolder } from '../../../src/extension/tools/builtin/globTool.ts';
import { grepTool } from '../../../src/extension/tools/builtin/grep.ts';
import { createToolRegistry, prepareCall } from '../../../src/extension/tools/registry.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

const files = { 'a.ts': '', 'src/b.ts': '', 'src/deep/c.ts': '', 'src/d.js': '' };
const roots = [
  { name: 'app', path: '/ws/app' },
  { name: 'lib', path: '/other/lib' },
];

test.each([
  ['files with a name at any depth', { pattern: '*.ts' }, 'a.ts\nsrc/b.ts\nsrc/deep/c.ts', '3 files'],
  ['files by a path', { pattern: 'src/**/*.{ts,js}' }, 'src/b.ts\nsrc/d.js\nsrc/deep/c.ts', '3 files'],
  ['files in a given folder', { pattern: '*.ts', path: 'src/deep' }, 'src/deep/c.ts', '1 file'],
  ['files by an absolute pattern', { pattern: '/ws/src/*.ts' }, 'src/b.ts', '1 file'],
  ['one file by its path', { pattern: '/ws/src/d.js' }, 'src/d.js', '1 file'],
  [
    'no file for a pattern without matches',
    { pattern: '*.py' },
    'No files match. Ignored files are not searched.',
    'no files',
  ],
])('glob finds %s', async (_name, input, text, summary) => {
  const outcome = await createToolHarness(createMemoryWorkspace(files)).run(globTool, input);
  expect([outcome.ok, outcomeText(outcome), outcome.summary]).toEqual([true, text, summary]);
});

test.each([
  [{ pattern: '*', path: 'lib' }, 'lib does not exist.', 'not found'],
  [{ pattern: '*', path: 'a.ts' }, 'a.ts is not a folder. Search its parent folder.', 'not a folder'],
])('glob reports the wrong folder of %j', async (input, text, summary) => {
  const outcome = await createToolHarness(createMemoryWorkspace(files)).run(globTool, input);
  expect([outcome.ok, outcomeText(outcome), outcome.summary]).toEqual([false, text, summary]);
});

test('glob does not search outside the workspace, whether `path` or `pattern` leads there', async () => {
  for (const input of [{ pattern: '*', path: '/etc' }, { pattern: '/etc/**' }]) {
    expect(globTool.paths(input)).toEqual(['/etc']);
    const outcome = await createToolHarness(createMemoryWorkspace(files)).run(globTool, input);
    expect(outcome).toMatchObject({ ok: false, summary: 'outside the workspace' });
  }
});

test.each([
  ['C:\\src\\*.ts', 'C:/src', '/*.ts'],
  ['c:\\my app\\**\\*.{ts,js}', 'c:/my app', '/**/*.{ts,js}'],
  ['C:\\src/**\\a.ts', 'C:/src', '/**/a.ts'],
  ['C:/src/a.ts', 'C:/src', '/a.ts'],
  ['C:\\*.ts', 'C:/', '/*.ts'],
  ['C:/a.ts', 'C:/', '/a.ts'],
  ['\\\\server\\share\\src\\*.ts', '//server/share/src', '/*.ts'],
  ['src\\*.ts', undefined, 'src\\*.ts'],
])('glob splits the Windows pattern %s into its folder and the rest', (pattern, folder, rest) => {
  expect(splitFolder({ pattern }, { style: 'windows', caseSensitive: false })).toEqual({ folder, pattern: rest });
});

test('glob keeps a backslash in an absolute pattern on other systems, where it is an escape', () => {
  const rules = { style: 'posix', caseSensitive: true } as const;
  const split = splitFolder({ pattern: '/src/\\[id]/*.ts' }, rules);
  expect(split).toEqual({ folder: '/src', pattern: '/\\[id]/*.ts' });
});

test('glob returns paths that work as patterns in a workspace with several roots', async () => {
  const workspace = createMemoryWorkspace({ '/ws/app/x.ts': '', '/other/lib/x.ts': '' }, { roots });
  const { run } = createToolHarness(workspace);
  expect(outcomeText(await run(globTool, { pattern: 'x.ts' }))).toBe('lib/x.ts\napp/x.ts');
  expect(outcomeText(await run(globTool, { pattern: 'lib/x.ts' }))).toBe('lib/x.ts');
});

test('glob says that the list is cut', async () => {
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}.ts`, '']));
  const outcome = await createToolHarness(createMemoryWorkspace(many)).run(globTool, { pattern: '*.ts' });
  expect(outcome.summary).toBe('1000+ files');
  expect(outcomeText(outcome)).toMatch(/\n\[There are more files\./);
});

test.each([
  [globTool, { pattern: '  ' }],
  [grepTool, { pattern: 'x', include: ' ' }],
] as const)('$name refuses a blank pattern', (tool, input) => {
  const registry = createToolRegistry([tool]);
  const prepared = prepareCall(registry, { type: 'tool-call', id: 'c', name: tool.name, input });
  expect(prepared).toMatchObject({ kind: 'refused', outcome: { summary: 'invalid arguments' } });
});
