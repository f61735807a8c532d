import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { Workspace, WorkspaceRoot } from '../../ports/workspace.ts';
import { createDiskWorkspace } from '../../node/diskWorkspace.ts';
import { createLocalSearch } from '../../node/search/localSearch.ts';
import { createEditorWorkspace } from './editorWorkspace.ts';

/** The window's folders on disk, with the unsaved text of open editors. */
export function createWindowWorkspace(): Workspace {
  const roots = (): WorkspaceRoot[] =>
    (vscode.workspace.workspaceFolders ?? [])
      .filter((folder) => folder.uri.scheme === 'file')
      .map((folder) => ({ name: folder.name, path: folder.uri.fsPath }));
  return createEditorWorkspace(
    createDiskWorkspace({ roots, excludes: searchExcludes, search: createLocalSearch(vscode.env.appRoot) }),
  );
}

export function createHomeFolder(): Workspace {
  const roots = (): WorkspaceRoot[] => [{ name: '~', path: homedir() }];
  return createEditorWorkspace(createDiskWorkspace({ roots, search: createLocalSearch(vscode.env.appRoot) }));
}

/** Returns the workspace's files with unsaved text, by the names that models use. */
export async function listUnsavedFiles(workspace: Workspace): Promise<string[]> {
  const dirty = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
  const places = await Promise.all(dirty.map(({ uri }) => workspace.resolve(uri.fsPath)));
  return places.flatMap((place) => (place.kind === 'inside' ? [place.display] : [])).sort();
}

/**
 * Returns the globs that VS Code's search excludes. Skips entries with a `when` condition, because they hide single
 * files, such as a compiled file beside its source.
 */
export function searchExcludes(root: string): string[] {
  const resource = vscode.Uri.file(root);
  const excludesOf = (section: string): Readonly<Record<string, unknown>> =>
    vscode.workspace.getConfiguration(section, resource).get<Record<string, unknown>>('exclude') ?? {};
  const all = { ...excludesOf('files'), ...excludesOf('search') };
  return Object.entries(all).flatMap(([glob, isOn]) => (isOn === true ? [glob] : []));
}
