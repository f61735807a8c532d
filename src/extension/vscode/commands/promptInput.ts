import * as vscode from 'vscode';
import type { PromptInputQuestions } from '../../panel/promptFileCommands.ts';

/**
 * Asks for the values of a prompt file; undefined if the user cancels. One box serves all questions, because VS Code
 * moves the focus when a box closes.
 */
export function askPromptInputs({
  command,
  file,
  inputs,
}: PromptInputQuestions): Promise<readonly string[] | undefined> {
  const box = vscode.window.createInputBox();
  box.title = `${command} (${file})`;
  box.totalSteps = inputs.length > 1 ? inputs.length : undefined;
  box.ignoreFocusOut = true;
  const values: string[] = [];
  const ask = (): void => {
    const input = inputs[values.length];
    box.step = inputs.length > 1 ? values.length + 1 : undefined;
    box.prompt = vscode.l10n.t('Value for “{0}”. Leave the field empty to insert nothing.', input?.name ?? '');
    box.placeholder = input?.placeholder || undefined;
    box.value = '';
  };
  return new Promise<readonly string[] | undefined>((resolve) => {
    box.onDidAccept(() => {
      values.push(box.value);
      if (values.length < inputs.length) return ask();
      resolve(values);
      box.hide();
    });
    // No effect after the last value: the promise is already resolved.
    box.onDidHide(() => resolve(undefined));
    ask();
    box.show();
  }).finally(() => box.dispose());
}
