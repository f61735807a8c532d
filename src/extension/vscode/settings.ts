import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { ApprovalMode } from '../../shared/chatState.ts';
import { toStallTimeout, type StallTimeout } from '../model/stallTimeout.ts';
import { parsePermissions, type PermissionRules } from '../tools/permissionRules.ts';
import { settingsSection } from './contributions.ts';

/** The settings, read in this one place and anew after each change, so that a change counts at once. */
export interface Settings {
  /** `<provider>/<model>`, or empty. */
  readonly model: string;
  readonly fastModel: string;
  /** Unchecked; `resolveModel` checks it. */
  readonly providers: unknown;
  readonly stallTimeout: StallTimeout;
  readonly approvalMode: ApprovalMode;
  /** Null where there is no limit. */
  readonly maxSessionTurns: number | null;
  /** Hosts on this machine or in private networks that pages may be fetched from. */
  readonly privateHosts: readonly string[];
  /** Commands run in a terminal of VS Code's. */
  readonly shellInTerminal: boolean;
  readonly rules: PermissionRules;
  /** Rules that cannot be read, a sentence each. */
  readonly ruleProblems: readonly string[];
  readonly enableFollowupSuggestions: boolean;
  readonly enableCacheSharing: boolean;
  readonly enableSpeculation: boolean;
  /** What Enter does on ghost text. */
  readonly suggestionsEnter: 'submit' | 'fill';
  /** US dollars; null where there is no limit. */
  readonly maxSuggestionCostPerDay: number | null;
  /** Whether what becomes of suggestions is noted in a file of the user's. */
  readonly recordsTelemetry: boolean;
}

/**
 * As they are now. Half a millisecond's work, which an answer's end would ask for half a dozen times over: so it is done
 * once, until VS Code tells of a change. It does so in the same breath in which it takes the change over.
 */
export function readSettings(): Settings {
  followChanges();
  return (known ??= readAnew());
}

let known: Settings | undefined;
let followed: readonly vscode.Disposable[] | undefined;

/** For as long as the extension host lives, as the settings themselves. */
function followChanges(): void {
  followed ??= [
    vscode.workspace.onDidChangeConfiguration(forget),
    // Folders have denials of their own.
    vscode.workspace.onDidChangeWorkspaceFolders(forget),
  ];
}

function forget(): void {
  known = undefined;
}

function readAnew(): Settings {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const { rules, problems } = parsePermissions(userValue(configuration, 'permissions'), readDenials(), homedir());
  return {
    model: configuration.get<string>('model', '').trim(),
    fastModel: configuration.get<string>('fastModel', '').trim(),
    providers: userValue(configuration, 'providers') ?? {},
    stallTimeout: toStallTimeout(userValue(configuration, 'stallTimeout')),
    approvalMode: toApprovalMode(userValue(configuration, 'approvalMode')),
    maxSessionTurns: toMaxSessionTurns(userValue(configuration, 'maxSessionTurns')),
    privateHosts: toStrings(userValue(configuration, 'privateHosts')),
    shellInTerminal: userValue(configuration, 'shell.terminal') === true,
    rules,
    ruleProblems: problems,
    enableFollowupSuggestions: configuration.get<boolean>('enableFollowupSuggestions', true),
    enableCacheSharing: configuration.get<boolean>('enableCacheSharing', true),
    enableSpeculation: configuration.get<boolean>('enableSpeculation', false),
    suggestionsEnter: userValue(configuration, 'suggestions.enter') === 'fill' ? 'fill' : 'submit',
    maxSuggestionCostPerDay: toLimit(userValue(configuration, 'suggestions.maxCostPerDay')),
    recordsTelemetry: userValue(configuration, 'telemetry.enabled') !== false,
  };
}

export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    // Whoever has begun to listen before the settings were first read is told before they are forgotten.
    forget();
    if (event.affectsConfiguration(settingsSection)) listener();
  });
}

/** Writes a setting where it is set now, because a user's value would not count against a workspace's. */
export async function writeSetting(key: 'model' | 'approvalMode', value: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const isOfWorkspace = configuration.inspect(key)?.workspaceValue !== undefined;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await configuration.update(key, value, key === 'model' && isOfWorkspace ? Workspace : Global);
}

/**
 * On or off for good: for the user, and for this workspace where it says otherwise, because its word would count
 * against the user's.
 */
export async function writeSuggestionsEnabled(enabled: boolean): Promise<void> {
  const key = 'enableFollowupSuggestions';
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await configuration.update(key, enabled ? undefined : false, Global);
  if (configuration.inspect<boolean>(key)?.workspaceValue === !enabled)
    await configuration.update(key, enabled, Workspace);
}

/**
 * Scope `application` already keeps a repository's value out; reading the user's value by name keeps it out even where
 * that scope were lost in a merge of package.json.
 */
function userValue(configuration: vscode.WorkspaceConfiguration, key: string): unknown {
  return configuration.inspect(key)?.globalValue;
}

/** What is no amount of money allows nothing: somebody meant to set a limit. */
function toLimit(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' && value > 0 ? value : 0;
}

function toMaxSessionTurns(value: unknown): number | null {
  return typeof value === 'number' && value >= 1 ? Math.floor(value) : null;
}

/** `premove.deny` of every level: a repository may forbid more than its user does, and never less. */
function readDenials(): unknown[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const ofFolders = folders.map(
    ({ uri }) => vscode.workspace.getConfiguration(settingsSection, uri).inspect<unknown>('deny')?.workspaceFolderValue,
  );
  const inspected = vscode.workspace.getConfiguration(settingsSection).inspect<unknown>('deny');
  return [inspected?.globalValue, inspected?.workspaceValue, ...ofFolders];
}

/** Anything that is not a mode is the mode that asks. */
export function toApprovalMode(value: unknown): ApprovalMode {
  return value === 'plan' || value === 'auto-edit' || value === 'yolo' ? value : 'default';
}

function toStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
