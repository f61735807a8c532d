import * as vscode from 'vscode';

/**
 * Shows a file in an editor, at a 1-based line if one is given. Takes the focus, so call only on the user's own click.
 */
export async function openFile(uri: vscode.Uri, line: number | null): Promise<void> {
  if (line === null) {
    // Images and similar files have their own editors.
    await vscode.commands.executeCommand('vscode.open', uri);
    return;
  }
  const at = new vscode.Position(Math.max(line - 1, 0), 0);
  const selection = new vscode.Range(at, at);
  await vscode.commands.executeCommand('vscode.open', uri, { selection } satisfies vscode.TextDocumentShowOptions);
}
