import { basename, dirname, join } from 'node:path';
import type * as vscode from 'vscode';

/**
 * The folder for what all windows of a workspace share. VS Code gives each window after the first a folder of its own,
 * `<workspace>-1` and so on (`ExtensionStoragePaths`), also a reloaded one whose process before it has not quite ended:
 * its chats would seem to be gone. Without a workspace, the folder for all workspaces.
 */
export function sharedStorage(context: Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri'>): string {
  if (!context.storageUri) return context.globalStorageUri.fsPath;
  return withoutWindow(context.storageUri.fsPath);
}

/** `…/workspaceStorage/<workspace>-1/<extension>` without the `-1`; an id may begin with a dash itself. */
function withoutWindow(path: string): string {
  const folder = dirname(path);
  const workspace = basename(folder).replace(/^(.+)-[1-9]$/, '$1');
  return join(dirname(folder), workspace, basename(path));
}
