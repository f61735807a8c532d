import type { ChangePermissions } from './approval/rules/ruleStore.ts';
import type { PolicySettings } from './approval/permissions.ts';
import type { Event } from './base/emitter.ts';
import type { TurnLimits } from './chat/agent/turnLimit.ts';
import type { SelectedModel } from './model/chatModel.ts';
import type { FastModel } from './model/fastModel.ts';
import type { ModelPricing } from './model/pricing.ts';
import type { StallTimeout } from './model/stallTimeout.ts';
import type { PanelDialogs, PanelModels, PanelSettings, SettingsWriter } from './panel/panelPorts.ts';
import type { RoutingSettings } from './panel/routedModel.ts';
import type { PanelStep } from './panel/walkthroughSteps.ts';
import type { Clock } from './ports/clock.ts';
import type { EditReview } from './ports/editReview.ts';
import type { FileStore } from './ports/fileStore.ts';
import type { ExternalTools } from './ports/externalTools.ts';
import type { KeptOutput } from './ports/keptOutput.ts';
import type { LanguageFeatures } from './ports/languageFeatures.ts';
import type { Log } from './ports/log.ts';
import type { Memento } from './ports/memento.ts';
import type { MentionSources } from './ports/mentionSources.ts';
import type { Terminals } from './ports/terminals.ts';
import type { OverlaySpill } from './ports/overlaySpill.ts';
import type { ProcessOwner } from './ports/processOwner.ts';
import type { Shell } from './ports/shell.ts';
import type { WebFetcher } from './ports/webFetcher.ts';
import type { WindowProcess } from './ports/windowProcess.ts';
import type { Workspace } from './ports/workspace.ts';
import type { DefaultModeEdits } from './speculate/gate.ts';
import type { AtBoundary } from './speculate/speculation.ts';
import type { BudgetSettings } from './speculate/budget.ts';
import type { SpeculationPreview } from './speculate/preview.ts';
import type { SpeculationEvents } from './speculate/speculationEvent.ts';
import type { OverlayEditors } from './speculate/tourProjects.ts';
import type { TerminalWatchSettings } from './terminal/createTerminalWatch.ts';
import type { TerminalScreen } from './terminal/screen.ts';
import type { SuggestionEvents, SuggestionMementos, SuggestionSettings } from './suggest/createSuggestions.ts';
import type { DialogKind } from './suggest/openDialogs.ts';

export interface AppPorts {
  readonly settings: SettingsPort;
  readonly storage: StoragePorts;
  readonly workspace: WorkspacePorts;
  readonly machine: MachinePorts;
  readonly models: ModelPorts;
  readonly terminals: TerminalPorts;
  readonly editors: EditorPorts;
  readonly dialogs: PanelDialogs;
  readonly openDialogs: () => readonly DialogKind[];
  readonly takeStep: (step: PanelStep) => Promise<void>;
  readonly suggestionEvents: SuggestionEvents;
  readonly speculationEvents: SpeculationEvents;
  readonly clock: Clock;
  readonly log: Log;
}

/** The settings that the app reads. `vscode/` reads further settings. */
export interface AppSettings extends PolicySettings, SuggestionSettings, BudgetSettings, PanelSettings {
  /** `<provider>/<model>`, or empty. */
  readonly model: string;
  readonly isModelSetByWorkspace: boolean;
  readonly stallTimeout: StallTimeout;
  /** `<provider>/<model>`, or empty. */
  readonly compressionModel: string;
  /** The setting `premove.providers`, unchecked. */
  readonly providers: unknown;
  /** By `<provider>/<model>`. */
  readonly thinkingEffort: Readonly<Record<string, string>>;
  readonly routing: RoutingSettings['routing'] & {
    /** `<provider>/<model>`, or empty. */
    readonly fallback: string;
  };
  readonly turnLimits: TurnLimits;
  /** Whether Premove continues an answer that was cut off at the output limit. */
  readonly autoContinue: boolean;
  /** Whether a request may check if an answer is complete. The model continues an incomplete answer. */
  readonly nextSpeakerCheck: boolean;
  readonly terminalWatch: TerminalWatchSettings;
  readonly speculationDefaultMode: DefaultModeEdits;
  readonly speculationAtBoundary: AtBoundary;
  readonly maxChangesMb: number;
}

export interface SettingsPort extends SettingsWriter {
  readonly current: AppSettings;
  readonly onDidChange: Event<void>;
  /** Whether the workspace lets the user turn prepared edits on. */
  mayPrepare(): boolean;
  readonly changePermissions: ChangePermissions;
}

export interface StoragePorts {
  /** Premove's own files, shared by all windows of this workspace. */
  readonly files: FileStore;
  /** Premove's own files, shared by all workspaces of the user. */
  readonly globalFiles: FileStore;
  readonly mementos: SuggestionMementos & {
    readonly unusedStreak: Memento;
    readonly switchedOffInstructions: Memento;
    readonly watchedTerminals: Memento;
  };
  /** Signs the ids of mentions. Each workspace has its own key. */
  readonly mentionKey: string;
  /** For output that is too long to send or show. */
  readonly output: KeptOutput;
  /** Creates the store for contents of an overlay that do not fit into memory. */
  readonly createSpill: () => OverlaySpill;
  readonly window: WindowProcess;
  /** Identifies this process in the batches of the change store. */
  readonly owner: ProcessOwner;
}

export interface WorkspacePorts {
  readonly files: Workspace;
  /** The user's home folder, for instructions that apply to all workspaces. Tools never get this folder. */
  readonly home: Workspace;
  readonly isTrusted: () => boolean;
  readonly onDidTrust: Event<void>;
  readonly onDidChangeFolders: Event<void>;
  /** Display names of the files with unsaved changes in an editor. */
  readonly unsavedFiles: () => Promise<string[]>;
  readonly mentionSources: MentionSources;
  readonly languageFeatures: LanguageFeatures;
  readonly externalTools: ExternalTools;
}

export interface MachinePorts {
  /** Name and version of the operating system, for the model. */
  readonly os: string;
  /** The shell without the hardening that `createTooling` adds. */
  readonly shell: Shell;
  readonly environment: () => Record<string, string>;
  readonly web: WebFetcher;
}

export interface ModelPorts extends PanelModels {
  readonly fast: () => Promise<FastModel>;
  readonly isUsed: (server: string) => Promise<boolean>;
  /** The model of `premove.compression.model`; undefined if the chat's own model compresses. Never rejects. */
  readonly compression: () => Promise<SelectedModel | undefined>;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  readonly contextWindowOf: (modelId: string) => Promise<number | undefined>;
  /** Fires when VS Code's language models change. */
  readonly onDidChange: Event<void>;
  readonly onDidChangeKeys: Event<void>;
}

export interface TerminalPorts {
  readonly window: Terminals;
  /** VS Code's display language, such as `en` or `zh-cn`. */
  readonly language: string;
  /** If missing, the app loads its own emulator. */
  readonly createScreen?: () => Promise<TerminalScreen>;
}

export interface EditorPorts extends OverlayEditors {
  readonly review: EditReview;
  readonly preview: SpeculationPreview;
  /** Fires with the paths of files that may have changed, on disk or in an editor. */
  readonly onDidChangeFiles: Event<readonly string[]>;
  /** The files of the tour's sample, by path. */
  readonly sample: Readonly<Record<string, string>>;
}
