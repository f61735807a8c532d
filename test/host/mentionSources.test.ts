import * as assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { MentionSources } from '../../src/extension/ports/mentionSources.ts';
import { createMentionSources } from '../../src/extension/vscode/editor/mentionSources.ts';
import { makeTempFolder } from '../support/tempFolder.ts';

const { signal } = new AbortController();

describe('createMentionSources', () => {
  let root: string;
  let file: vscode.Uri;
  let sources: MentionSources & vscode.Disposable;
  const registered: vscode.Disposable[] = [];

  beforeEach(async () => {
    root = await makeTempFolder();
    file = vscode.Uri.file(join(root, 'a.premove'));
    await writeFile(file.fsPath, 'one\ntwo\nthree\n');
    sources = createMentionSources();
    registered.push(sources);
  });

  afterEach(async () => {
    for (const each of registered.splice(0)) each.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(root, { recursive: true, force: true });
  });

  it('provides the selection of the active editor', async () => {
    const editor = await vscode.window.showTextDocument(file);
    assert.equal(await sources.selection(), undefined);
    editor.selection = new vscode.Selection(0, 1, 1, 2);
    assert.deepEqual(await sources.selection(), {
      path: file.fsPath,
      lines: { first: 1, last: 2 },
      text: 'ne\ntw',
    });
  });

  it('provides errors and warnings, errors first', () => {
    const problems = vscode.languages.createDiagnosticCollection('premove-test');
    registered.push(problems);
    const at = (line: number, message: string, severity: vscode.DiagnosticSeverity): vscode.Diagnostic =>
      new vscode.Diagnostic(new vscode.Range(line, 0, line, 1), message, severity);
    const { Error: error, Warning: warning, Hint: hint } = vscode.DiagnosticSeverity;
    problems.set(file, [at(0, 'odd', warning), at(1, 'wrong', error), at(2, 'nicer', hint)]);
    const own = sources.problems().filter(({ path }) => path === file.fsPath);
    assert.deepEqual(
      own.map(({ line, severity, message }) => `${line} ${severity} ${message}`),
      ['2 error wrong', '1 warning odd'],
    );
  });

  it('finds symbols of the workspace, and the lines of a symbol in its file', async () => {
    const range = new vscode.Range(1, 0, 2, 5);
    const inner = new vscode.DocumentSymbol('parse(text)', '', vscode.SymbolKind.Method, range, range);
    const outer = new vscode.DocumentSymbol('Parser', '', vscode.SymbolKind.Class, range, range);
    outer.children = [inner];
    const location = new vscode.Location(file, range);
    registered.push(
      vscode.languages.registerDocumentSymbolProvider(
        { pattern: '**/*.premove' },
        { provideDocumentSymbols: () => [outer] },
      ),
      vscode.languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: () => [
          new vscode.SymbolInformation('parse(text)', vscode.SymbolKind.Method, 'Parser', location),
        ],
      }),
    );
    const found = await sources.findSymbols('parse', signal);
    assert.ok(found.some(({ name, path }) => name === 'parse' && path === file.fsPath));
    assert.deepEqual(await sources.findSymbolLines(file.fsPath, 'parse', signal), { first: 2, last: 3 });
    assert.equal(await sources.findSymbolLines(file.fsPath, 'gone', signal), undefined);
  });

  it('provides changes, or the reason why they are unavailable', async () => {
    const changes = await sources.changes(signal);
    if (changes.kind === 'unavailable') assert.notEqual(changes.why, '');
    else for (const { diffs } of changes.repositories) for (const diff of diffs) assert.match(diff, /^(?:diff --|$)/);
  });

  it('provides the output of the last command in the active terminal, without control sequences', async () => {
    assert.equal(await sources.terminalOutput(), undefined);
    const terminal = vscode.window.createTerminal({ name: 'mentions', cwd: root });
    registered.push(terminal);
    terminal.show(true);
    const integration = terminal.shellIntegration ?? (await shellIntegrationOf(terminal));
    // VS Code does not report output at the very start of a command: https://github.com/microsoft/vscode/issues/237208
    const started = startOfCommand(terminal);
    integration.executeCommand('while [ ! -e go ]; do sleep 0.05; done; printf "\\033[31mred\\033[0m\\nend\\n"');
    await started;
    await writeFile(join(root, 'go'), '');
    const read = async (): Promise<void> => {
      while (!(await sources.terminalOutput())?.text.includes('end')) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await read();
    assert.match((await sources.terminalOutput())?.text ?? '', /red\nend/);
    const position = vscode.window.terminals.indexOf(terminal);
    assert.match((await sources.terminalOutput(position))?.text ?? '', /red\nend/);
    assert.equal(await sources.terminalOutput(position + 1), undefined);

    // A program that uses the alternate screen, as agents do, and still runs.
    const drawing = startOfCommand(terminal);
    await rm(join(root, 'go'));
    integration.executeCommand(
      'while [ ! -e go ]; do sleep 0.05; done; printf "\\033[?1049h\\033[2J\\033[3;1Hold\\033[3;1HWhich one?\\033[4;1Hend"; sleep 60',
    );
    await drawing;
    await writeFile(join(root, 'go'), '');
    await read();
    assert.equal((await sources.terminalOutput())?.text, 'Which one?\nend');
  });
});

function shellIntegrationOf(terminal: vscode.Terminal): Promise<vscode.TerminalShellIntegration> {
  return new Promise((resolve) => {
    const listener = vscode.window.onDidChangeTerminalShellIntegration((event) => {
      if (event.terminal !== terminal) return;
      listener.dispose();
      resolve(event.shellIntegration);
    });
  });
}

function startOfCommand(terminal: vscode.Terminal): Promise<void> {
  return new Promise((resolve) => {
    const listener = vscode.window.onDidStartTerminalShellExecution((event) => {
      if (event.terminal !== terminal) return;
      listener.dispose();
      resolve();
    });
  });
}
