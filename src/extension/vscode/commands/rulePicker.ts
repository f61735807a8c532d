import * as vscode from 'vscode';
import { toScriptRow, type ProjectRuleOffer } from '../../approval/rules/projectRules.ts';
import { projectRuleTexts } from '../../base/texts/commandTexts.ts';

/** Resolves to the picked rules; undefined if the user cancels. */
export function pickRules(offers: readonly ProjectRuleOffer[]): Promise<readonly string[] | undefined> {
  const picker = vscode.window.createQuickPick<RuleItem>();
  picker.items = offers.flatMap(({ rule, command, script, source }, index): RuleItem[] => [
    ...(source === offers[index - 1]?.source
      ? []
      : [{ label: source, kind: vscode.QuickPickItemKind.Separator, rule: '' }]),
    { label: command, ...(script !== '' && { detail: toDetail(script) }), rule },
  ]);
  picker.canSelectMany = true;
  picker.matchOnDetail = true;
  picker.ignoreFocusOut = true;
  showWarning(picker);
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems.map(({ rule }) => rule));
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

function toDetail(script: string): string {
  const { text, isCut } = toScriptRow(script);
  return isCut ? projectRuleTexts.cut(text) : text;
}

/** Shows the warning in a place where it stays while the user types. `prompt` exists since VS Code 1.108. */
function showWarning(picker: vscode.QuickPick<RuleItem> & { prompt?: string | undefined }): void {
  const warning = vscode.l10n.t(
    'From now on, each selected command runs without asking, even if its script changes later.',
  );
  const hasPrompt = 'prompt' in picker;
  picker.title = hasPrompt ? vscode.l10n.t('Allow Commands Without Asking') : warning;
  if (hasPrompt) picker.prompt = warning;
}

interface RuleItem extends vscode.QuickPickItem {
  readonly rule: string;
}
