import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { toFileName } from '../../chat/conversation/export/exportName.ts';
import type { Notify } from '../notifications.ts';

export type ExportFormat = 'markdown' | 'json';

export interface ExportDialogOptions {
  /** The chat's title, from which the default name of the file is made. */
  readonly title: string;
  render(format: ExportFormat): string;
  readonly notify: Notify;
}

/** Asks for a file and writes it: as JSON if its name ends in `.json`, otherwise as Markdown. */
export async function exportToFile(options: ExportDialogOptions): Promise<void> {
  const { title, render, notify } = options;
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
    const message = vscode.l10n.t('Couldn’t export the chat to {0}: {1}', target.fsPath, why);
    notify('error', message, { label: vscode.l10n.t('Choose Another Location'), run: () => exportToFile(options) });
    return;
  }
  const message = vscode.l10n.t('The chat was exported to {0}.', vscode.workspace.asRelativePath(target));
  const open = async (): Promise<void> => void (await vscode.window.showTextDocument(target));
  notify('info', message, { label: vscode.l10n.t('Open'), run: open });
}
