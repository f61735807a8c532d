import * as vscode from 'vscode';

/** Registers a tool, as any other extension may. */
export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.lm.registerTool<{ readonly text: string }>('premove-tests_shout', {
      invoke: ({ input }) =>
        new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(input.text.toUpperCase())]),
    }),
  );
}
