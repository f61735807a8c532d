import * as assert from 'node:assert/strict';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../src/extension/base/disposable.ts';
import { silentLog } from '../../src/extension/base/silentLog.ts';
import type { AgentExecution } from '../../src/extension/ports/terminals.ts';
import { WindowTerminals } from '../../src/extension/vscode/terminal/windowTerminals.ts';
import { makeTempFolder } from '../support/tempFolder.ts';
import { until } from '../support/until.ts';

/** Writes a line now and then, because VS Code may miss output at the start of a command. Then reads one line. */
const AGENT = `#!/usr/bin/env bash
while [ ! -e go ]; do printf 'waiting\\n'; sleep 0.2; done
IFS= read -r line
printf %s "$line" > answer
`;

describe('WindowTerminals', function () {
  this.timeout(60_000);
  let root: string;
  let terminals: WindowTerminals;
  let terminal: vscode.Terminal;

  beforeEach(async () => {
    root = await makeTempFolder();
    await writeFile(join(root, 'claude'), AGENT);
    await chmod(join(root, 'claude'), 0o755);
    terminals = new WindowTerminals(vscode.window, silentLog);
    terminal = vscode.window.createTerminal({ name: 'agents', cwd: root, shellPath: '/bin/bash' });
    terminal.show(true);
  });
  afterEach(async () => {
    terminals.dispose();
    await close(terminal);
    await rm(root, { recursive: true, force: true });
  });

  /** Resolves when VS Code no longer lists the terminal: until then, a new terminal of the same name gets a number. */
  async function close(closing: vscode.Terminal): Promise<void> {
    closing.dispose();
    await until('the terminal to close', () => !vscode.window.terminals.includes(closing));
  }

  /** Runs a command when the shell integration is ready, and waits until the command is reported. */
  async function runUntil(command: string, isSeen: () => boolean): Promise<void> {
    const integration = await until('shell integration', () => terminal.shellIntegration);
    integration.executeCommand(command);
    await until(`“${command}” is reported`, isSeen);
  }

  it('records an agent from its start, reports it to a later listener, and types an answer into it', async () => {
    const early: string[] = [];
    terminals.recordEarly(() => early.push('agent'));
    await runUntil('./claude', () => early.length === 1);

    const started: AgentExecution[] = [];
    const ended: string[] = [];
    const closed: string[] = [];
    const opened: string[] = [];
    terminals.follow({
      onDidStart: (execution) => started.push(execution),
      onDidEnd: (id) => ended.push(id),
      onDidClose: (id) => closed.push(id),
      onDidFindUnreadable: () => {},
      onDidOpen: ({ name }) => opened.push(name),
    });
    const [execution] = started;
    assert.ok(opened.includes('agents'));
    assert.equal(execution?.commandLine, './claude');
    assert.match((await execution.terminal.key()) ?? '', /^\d+@./);
    let output = '';
    const reading = (async () => {
      for await (const data of execution.output) output += data;
    })();
    await until('output', () => output.includes('waiting'));
    await writeFile(join(root, 'go'), '');
    assert.equal(await terminals.type(execution.terminal.id, 'use the second'), 'sent');
    assert.equal(await terminals.press(execution.terminal.id, 'enter'), 'sent');
    const answer = () => readFile(join(root, 'answer'), 'utf8').catch(() => '');
    await until('the answer', async () => (await answer()) === 'use the second');
    await until('the end', () => ended.includes(execution.id));
    await reading;
    terminal.dispose();
    await until('the terminal to close', () => closed.includes(execution.terminal.id));
    assert.equal(await terminals.type(execution.terminal.id, 'late'), 'closed');
  });

  it('does not record other commands, and does not record agents after recording has stopped', async () => {
    let agents = 0;
    terminals.recordEarly(() => (agents += 1));
    let commands = 0;
    const subscription = vscode.window.onDidStartTerminalShellExecution(() => (commands += 1));
    await runUntil('true claude', () => commands === 1);
    assert.equal(agents, 0);
    terminals.stopEarly();
    await writeFile(join(root, 'go'), '');
    await runUntil('echo y | ./claude', () => commands === 2);
    subscription.dispose();
    assert.equal(agents, 0);
  });

  it('reports a terminal without shell integration when its title names an agent, once per listener', async () => {
    terminals = new WindowTerminals(vscode.window, silentLog, 200);
    const plain = vscode.window.createTerminal({ name: 'claude', cwd: root, shellPath: '/bin/sh' });
    const found: string[] = [];
    const follow = (): Disposable =>
      terminals.follow({
        onDidStart: () => {},
        onDidEnd: () => {},
        onDidClose: () => {},
        onDidFindUnreadable: ({ name }) => found.push(name),
        onDidOpen: () => {},
      });
    const following = follow();
    await until('the report', () => found.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.deepEqual(found, ['claude']);
    following.dispose();
    follow();
    await until('the report to the next listener', () => found.length > 1);
    assert.deepEqual(found, ['claude', 'claude']);
    plain.dispose();
  });

  it('applies a command to the selected terminals, or to the active terminal if none is selected', async () => {
    const other = vscode.window.createTerminal({ name: 'other', cwd: root });
    const names = (targets: unknown): string[] => terminals.allAsked(targets).map(({ name }) => name);
    assert.deepEqual(names([terminal, other]), ['agents', 'other']);
    assert.deepEqual(names(other), ['other']);
    assert.equal(terminals.asked([other])?.name, 'other');
    assert.deepEqual(names(undefined), vscode.window.activeTerminal ? [vscode.window.activeTerminal.name] : []);
    await close(other);
  });
});
