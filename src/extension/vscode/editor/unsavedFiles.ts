import * as vscode from 'vscode';
import type { Workspace } from '../../ports/workspace.ts';

/** Files whose editor holds text that is not on disk: what other programs read of them is old. Names for models. */
export async function listUnsavedFiles(workspace: Workspace): Promise<string[]> {
  const dirty = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
  const places = await Promise.all(dirty.map(({ uri }) => workspace.resolve(uri.fsPath)));
  return places.flatMap((place) => (place.kind === 'inside' ? [place.display] : [])).sort();
}
