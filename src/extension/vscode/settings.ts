import { homedir } from 'node:os';
import type * as vscode from 'vscode';
import type { ApprovalMode, Completing } from '../../shared/chatState.ts';
import type { FastFor } from '../chat/agent/routing.ts';
import type { TurnLimits } from '../chat/agent/turnLimit.ts';
import type { NotificationLevel } from '../panel/attention.ts';
import { toStallTimeout, type StallTimeout } from '../model/stallTimeout.ts';
import type { ReadOnlyCommands } from '../approval/approval.ts';
import { parsePermissions, type PermissionRules } from '../approval/rules/permissionRules.ts';
import type { DefaultModeEdits } from '../speculate/gate.ts';
import type { TerminalWatchSettings } from '../terminal/createTerminalWatch.ts';
import { toWatchMode } from '../terminal/watchMode.ts';
import type { AtBoundary } from '../speculate/speculation.ts';
import { settingsSection } from './contributions.ts';

export interface Settings {
  /** `<provider>/<model>`; empty if no model is selected. */
  readonly model: string;
  /** Whether the workspace's settings have chosen `model`. */
  readonly isModelSetByWorkspace: boolean;
  readonly fastModel: string;
  /** The model that writes summaries, as `<provider>/<model>`; empty for the chat's own model. */
  readonly compressionModel: string;
  /** Unchecked; `resolveModel` checks it. */
  readonly providers: unknown;
  readonly stallTimeout: StallTimeout;
  readonly approvalMode: ApprovalMode;
  readonly readOnlyCommands: ReadOnlyCommands;
  readonly turnLimits: TurnLimits;
  /** Whether to continue an answer that was cut off at the output limit. */
  readonly autoContinue: boolean;
  /** `fallback`: `<provider>/<model>`; empty if there is no fallback. */
  readonly routing: { readonly fallback: string; readonly fastFor: FastFor };
  /** Whether Premove asks the model if it has more to write. */
  readonly nextSpeakerCheck: boolean;
  readonly showCitations: boolean;
  /** Private hosts from which pages may be fetched. */
  readonly privateHosts: readonly string[];
  readonly shellInTerminal: boolean;
  readonly rules: PermissionRules;
  /** One sentence for each rule that cannot be parsed. */
  readonly ruleProblems: readonly string[];
  readonly enableFollowupSuggestions: boolean;
  readonly enableCacheSharing: boolean;
  readonly enableSpeculation: boolean;
  readonly speculationDefaultMode: DefaultModeEdits;
  readonly speculationAtBoundary: AtBoundary;
  /** The maximum size of the change store. */
  readonly maxChangesMb: number;
  /** US dollars; null if there is no limit. */
  readonly maxSpeculationCost: number | null;
  readonly maxSpeculationCostPerDay: number | null;
  readonly suggestionsEnter: 'submit' | 'fill';
  /** US dollars; null if there is no limit. */
  readonly maxSuggestionCostPerDay: number | null;
  /** Ways to ask for a completion, besides the keyboard shortcut and the button. */
  readonly completing: Completing;
  readonly vimMode: boolean;
  /** Empty if the user has not chosen a language. */
  readonly translateTarget: string;
  /** By `<provider>/<model>`. */
  readonly thinkingEffort: Readonly<Record<string, string>>;
  /** Whether local files record the outcomes of suggestions and speculations. */
  readonly recordsTelemetry: boolean;
  readonly notifications: NotificationLevel;
  readonly terminalWatch: TerminalWatchSettings;
}

export type SettingsHost = Pick<
  typeof vscode.workspace,
  'getConfiguration' | 'workspaceFolders' | 'onDidChangeConfiguration' | 'onDidChangeWorkspaceFolders'
>;

/** Reads the settings when they are first needed after a change. Must be disposed with the extension. */
export class SettingsReader {
  private readonly host: SettingsHost;
  private readonly changes: readonly vscode.Disposable[];
  private known: Settings | undefined;

