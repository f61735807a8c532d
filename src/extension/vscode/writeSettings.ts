import * as vscode from 'vscode';
import { settingsSection } from './contributions.ts';
import { isOffInWorkspace } from './settings.ts';

/** Writes a setting where it is set now, because a user's value would not count against a workspace's. */
export async function writeSetting(key: 'model' | 'approvalMode', value: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const isOfWorkspace = configuration.inspect(key)?.workspaceValue !== undefined;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await configuration.update(key, value, key === 'model' && isOfWorkspace ? Workspace : Global);
}

/**
 * On or off for good, for the user. Resolves with `off-in-workspace` where the workspace's own settings keep suggestions
 * off all the same: they may be a file that others share, which is not for a button to change.
 */
export async function writeSuggestionsEnabled(enabled: boolean): Promise<'written' | 'off-in-workspace'> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  await configuration.update(suggestionsKey, enabled ? undefined : false, vscode.ConfigurationTarget.Global);
  const levels = vscode.workspace.getConfiguration(settingsSection).inspect(suggestionsKey);
  return enabled && isOffInWorkspace(levels) ? 'off-in-workspace' : 'written';
}

const suggestionsKey = 'enableFollowupSuggestions';
