import * as vscode from 'vscode';
import type { PromptInputQuestion } from '../../panel/promptFileCommands.ts';

/** Asks for a value that a prompt file needs; undefined if the user cancels. */
export async function askPromptInput({ command, name, placeholder }: PromptInputQuestion): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: command,
    prompt: name,
    ...(placeholder !== '' && { placeHolder: placeholder }),
    ignoreFocusOut: true,
  });
}
