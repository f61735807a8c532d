import * as assert from 'node:assert/strict';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../src/extension/ports/clock.ts';
import { systemClock } from '../../src/extension/node/systemClock.ts';
import { silentLog } from '../../src/extension/base/silentLog.ts';
import type { ShellRequest, ShellResult } from '../../src/extension/ports/shell.ts';
import { createNodeShell, type NodeShell } from '../../src/extension/node/shell/nodeShell.ts';
import { shellEnvironment } from '../../src/extension/node/shell/shellEnvironment.ts';
import { findShellProgram, type ShellProgram } from '../../src/extension/node/shell/shellProgram.ts';
import { toPlainText } from '../../src/extension/text/terminalText.ts';
import { createTerminalShell } from '../../src/extension/vscode/terminal/terminalShell.ts';
import { isAlive, pidIn } from '../support/shell/processes.ts';
import { until } from '../support/until.ts';
import { makeTempFolder } from '../support/tempFolder.ts';

const program = findShellProgram();

describe('createTerminalShell', function () {
  this.timeout(90_000);
  let folder: string;
  let shell: NodeShell;
  let isWanted = true;

  const create = (more: { readonly program?: ShellProgram; readonly clock?: Clock } = {}): NodeShell => {
    const environment = (): Record<string, string> => shellEnvironment(process.env, []);
    const plain = createNodeShell({ program, environment, clock: systemClock });
    const options = { plain, program, folder: join(folder, 'runs'), clock: systemClock, log: silentLog };
    return createTerminalShell({ ...options, isWanted: () => isWanted, keys: () => ['HOST_TEST_KEY'], ...more });
  };
  /** Sets variables of the terminal, as a user's start-up files would. */
  const setTerminalVariables = (values: object | undefined): Thenable<void> =>
    vscode.workspace
      .getConfiguration('terminal.integrated.env')
      .update(process.platform === 'darwin' ? 'osx' : 'linux', values, vscode.ConfigurationTarget.Global);
  const premoveTerminals = (): readonly vscode.Terminal[] =>
    vscode.window.terminals.filter(({ name }) => name === 'Premove');
  const run = async (
    command: string,
    more: Partial<ShellRequest> & { readonly signal?: AbortSignal; readonly in?: NodeShell } = {},
  ): Promise<ShellResult & { readonly output: string }> => {
    const { signal = new AbortController().signal, in: chosen = shell, ...rest } = more;
    let output = '';
    const request = { command, directory: join(folder, 'work'), timeout: 60_000, ...rest };
    const take = (chunk: string): undefined => void (output += chunk);
    const result = await chosen.run(request, take, signal);
    return { ...result, output: toPlainText(output) };
  };
  const TREE = 'sh -c \'printf "$$" > pid; sleep 600\' & echo begun; sleep 600';

  before(async () => {
    folder = await makeTempFolder();
    await mkdir(join(folder, 'work'));
    await setTerminalVariables({ HOST_TEST_KEY: 'secret', HOST_TEST_OTHER: 'other', PAGER: 'less' });
    shell = create();
    // The first command may run without a terminal, because VS Code has not detected the shell yet.
    for (let tries = 0; tries < 3 && (await run('exit 0')).note !== undefined; tries += 1);
  });
  beforeEach(() => {
    isWanted = true;
  });
  after(async () => {
    await shell.close();
    await setTerminalVariables(undefined);
    await rm(folder, { recursive: true, force: true });
  });

  it('runs a command without a terminal if the setting for terminals is off', async () => {
    isWanted = false;
    const { output, end } = await run(process.platform === 'win32' ? 'echo plain' : 'test -t 1 || echo plain');
    assert.deepEqual([output.trim(), end], ['plain', { kind: 'exited', code: 0 }]);
  });

  (program.name === 'bash' ? describe : describe.skip)('with bash', () => {
    it('returns the output and the exit code, and deletes its script', async () => {
      const { output, end, note } = await run('pwd; test -t 1 && echo "a terminal"; cat; exit 3');
      assert.equal(output, `${join(folder, 'work')}\na terminal\n`);
      assert.deepEqual(end, { kind: 'exited', code: 3 });
      assert.equal(note, undefined);
      assert.deepEqual(await readdir(join(folder, 'runs')), []);
    });

    it('runs a command with lines, quotes and groups', async () => {
      const { output } = await run(`(for word in "a b" 'c!'; do\n  echo "$word"\ndone)\ncat <<'EOF'\n$HOME\nEOF`);
      assert.equal(output, 'a b\nc!\n$HOME\n');
    });

    it('runs all commands in one terminal without shared state, and keeps the editor active', async () => {
      const document = await vscode.workspace.openTextDocument({ content: 'text' });
      await vscode.window.showTextDocument(document);
      await run('cd /; export CARRIED=1');
      const { output } = await run('pwd; echo "${CARRIED-nothing}"');
      assert.equal(output, `${join(folder, 'work')}\nnothing\n`);
      assert.equal(premoveTerminals().length, 1);
      assert.equal(vscode.window.activeTextEditor?.document, document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });

    it('runs a command without the user’s model keys and pager', async () => {
      const names = '${HOST_TEST_KEY-none} $HOST_TEST_OTHER $PAGER $GIT_TERMINAL_PROMPT ${VSCODE_INJECTION-none}';
      const { output } = await run(`echo "${names}"`);
      assert.equal(output, 'none other cat 0 none\n');
    });

    it('reports output while a command runs', async () => {
      let seen = '';
      const running = shell.run(
        {
          command: 'echo first; while [ ! -e go ]; do sleep 0.1; done',
          directory: join(folder, 'work'),
          timeout: 60_000,
        },
        (chunk) => void (seen += chunk),
        new AbortController().signal,
      );
      await until('the first line is reported', () => seen.includes('first'));
      await vscode.workspace.fs.writeFile(vscode.Uri.file(join(folder, 'work', 'go')), new Uint8Array());
      assert.deepEqual((await running).end, { kind: 'exited', code: 0 });
    });

    it('ends a command with all its processes when the user stops it', async () => {
      const stop = new AbortController();
      const running = run(TREE, { signal: stop.signal });
      const pid = await pidIn(join(folder, 'work', 'pid'));
      stop.abort();
      const { end, output } = await running;
      assert.deepEqual(end, { kind: 'aborted' });
      assert.match(output, /^begun\n/);
      await until('the child process is gone', () => !isAlive(pid));
      await rm(join(folder, 'work', 'pid'));
    });

    it('ends a command with all its processes when it takes too long', async () => {
      const running = run(TREE, { timeout: 3000 });
      const pid = await pidIn(join(folder, 'work', 'pid'));
      assert.deepEqual((await running).end, { kind: 'timed-out' });
      await until('the child process is gone', () => !isAlive(pid));
      await rm(join(folder, 'work', 'pid'));
    });

    it('runs a command without a terminal if the command has its own environment', async () => {
      const environment = { PATH: process.env['PATH'] ?? '', ONLY: 'this' };
      const { output } = await run('echo "$ONLY"; test -t 1 || echo plain', { environment });
      assert.equal(output, 'this\nplain\n');
    });

    it('opens another terminal if the user is using the first', async () => {
      const [first] = premoveTerminals();
      const begun = new Promise<void>((resolve) => {
        const subscription = vscode.window.onDidStartTerminalShellExecution(({ terminal }) => {
          if (terminal !== first) return;
          subscription.dispose();
          resolve();
        });
      });
      first?.shellIntegration?.executeCommand('sleep 600');
      await begun;
      assert.equal((await run('echo beside')).output, 'beside\n');
      assert.equal(premoveTerminals().length, 2);
    });

    it('reports an unknown end if the user closes the terminal', async () => {
      const running = run(TREE);
      const pid = await pidIn(join(folder, 'work', 'pid'));
      for (const terminal of premoveTerminals()) terminal.dispose();
      assert.equal((await running).end.kind, 'unknown');
      await until('the child process is gone', () => !isAlive(pid));
    });

    it('runs nothing if the user closes the terminal before the command begins', async () => {
      await run('exit 0');
      const [terminal] = premoveTerminals();
      const pid = (await terminal?.processId) ?? 0;
      // A stopped shell does not read the command.
      process.kill(pid, 'SIGSTOP');
      const running = run('echo ran > ran');
      await until('the command to be typed', async () => (await readdir(join(folder, 'runs'))).length > 0);
      terminal?.dispose();
      process.kill(pid, 'SIGKILL');
      const { end, note } = await running;
      assert.deepEqual([end.kind, note], ['unknown', undefined]);
      assert.ok(!(await readdir(join(folder, 'work'))).includes('ran'));
    });

    it('runs a command without a terminal, with a note, if VS Code does not detect the shell', async () => {
      const fastClock: Clock = {
        ...systemClock,
        setTimeout: (callback, ms) => systemClock.setTimeout(callback, Math.min(ms, 300)),
      };
      const undetected = create({ program: { ...program, path: '/bin/sh' }, clock: fastClock });
      const { output, end, note } = await run('test -t 1 || echo plain', { in: undetected });
      assert.equal(output, 'plain\n');
      assert.deepEqual(end, { kind: 'exited', code: 0 });
      assert.match(note ?? '', /without a terminal/);
      await undetected.close();
    });
  });
});
