import * as vscode from 'vscode';
import type { Notify } from '../notifications.ts';

/** Replaces each selection of the active editor by the text, as one undo step. Does not take the focus. */
export async function insertCode(text: string, notify: Notify): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return offerNewFile(text, notify);
  const done = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  if (!done) notify('error', vscode.l10n.t('The code could not be inserted: this editor cannot be changed.'));
}

function offerNewFile(content: string, notify: Notify): void {
  const message = vscode.l10n.t('Open the file that the code should go into, or start a new one with it.');
  const create = async (): Promise<void> => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
  };
  notify('info', message, { label: vscode.l10n.t('New File'), run: create });
}
