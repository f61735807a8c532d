// @ts-check
/** `npm start` installs this extension beside Premove, because VS Code's command line can open files but not views. */
import * as vscode from 'vscode';

export async function activate() {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const isEmpty = vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
  if (folder && isEmpty) {
    const file = vscode.Uri.joinPath(folder.uri, 'src', 'greet.ts');
    await vscode.commands.executeCommand('vscode.open', file, { preserveFocus: true });
  }
  await vscode.commands.executeCommand('premove.focusChat');
}
