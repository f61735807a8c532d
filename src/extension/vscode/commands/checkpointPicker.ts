import * as vscode from 'vscode';
import { toDisplayText } from '../../../shared/displayText.ts';
import type { CheckpointChoice } from '../../panel/commands/slashCommand.ts';

/** Resolves to the message's id; undefined if the user cancels. */
export async function pickCheckpoint(choices: readonly CheckpointChoice[]): Promise<string | undefined> {
  const items = choices.map(({ id, prompt, at }) => ({
    label: toDisplayText(prompt) || vscode.l10n.t('A message without text'),
    description: new Date(at).toLocaleString(),
    id,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Go Back to a Message'),
    placeHolder: vscode.l10n.t('Select a message; Premove then shows what would be restored'),
  });
  return picked?.id;
}
