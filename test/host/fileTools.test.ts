import * as assert from 'node:assert/strict';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Workspace } from '../../src/extension/ports/workspace.ts';
import { createDiskWorkspace } from '../../src/extension/node/diskWorkspace.ts';
import { deleteFileTool } from '../../src/extension/tools/builtin/deleteFile.ts';
import { editTool } from '../../src/extension/tools/builtin/edit.ts';
import { globTool } from '../../src/extension/tools/builtin/globTool.ts';
import { grepTool } from '../../src/extension/tools/builtin/grep.ts';
import { listDirectoryTool } from '../../src/extension/tools/builtin/listDirectory.ts';
import { createLocalSearch } from '../../src/extension/node/search/localSearch.ts';
import { moveFileTool } from '../../src/extension/tools/builtin/moveFile.ts';
import { readFileTool } from '../../src/extension/tools/builtin/readFile.ts';
import type { Tool } from '../../src/extension/tools/tool.ts';
import { writeFileTool } from '../../src/extension/tools/builtin/writeFile.ts';
import { createEditorWorkspace } from '../../src/extension/vscode/editor/editorWorkspace.ts';
import { searchExcludes } from '../../src/extension/vscode/editor/windowWorkspace.ts';
import { createToolHarness, outcomeText, type ToolHarness } from '../support/toolHarness.ts';
import { makeTempFolder, putFile } from '../support/tempFolder.ts';
import { openInEditor, insertInto } from './editing.ts';

