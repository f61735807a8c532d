import { expect, test } from 'vitest';
import { listDirectoryTool } from '../../../src/extension/tools/builtin/listDirectory.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

const roots = [
  { name: 'app', path: '/app' },
  { name: 'lib', path: '/lib' },
];

async function check(workspace: ReturnType<typeof createMemoryWorkspace>, path: string, text: string): Promise<void> {
  const outcome = await createToolHarness(workspace).run(listDirectoryTool, { path });
  expect(outcomeText(outcome)).toBe(text);
}

test('list_directory lists names in order, and folders with a slash', () =>
  check(createMemoryWorkspace({ 'b.ts': '', 'a/x.ts': '', '.env': '' }), '.', '.env\na/\nb.ts'));

test('list_directory lists the roots of a workspace with several roots', () =>
  check(createMemoryWorkspace({}, { roots }), '.', 'The workspace has several folders:\napp/ (/app)\nlib/ (/lib)'));

test('list_directory finds a folder by its root', () =>
  check(createMemoryWorkspace({ '/lib/src/a.ts': '' }, { roots }), 'lib/src', 'a.ts'));

test('list_directory says that a folder is empty', () => check(createMemoryWorkspace(), '.', '[. is empty.]'));

test('list_directory refuses a file', () =>
  check(createMemoryWorkspace({ a: '' }), 'a', 'a is not a folder. Use read_file.'));

test('list_directory reports a missing folder', () => check(createMemoryWorkspace(), 'src', 'src does not exist.'));

test('list_directory cuts a very long list, and says that the list is cut', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 1500 }, (_, index) => [`f${String(index).padStart(4, '0')}`, '']),
  );
  const outcome = await createToolHarness(createMemoryWorkspace(files)).run(listDirectoryTool, { path: '.' });
  expect(outcomeText(outcome)).toMatch(/f0999\n\[The first 1000 of 1500 entries\.\]$/);
  expect(outcome.summary).toBe('1500 entries');
});
