import { basename, dirname, join } from 'node:path';
import type * as vscode from 'vscode';

/**
 * Returns the folder that all windows of a workspace share. A second window, and a window that is reloaded while its
 * earlier process runs, get a folder like `<workspace>-1` from VS Code (`ExtensionStoragePaths`). In such a folder,
 * chats would seem lost.
 */
export function sharedStorage(context: Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri'>): string {
  if (!context.storageUri) return context.globalStorageUri.fsPath;
  return withoutWindow(context.storageUri.fsPath);
}

/** The pattern needs a character before the dash, because a workspace's id may begin with a dash. */
function withoutWindow(path: string): string {
  const folder = dirname(path);
  const workspace = basename(folder).replace(/^(.+)-[1-9]$/, '$1');
  return join(dirname(folder), workspace, basename(path));
}
