import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { KeptOutputFolder } from '../../../src/extension/node/keptOutput.ts';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { createToolRegistry } from '../../../src/extension/tools/registry.ts';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import { withReadableFolder } from '../../../src/extension/node/readableFolder.ts';
import { createRunShellCommand } from '../../../src/extension/tools/builtin/runShellCommand.ts';
import { toDuration } from '../../../src/extension/tools/shellReport.ts';
import { MAX_SHELL_OUTPUT } from '../../../src/extension/tools/shellOutput.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { createFakeShell, printing } from '../../support/shell/fakeShell.ts';
import { createManualClock, settle } from '../../support/manualClock.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

function createSetup(options: { files?: Record<string, string>; roots?: { name: string; path: string }[] } = {}) {
  const { files = { 'src/a.ts': 'one\n', 'b.ts': 'two\n' }, roots } = options;
  const shell = createFakeShell();
  const clock = createManualClock();
  const workspace = createMemoryWorkspace(files, roots ? { roots } : {});
  const unsaved: string[] = [];
  const keep = new KeptOutputFolder('/nowhere/to/keep', silentLog);
  const tool = createRunShellCommand({ shell, clock, keep, unsavedFiles: () => Promise.resolve(unsaved) });
  const harness = createToolHarness(workspace);
  const run = async (input: z.infer<typeof tool.schema>, signal?: AbortSignal) => {
    const outcome = await harness.run(tool, input, signal);
    const { ok, summary, changedFiles } = outcome;
    return { ok, text: outcomeText(outcome), summary, changedFiles };
  };
  return { shell, clock, workspace, unsaved, tool, harness, run };
}

