import * as vscode from 'vscode';

/**
 * Shows a file in its editor, at a 1-based line if one is given. Uses `vscode.open`, because images and similar files
 * have editors of their own. Takes the focus, so call this only when the user asks for the file.
 */
export async function openFile(uri: vscode.Uri, line: number | null): Promise<void> {
  if (line === null) {
    await vscode.commands.executeCommand('vscode.open', uri);
    return;
  }
  const at = new vscode.Position(Math.max(line - 1, 0), 0);
  const selection = new vscode.Range(at, at);
  await vscode.commands.executeCommand('vscode.open', uri, { selection } satisfies vscode.TextDocumentShowOptions);
}
