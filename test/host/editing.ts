import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Opens a file in an editor. */
export async function openInEditor(path: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  await vscode.window.showTextDocument(document);
  return document;
}

/** Inserts text at the beginning of a line, without saving. Lines count from 0. */
export async function insertInto(document: vscode.TextDocument, text: string, line = 0): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(line, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
  assert.ok(document.isDirty);
}
