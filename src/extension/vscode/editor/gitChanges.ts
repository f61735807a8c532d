import * as vscode from 'vscode';
import type { ChangesResult, RepositoryChanges } from '../../ports/mentionSources.ts';

interface GitApi {
  readonly repositories: readonly {
    readonly rootUri: vscode.Uri;
    readonly state: { readonly workingTreeChanges: readonly Change[]; readonly untrackedChanges?: readonly Change[] };
    diff(cached?: boolean): Promise<string>;
  }[];
}

interface Change {
  readonly uri: vscode.Uri;
  readonly status: number;
}

/** `Status.UNTRACKED` of the Git extension. */
const UNTRACKED = 7;

/** Returns the changes since the last commit, staged or not. Untracked files are listed by name only. */
export async function readGitChanges(): Promise<ChangesResult> {
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>('vscode.git');
  if (!extension) return { kind: 'unavailable', why: 'VS Code’s Git extension is turned off' };
  let api: GitApi;
  try {
    api = (await extension.activate()).getAPI(1);
  } catch {
    // The API throws if `git.enabled` is off or Git is not installed.
    return { kind: 'unavailable', why: 'Git is turned off in VS Code, or not installed' };
  }
  if (api.repositories.length === 0) return { kind: 'unavailable', why: 'the workspace is not in a Git repository' };
  const repositories: RepositoryChanges[] = [];
  for (const repository of api.repositories) {
    const { state, rootUri } = repository;
    const untracked = [...state.workingTreeChanges, ...(state.untrackedChanges ?? [])]
      .filter(({ status }) => status === UNTRACKED)
      .map(({ uri }) => uri.fsPath.slice(rootUri.fsPath.length + 1));
    const diffs = [await repository.diff(true), await repository.diff(false)];
    repositories.push({ root: rootUri.fsPath, diffs, untracked: [...new Set(untracked)] });
  }
  return { kind: 'changes', repositories };
}
