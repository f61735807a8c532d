import * as vscode from 'vscode';

/** A custom editor with a document of its own, like an image editor. It marks each file as changed on opening. */
export function activate(context: vscode.ExtensionContext): void {
  const changed = new vscode.EventEmitter<vscode.CustomDocumentContentChangeEvent>();
  const provider: vscode.CustomEditorProvider = {
    onDidChangeCustomDocument: changed.event,
    openCustomDocument: (uri) => ({ uri, dispose: () => {} }),
    resolveCustomEditor: (document) => changed.fire({ document }),
    saveCustomDocument: ({ uri }) => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('its own\n')),
    saveCustomDocumentAs: () => Promise.resolve(),
    revertCustomDocument: () => Promise.resolve(),
    backupCustomDocument: (_document, { destination }) =>
      Promise.resolve({ id: destination.toString(), delete: () => {} }),
  };
  context.subscriptions.push(changed, vscode.window.registerCustomEditorProvider('premove-tests.points', provider));
}
