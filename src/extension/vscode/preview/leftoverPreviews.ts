import * as vscode from 'vscode';
import { earlierScheme, overlayScheme } from '../contributions.ts';
import type { Notify } from '../notifications.ts';
import { isDiffTitle } from './diffTitles.ts';
import { toPath } from './overlayFileSystem.ts';
import { allTabs, closeTabs, hasUri, isMultiDiff, urisOf } from './tabs.ts';

/**
 * Closes the previews that a reload restored without their contents. A tab with the user's text stays, with a
 * notification. Call once, before any preview is shown.
 */
export async function closeLeftoverPreviews(
  notify: Notify,
  schemes: readonly string[] = [overlayScheme, earlierScheme],
): Promise<void> {
  const isLeftover = ({ scheme }: vscode.Uri): boolean => schemes.includes(scheme);
  const hasText = (tab: vscode.Tab): boolean => tab.isDirty && tab.input instanceof vscode.TabInputText;
  await closeTabs((tab) => (hasUri(tab, isLeftover) && !hasText(tab)) || (isMultiDiff(tab) && isDiffTitle(tab.label)));
  for (const tab of allTabs().filter(hasText)) {
    const uri = urisOf(tab.input).find(isLeftover);
    if (!uri) continue;
    const file = vscode.Uri.file(toPath(uri));
    notify(
      'warning',
      vscode.l10n.t(
        'The preview of {0} ended when VS Code reloaded. Your text is still in its tab: copy it, or discard it.',
        tab.label,
      ),
      {
        label: vscode.l10n.t('Compare with File'),
        run: () => vscode.commands.executeCommand('vscode.diff', file, uri, tab.label),
      },
      {
        label: vscode.l10n.t('Discard'),
        run: async () => {
          await vscode.window.showTextDocument(uri);
          await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
        },
      },
    );
  }
}
