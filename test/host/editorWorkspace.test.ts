import * as assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { WorkspaceError, type Workspace, type WriteResult } from '../../src/extension/ports/workspace.ts';
import { applyChanges, beginNothing } from '../../src/extension/speculate/apply.ts';
import { createOverlay } from '../../src/extension/speculate/overlay.ts';
import { contentHash } from '../../src/extension/text/contentHash.ts';
import { createDiskWorkspace } from '../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../src/extension/node/search/walkSearch.ts';
import { createEditorWorkspace } from '../../src/extension/vscode/editor/editorWorkspace.ts';
import { until } from '../support/until.ts';
import { makeTempFolder, putFile } from '../support/tempFolder.ts';
import { openInEditor, insertInto } from './editing.ts';

const signal = new AbortController().signal;

describe('createEditorWorkspace', () => {
  let root: string;
  let workspace: Workspace;

  beforeEach(async () => {
    root = await makeTempFolder();
    workspace = createEditorWorkspace(
      createDiskWorkspace({ roots: () => [{ name: 'ws', path: root }], search: walkSearch }),
    );
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await rm(root, { recursive: true, force: true });
  });

  const put = (name: string, content: string | Uint8Array): Promise<string> => putFile(root, name, content);
  const write = (path: string, text: string): Promise<WriteResult> =>
    workspace.write(path, new TextEncoder().encode(text), {}, signal);
  const read = async (path: string): Promise<string> =>
    Buffer.from((await workspace.read(path, signal)).bytes).toString('utf8');
  const kindOf = async (run: Promise<unknown>): Promise<string> =>
    run.then(
      () => 'done',
      (error: unknown) => (error instanceof WorkspaceError ? error.kind : String(error)),
    );

  it('reads the unsaved text of an editor, with its byte order mark', async () => {
    const path = await put('a.ts', '\ufeffold\r\n');
    await insertInto(await openInEditor(path), 'new ');
    const content = await workspace.read(path, signal);
    assert.equal(content.unsaved, true);
    assert.equal(Buffer.from(content.bytes).toString('utf8'), '\ufeffnew old\r\n');
  });

  it('reads the disk if the editor has no unsaved changes', async () => {
    const path = await put('a.ts', 'one\n');
    await openInEditor(path);
    assert.equal((await workspace.read(path, signal)).unsaved, false);
    assert.equal(await read(path), 'one\n');
  });

  it('writes an open file through its editor and saves it, so that undo restores the old text', async () => {
    const path = await put('a.ts', 'one\ntwo\nthree\n');
    const document = await openInEditor(path);
    await write(path, 'one\n2\nthree\n');
    assert.equal(await readFile(path, 'utf8'), 'one\n2\nthree\n');
    assert.equal(document.isDirty, false);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one\ntwo\nthree\n');
  });

  it('writes into an unsaved editor, keeps the user’s text and does not save', async () => {
    const path = await put('a.ts', 'one\ntwo\n');
    const document = await openInEditor(path);
    await insertInto(document, '// mine\n');
    await write(path, '// mine\none\n2\n');
    assert.equal(document.getText(), '// mine\none\n2\n');
    assert.equal(document.isDirty, true);
    assert.equal(await readFile(path, 'utf8'), 'one\ntwo\n');
  });

  it('keeps CRLF and the byte order mark of an open file', async () => {
    const path = await put('a.ts', '\ufeffone\r\ntwo\r\n');
    await openInEditor(path);
    await write(path, '\ufeffone\r\n2\r\n');
    assert.equal(await readFile(path, 'utf8'), '\ufeffone\r\n2\r\n');
  });

  it('keeps mixed line ends of an open file, which VS Code would unify on save', async () => {
    const path = await put('a.ts', 'one\r\ntwo\nthree\r\n');
    const document = await openInEditor(path);
    await write(path, 'one\r\n2\nthree\r\n');
    assert.equal(await readFile(path, 'utf8'), 'one\r\n2\nthree\r\n');
    await untilChanged(document, () => document.getText().includes('2'));
    assert.equal(document.isDirty, false);
    await write(path, 'one\r\n2\r\nthree\r\n');
    await write(path, 'one\r\ntwo\nthree\r\n');
    assert.equal(await readFile(path, 'utf8'), 'one\r\ntwo\nthree\r\n');
  });

  it('refuses to write the file of an unsaved notebook until the notebook is saved', async () => {
    const empty = `${JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 2 })}\n`;
    const path = await put('a.ipynb', empty);
    const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.file(path));
    await vscode.window.showNotebookDocument(notebook);
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, '1', 'python');
    const edit = new vscode.WorkspaceEdit();
    edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(0, [cell])]);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await assert.rejects(write(path, 'x'), /has unsaved changes in an editor that tools cannot read/);
    assert.equal(await kindOf(workspace.delete(path, {}, signal)), 'unsaved');
    assert.equal(await kindOf(workspace.rename(path, join(root, 'b.ipynb'), signal)), 'unsaved');
    assert.equal(await readFile(path, 'utf8'), empty);
    await notebook.save();
    assert.match(await read(path), /"1"/);
    await write(path, empty);
    assert.equal(await readFile(path, 'utf8'), empty);
  });

  it('refuses to write the file of an unsaved custom editor', async () => {
    const path = await put('a.points', 'one\n');
    await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(path), 'premove-tests.points');
    await until('the tab is dirty', () => vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty === true);
    await assert.rejects(write(path, 'two\n'), /has unsaved changes in an editor that tools cannot read/);
    assert.equal(await readFile(path, 'utf8'), 'one\n');
  });

  it('writes to disk if no editor has the file open', async () => {
    const path = join(root, 'new', 'b.ts');
    await write(path, 'b\n');
    assert.equal(await readFile(path, 'utf8'), 'b\n');
  });

  it('searches the text of an unsaved editor instead of its file', async () => {
    const path = await put('a.ts', 'needle\n');
    await put('b.ts', 'needle\n');
    const document = await openInEditor(path);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 0, 6), 'hay\nanother needle');
    await vscode.workspace.applyEdit(edit);
    const { matches } = await workspace.grep({ pattern: 'needle', caseSensitive: true, limit: 10 }, signal);
    assert.deepEqual(matches, [
      { path, line: 2, text: 'another needle' },
      { path: join(root, 'b.ts'), line: 1, text: 'needle' },
    ]);
  });

  it('does not delete a file with unsaved changes', async () => {
    const path = await put('a.ts', 'one\n');
    await insertInto(await openInEditor(path), 'mine ');
    assert.equal(await kindOf(workspace.delete(path, {}, signal)), 'unsaved');
    assert.equal(await readFile(path, 'utf8'), 'one\n');
  });

  it('does not delete an open file if the user types into it directly before the deletion', async () => {
    const path = await put('a.ts', 'one\n');
    const document = await openInEditor(path);
    const disk = createDiskWorkspace({ roots: () => [{ name: 'ws', path: root }], search: walkSearch });
    const disturbed = createEditorWorkspace({
      ...disk,
      async delete(deleted, options, deleteSignal) {
        await insertInto(document, 'mine ');
        return disk.delete(deleted, options, deleteSignal);
      },
    });
    const expected = contentHash(Buffer.from('one\n'));
    assert.equal(await kindOf(disturbed.delete(path, { expected }, signal)), 'changed');
    assert.equal(await kindOf(disturbed.delete(path, {}, signal)), 'unsaved');
    assert.equal(await readFile(path, 'utf8'), 'one\n');
  });

  it('moves an open file with its unsaved text, and never onto another file', async () => {
    const path = await put('a.ts', 'one\n');
    const taken = await put('taken.ts', 'two\n');
    await insertInto(await openInEditor(path), 'mine ');
    assert.equal(await kindOf(workspace.rename(path, taken, signal)), 'exists');
    await workspace.rename(path, join(root, 'b.ts'), signal);
    assert.equal(await read(join(root, 'b.ts')), 'mine one\n');
    assert.equal(await kindOf(workspace.read(path, signal)), 'not-found');
  });

  describe('if VS Code formats a file on save', () => {
    const text = { languageId: 'plaintext' };
    let formatter: vscode.Disposable;

    const formatOnSave = (value: boolean | undefined): Thenable<void> =>
      vscode.workspace.getConfiguration('editor', text).update('formatOnSave', value, true, true);

    beforeEach(async () => {
      formatter = vscode.languages.registerDocumentFormattingEditProvider(
        { language: text.languageId },
        { provideDocumentFormattingEdits: () => [vscode.TextEdit.insert(new vscode.Position(0, 0), '# formatted\n')] },
      );
      await formatOnSave(true);
    });

    afterEach(async () => {
      await formatOnSave(undefined);
      formatter.dispose();
    });

    it('returns the formatted bytes after a write', async () => {
      const path = await put('a.txt', 'one\n');
      await openInEditor(path);
      const { bytes } = await write(path, 'two\n');
      assert.equal(await readFile(path, 'utf8'), '# formatted\ntwo\n');
      assert.equal(contentHash(bytes), contentHash(await readFile(path)));
    });

    it('writes exact bytes without the formatter, and the editor shows them', async () => {
      const path = await put('a.txt', 'one\n');
      const document = await openInEditor(path);
      await write(path, 'two\n');
      await workspace.write(path, new TextEncoder().encode('one\n'), { exact: true }, signal);
      assert.equal(await readFile(path, 'utf8'), 'one\n');
      await untilChanged(document, () => document.getText() === 'one\n');
      assert.equal(document.isDirty, false);
    });

    it('writes to disk, without the formatter, if only a multi-file diff shows the file', async () => {
      const [path, other] = [await put('a.txt', 'one\n'), await put('b.txt', 'two\n')];
      const [uri, modified] = [vscode.Uri.file(path), vscode.Uri.file(other)];
      await vscode.commands.executeCommand('vscode.changes', 'Premove: two', [[uri, uri, modified]]);
      await until('the diff loads the file', () =>
        vscode.workspace.textDocuments.some((document) => document.uri.fsPath === uri.fsPath),
      );
      await write(path, 'two\n');
      assert.equal(await readFile(path, 'utf8'), 'two\n');
    });

    it('does not write over text that is typed after the last comparison', async () => {
      const path = await put('a.txt', 'one\n');
      const document = await openInEditor(path);
      const disk = createDiskWorkspace({ roots: () => [{ name: 'ws', path: root }], search: walkSearch });
      let isTyped = false;
      const typing = createEditorWorkspace({
        ...disk,
        // The write reads the file once to choose between editor and disk, and once to compare the content.
        async read(read, readSignal) {
          const content = await disk.read(read, readSignal);
          if (isTyped) await insertInto(document, 'typed ');
          isTyped = true;
          return content;
        },
      });
      const options = { expected: contentHash(Buffer.from('one\n')) };
      assert.equal(await kindOf(typing.write(path, Buffer.from('two\n'), options, signal)), 'changed');
      assert.deepEqual([document.getText(), await readFile(path, 'utf8')], ['typed one\n', 'one\n']);
      await document.save();
      assert.equal(await kindOf(workspace.write(path, Buffer.from('two\n'), options, signal)), 'changed');
    });

    it('restores a formatted file if applying fails at the next file', async () => {
      const paths = [await put('a.txt', 'one\n'), await put('b.txt', 'one\n')];
      await openInEditor(paths[0] ?? '');
      const overlay = createOverlay(workspace);
      for (const path of paths) await overlay.write(path, new TextEncoder().encode('two\n'), {}, signal);
      const error = new WorkspaceError('no-space', paths[1] ?? '', 'b.txt cannot be written: the disk is full.');
      const failing: Workspace = {
        ...workspace,
        write: (path, bytes, options, writeSignal) =>
          path === paths[1] ? Promise.reject(error) : workspace.write(path, bytes, options, writeSignal),
      };
      const result = await applyChanges(overlay.changes(), failing, beginNothing, signal);
      assert.deepEqual(result, { kind: 'failed', message: 'The disk is full.', errors: [error], restored: true });
      for (const path of paths) assert.equal(await readFile(path, 'utf8'), 'one\n');
    });
  });
});

async function untilChanged(document: vscode.TextDocument, isReached: () => boolean): Promise<void> {
  if (isReached()) return;
  await new Promise<void>((resolve) => {
    const subscription = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document !== document || !isReached()) return;
      subscription.dispose();
      resolve();
    });
  });
}
