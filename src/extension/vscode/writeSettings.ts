import * as vscode from 'vscode';
import { settingsSection } from './contributions.ts';
import { isOffInWorkspace } from './settings.ts';

/**
 * Writes into the user's settings, or replaces a workspace's `model` or `fastModel`, because that value
 * overrides the user's.
 */
export async function writeSetting(
  key: 'model' | 'fastModel' | 'approvalMode' | 'translate.target',
  value: string,
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const isOfWorkspace = configuration.inspect(key)?.workspaceValue !== undefined;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await configuration.update(
    key,
    value,
    (key === 'model' || key === 'fastModel') && isOfWorkspace ? Workspace : Global,
  );
}

/** Whether the workspace lets the user turn prepared edits on. */
export function mayPrepare(): boolean {
  return !isOffInWorkspace(vscode.workspace.getConfiguration(settingsSection).inspect('enableSpeculation'));
}

/**
 * Writes into the user's settings. Never changes the workspace's settings, because other people may share the file.
 * Resolves to `off-in-workspace` if the workspace's settings keep the feature off.
 */
export async function writeSwitch(
  key: 'enableFollowupSuggestions' | 'enableSpeculation' | 'vimMode',
  enabled: boolean,
): Promise<'written' | 'off-in-workspace'> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const isDefault = configuration.inspect(key)?.defaultValue === enabled;
  await configuration.update(key, isDefault ? undefined : enabled, vscode.ConfigurationTarget.Global);
  const levels = vscode.workspace.getConfiguration(settingsSection).inspect(key);
  return enabled && isOffInWorkspace(levels) ? 'off-in-workspace' : 'written';
}

export async function changePermissions(change: (value: unknown) => object | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const value: unknown = configuration.inspect('permissions')?.globalValue;
  await configuration.update('permissions', change(value), vscode.ConfigurationTarget.Global);
}

/** Null removes the effort. */
export async function writeEffort(modelId: string, effort: string | null): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const value: unknown = configuration.inspect('thinkingEffort')?.globalValue;
  const { [modelId]: _, ...others } = { ...(typeof value === 'object' && value) } as Record<string, unknown>;
  const next = effort === null ? others : { ...others, [modelId]: effort };
  const isEmpty = Object.keys(next).length === 0;
  await configuration.update('thinkingEffort', isEmpty ? undefined : next, vscode.ConfigurationTarget.Global);
}
