import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { toFileName } from '../chat/exportName.ts';

export type ExportFormat = 'markdown' | 'json';

export interface ExportDialogOptions {
  /** The chat's title: what the file is called unless the user says otherwise. */
  readonly title: string;
  /** The file's text. */
  render(format: ExportFormat): string;
}

/** Asks where to, and writes: as JSON where the file is called so, else as Markdown. */
export async function exportToFile({ title, render }: ExportDialogOptions): Promise<void> {
  const [root] = vscode.workspace.workspaceFolders ?? [];
  const folder = root?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Chat'),
    saveLabel: vscode.l10n.t('Export'),
    defaultUri: vscode.Uri.joinPath(folder, `${toFileName(title)}.md`),
    filters: { [vscode.l10n.t('Markdown')]: ['md'], [vscode.l10n.t('JSON')]: ['json'] },
  });
  if (!target) return;
  const text = render(/\.json$/i.test(target.path) ? 'json' : 'markdown');
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const again = vscode.l10n.t('Choose Another Place');
    const message = vscode.l10n.t('The chat could not be written to {0}: {1}', target.fsPath, why);
    if ((await vscode.window.showErrorMessage(message, again)) === again) await exportToFile({ title, render });
    return;
  }
  const show = vscode.l10n.t('Open');
  const message = vscode.l10n.t('The chat was exported to {0}.', vscode.workspace.asRelativePath(target));
  if ((await vscode.window.showInformationMessage(message, show)) === show) {
    await vscode.window.showTextDocument(target);
  }
}
