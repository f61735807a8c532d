import type { Completing } from '../../shared/chatState.ts';
import type { Instructions } from '../instructions/instructions.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { LocalServer } from '../model/localServers.ts';
import type { ResolvedModel } from '../model/resolveModel.ts';
import type { Clock } from '../ports/clock.ts';
import type { ExternalTools } from '../ports/externalTools.ts';
import type { Log } from '../ports/log.ts';
import type { AttentionEvent, NotificationLevel } from './attention.ts';
import type { CompareFiles } from './handlers/changeHandlers.ts';
import type { InputCompleter } from '../complete/inputCompleter.ts';
import type { PanelCommands } from './handlers/commandHandlers.ts';
import type { CommandDialogs } from './commands/slashCommand.ts';
import type { ComposerMenuPorts } from './composerMenu.ts';
import type { InstructionDialogs } from './handlers/instructionHandlers.ts';
import type { RoutingSettings } from './routedModel.ts';
import type { PromptFileCommandsOptions } from './promptFileCommands.ts';
import type { Translator } from '../complete/translate.ts';
import type { TerminalDialogs } from './handlers/terminalHandlers.ts';
import type { TerminalWatch } from '../terminal/terminalWatch.ts';
import type { SuggestionSettingsPage } from './handlers/suggestionHandlers.ts';
import type { PanelStep } from './walkthroughSteps.ts';

/** The dialogs and notifications that VS Code shows for the panel. */
export interface PanelDialogs
  extends
    Omit<PanelCommands, 'undoRules' | 'useTour' | 'writeApprovalMode' | 'chooseTranslationTarget' | 'setWritingKey'>,
    InstructionDialogs,
    TerminalDialogs {
  /** Undefined if the user cancels. `current` is empty if no language is set. */
  chooseLanguage(current: string): Promise<string | undefined>;
  readonly chooseEffort: ComposerMenuPorts['chooseEffort'];
  readonly chooseModel: ComposerMenuPorts['chooseModel'];
  readonly chooseCheckpoint: CommandDialogs['chooseCheckpoint'];
  readonly chooseRules: CommandDialogs['chooseRules'];
  readonly askPromptInputs: PromptFileCommandsOptions['askInputs'];
  openSuggestionSettings(page: SuggestionSettingsPage): Promise<void>;
  readonly compareFiles: CompareFiles;
  /** Must not wait for the user. */
  notify(event: AttentionEvent, chatTitle: string): void;
  isWindowFocused(): boolean;
}

export interface PanelSettings {
  /** `<provider>/<model>`, or empty. */
  readonly fastModel: string;
  /** Empty if the user has not chosen a language. */
  readonly translateTarget: string;
  readonly showCitations: boolean;
  /** The settings `premove.complete.tab` and `premove.complete.auto`. */
  readonly completing: Completing;
  readonly vimMode: boolean;
  readonly notifications: NotificationLevel;
  readonly routing: RoutingSettings['routing'];
}

/**
 * Writes the user's settings. For `model` and `fastModel`, a value in the workspace's settings, if there is one, is
 * replaced instead.
 */
export interface SettingsWriter {
  write(key: 'model' | 'fastModel' | 'approvalMode' | 'translate.target', value: string): Promise<void>;
  readonly writeEffort: ComposerMenuPorts['writeEffort'];
  /** `off-in-workspace`: `enabled` is true, but the workspace's settings keep the feature off. */
  switch(
    key: 'enableFollowupSuggestions' | 'enableSpeculation' | 'vimMode',
    enabled: boolean,
  ): Promise<'written' | 'off-in-workspace'>;
}

export interface PanelModels {
  /** Without an id, the selected model. */
  selected(id?: string): Promise<ResolvedModel>;
  /** Does not ask the user anything. */
  countVscodeModels(): Promise<number>;
  findLocalServers(signal: AbortSignal): Promise<readonly LocalServer[]>;
}

export interface PanelPorts {
  readonly dialogs: PanelDialogs;
  readonly settings: () => PanelSettings;
  readonly writer: SettingsWriter;
  readonly models: PanelModels;
  readonly completer: InputCompleter;
  readonly translator: Translator;
  readonly terminals: TerminalWatch;
  /** Updates the tools for this model, before each answer, retry, continuation and compression. */
  readonly refreshTools: (model: SelectedModel) => Promise<void>;
  readonly external: Pick<ExternalTools, 'servers' | 'startProblem'>;
  readonly instructions: Instructions;
  /** Removes the persistent rules that were added last. */
  readonly undoRules: () => Promise<void>;
  /** Adds rules to the user's settings, and shows a notice in the panel. Never rejects. */
  readonly saveRules: (rules: readonly string[]) => Promise<void>;
  readonly onDidTakeStep: (step: PanelStep) => void;
  readonly clock: Clock;
  readonly log: Log;
}
