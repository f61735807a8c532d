import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../../src/extension/node/systemClock.ts';
import { findShellProgram } from '../../../../src/extension/node/shell/shellProgram.ts';
import {
  removeOldScripts,
  RUNS_VARIABLE,
  TerminalScript,
  type TerminalScriptOptions,
} from '../../../../src/extension/node/shell/terminalScript.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

interface TypedResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the line as if it was typed into an interactive shell, but without its prompt. */
function type(line: string, folder: string, env: Record<string, string> = {}): Promise<TypedResult> {
  const child = spawn('bash', ['--noprofile', '--norc', '-c', line], {
    env: { PATH: process.env['PATH'], [RUNS_VARIABLE]: folder, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

async function withScript(
  command: string,
  check: (
    script: TerminalScript,
    run: (env?: Record<string, string>) => Promise<TypedResult>,
    folder: string,
  ) => Promise<void>,
  more: Partial<TerminalScriptOptions> = {},
): Promise<void> {
  await withTempFolder({ 'work dir/file': '' }, async (root) => {
    const folder = join(root, 'runs');
    const options = { program: findShellProgram(), folder, variables: { PAGER: 'cat' }, removed: ['MY_KEY'], ...more };
    const script = await TerminalScript.write({ command, directory: join(root, 'work dir') }, options);
    await check(script, (env) => type(script.line, folder, env), folder);
    await script.remove();
    expect(await readdir(folder)).toEqual([]);
  });
}

const outputBetweenMarks = ({ output }: TypedResult, { beginMark, endMark }: TerminalScript): string =>
  output.slice(output.indexOf(beginMark) + beginMark.length, output.indexOf(endMark));

describe.skipIf(process.platform === 'win32')('a command in a terminal', () => {
  test('runs in its folder with its output between two marks, and records its exit code and pid', () =>
    withScript(`ls; echo "it's" 'a "quote"' $((1 + 1)); exit 3`, async (script, run) => {
      expect(await script.pid()).toBeUndefined();
      const typed = await run();
      expect(typed.code).toBe(3);
      expect(outputBetweenMarks(typed, script)).toBe(`file\nit's a "quote" 2\n`);
      expect(await script.exitCode()).toBe(3);
      expect(await script.pid()).toBeGreaterThan(0);
    }));

  test('is typed as one simple line, also if the command has several lines', () =>
    withScript("for x in a b; do\n  (cat <<'EOF'\n$x!\nEOF\n)\ndone", async (script, run) => {
      expect(script.line).toMatch(/^[^\n]* 'for x in a b; do …'$/);
      expect(outputBetweenMarks(await run(), script)).toBe('$x!\n$x!\n');
    }));

  test('has no model key, VS Code variable, pager or input', () =>
    withScript('cat; echo "${MY_KEY-none} ${VSCODE_A-none} ${ELECTRON_B-none} $PAGER $OTHER"', async (script, run) => {
      const typed = await run({ MY_KEY: 'secret', VSCODE_A: '1', ELECTRON_B: '1', PAGER: 'less', OTHER: 'kept' });
      expect(outputBetweenMarks(typed, script)).toBe('none none none cat kept\n');
    }));

  test('does not run if its start was cancelled, and its start cannot be cancelled after it has started', async () => {
    await withScript('echo ran', async (script, run) => {
      expect(await script.cancelStart()).toBe(true);
      expect(await run()).toEqual({ code: 1, output: '' });
      expect(await script.pid()).toBeUndefined();
    });
    await withScript('echo ran', async (script, run) => {
      await run();
      expect(await script.cancelStart()).toBe(false);
    });
  });

  test('is typed without control characters and invisible characters', () =>
    withScript("echo '\u202e\u0007'; echo $'\\x41'", async (script) => {
      expect(script.line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      await Promise.resolve();
    }));

  test('ignores removed variables with an invalid name', () =>
    withScript(
      'echo "${MY_KEY-none}"',
      async (script, run) => {
        const typed = await run({ MY_KEY: 'secret' });
        expect(outputBetweenMarks(typed, script)).toBe('none\n');
        expect(typed.output).not.toContain('injected');
      },
      { removed: ['A; echo injected', '1_KEY', 'MY_KEY'] },
    ));
});

test('files that a crash left are removed after a day, but not earlier', () =>
  withTempFolder({ 'runs/a.sh': '', 'runs/a.pid': '' }, async (root) => {
    const folder = join(root, 'runs');
    const { mtimeMs } = await stat(join(folder, 'a.sh'));
    const hour = 60 * 60 * 1000;
    await removeOldScripts(folder, { ...systemClock, now: () => mtimeMs + 23 * hour });
    expect(await readdir(folder)).toHaveLength(2);
    await removeOldScripts(folder, { ...systemClock, now: () => mtimeMs + 25 * hour });
    expect(await readdir(folder)).toEqual([]);
    await removeOldScripts(join(root, 'none'), systemClock);
  }));
