import * as vscode from 'vscode';

export async function closeTabs(mustClose: (tab: vscode.Tab) => boolean): Promise<void> {
  const tabs = allTabs().filter(mustClose);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

export function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

export function hasUri(tab: vscode.Tab, matches: (uri: vscode.Uri) => boolean): boolean {
  return urisOf(tab.input).some(matches);
}

export function isMultiDiff(tab: vscode.Tab): boolean {
  return tab.input === undefined || Array.isArray((tab.input as { textDiffs?: unknown }).textDiffs);
}

/**
 * Returns the URIs of the files that a tab shows, given its input. The API has no type for the input of a multi-file
 * diff, but the object contains the diffs.
 */
export function urisOf(input: unknown): vscode.Uri[] {
  const { uri, original, modified, textDiffs } = (input ?? {}) as Record<string, unknown>;
  const uris = [uri, original, modified].filter((each) => each instanceof vscode.Uri);
  return [...uris, ...(Array.isArray(textDiffs) ? textDiffs.flatMap(urisOf) : [])];
}
