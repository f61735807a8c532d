import * as vscode from 'vscode';

type Excludes = Readonly<Record<string, unknown>>;

/**
 * What VS Code's own search leaves out in a folder: `files.exclude`, and `search.exclude` over it. Entries with a `when`
 * are not among them: those hide what a compiler wrote beside its source, file by file.
 */
export function searchExcludes(root: string): string[] {
  const resource = vscode.Uri.file(root);
  const excludesOf = (section: string): Excludes =>
    vscode.workspace.getConfiguration(section, resource).get<Excludes>('exclude') ?? {};
  const all = { ...excludesOf('files'), ...excludesOf('search') };
  return Object.entries(all).flatMap(([glob, isOn]) => (isOn === true ? [glob] : []));
}
