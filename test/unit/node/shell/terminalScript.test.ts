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

interface Typed {
  readonly code: number | null;
  readonly output: string;
}

/** What an interactive shell does with the line, but for its prompt. */
function type(line: string, folder: string, env: Record<string, string> = {}): Promise<Typed> {
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
    run: (env?: Record<string, string>) => Promise<Typed>,
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

const between = ({ output }: Typed, { beginMark, endMark }: TerminalScript): string =>
  output.slice(output.indexOf(beginMark) + beginMark.length, output.indexOf(endMark));

describe.skipIf(process.platform === 'win32')('a command in a terminal', () => {
  test('runs in its folder, with its output between two marks, and leaves its code and its process', () =>
    withScript(`ls; echo "it's" 'a "quote"' $((1 + 1)); exit 3`, async (script, run) => {
      expect(await script.pid()).toBeUndefined();
      const typed = await run();
      expect(typed.code).toBe(3);
      expect(between(typed, script)).toBe(`file\nit's a "quote" 2\n`);
      expect(await script.exitCode()).toBe(3);
      expect(await script.pid()).toBeGreaterThan(0);
    }));

  test('is one simple line, whatever the command is', () =>
    withScript("for x in a b; do\n  (cat <<'EOF'\n$x!\nEOF\n)\ndone", async (script, run) => {
      expect(script.line).toMatch(/^[^\n]* 'for x in a b; do …'$/);
      expect(between(await run(), script)).toBe('$x!\n$x!\n');
    }));

  test('finds no model key, nothing of VS Code’s, no pager and no input', () =>
    withScript('cat; echo "${MY_KEY-none} ${VSCODE_A-none} ${ELECTRON_B-none} $PAGER $OTHER"', async (script, run) => {
      const typed = await run({ MY_KEY: 'secret', VSCODE_A: '1', ELECTRON_B: '1', PAGER: 'less', OTHER: 'kept' });
      expect(between(typed, script)).toBe('none none none cat kept\n');
    }));

  test('does nothing once it has been given up, and cannot be given up once it runs', async () => {
    await withScript('echo ran', async (script, run) => {
      expect(await script.giveUp()).toBe(true);
      expect(await run()).toEqual({ code: 1, output: '' });
      expect(await script.pid()).toBeUndefined();
    });
    await withScript('echo ran', async (script, run) => {
      await run();
      expect(await script.giveUp()).toBe(false);
    });
  });

  test('shows no letters in the line that would make it another', () =>
    withScript("echo '\u202e\u0007'; echo $'\\x41'", async (script) => {
      expect(script.line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      await Promise.resolve();
    }));

  test('takes no name of a variable for more than one', () =>
    withScript(
      'echo "${MY_KEY-none}"',
      async (script, run) => {
        const typed = await run({ MY_KEY: 'secret' });
        expect(between(typed, script)).toBe('none\n');
        expect(typed.output).not.toContain('injected');
      },
      { removed: ['A; echo injected', '1_KEY', 'MY_KEY'] },
    ));
});

test('what a crash has left behind goes after a day, and not before', () =>
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