describe('the outcome of a command', () => {
  test('is its output if it succeeds', async () => {
    const { shell, run } = createSetup();
    shell.next(printing('\x1b[32mok\x1b[0m\n'));
    expect(await run({ command: 'npm test' })).toEqual({ ok: true, text: 'ok', summary: '<1 s' });
    expect(shell.requests).toEqual([{ command: 'npm test', directory: '/ws', timeout: 120_000 }]);
  });

  test.each<[string, Parameters<typeof printing>, { ok: boolean; text: string; summary: string }]>([
    ['an empty output', [''], { ok: true, text: '[No output.]', summary: '<1 s' }],
    ['a failure', ['no\n', 2], { ok: false, text: 'no\n[Exit code 2.]', summary: 'exit 2 · <1 s' }],
  ])('reports %s', async (_name, [output, code], expected) => {
    const { shell, run } = createSetup();
    shell.next(printing(output, code));
    expect(await run({ command: 'x' })).toEqual(expected);
  });

  test('reports a signal, a timeout, background processes and a command that did not start', async () => {
    const { shell, run, clock } = createSetup();
    shell.next(() => ({ end: { kind: 'signalled', signal: 'SIGSEGV' } }));
    expect(await run({ command: 'x' })).toMatchObject({ ok: false, summary: 'SIGSEGV · <1 s' });
    shell.next(async () => {
      await clock.advance(125_000);
      return { end: { kind: 'timed-out' } };
    });
    const late = await run({ command: 'x', timeout: 120_000 });
    expect(late).toMatchObject({ ok: false, summary: 'timed out · 2 min 5 s' });
    expect(late.text).toContain('Timed out after 2 min');
    shell.next(() => ({ end: { kind: 'exited', code: 0 }, background: 4711 }));
    expect((await run({ command: 'x' })).text).toContain('They end when VS Code is closed; `kill -- -4711`');
    shell.next(() => ({ end: { kind: 'exited', code: 0 }, detached: [12, 13] }));
    expect((await run({ command: 'x' })).text).toContain('They do not end when VS Code is closed; `kill 12 13`');
    shell.next(() => ({ end: { kind: 'not-started', why: '/x does not exist.' } }));
    expect(await run({ command: 'x' })).toEqual({
      ok: false,
      text: '[/x does not exist.]',
      summary: 'not started',
    });
  });

  test('names open files with unsaved text, which the command did not see', async () => {
    const { shell, run, unsaved } = createSetup();
    unsaved.push('b.ts', 'src/a.ts');
    shell.next(printing(''));
    expect((await run({ command: 'x' })).text).toContain(
      '[2 open files have unsaved changes that the command did not see: b.ts, src/a.ts.]',
    );
    unsaved.pop();
    shell.next(printing(''));
    expect((await run({ command: 'x' })).text).toContain('[1 open file has unsaved changes');
  });

  test('names only the changed files that the model had read', async () => {
    const { shell, run, workspace, harness } = createSetup({
      files: { 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c', 'd.ts': 'd' },
    });
    for (const file_path of ['a.ts', 'b.ts', 'c.ts']) await harness.run(readFileTool, { file_path });
    shell.next(async () => {
      workspace.put('a.ts', 'formatted');
      workspace.put('b.ts', 'b');
      workspace.put('d.ts', 'formatted');
      workspace.remove('c.ts');
      return { end: { kind: 'exited', code: 0 } };
    });
    const { text, changedFiles } = await run({ command: 'npm run format' });
    expect(changedFiles).toEqual(['a.ts', 'c.ts']);
    expect(text).toContain('[These files have changed since you read them. Read them again: a.ts, c.ts.]');
  });

  test('is cut in the middle if it is long, and names the file that has all of it', async () => {
    await withTempFolder({ 'ws/a.ts': '' }, async (folder) => {
      const keep = new KeptOutputFolder(join(folder, 'kept'), silentLog);
      const disk = createDiskWorkspace({ roots: () => [{ name: 'ws', path: join(folder, 'ws') }], search: walkSearch });
      const workspace = withReadableFolder(disk, keep.folder);
      const shell = createFakeShell();
      const clock = createManualClock();
      const tool = createRunShellCommand({ shell, clock, keep, unsavedFiles: () => Promise.resolve([]) });
      const { run } = createToolHarness(workspace);
      const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}\n`);
      shell.next(printing(lines.join('')));
      const text = outcomeText(await run(tool, { command: 'x' }));
      expect(text.length).toBeLessThan(MAX_SHELL_OUTPUT + 1000);
      expect(text).toMatch(/^line 0\n/);
      expect(text).toContain('characters are left out here');
      expect(text).toContain('line 9999\n[All 98890 characters');
      const path = / are in (\S+\.log)\. /.exec(text)?.[1] ?? '';
      expect(await readFile(path, 'utf8')).toBe(lines.join(''));
      const part = await run(readFileTool, { file_path: path, offset: 5001, limit: 1 });
      expect(outcomeText(part)).toContain('5001\tline 5000');

      await expect(workspace.delete(path, {}, new AbortController().signal)).rejects.toThrow('outside');
      expect((await workspace.resolve(join(folder, 'other'))).kind).toBe('outside');
    });
  });
});

describe('the arguments of a command', () => {
  test('contain its folder, relative to the workspace, and its time limit', async () => {
    const { shell, run } = createSetup();
    shell.next(printing(''));
    await run({ command: 'ls', directory: 'src', timeout: 5000 });
    expect(shell.requests).toEqual([{ command: 'ls', directory: '/ws/src', timeout: 5000 }]);
  });

  test('may name a folder outside the workspace only if the user approves it', async () => {
    const { run, shell, tool } = createSetup();
    expect(await run({ command: 'ls', directory: '/etc' })).toMatchObject({
      ok: false,
      summary: 'outside the workspace',
    });
    expect(shell.requests).toEqual([]);
    expect(tool.paths({ command: 'ls', directory: '/etc' })).toEqual(['/etc']);
    expect(tool.paths({ command: 'ls' })).toEqual([]);
  });

  test('are refused if the workspace has no folder', async () => {
    const { run } = createSetup({ files: {}, roots: [] });
    expect(await run({ command: 'ls' })).toMatchObject({ ok: false, summary: 'no folder' });
  });

  test('have limits in the declaration, and a timeout that looks like seconds is refused', () => {
    const { tool } = createSetup();
    const schema = JSON.stringify(createToolRegistry([tool]).declarations[0]?.inputSchema);
    expect(schema).toContain('at most 600000. Default: 120000.');
    expect(tool.schema.safeParse({ command: 'x', timeout: 30 }).success).toBe(false);
    expect(tool.schema.safeParse({ command: 'x', timeout: 600_001 }).success).toBe(false);
    expect(tool.schema.safeParse({ command: '  ' }).success).toBe(false);
  });

  test('are described in one line with the whole command', () => {
    const { tool } = createSetup();
    expect(tool.describe({ command: 'npm test\nrm -rf /', directory: 'a' })).toBe('npm test ⏎ rm -rf / (in a)');
  });
});

describe('a running command', () => {
  test('reports its last lines at limited intervals', async () => {
    const { shell, tool, harness, clock } = createSetup();
    const shown: string[] = [];
    const context = { ...harness.context, report: (text: string) => void shown.push(text) };
    shell.next(async (onOutput) => {
      await onOutput('one\n');
      for (let count = 2; count <= 1000; count += 1) await onOutput(`${count}\n`);
      await clock.advance(100);
      await onOutput('last\n');
      await clock.advance(1000);
      return { end: { kind: 'exited', code: 0 } };
    });
    await tool.execute({ command: 'x' }, context, new AbortController().signal);
    expect(shown.map((text) => text.split('\n').at(-1))).toEqual(['one', '1000', 'last']);
    expect(clock.pending).toBe(0);
  });

  test('returns its output so far if the user stops it', async () => {
    const { shell, run } = createSetup();
    const stop = new AbortController();
    shell.next(async (onOutput, signal) => {
      await onOutput('half\n');
      stop.abort();
      expect(signal.aborted).toBe(true);
      return { end: { kind: 'aborted' } };
    });
    const outcome = await run({ command: 'x' }, stop.signal);
    await settle();
    expect(outcome).toMatchObject({ ok: false, summary: 'stopped · <1 s' });
    expect(outcome.text).toContain('half\n[Interrupted by the user');
  });
});

test.each([
  [200, '<1 s'],
  [1000, '1 s'],
  [119_000, '119 s'],
  [120_000, '2 min'],
  [200_000, '3 min 20 s'],
])('the outcome shows %i ms as %s', (ms, text) => {
  expect(toDuration(ms)).toBe(text);
});
