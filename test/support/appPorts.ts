import { NO_TURN_LIMITS } from '../../src/extension/chat/agent/turnLimit.ts';
import type { EffortQuestion } from '../../src/extension/panel/composerMenu.ts';
import type { AppPorts, AppSettings } from '../../src/extension/appPorts.ts';
import { NO_RULES } from '../../src/extension/approval/rules/permissionRules.ts';
import { Emitter } from '../../src/extension/base/emitter.ts';
import type { FastModel } from '../../src/extension/model/fastModel.ts';
import { UNKNOWN_PRICING } from '../../src/extension/model/pricing.ts';
import type { SelectedModel } from '../../src/extension/model/chatModel.ts';
import type { ResolvedModel } from '../../src/extension/model/resolveModel.ts';
import type { Clock } from '../../src/extension/ports/clock.ts';
import type { FileStore } from '../../src/extension/ports/fileStore.ts';
import type { ProjectRuleOffer } from '../../src/extension/approval/rules/projectRules.ts';
import type { PromptInputQuestions } from '../../src/extension/panel/promptFileCommands.ts';
import { silentLog } from '../../src/extension/base/silentLog.ts';
import type { MentionSources } from '../../src/extension/ports/mentionSources.ts';
import type { Workspace } from '../../src/extension/ports/workspace.ts';
import type { Overlay } from '../../src/extension/speculate/overlay.ts';
import type { VersionQuestion } from '../../src/extension/speculate/versionChoice.ts';
import type { SpeculationEvent } from '../../src/extension/speculate/speculationEvent.ts';
import { OpenDialogs } from '../../src/extension/suggest/openDialogs.ts';
import type { PromptSuggestionEvent } from '../../src/extension/suggest/suggestionEvent.ts';
import { createStorage } from './conversationStorage.ts';
import { createFakeTerminals } from './fakeTerminals.ts';
import { createFakeLanguageFeatures } from './fakeLanguageFeatures.ts';
import { createMentionSources } from './fakeMentionSources.ts';
import { createMemento } from './memento.ts';
import { createFakeShell, printing, type FakeRun } from './shell/fakeShell.ts';
import { createMemoryFileStore } from './memoryFileStore.ts';
import { createMemoryOutput } from './memoryOutput.ts';
import { createMemoryWorkspace } from './memoryWorkspace.ts';
import type { WatchNotice } from '../../src/extension/terminal/watchedAgent.ts';
import { createMemorySpill } from './memorySpill.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface WorldOptions {
  readonly clock: Clock;
  /** The disk. It outlives a reload of the window. */
  readonly files: FileStore;
  readonly workspace: Workspace;
  /** The user's home folder; empty if not given. */
  readonly home?: Workspace;
  readonly settings: Partial<AppSettings>;
  readonly mentionable?: Partial<MentionSources>;
  /** The files of the tour's sample, by path. */
  readonly sample?: Readonly<Record<string, string>>;
}

/**
 * The ports of the app, in memory. `world` has the values that a test may change, and the effects of the app that it
 * may check.
 */