describe('file tools in VS Code', () => {
  let folder: string;
  let workspace: Workspace;
  let harness: ToolHarness;

  beforeEach(async () => {
    folder = await makeTempFolder();
    const roots = ['app', 'lib'].map((name) => ({ name, path: join(folder, name) }));
    for (const { path } of roots) await mkdir(path);
    const search = createLocalSearch(vscode.env.appRoot);
    workspace = createEditorWorkspace(createDiskWorkspace({ roots: () => roots, excludes: searchExcludes, search }));
    harness = createToolHarness(workspace);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await rm(folder, { recursive: true, force: true });
  });

  const put = (name: string, content: string | Uint8Array): Promise<string> => putFile(folder, name, content);
  const run = async <Input>(tool: Tool<Input>, input: Input): Promise<string> =>
    outcomeText(await harness.run(tool, input));

  const openPaths = (): string[] =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.fsPath] : [])),
    );

  it('read, list, find and search files in both roots, by display names', async () => {
    await put('app/src/a.ts', 'needle\n');
    await put('lib/src/b.ts', 'a\nneedle\nb\n');
    assert.match(await run(listDirectoryTool, { path: '.' }), /app\/ .*\nlib\/ /);
    assert.equal(await run(listDirectoryTool, { path: 'lib' }), 'src/');
    assert.equal(await run(readFileTool, { file_path: 'lib/src/b.ts' }), '1\ta\n2\tneedle\n3\tb');
    assert.equal(await run(globTool, { pattern: '*.ts' }), 'app/src/a.ts\nlib/src/b.ts');
    assert.equal(
      await run(grepTool, { pattern: 'NEEDLE', context: 1 }),
      'app/src/a.ts\n1: needle\nlib/src/b.ts\n1- a\n2: needle\n3- b',
    );
  });

  it('apply .gitignore files, nested ones too, and files.exclude and search.exclude to searches', async () => {
    const names = ['seen.ts', 'ignored.ts', 'sub/local.ts', 'hidden.gen.ts', 'out/built.ts'];
    for (const name of names) await put(`app/${name}`, 'needle\n');
    await put('app/.gitignore', 'ignored.ts\n');
    await put('app/sub/.gitignore', 'local.ts\n');
    const set = async (section: string, value: object | undefined): Promise<void> =>
      vscode.workspace.getConfiguration(section).update('exclude', value, vscode.ConfigurationTarget.Global);
    await set('files', { '**/*.gen.ts': true });
    await set('search', { out: true });
    try {
      assert.equal(await run(globTool, { pattern: '*.ts' }), 'app/seen.ts');
      assert.equal(await run(grepTool, { pattern: 'needle' }), 'app/seen.ts\n1: needle');
      assert.equal(await run(globTool, { pattern: '*.ts', path: 'app/out' }), 'app/out/built.ts');
    } finally {
      await set('files', undefined);
      await set('search', undefined);
    }
  });

  it('delete an open file and close its editor, unless it has unsaved changes', async () => {
    const path = await put('app/a.ts', 'one\n');
    const document = await openInEditor(path);
    await insertInto(document, 'mine ');
    assert.match(await run(deleteFileTool, { file_path: 'app/a.ts' }), /unsaved changes in an editor/);
    assert.equal(await readFile(path, 'utf8'), 'one\n');
    await document.save();
    await run(readFileTool, { file_path: 'app/a.ts' });
    assert.equal(await run(deleteFileTool, { file_path: 'app/a.ts' }), 'Deleted app/a.ts (−1 lines).');
    assert.deepEqual(openPaths(), []);
  });

  it('move an open file with its editor and its unsaved text', async () => {
    const path = await put('app/a.ts', 'one\n');
    await insertInto(await openInEditor(path), 'mine ');
    const input = { file_path: 'app/a.ts', new_path: 'lib/new/b.ts' };
    assert.equal(await run(moveFileTool, input), 'Moved app/a.ts to lib/new/b.ts.');
    const moved = join(folder, 'lib/new/b.ts');
    assert.deepEqual(openPaths(), [moved]);
    assert.equal(await readFile(moved, 'utf8'), 'one\n');
    assert.match(await run(readFileTool, { file_path: 'lib/new/b.ts' }), /^\[This is the unsaved text.*\n1\tmine one$/);
  });

  it('create a file, and overwrite an open file so that undo restores the old text', async () => {
    assert.equal(
      await run(writeFileTool, { file_path: 'app/new/a.ts', content: 'one\n' }),
      'Created app/new/a.ts (+1 −0 lines).',
    );
    const path = join(folder, 'app/new/a.ts');
    const document = await openInEditor(path);
    await run(writeFileTool, { file_path: 'app/new/a.ts', content: 'two\n' });
    assert.equal(await readFile(path, 'utf8'), 'two\n');
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one\n');
  });

  it('edit an open file so that undo reverts the edit, and keep its line ends and byte order mark', async () => {
    const path = await put('app/a.ts', '\ufeffone\r\ntwo\r\n');
    const document = await openInEditor(path);
    const edit = { file_path: 'app/a.ts', old_string: 'one\ntwo', new_string: 'one\n1.5\ntwo' };
    assert.equal(await run(editTool, edit), 'Edited app/a.ts at line 1 (+1 −0 lines).');
    assert.equal(await readFile(path, 'utf8'), '\ufeffone\r\n1.5\r\ntwo\r\n');
    assert.equal(document.isDirty, false);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one\r\ntwo\r\n');
  });

  it('read and edit the unsaved text of an open editor, and mention that in the result', async () => {
    const path = await put('app/a.ts', 'one\n');
    const document = await openInEditor(path);
    await insertInto(document, 'mine\n');
    assert.match(
      await run(readFileTool, { file_path: 'app/a.ts' }),
      /unsaved text of an open editor.*\n1\tmine\n2\tone/,
    );
    const edit = { file_path: 'app/a.ts', old_string: 'one', new_string: 'two' };
    assert.match(await run(editTool, edit), /^Edited .* unsaved changes in an editor/);
    assert.equal(document.getText(), 'mine\ntwo\n');
    assert.equal(document.isDirty, true);
    assert.equal(await readFile(path, 'utf8'), 'one\n');
  });

  it('refuse an edit if the user has typed since the read, and show the changes', async () => {
    const document = await openInEditor(await put('app/a.ts', 'one\n'));
    await run(readFileTool, { file_path: 'app/a.ts' });
    await insertInto(document, 'mine\n');
    const edit = { file_path: 'app/a.ts', old_string: 'one', new_string: 'two' };
    assert.match(await run(editTool, edit), /nothing was changed\. What changed:\n@@ .*\n\+mine\n one\n/);
    assert.equal(document.getText(), 'mine\none\n');
    assert.match(await run(editTool, edit), /^Edited/);
  });

  it('read a file outside the roots only if its path was admitted, and then with its unsaved text', async () => {
    const path = (await put('beyond/a.ts', 'one\n')).replaceAll('\\', '/');
    assert.match(await run(readFileTool, { file_path: path }), /outside the workspace/);
    const document = await openInEditor(path);
    await insertInto(document, 'mine ');
    const admitted = workspace.admit?.([path]) ?? workspace;
    assert.match(outcomeText(await createToolHarness(admitted).run(readFileTool, { file_path: path })), /1\tmine one/);
  });

  describe('if files.encoding is not UTF-8', () => {
    const setEncoding = (encoding: string | undefined): Thenable<void> =>
      vscode.workspace.getConfiguration('files').update('encoding', encoding, vscode.ConfigurationTarget.Global);
    const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

    beforeEach(() => setEncoding('windows1252'));
    afterEach(() => setEncoding(undefined));

    const edit = (from: string, to: string): { file_path: string; old_string: string; new_string: string } => ({
      file_path: 'app/a.txt',
      old_string: from,
      new_string: to,
    });

    it('read and edit a file in its encoding, and restore its exact bytes', async () => {
      const path = await put('app/a.txt', latin('caf\xe9\r\nna\xefve\r\n'));
      assert.equal(await run(readFileTool, { file_path: 'app/a.txt' }), '1\tcafé\n2\tnaïve');
      assert.match(await run(editTool, edit('naïve', 'naïf à')), /^Edited/);
      assert.deepEqual(await readFile(path), latin('caf\xe9\r\nna\xeff \xe0\r\n'));
      assert.match(await run(editTool, edit('naïf à', 'naïve')), /^Edited/);
      assert.deepEqual(await readFile(path), latin('caf\xe9\r\nna\xefve\r\n'));
    });

    it('edit an open file in its encoding', async () => {
      const path = await put('app/a.txt', latin('caf\xe9\n'));
      const document = await openInEditor(path);
      assert.match(await run(editTool, edit('café', 'cafés')), /^Edited/);
      assert.deepEqual(await readFile(path), latin('caf\xe9s\n'));
      assert.equal(document.isDirty, false);
    });

    it('refuse characters that the encoding does not have', async () => {
      const path = await put('app/a.txt', latin('caf\xe9\n'));
      const write = run(editTool, edit('café', '咖啡'));
      await assert.rejects(write, /lacks some of these characters/);
      await openInEditor(path);
      await assert.rejects(run(editTool, edit('café', '咖啡')), /lacks some of these characters/);
      assert.deepEqual(await readFile(path), latin('caf\xe9\n'));
    });

    it('keep a UTF-8 file in UTF-8, and give new files the configured encoding', async () => {
      const path = await put('app/a.txt', 'café\n');
      await run(editTool, edit('café', 'thé'));
      assert.equal(await readFile(path, 'utf8'), 'thé\n');
      await run(writeFileTool, { file_path: 'app/b.txt', content: 'th\u00e9\n' });
      assert.deepEqual(await readFile(join(folder, 'app/b.txt')), latin('th\xe9\n'));
    });
  });
});
