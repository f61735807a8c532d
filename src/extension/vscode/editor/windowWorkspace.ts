import * as vscode from 'vscode';
import type { Workspace, WorkspaceRoot } from '../../ports/workspace.ts';
import { createDiskWorkspace } from '../../node/diskWorkspace.ts';
import { createLocalSearch } from '../../node/localSearch.ts';
import { createEditorWorkspace } from './editorWorkspace.ts';
import { searchExcludes } from './searchExcludes.ts';

/** The window's folders on this machine's disk, under its open editors. */
export function createWindowWorkspace(): Workspace {
  const roots = (): WorkspaceRoot[] =>
    (vscode.workspace.workspaceFolders ?? [])
      .filter((folder) => folder.uri.scheme === 'file')
      .map((folder) => ({ name: folder.name, path: folder.uri.fsPath }));
  return createEditorWorkspace(
    createDiskWorkspace({ roots, excludes: searchExcludes, search: createLocalSearch(vscode.env.appRoot) }),
  );
}
