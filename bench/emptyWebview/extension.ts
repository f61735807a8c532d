import * as vscode from 'vscode';

/**
 * The minimum for a webview view with React: the host provides the page, and tells the page whether the view is shown.
 * VS Code keeps the hidden page, as it does with Premove's.
 */
export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider(
      'emptyWebview.view',
      {
        resolveWebviewView(view) {
          const { webview } = view;
          view.onDidChangeVisibility(() => void webview.postMessage({ kind: 'visibility', shown: view.visible }));
          const root = vscode.Uri.joinPath(context.extensionUri, 'dist');
          webview.options = { enableScripts: true, localResourceRoots: [root] };
          const script = webview.asWebviewUri(vscode.Uri.joinPath(root, 'view.js')).toString();
          webview.html = `<!DOCTYPE html>
<html lang="en">
<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${webview.cspSource}"></head>
<body><div id="root"></div><script type="module" src="${script}"></script></body>
</html>`;
        },
      },
      { webviewOptions: { retainContextWhenHidden: true } },
    ),
  );
}
