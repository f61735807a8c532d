import { expect, test } from 'vitest';
import type { GrepQuery } from '../../../src/extension/ports/workspace.ts';
import { grepWithUnsaved } from '../../../src/extension/tools/unsavedSearch.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';

const signal = new AbortController().signal;

async function check(
  query: Partial<GrepQuery>,
  unsaved: Readonly<Record<string, string>>,
  expected: readonly string[],
): Promise<void> {
  const disk = createMemoryWorkspace({ 'a.ts': 'needle\n', 'src/b.ts': 'needle\n', 'src/c.js': 'x\n' });
  const files = Object.entries(unsaved).map(([path, text]) => ({ path, text }));
  const result = await grepWithUnsaved(
    disk,
    files,
    { pattern: 'needle', caseSensitive: true, limit: 10, ...query },
    signal,
  );
  expect(result.matches.map(({ path, line }) => `${path}:${line}`)).toEqual(expected);
}

test.each<[string, Partial<GrepQuery>, Record<string, string>, readonly string[]]>([
  ['returns the matches on disk if no file is unsaved', {}, {}, ['/ws/a.ts:1', '/ws/src/b.ts:1']],
  [
    'finds unsaved text, in the order of paths',
    {},
    { '/ws/src/c.js': 'x\nneedle' },
    ['/ws/a.ts:1', '/ws/src/b.ts:1', '/ws/src/c.js:2'],
  ],
  ['drops matches on disk that the editor no longer has', {}, { '/ws/a.ts': 'gone' }, ['/ws/src/b.ts:1']],
  ['searches the named folder only', { path: '/ws/src' }, { '/ws/a.ts': 'needle' }, ['/ws/src/b.ts:1']],
  ['searches the named file', { path: '/ws/a.ts' }, { '/ws/a.ts': '\nneedle' }, ['/ws/a.ts:2']],
  ['respects the glob', { include: '*.ts' }, { '/ws/src/c.js': 'needle' }, ['/ws/a.ts:1', '/ws/src/b.ts:1']],
  [
    'leaves out files that the search on disk leaves out',
    {},
    { '/ws/ignored.ts': 'needle' },
    ['/ws/a.ts:1', '/ws/src/b.ts:1'],
  ],
  [
    'searches only accepted files',
    { accepts: (path) => path !== '/ws/src/c.js' && path !== '/ws/a.ts' },
    { '/ws/src/c.js': 'needle' },
    ['/ws/src/b.ts:1'],
  ],
  ['respects the limit', { limit: 1 }, { '/ws/a.ts': 'needle\nneedle' }, ['/ws/a.ts:1']],
])('grepWithUnsaved %s', async (_name, query, unsaved, expected) => check(query, unsaved, expected));

test('grepWithUnsaved finds more lines than a function call accepts as arguments', async () => {
  const disk = createMemoryWorkspace({ 'a.ts': '' });
  const unsaved = [{ path: '/ws/a.ts', text: 'x\n'.repeat(200_000) }];
  const result = await grepWithUnsaved(disk, unsaved, { pattern: 'x', caseSensitive: true, limit: 150_000 }, signal);
  expect(result).toMatchObject({ truncated: true });
  expect(result.matches).toHaveLength(150_000);
});
