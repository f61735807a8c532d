import { homedir } from 'node:os';
import type * as vscode from 'vscode';
import type { ApprovalMode } from '../../shared/chatState.ts';
import type { NotificationLevel } from '../panel/attention.ts';
import { toStallTimeout, type StallTimeout } from '../model/stallTimeout.ts';
import type { ReadOnlyCommands } from '../approval/approval.ts';
import { parsePermissions, type PermissionRules } from '../approval/rules/permissionRules.ts';
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
  /** Whether commands that only read run without a question. */
  readonly readOnlyCommands: ReadOnlyCommands;
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
  readonly notifications: NotificationLevel;
}

/** What is read of VS Code. */
export type SettingsHost = Pick<
  typeof vscode.workspace,
  'getConfiguration' | 'workspaceFolders' | 'onDidChangeConfiguration' | 'onDidChangeWorkspaceFolders'
>;

/** To be disposed with the extension. */
export class SettingsReader {
  private readonly host: SettingsHost;
  private readonly changes: readonly vscode.Disposable[];
  private known: Settings | undefined;

  constructor(host: SettingsHost) {
    this.host = host;
    const forget = (): void => void (this.known = undefined);
    this.changes = [
      host.onDidChangeConfiguration(forget),
      // Folders have denials of their own.
      host.onDidChangeWorkspaceFolders(forget),
    ];
  }

  /**
   * As they are now. Half a millisecond's work, which an answer's end would ask for half a dozen times over: so it is
   * done once, until VS Code tells of a change. It does so in the same breath in which it takes the change over. Frozen
   * all through, because everybody gets the same.
   */
  get current(): Settings {
    return (this.known ??= freeze(readAnew(this.host)));
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return this.host.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingsSection)) listener();
    });
  }

  dispose(): void {
    for (const change of this.changes) change.dispose();
  }
}

function readAnew(host: SettingsHost): Settings {
  const configuration = host.getConfiguration(settingsSection);
  const { rules, problems } = parsePermissions(userValue(configuration, 'permissions'), readDenials(host), homedir());
  return {
    model: toId(configuration.get('model')),
    fastModel: toId(configuration.get('fastModel')),
    // A copy, because the value may be VS Code's own.
    providers: structuredClone(userValue(configuration, 'providers') ?? {}),
    stallTimeout: toStallTimeout(userValue(configuration, 'stallTimeout')),
    approvalMode: toApprovalMode(userValue(configuration, 'approvalMode')),
    readOnlyCommands: userValue(configuration, 'readOnlyCommands') === 'allow' ? 'allow' : 'ask',
    maxSessionTurns: toMaxSessionTurns(userValue(configuration, 'maxSessionTurns')),
    privateHosts: toStrings(userValue(configuration, 'privateHosts')),
    shellInTerminal: userValue(configuration, 'shell.terminal') === true,
    rules,
    ruleProblems: problems,
    enableFollowupSuggestions: isSwitchedOn(configuration.inspect('enableFollowupSuggestions')),
    enableCacheSharing: configuration.get('enableCacheSharing') !== false,
    enableSpeculation: isSwitchedOn(configuration.inspect('enableSpeculation')),
    suggestionsEnter: toEnter(userValue(configuration, 'suggestions.enter')),
    maxSuggestionCostPerDay: toLimit(userValue(configuration, 'suggestions.maxCostPerDay')),
    recordsTelemetry: (userValue(configuration, 'telemetry.enabled') ?? true) === true,
    notifications: toNotificationLevel(userValue(configuration, 'notifications')),
  };
}

/** A setting as each level has it. */
type Levels = NonNullable<ReturnType<vscode.WorkspaceConfiguration['inspect']>>;

/** What costs the user's money is on where the user has it on: a workspace may only take it away. */
function isSwitchedOn(levels: Levels | undefined): boolean {
  return (levels?.globalValue ?? levels?.defaultValue) === true && !isOffInWorkspace(levels);
}

/** What a workspace says and is not `true` was meant to keep it off. */
export function isOffInWorkspace(levels: Pick<Levels, 'workspaceValue'> | undefined): boolean {
  return levels?.workspaceValue !== undefined && levels.workspaceValue !== true;
}

/** The same value, of which nothing can be changed any more. For what JSON can hold. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

/**
 * Scope `application` already keeps a repository's value out; reading the user's value by name keeps it out even where
 * that scope were lost in a merge of package.json.
 */
function userValue(configuration: vscode.WorkspaceConfiguration, key: string): unknown {
  return configuration.inspect(key)?.globalValue;
}

/** What is no text is no model either; whoever looks it up says so, in these words. */
function toId(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** Whoever has changed it, however it is spelled, did not want what is the default. */
function toEnter(value: unknown): 'submit' | 'fill' {
  return value === undefined || value === 'submit' ? 'submit' : 'fill';
}

/** What is no amount of money allows nothing: somebody meant to set a limit. */
function toLimit(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' && value > 0 ? value : 0;
}

/** A value that cannot be read means the default, which notifies only when the user is needed. */
function toNotificationLevel(value: unknown): NotificationLevel {
  return value === 'off' || value === 'all' ? value : 'waiting';
}

function toMaxSessionTurns(value: unknown): number | null {
  return typeof value === 'number' && value >= 1 ? Math.floor(value) : null;
}

/** `premove.deny` of every level: a repository may forbid more than its user does, and never less. */
function readDenials(host: SettingsHost): unknown[] {
  const ofFolders = (host.workspaceFolders ?? []).map(
    ({ uri }) => host.getConfiguration(settingsSection, uri).inspect<unknown>('deny')?.workspaceFolderValue,
  );
  const inspected = host.getConfiguration(settingsSection).inspect<unknown>('deny');
  return [inspected?.globalValue, inspected?.workspaceValue, ...ofFolders];
}

/** Anything that is not a mode is the mode that asks. */
function toApprovalMode(value: unknown): ApprovalMode {
  return value === 'plan' || value === 'auto-edit' || value === 'yolo' ? value : 'default';
}

function toStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
