import { describe, expect, test } from 'vitest';
import { DEFAULT_TOOLS } from '../../../src/extension/tools/builtin/defaultTools.ts';
import { createLspTool } from '../../../src/extension/tools/builtin/lsp.ts';
import { filterDeniedPaths } from '../../../src/extension/approval/deniedPaths.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import { createFakeLanguageFeatures } from '../../support/fakeLanguageFeatures.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { call, createBatch, textOfResult } from '../../support/toolBatch.ts';

const FILES = {
  'src/a.ts': 'needle\n',
  'src/Secret/b.ts': 'needle\n',
  'src/gen/c.ts': 'needle\n',
  'keys/d.pem': 'needle\n',
  'keys/public/e.txt': 'needle\n',
};

/** Runs a tool under deny rules, and returns the text of its result. */
async function resultOf(name: string, input: Record<string, string>, deny: readonly string[]): Promise<string> {
  const { rules, problems } = parsePermissions({ deny }, [], '/home/me');
  expect(problems).toEqual([]);
  const workspace = createMemoryWorkspace(FILES);
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'yolo', workspace, policy: { rules: () => rules } });
  await batch.run([call(name, 'c', input)]);
  return textOfResult(batch.last('c')) ?? '';
}

describe('a denied path', () => {
  test('is not in the matches of grep, whatever its case', async () => {
    expect(await resultOf('grep', { pattern: 'needle' }, ['read(secret)', 'read(*.pem)'])).toBe(
      'keys/public/e.txt\n1: needle\nsrc/a.ts\n1: needle\nsrc/gen/c.ts\n1: needle',
    );
    expect(await resultOf('grep', { pattern: 'needle', path: 'keys' }, ['read(keys/*.pem)'])).toBe(
      'keys/public/e.txt\n1: needle',
    );
    expect(await resultOf('grep', { pattern: 'needle' }, ['grep(**)'])).toBe('No matches.');
  });

  test('is not in the files of glob', async () => {
    expect(await resultOf('glob', { pattern: '*.ts' }, ['read(src/secret/**)'])).toBe('src/a.ts\nsrc/gen/c.ts');
    expect(await resultOf('glob', { pattern: '**/*' }, ['*(keys)', 'glob(gen)'])).toBe('src/Secret/b.ts\nsrc/a.ts');
  });

  test('is not in the entries of list_directory', async () => {
    expect(await resultOf('list_directory', { path: 'src' }, ['read(secret)'])).toBe('a.ts\ngen/');
    expect(await resultOf('list_directory', { path: 'keys' }, ['read(*.pem)'])).toBe('public/');
  });

  test('is not found by grep if only read_file is denied', async () => {
    expect(await resultOf('grep', { pattern: 'needle' }, ['read_file(keys/**)', 'read_file(src/**)'])).toBe(
      'No matches.',
    );
  });

  test('is found if the rules deny only other tools or writing', async () => {
    const found = await resultOf('glob', { pattern: '*.ts' }, [
      'edit(src/**)',
      'grep(src/**)',
      'run_shell_command(src)',
    ]);
    expect(found).toBe('src/Secret/b.ts\nsrc/a.ts\nsrc/gen/c.ts');
  });

  test('is listed without its text by a tool that only finds references to it', async () => {
    const features = createFakeLanguageFeatures({
      references: [
        { path: '/ws/src/a.ts', line: 1, character: 1, isFile: true },
        { path: '/ws/keys/d.pem', line: 1, character: 1, isFile: true },
      ],
    });
    const { rules } = parsePermissions({ deny: ['read_file(keys)'] }, [], '/home/me');
    const workspace = createMemoryWorkspace(FILES);
    const batch = createBatch([createLspTool(features)], { mode: 'yolo', workspace, policy: { rules: () => rules } });
    await batch.run([call('lsp', 'c', { operation: 'references', file_path: 'src/a.ts', line: 1, character: 1 })]);
    expect(textOfResult(batch.last('c'))).toBe('src/a.ts:1:1: needle\nkeys/d.pem:1:1');
  });

  test('is left out of the problems of a folder', async () => {
    const problem = { line: 1, character: 1, isFile: true, severity: 'error', source: '' } as const;
    const features = createFakeLanguageFeatures({
      knownDiagnostics: [
        { ...problem, path: '/ws/src/a.ts', message: 'Bad' },
        { ...problem, path: '/ws/keys/d.pem', message: 'Unknown word hunter2' },
      ],
    });
    const { rules } = parsePermissions({ deny: ['read_file(keys)'] }, [], '/home/me');
    const workspace = createMemoryWorkspace(FILES);
    const batch = createBatch([createLspTool(features)], { mode: 'yolo', workspace, policy: { rules: () => rules } });
    await batch.run([call('lsp', 'c', { operation: 'diagnostics', file_path: '.' })]);
    expect(textOfResult(batch.last('c'))).toMatch(/^src\/a\.ts:1:1: error: Bad/);
    expect(textOfResult(batch.last('c'))).not.toContain('hunter2');
  });

  test('does not change the number of matches', async () => {
    const found = async (denied: string): Promise<string> => {
      const { rules } = parsePermissions({ deny: ['read(b)'] }, [], '/home/me');
      const workspace = createMemoryWorkspace({ a: 'x\n'.repeat(500), b: denied });
      const batch = createBatch(DEFAULT_TOOLS, { mode: 'yolo', workspace, policy: { rules: () => rules } });
      await batch.run([call('grep', 'c', { pattern: '^x|KEY' })]);
      return textOfResult(batch.last('c')) ?? '';
    };
    expect(await found('KEY\n'.repeat(9))).toBe(await found(''));
  });

  test('cannot be searched if the call names it', async () => {
    expect(await resultOf('grep', { pattern: 'needle', path: 'keys' }, ['read(keys)'])).toContain('denies this');
  });
});

test('filterDeniedPaths returns the same workspace if nothing is hidden, and keeps class methods', async () => {
  const overlay = createOverlay(createMemoryWorkspace(FILES));
  const { rules } = parsePermissions({ deny: ['read(keys)'] }, [], '/home/me');
  expect(filterDeniedPaths(overlay, rules, { name: 'edit', kind: 'edit' })).toBe(overlay);
  const hidden = filterDeniedPaths(overlay, rules, { name: 'grep', kind: 'read' });
  const { signal } = new AbortController();
  expect((await hidden.list('/ws', signal)).map(({ name }) => name)).toEqual(['src']);
  expect((await hidden.stat('/ws/src/a.ts', signal))?.type).toBe('file');
  expect((await hidden.read('/ws/src/a.ts', signal)).bytes).toHaveLength(7);
  await expect(hidden.read('/ws/keys/d.pem', signal)).rejects.toThrow('A rule in the settings denies access');
});
