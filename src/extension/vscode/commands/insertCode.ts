import * as vscode from 'vscode';
import type { Notify } from '../notifications.ts';

/** Replaces each selection of the active editor, as one undo step. Does not take the focus. */
export async function insertCode(text: string, notify: Notify): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return offerNewFile(text, notify);
  const done = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  if (!done) notify('error', vscode.l10n.t('Couldn’t insert the code. The editor may be read-only.'));
}

function offerNewFile(content: string, notify: Notify): void {
  const message = vscode.l10n.t('Open a file to insert the code into, or create a file with it.');
  const create = async (): Promise<void> => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
  };
  notify('info', message, { label: vscode.l10n.t('New File'), run: create });
}
