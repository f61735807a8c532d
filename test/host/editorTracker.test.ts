import * as assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { IdeSnapshot } from '../../src/extension/chat/context/ideContext.ts';
import { IdeContextStore } from '../../src/extension/chat/context/ideContextFeed.ts';
import { systemClock } from '../../src/extension/node/systemClock.ts';
import { silentLog } from '../../src/extension/base/silentLog.ts';
import { createDiskWorkspace } from '../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../src/extension/node/search/walkSearch.ts';
import { trackEditors } from '../../src/extension/vscode/editor/editorTracker.ts';
import { makeTempFolder } from '../support/tempFolder.ts';

describe('trackEditors', () => {
  let root: string;
  let store: IdeContextStore;
  let tracker: vscode.Disposable;

  beforeEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    root = await makeTempFolder();
    for (const name of ['a.ts', 'b.ts', '.env']) await writeFile(join(root, name), 'one\ntwo\nthree\n');
    store = new IdeContextStore();
    const workspace = createDiskWorkspace({ roots: () => [{ name: 'ws', path: root }], search: walkSearch });
    tracker = trackEditors(store, workspace, systemClock, silentLog);
  });

  afterEach(async () => {
    tracker.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(root, { recursive: true, force: true });
  });

  const open = async (name: string): Promise<vscode.TextEditor> => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(join(root, name)));
    return vscode.window.showTextDocument(document, { preview: false });
  };
  /** Resolves when a snapshot matches. If no snapshot matches, the suite's time limit ends the test. */
  const waitFor = (matches: (snapshot: IdeSnapshot) => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (matches(store.current)) return resolve();
      const listener = store.onDidChange((snapshot) => {
        if (!matches(snapshot)) return;
        listener.dispose();
        resolve();
      });
    });

  it('reports the active file, its cursor and selection, and the other open files, latest first', async () => {
    await open('b.ts');
    const editor = await open('a.ts');
    await waitFor(({ activeFile, otherOpenFiles }) => activeFile?.path === 'a.ts' && otherOpenFiles.includes('b.ts'));
    editor.selection = new vscode.Selection(0, 1, 2, 2);
    await waitFor(({ activeFile }) => activeFile?.selectedText === 'ne\ntwo\nth');
    assert.deepEqual(store.current.activeFile?.cursor, { line: 3, character: 3 });
    assert.equal(store.current.selectedLines, 3);
  });

  it('drops closed files', async () => {
    await open('a.ts');
    await open('b.ts');
    await waitFor(({ openFiles }) => openFiles.length === 2);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await waitFor(({ activeFile, openFiles }) => activeFile?.path === 'a.ts' && openFiles.length === 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await waitFor(({ activeFile, openFiles }) => activeFile === null && openFiles.length === 0);
  });

  it('reports a secret file without its content', async () => {
    const editor = await open('.env');
    editor.selection = new vscode.Selection(0, 0, 1, 3);
    await waitFor(({ selectedLines }) => selectedLines === 2);
    assert.deepEqual(store.current.activeFile?.selectedText, '');
    assert.equal(store.current.nameOnly, true);
  });

  it('ignores an untitled editor', async () => {
    await open('a.ts');
    await waitFor(({ activeFile }) => activeFile?.path === 'a.ts');
    const untitled = await vscode.workspace.openTextDocument({ content: 'notes' });
    await vscode.window.showTextDocument(untitled, vscode.ViewColumn.Beside);
    const other = await open('b.ts');
    await waitFor(({ activeFile }) => activeFile?.path === 'b.ts');
    assert.equal(other.document.fileName.endsWith('b.ts'), true);
    assert.deepEqual(store.current.otherOpenFiles, ['a.ts']);
  });
});