export function createAppPorts({
  clock,
  files,
  workspace,
  mentionable,
  sample = {},
  home = createMemoryWorkspace({}, { roots: [{ name: '~', path: '/home/me' }] }),
  ...options
}: WorldOptions) {
  const { window } = createStorage(files, clock);
  const globalFiles = createMemoryFileStore();
  const openDialogs = new OpenDialogs();
  const settingsChanged = new Emitter<void>();
  const keysChanged = new Emitter<void>();
  const filesChanged = new Emitter<readonly string[]>();
  const settings: Writable<AppSettings> = {
    model: '',
    isModelSetByWorkspace: false,
    fastModel: '',
    compressionModel: '',
    stallTimeout: { kind: 'unset' },
    approvalMode: 'auto-edit',
    readOnlyCommands: 'ask',
    rules: NO_RULES,
    ruleProblems: [],
    turnLimits: NO_TURN_LIMITS,
    autoContinue: false,
    nextSpeakerCheck: false,
    routing: { fallback: '', fastFor: 'none' },
    showCitations: true,
    notifications: 'waiting',
    terminalWatch: { mode: 'off', prompts: 'unified', maxCostPerDay: 1 },
    enableFollowupSuggestions: true,
    enableCacheSharing: true,
    enableSpeculation: true,
    speculationDefaultMode: 'preview',
    speculationAtBoundary: 'resume',
    maxChangesMb: 200,
    maxSpeculationCost: 0.25,
    maxSpeculationCostPerDay: 5,
    suggestionsEnter: 'submit',
    completing: { onTab: false, onPause: false },
    vimMode: false,
    translateTarget: '',
    providers: {},
    thinkingEffort: {},
    maxSuggestionCostPerDay: null,
    ...options.settings,
  };
  const terminals = createFakeTerminals();
  const world = {
    terminals,
    settings,
    settingsChanged,
    keysChanged,
    filesChanged,
    openDialogs,
    globalFiles,
    selected: Promise.resolve<ResolvedModel>({ kind: 'bad-id', message: 'No model is selected.' }),
    fast: Promise.resolve<FastModel>({ kind: 'unset' }),
    compression: undefined as SelectedModel | undefined,
    pricing: UNKNOWN_PRICING,
    /** The providers that the user has stored a key for. */
    storedKeys: new Set<string>(),
    /** Whether the user sets a key when the app asks for one. */
    setsKey: (_modelId?: string): boolean | Promise<boolean> => false,
    /** Texts that were inserted into an editor. */
    inserted: [] as string[],
    /** Files that were shown in a diff with their earlier content. */
    compared: [] as string[],
    /** The opened files, with their line if given, and the opened views and settings, for example `trust`. */
    opened: [] as string[],
    /** Notifications about the watch of a terminal. */
    watchNotices: [] as { notice: WatchNotice; watchAgain: () => WatchNotice }[],
    /** The effect of a shell command on the files. */
    runCommand: (_command: string): void => {},
    /** The overlays whose files editors can show, by id. */
    overlays: new Map<string, Overlay>(),
    /** The overlays of the open previews, by id. */
    previews: new Map<string, Overlay>(),
    /** The questions about files that could not be merged, and the user's answer to all of them. */
    questions: [] as VersionQuestion[],
    choice: undefined as 'current' | 'prepared' | undefined,
    /** The language that the user chooses in the dialog; undefined if the user cancels it. */
    language: undefined as string | undefined,
    /** The effort and the model that the user chooses in dialogs, and the questions of the dialog for the effort. */
    effort: undefined as string | null | undefined,
    effortQuestions: [] as EffortQuestion[],
    chosenModel: undefined as string | undefined,
    /** The text that the user enters for an input of a prompt file; undefined cancels. */
    input: undefined as string | undefined,
    isTrusted: true,
    trust(): void {
      world.isTrusted = true;
      trusted.fire();
    },
    /** The effects of the next commands, in order. All other commands print `ran`. */
    shellRuns: [] as FakeRun[],
    ruleOffers: [] as readonly ProjectRuleOffer[],
    /** Whether VS Code has a list of MCP servers. */
    hasServerList: true,
    pickedRules: undefined as readonly string[] | undefined,
    inputQuestions: [] as PromptInputQuestions[],
    /** The ids for which a model was requested; undefined for the selected model. */
    askedModels: [] as (string | undefined)[],
    /** Models by id. Every other id stands for the selected model. */
    otherModels: new Map<string, SelectedModel>(),
    /** The settings that were written, with their values. An effort is written with the model's id as its key. */
    written: [] as [key: string, value: string][],
    logged: [] as string[],
    suggestionEvents: [] as PromptSuggestionEvent[],
    speculationEvents: [] as SpeculationEvent[],
  };
  const trusted = new Emitter<void>();
  const never = new Emitter<void>().event;
  const doNothing = async (): Promise<void> => {};
  const ports: AppPorts = {
    settings: {
      current: settings,
      onDidChange: settingsChanged.event,
      writeEffort: async (id, effort) => void world.written.push([id, String(effort)]),
      write: async (key, value) => void world.written.push([key, value]),
      async switch(key, enabled) {
        settings[key] = enabled;
        return 'written';
      },
      mayPrepare: () => true,
      changePermissions: doNothing,
    },
    storage: {
      files,
      globalFiles,
      mementos: {
        habit: createMemento(),
        mutedChats: createMemento(),
        preparedEditsOffer: createMemento(),
        unusedStreak: createMemento(),
        switchedOffInstructions: createMemento(),
        watchedTerminals: createMemento(),
      },
      mentionKey: 'key',
      output: createMemoryOutput(),
      createSpill: createMemorySpill,
      window,
      owner: { id: async () => 'this process', isDead: async () => false, hostIfUnknown: async () => undefined },
    },
    workspace: {
      files: workspace,
      home,
      isTrusted: () => world.isTrusted,
      onDidTrust: trusted.event,
      onDidChangeFolders: never,
      unsavedFiles: async () => [],
      mentionSources: createMentionSources(mentionable),
      languageFeatures: createFakeLanguageFeatures(),
      externalTools: {
        start: doNothing,
        list: () => [],
        servers: () => [],
        startProblem: undefined,
        invoke: async () => ({ kind: 'denied' }),
      },
    },
    machine: {
      os: 'Linux',
      shell: {
        ...createFakeShell(),
        run: async ({ command }, onOutput, signal) => {
          world.runCommand(command);
          const run = world.shellRuns.shift() ?? printing('ran');
          return run(onOutput, signal);
        },
      },
      environment: () => ({}),
      web: { fetch: async () => ({ kind: 'failed', message: 'There is no web.' }) },
    },
    models: {
      selected: (id) => {
        world.askedModels.push(id);
        const other = world.otherModels.get(id ?? '');
        return other ? Promise.resolve({ kind: 'model', model: other }) : world.selected;
      },
      fast: () => world.fast,
      isUsed: async (server) => world.storedKeys.has(server),
      compression: async () => world.compression,
      loadPricing: async () => world.pricing,
      contextWindowOf: async () => undefined,
      countVscodeModels: async () => 0,
      findLocalServers: async () => [],
      onDidChange: never,
      onDidChangeKeys: keysChanged.event,
    },
    editors: {
      register(id, overlay) {
        world.overlays.set(id, overlay);
        return { dispose: () => void world.overlays.delete(id) };
      },
      close: doNothing,
      review: { open: doNothing, collect: async () => undefined, close: doNothing },
      preview: {
        open: async (id, overlay) => void world.previews.set(id, overlay),
        choose: async (question) => {
          world.questions.push(question);
          return world.choice;
        },
        isOpen: (id) => world.previews.has(id),
        collect: doNothing,
        close: async (id) => void world.previews.delete(id),
      },
      onDidChangeFiles: filesChanged.event,
      sample,
    },
    terminals: { window: terminals.port, language: 'en', createScreen: terminals.createScreen },
    dialogs: {
      selectModel: doNothing,
      setApiKey: async (modelId) => world.setsKey(modelId),
      useVscodeModel: doNothing,
      useLocalServer: doNothing,
      chooseLanguage: async () => world.language,
      chooseEffort: async (question) => {
        world.effortQuestions.push(question);
        return world.effort;
      },
      chooseModel: async () => world.chosenModel,
      chooseCheckpoint: async () => undefined,
      chooseRules: async (offers) => {
        world.ruleOffers = offers;
        return world.pickedRules;
      },
      askPromptInputs: async (questions) => {
        world.inputQuestions.push(questions);
        const { input } = world;
        return input === undefined ? undefined : questions.inputs.map(() => input);
      },
      showChats: doNothing,
      exportChat: doNothing,
      openSettings: doNothing,
      openFolder: doNothing,
      manageTrust: async () => void world.opened.push('trust'),
      listMcpServers: async () => {
        if (world.hasServerList) world.opened.push('MCP servers');
        return world.hasServerList;
      },
      openSuggestionSettings: doNothing,
      openTerminalLimit: async () => void world.opened.push('terminal limit'),
      openShellIntegration: async () => void world.opened.push('shell integration'),
      showWatchNotice: (notice, watchAgain) => void world.watchNotices.push({ notice, watchAgain }),
      openFile: async (_, path, line) => void world.opened.push(line === null ? path : `${path}:${line}`),
      compareFiles: async (files) => void world.compared.push(...files.map(({ path }) => path)),
      insertCode: async (text) => void world.inserted.push(text),
      notify: () => {},
      isWindowFocused: () => true,
    },
    openDialogs: () => openDialogs.kinds,
    takeStep: doNothing,
    suggestionEvents: { record: (event) => void world.suggestionEvents.push(event), flush: doNothing },
    speculationEvents: { record: (event) => void world.speculationEvents.push(event), flush: doNothing },
    clock,
    log: { ...silentLog, info: (message) => void world.logged.push(message) },
  };
  return { ports, world };
}
