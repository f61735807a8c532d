import { basename, dirname, join } from 'node:path';
import type * as vscode from 'vscode';

/**
 * Returns the folder that all windows of a workspace share. VS Code gives each window after the first its own folder,
 * `<workspace>-1` and so on (`ExtensionStoragePaths`). A reloaded window also gets such a folder if its earlier process
 * still runs. If each window stored its chats in its own folder, chats would seem to be lost after a reload. Without a
 * workspace, returns the folder for all workspaces.
 */
export function sharedStorage(context: Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri'>): string {
  if (!context.storageUri) return context.globalStorageUri.fsPath;
  return withoutWindow(context.storageUri.fsPath);
}

/**
 * Returns `…/workspaceStorage/<workspace>-1/<extension>` without the `-1`. The pattern needs a character before the
 * dash, because a workspace's id may begin with a dash.
 */
function withoutWindow(path: string): string {
  const folder = dirname(path);
  const workspace = basename(folder).replace(/^(.+)-[1-9]$/, '$1');
  return join(dirname(folder), workspace, basename(path));
}
