import * as vscode from 'vscode';
import type { ProjectRuleOffer } from '../../approval/rules/projectRules.ts';

/** Lets the user pick rules; none is picked at first. Resolves to their texts; undefined if the user cancels. */
export async function pickRules(offers: readonly ProjectRuleOffer[]): Promise<readonly string[] | undefined> {
  const items = offers.flatMap(({ rule, command, script, source }, index): RuleItem[] => [
    ...(source === offers[index - 1]?.source
      ? []
      : [{ label: source, kind: vscode.QuickPickItemKind.Separator, rule: '' }]),
    { label: command, ...(script !== '' && { detail: script }), rule },
  ]);
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Allow Commands Without a Question'),
    placeHolder: vscode.l10n.t(
      'Allows each command exactly as shown, in all your workspaces, whatever its script does later',
    ),
    canPickMany: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return picked?.map(({ rule }) => rule);
}

interface RuleItem extends vscode.QuickPickItem {
  readonly rule: string;
}
