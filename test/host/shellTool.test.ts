import * as assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../src/extension/node/systemClock.ts';
import { silentLog } from '../../src/extension/base/silentLog.ts';
import { createDiskWorkspace } from '../../src/extension/node/diskWorkspace.ts';
import { KeptOutputFolder } from '../../src/extension/node/keptOutput.ts';
import { createNodeShell } from '../../src/extension/node/shell/nodeShell.ts';
import { readFileTool } from '../../src/extension/tools/builtin/readFile.ts';
import { withReadableFolder } from '../../src/extension/node/readableFolder.ts';
import { createRunShellCommand } from '../../src/extension/tools/builtin/runShellCommand.ts';
import { shellEnvironment } from '../../src/extension/node/shell/shellEnvironment.ts';
import { findShellProgram } from '../../src/extension/node/shell/shellProgram.ts';
import type { ToolOutcome } from '../../src/extension/tools/tool.ts';
import { walkSearch } from '../../src/extension/node/search/walkSearch.ts';
import { createEditorWorkspace } from '../../src/extension/vscode/editor/editorWorkspace.ts';
import { listUnsavedFiles } from '../../src/extension/vscode/editor/windowWorkspace.ts';
import { createToolHarness, outcomeText, type ToolHarness } from '../support/toolHarness.ts';
import { isAlive, pidIn } from '../support/shell/processes.ts';
import { until } from '../support/until.ts';
import { makeTempFolder } from '../support/tempFolder.ts';

/** Commands for the shell of each platform. Both commands of a name do the same. */
const commands =
  process.platform === 'win32'
    ? {
        exit: 'Write-Output one; exit 3',
        waiting: 'Write-Output begun; while (-not (Test-Path go)) { Start-Sleep -Milliseconds 50 }; Write-Output over',
        tree: "Start-Process -NoNewWindow powershell '-NoProfile','-Command','Set-Content -NoNewline pid $PID; Start-Sleep 600'; Start-Sleep 600",
        many: '1..20000 | ForEach-Object { "line $_" }',
      }
    : {
        exit: 'echo one; exit 3',
        waiting: 'echo begun; while [ ! -e go ]; do sleep 0.05; done; echo over',
        tree: 'sh -c \'printf "$$" > pid; sleep 600\' & sleep 600',
        many: 'seq -f "line %.0f" 20000',
      };

describe('run_shell_command in VS Code', function () {
  this.timeout(60_000);
  let folder: string;
  let harness: ToolHarness;
  let tool: ReturnType<typeof createRunShellCommand>;
  const shell = createNodeShell({
    program: findShellProgram(),
    environment: () => shellEnvironment(process.env, []),
    clock: systemClock,
  });

  beforeEach(async () => {
    folder = (await makeTempFolder()).replaceAll('\\', '/');
    const root = `${folder}/ws`;
    await mkdir(root);
    const keep = new KeptOutputFolder(join(folder, 'kept'), silentLog);
    const disk = createDiskWorkspace({ roots: () => [{ name: 'ws', path: root }], search: walkSearch });
    const workspace = withReadableFolder(createEditorWorkspace(disk), keep.folder);
    harness = createToolHarness(workspace);
    tool = createRunShellCommand({ shell, keep, clock: systemClock, unsavedFiles: () => listUnsavedFiles(workspace) });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await shell.close();
    await rm(folder, { recursive: true, force: true });
  });

  const inRoot = (name: string): string => join(folder, 'ws', name);
  const run = (command: string, options: { timeout?: number; signal?: AbortSignal } = {}): Promise<ToolOutcome> => {
    const { timeout, signal } = options;
    return harness.run(tool, { command, ...(timeout !== undefined && { timeout }) }, signal);
  };
  const treePid = (): Promise<number> => pidIn(inRoot('pid'));

  it('returns the output and the exit code', async () => {
    const outcome = await run(commands.exit);
    assert.equal(outcome.ok, false);
    assert.match(outcomeText(outcome), /^one\r?\n\[Exit code 3\.\]$/);
    assert.match(outcome.summary, /^exit 3 · /);
  });

  it('reports output while a command runs', async () => {
    const shown: string[] = [];
    const context = { ...harness.context, report: (text: string) => void shown.push(text) };
    const running = tool.execute({ command: commands.waiting }, context, new AbortController().signal);
    await until('the first line is reported', () => shown.at(-1) === 'begun');
    await writeFile(inRoot('go'), '');
    assert.match(outcomeText(await running), /^begun\r?\nover$/);
  });

  it('ends a command with all its processes when it takes too long, and reports that', async () => {
    const running = run(commands.tree, { timeout: 3000 });
    const pid = await treePid();
    assert.match(outcomeText(await running), /Timed out after 3 s and was stopped/);
    await until('the child process is gone', () => !isAlive(pid));
  });

  it('ends a command with all its processes when it is cancelled', async () => {
    const stop = new AbortController();
    const running = run(commands.tree, { signal: stop.signal });
    const pid = await treePid();
    assert.ok(isAlive(pid));
    stop.abort();
    assert.match(outcomeText(await running), /Interrupted by the user before it finished/);
    await until('the child process is gone', () => !isAlive(pid));
  });

  it('cuts long output in the middle, and keeps all of it in a file that read_file can read', async () => {
    const text = outcomeText(await run(commands.many));
    assert.match(text, /^line 1\r?\n[\s\S]*characters are left out here[\s\S]*line 20000\n\[All \d+ characters/);
    assert.ok(text.length < 40_000, `${text.length} characters`);
    const path = / are in (.+?\.log)\. /.exec(text)?.[1] ?? '';
    const middle = await harness.run(readFileTool, { file_path: path, offset: 10_000, limit: 1 });
    assert.match(outcomeText(middle), /10000\tline 10000/);
  });

  it('names the open files whose unsaved text the command did not see', async () => {
    await writeFile(inRoot('a.txt'), 'saved\n');
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(inRoot('a.txt')));
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'mine\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    const text = outcomeText(await run('cat a.txt'));
    assert.match(text, /^saved\r?\n\[1 open file has unsaved changes that the command did not see: a\.txt\.\]$/);
    assert.equal(document.isDirty, true);
  });
});
