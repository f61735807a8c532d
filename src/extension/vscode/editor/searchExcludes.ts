import * as vscode from 'vscode';

type Excludes = Readonly<Record<string, unknown>>;

/**
 * Returns the globs that VS Code's own search excludes in a folder: `files.exclude`, overridden by `search.exclude`.
 * Skips entries with a `when` condition: they hide single files, such as a compiled file beside its source.
 */
export function searchExcludes(root: string): string[] {
  const resource = vscode.Uri.file(root);
  const excludesOf = (section: string): Excludes =>
    vscode.workspace.getConfiguration(section, resource).get<Excludes>('exclude') ?? {};
  const all = { ...excludesOf('files'), ...excludesOf('search') };
  return Object.entries(all).flatMap(([glob, isOn]) => (isOn === true ? [glob] : []));
}
