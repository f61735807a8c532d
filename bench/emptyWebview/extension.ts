import * as vscode from 'vscode';

/** The minimum for a webview view with React: the host only provides the page, and no messages are exchanged. */
export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider('emptyWebview.view', {
      resolveWebviewView({ webview }) {
        const root = vscode.Uri.joinPath(context.extensionUri, 'dist');
        webview.options = { enableScripts: true, localResourceRoots: [root] };
        const script = webview.asWebviewUri(vscode.Uri.joinPath(root, 'view.js')).toString();
        webview.html = `<!DOCTYPE html>
<html lang="en">
<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${webview.cspSource}"></head>
<body><div id="root"></div><script type="module" src="${script}"></script></body>
</html>`;
      },
    }),
  );
}
