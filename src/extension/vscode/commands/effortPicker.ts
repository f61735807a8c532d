import * as vscode from 'vscode';
import type { EffortQuestion } from '../../panel/composerMenu.ts';

/** Resolves to null for the model's default, and to undefined if the user cancels. */
export async function pickEffort({
  model,
  choices,
  chosen,
  costsCache,
}: EffortQuestion): Promise<string | null | undefined> {
  const current = vscode.l10n.t('current');
  const items = [null, ...choices].map((effort) => ({
    label: effort ?? vscode.l10n.t('default'),
    ...(effort === chosen && { description: current }),
    effort,
  }));
  const cost = vscode.l10n.t(
    'After a change, the next message reads the whole chat at the full price, because the cache cannot be used.',
  );
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Thinking Effort: {0}', model),
    placeHolder: costsCache ? cost : vscode.l10n.t('More effort can improve answers, and costs more time and money'),
  });
  return picked?.effort;
}
