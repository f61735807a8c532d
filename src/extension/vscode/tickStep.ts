import * as vscode from 'vscode';

/** Get Started looks only when a key changes, and one that was set before the page was opened does not. */
export async function tickStep(key: string): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, false);
  await vscode.commands.executeCommand('setContext', key, true);
}
