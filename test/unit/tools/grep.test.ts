import { expect, test } from 'vitest';
import { grepTool } from '../../../src/extension/tools/builtin/grep.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

const files = { 'a.ts': 'one\nTWO one\n', 'src/b.ts': 'one\n', 'src/c.js': 'one\n' };

async function check(
  input: { pattern: string; path?: string; include?: string; case_sensitive?: boolean; context?: number },
  text: string,
  summary: string,
): Promise<void> {
  const outcome = await createToolHarness(createMemoryWorkspace(files)).run(grepTool, input);
  expect([outcomeText(outcome), outcome.summary]).toEqual([text, summary]);
}

test('grep groups matching lines by file', () =>
  check({ pattern: 'one', include: '*.ts' }, 'a.ts\n1: one\n2: TWO one\nsrc/b.ts\n1: one', '3 in 2 files'));

test('grep searches a folder', () =>
  check({ pattern: 'one', path: 'src' }, 'src/b.ts\n1: one\nsrc/c.js\n1: one', '2 in 2 files'));

test('grep ignores case unless case_sensitive is set', async () => {
  await check({ pattern: 'two' }, 'a.ts\n2: TWO one', '1 in 1 file');
  await check({ pattern: 'two', case_sensitive: true }, 'No matches.', 'no matches');
});

test('grep shows the lines around matches once, and marks gaps', async () => {
  const workspace = createMemoryWorkspace({ a: '1\n2\nx\n4\nx\n6\n7\n8\n9\nx\n' });
  const outcome = await createToolHarness(workspace).run(grepTool, { pattern: 'x', context: 1 });
  expect(outcomeText(outcome)).toBe('a\n2- 2\n3: x\n4- 4\n5: x\n6- 6\n--\n9- 9\n10: x');
});

test('grep reports a missing path', () => check({ pattern: 'x', path: 'lib' }, 'lib does not exist.', 'not found'));

test('grep does not search outside the workspace', () =>
  check(
    { pattern: 'x', path: '/etc' },
    '/etc is outside the workspace, so tools cannot access it. The workspace is /ws.',
    'outside the workspace',
  ));

test('grep says that the list of matches is cut', async () => {
  const workspace = createMemoryWorkspace({ a: 'x\n'.repeat(600) });
  const outcome = await createToolHarness(workspace).run(grepTool, { pattern: 'x' });
  expect(outcome.summary).toBe('500+ in 1 file');
  expect(outcomeText(outcome)).toMatch(/500: x\n\[There are more matches\./);
});

test('grep limits the size of the outcome', async () => {
  const workspace = createMemoryWorkspace({ a: `${'x'.repeat(900)}\n`.repeat(200) });
  const text = outcomeText(await createToolHarness(workspace).run(grepTool, { pattern: 'x' }));
  expect(text.length).toBeLessThan(52 * 1024);
  expect(text).toMatch(/There are more matches/);
});

const SECRETS = { 'a.ts': 'KEY\n', '.env': 'KEY=1\n', 'sub/server.pem': 'KEY\n', 'sub/.env.local': 'x\n' };

test.each<[string, { pattern: string; path?: string; include?: string }, string]>([
  ['the result does not mention them if something matches', { pattern: 'KEY' }, 'a.ts\n1: KEY'],
  [
    'the result counts them, matching or not, if nothing else matches',
    { pattern: 'KEY=1' },
    'No matches.\n[3 files that look secret were not searched. To search one, name it as path.]',
  ],
  [
    'the result counts only files in the searched folder',
    { pattern: 'KEY', path: 'sub' },
    'No matches.\n[2 files that look secret were not searched. To search one, name it as path.]',
  ],
  [
    'the result counts even a file that `include` selects, because only `path` names a file',
    { pattern: 'KEY', include: '.env' },
    'No matches.\n[1 file that looks secret was not searched. To search it, name it as path.]',
  ],
  ['except a file that `path` names', { pattern: 'KEY', path: '.env' }, '.env\n1: KEY=1'],
  [
    'the result does not mention them if the folder has no such files',
    { pattern: 'KEY=1', include: '*.ts' },
    'No matches.',
  ],
])('grep does not search files that look secret: %s', async (_name, input, text) => {
  expect(outcomeText(await createToolHarness(createMemoryWorkspace(SECRETS)).run(grepTool, input))).toBe(text);
});

test('a match in a file that looks secret does not change the number of matches', async () => {
  const search = async (secret: string): Promise<string> => {
    const workspace = createMemoryWorkspace({ a: 'x\n'.repeat(500), '.env': secret });
    return outcomeText(await createToolHarness(workspace).run(grepTool, { pattern: '^x|KEY' }));
  };
  expect(await search('KEY=1\n'.repeat(9))).toBe(await search('nothing\n'));
});