  constructor(host: SettingsHost) {
    this.host = host;
    const forget = (): void => void (this.known = undefined);
    this.changes = [
      host.onDidChangeConfiguration(forget),
      // Each folder may have deny rules of its own.
      host.onDidChangeWorkspaceFolders(forget),
    ];
  }

  /** Cached, because reading takes half a millisecond. Deeply frozen, because all callers share the result. */
  get current(): Settings {
    return (this.known ??= deepFreeze(readSettings(this.host)));
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

function readSettings(host: SettingsHost): Settings {
  const configuration = host.getConfiguration(settingsSection);
  const { rules, problems } = parsePermissions(userValue(configuration, 'permissions'), readDenials(host), homedir());
  return {
    model: toId(configuration.get('model')),
    isModelSetByWorkspace: isOfWorkspace(configuration, 'model'),
    fastModel: toId(configuration.get('fastModel')),
    compressionModel: toId(userValue(configuration, 'compression.model')),
    // A copy, because `deepFreeze` must not freeze an object of VS Code.
    providers: structuredClone(userValue(configuration, 'providers') ?? {}),
    stallTimeout: toStallTimeout(userValue(configuration, 'stallTimeout')),
    approvalMode: toApprovalMode(userValue(configuration, 'approvalMode')),
    readOnlyCommands: userValue(configuration, 'readOnlyCommands') === 'allow' ? 'allow' : 'ask',
    turnLimits: {
      prompt: toMaxTurns(userValue(configuration, 'maxTurnsPerPrompt')),
      chat: toMaxTurns(userValue(configuration, 'maxSessionTurns')),
    },
    autoContinue: userValue(configuration, 'autoContinue') === true,
    routing: {
      fallback: toId(userValue(configuration, 'routing.fallback')),
      fastFor: userValue(configuration, 'routing.fastFor') === 'explore' ? 'explore' : 'none',
    },
    nextSpeakerCheck: userValue(configuration, 'nextSpeakerCheck') === true,
    showCitations: userValue(configuration, 'showCitations') !== false,
    privateHosts: toStrings(userValue(configuration, 'privateHosts')),
    shellInTerminal: userValue(configuration, 'shell.terminal') === true,
    rules,
    ruleProblems: problems,
    enableFollowupSuggestions: isSwitchedOn(configuration.inspect('enableFollowupSuggestions')),
    enableCacheSharing: configuration.get('enableCacheSharing') !== false,
    enableSpeculation: isSwitchedOn(configuration.inspect('enableSpeculation')),
    maxSpeculationCost: toLimit(userOrDefault(configuration, 'speculation.maxCost')),
    maxSpeculationCostPerDay: toLimit(userOrDefault(configuration, 'speculation.maxCostPerDay')),
    speculationAtBoundary: toAtBoundary(userValue(configuration, 'speculation.atBoundary')),
    speculationDefaultMode: toDefaultModeEdits(userValue(configuration, 'speculation.defaultMode')),
    maxChangesMb: toMaxChangesMb(userValue(configuration, 'changes.maxSizeMb')),
    suggestionsEnter: toEnter(userValue(configuration, 'suggestions.enter')),
    maxSuggestionCostPerDay: toLimit(userValue(configuration, 'suggestions.maxCostPerDay')),
    completing: {
      onTab: userValue(configuration, 'complete.tab') === true,
      onPause: userValue(configuration, 'complete.auto') === true,
    },
    vimMode: userValue(configuration, 'vimMode') === true,
    translateTarget: toLanguage(userValue(configuration, 'translate.target')),
    thinkingEffort: toTextByName(userValue(configuration, 'thinkingEffort')),
    recordsTelemetry: (userValue(configuration, 'telemetry.enabled') ?? true) === true,
    notifications: toNotificationLevel(userValue(configuration, 'notifications')),
    terminalWatch: {
      mode: toWatchMode(userValue(configuration, 'terminalWatch.mode')),
      prompts: userValue(configuration, 'terminalWatch.prompts') === 'split' ? 'split' : 'unified',
      maxCostPerDay: toLimit(userOrDefault(configuration, 'terminalWatch.maxCostPerDay')),
    },
  };
}

type Levels = NonNullable<ReturnType<vscode.WorkspaceConfiguration['inspect']>>;

/** The user's value, else the default, decides about a feature that costs money. A workspace may only turn it off. */
function isSwitchedOn(levels: Levels | undefined): boolean {
  return (levels?.globalValue ?? levels?.defaultValue) === true && !isOffInWorkspace(levels);
}

/**
 * Whether the value of `key` comes from the workspace. VS Code does not apply the workspace's value in an untrusted
 * workspace.
 */
function isOfWorkspace(configuration: Pick<vscode.WorkspaceConfiguration, 'get' | 'inspect'>, key: string): boolean {
  const value = configuration.inspect(key)?.workspaceValue;
  return value !== undefined && value === configuration.get(key);
}

/** Any workspace value other than `true` counts as off. */
export function isOffInWorkspace(levels: Pick<Levels, 'workspaceValue'> | undefined): boolean {
  return levels?.workspaceValue !== undefined && levels.workspaceValue !== true;
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

/**
 * Reads only the user's value. VS Code already ignores a repository's value because of the scope `application`; this
 * protects against the loss of that scope.
 */
function userValue(configuration: vscode.WorkspaceConfiguration, key: string): unknown {
  return configuration.inspect(key)?.globalValue;
}

/** Returns the user's value, else the default; null if the user has set `null`. */
function userOrDefault(configuration: vscode.WorkspaceConfiguration, key: string): unknown {
  const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect(key) ?? { key };
  if (globalValue !== undefined) return globalValue;
  // `inspect` reports the user's `null` as no value, so `get` decides. A repository's value must not count.
  const isUserOnly = workspaceValue === undefined && workspaceFolderValue === undefined;
  return isUserOnly && configuration.get(key) === null ? null : defaultValue;
}

/** A value that is not text becomes JSON, so that the error about an unknown model quotes it. */
function toId(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/**
 * Any value other than the default `submit`, even a misspelled one, counts as `fill`, because the user does not want
 * the default.
 */
function toEnter(value: unknown): 'submit' | 'fill' {
  return value === undefined || value === 'submit' ? 'submit' : 'fill';
}

/** Any value other than the default `preview` counts as `boundary`, because the user does not want the default. */
function toDefaultModeEdits(value: unknown): DefaultModeEdits {
  return value === undefined || value === 'preview' ? 'preview' : 'boundary';
}

function toAtBoundary(value: unknown): AtBoundary {
  return value === undefined || value === 'resume' ? 'resume' : 'discard';
}

/** An invalid limit counts as 0, because the user meant to set a limit. */
function toLimit(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' && value > 0 ? value : 0;
}

/** An unknown value counts as the default `waiting`, which notifies only when the user is needed. */
function toNotificationLevel(value: unknown): NotificationLevel {
  return value === 'off' || value === 'all' ? value : 'waiting';
}

function toTextByName(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function toLanguage(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 60) : '';
}

function toMaxTurns(value: unknown): number | null {
  return typeof value === 'number' && value >= 1 ? Math.floor(value) : null;
}

/** An invalid value counts as the default; if it counted as 0, no change could be undone. */
function toMaxChangesMb(value: unknown): number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : DEFAULT_MAX_CHANGES_MB;
}

const DEFAULT_MAX_CHANGES_MB = 200;

/** `premove.deny` of every level: a repository may deny more than its user, but never less. */
function readDenials(host: SettingsHost): unknown[] {
  const ofFolders = (host.workspaceFolders ?? []).map(
    ({ uri }) => host.getConfiguration(settingsSection, uri).inspect<unknown>('deny')?.workspaceFolderValue,
  );
  const inspected = host.getConfiguration(settingsSection).inspect<unknown>('deny');
  return [inspected?.globalValue, inspected?.workspaceValue, ...ofFolders];
}

/** An unknown value counts as the mode that asks. */
function toApprovalMode(value: unknown): ApprovalMode {
  return value === 'plan' || value === 'auto-edit' || value === 'yolo' ? value : 'default';
}

function toStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
