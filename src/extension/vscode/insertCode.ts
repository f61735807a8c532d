import * as vscode from 'vscode';

/** Puts text in place of each selection of the active editor, as one step to undo. Nothing takes the focus. */
export async function insertCode(text: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return offerNewFile(text);
  const done = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  if (!done) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('The code could not be inserted: this editor cannot be changed.'),
    );
  }
}

async function offerNewFile(content: string): Promise<void> {
  const create = vscode.l10n.t('New File');
  const message = vscode.l10n.t('Open the file that the code should go into, or start a new one with it.');
  if ((await vscode.window.showInformationMessage(message, create)) !== create) return;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
}
