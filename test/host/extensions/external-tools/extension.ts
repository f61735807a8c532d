import * as vscode from 'vscode';

/** Lends a tool the way another extension would. */
export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.lm.registerTool<{ readonly text: string }>('premove-tests_shout', {
      invoke: ({ input }) =>
        new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(input.text.toUpperCase())]),
    }),
  );
}
