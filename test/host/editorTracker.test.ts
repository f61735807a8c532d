import * as assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { IdeSnapshot } from '../../src/extension/chat/context/ideContext.ts';
import { IdeContextStore } from '../../src/extension/chat/context/ideContextFeed.ts';
import { systemClock } from '../../src/extension/node/systemClock.ts';
import { silentLog } from '../../src/extension/ports/log.ts';
import { createDiskWorkspace } from '../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../src/extension/node/search/walkSearch.ts';
import { trackEditors } from '../../src/extension/vscode/editor/editorTracker.ts';
import { makeTempFolder } from '../support/tempFolder.ts';

describe('Following the editors', () => {
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
  /** Resolves when the tracker has seen it; the suite's own limit ends it where it never does. */
  const seen = (is: (snapshot: IdeSnapshot) => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (is(store.current)) return resolve();
      const listener = store.onDidChange((snapshot) => {
        if (!is(snapshot)) return;
        listener.dispose();
        resolve();
      });
    });

  it('sees the active file, its cursor and selection, and the other open ones, the last used first', async () => {
    await open('b.ts');
    const editor = await open('a.ts');
    await seen(({ activeFile, otherOpenFiles }) => activeFile?.path === 'a.ts' && otherOpenFiles.includes('b.ts'));
    editor.selection = new vscode.Selection(0, 1, 2, 2);
    await seen(({ activeFile }) => activeFile?.selectedText === 'ne\ntwo\nth');
    assert.deepEqual(store.current.activeFile?.cursor, { line: 3, character: 3 });
    assert.equal(store.current.selectedLines, 3);
  });

  it('sees what is closed', async () => {
    await open('a.ts');
    await open('b.ts');
    await seen(({ openFiles }) => openFiles.length === 2);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await seen(({ activeFile, openFiles }) => activeFile?.path === 'a.ts' && openFiles.length === 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await seen(({ activeFile, openFiles }) => activeFile === null && openFiles.length === 0);
  });

  it('keeps the content of a secret file to itself', async () => {
    const editor = await open('.env');
    editor.selection = new vscode.Selection(0, 0, 1, 3);
    await seen(({ selectedLines }) => selectedLines === 2);
    assert.deepEqual(store.current.activeFile?.selectedText, '');
    assert.equal(store.current.nameOnly, true);
  });

  it('stays with the file when something that is none comes to the front', async () => {
    await open('a.ts');
    await seen(({ activeFile }) => activeFile?.path === 'a.ts');
    const untitled = await vscode.workspace.openTextDocument({ content: 'notes' });
    await vscode.window.showTextDocument(untitled, vscode.ViewColumn.Beside);
    const other = await open('b.ts');
    await seen(({ activeFile }) => activeFile?.path === 'b.ts');
    assert.equal(other.document.fileName.endsWith('b.ts'), true);
    assert.deepEqual(store.current.otherOpenFiles, ['a.ts']);
  });
});
