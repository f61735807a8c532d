import * as vscode from 'vscode';
import type { Event } from '../../base/emitter.ts';
import { HOST_PATH_RULES, normalizeAbsolute } from '../../text/paths.ts';

/**
 * Fires with the paths of files that may have changed. Reports saves too, because files outside of the workspace are
 * not watched.
 */
export const onDidChangeFiles: Event<readonly string[]> = (listener) => {
  const report = ({ scheme, fsPath }: vscode.Uri): void => {
    const path = scheme === 'file' ? normalizeAbsolute(fsPath, HOST_PATH_RULES) : undefined;
    if (path !== undefined) listener([path]);
  };
  // Cheap, because VS Code already watches the workspace for itself.
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(report),
    watcher.onDidChange(report),
    watcher.onDidDelete(report),
    vscode.workspace.onDidChangeTextDocument(({ document }) => report(document.uri)),
    vscode.workspace.onDidSaveTextDocument((document) => report(document.uri)),
  );
};
