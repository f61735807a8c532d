import { createInitialChatState } from '../shared/chatReducer.ts';
import type { Notice } from '../shared/chatState.ts';
import { createSpeculation } from './ahead/createSpeculation.ts';
import { recoverApplies, type ApplyRecoveryOptions } from './ahead/applyRecovery.ts';
import type { MoveAhead } from './ahead/moveAhead.ts';
import { createRuleStore, type RuleStore } from './approval/rules/ruleStore.ts';
import type { AppPorts, AppSettings } from './appPorts.ts';
import { createPermissions, createPlanMode, type Permissions } from './approval/permissions.ts';
import { editToolsOf } from './approval/rules/pathRules.ts';
import { createShellJudge } from './approval/shellJudge.ts';
import type { BackgroundUse } from './background/usage.ts';
import { InputCompleter } from './complete/inputCompleter.ts';
import { Translator } from './complete/translate.ts';
import type { WritingOptions } from './complete/writingModel.ts';
import { DisposableStore, type Disposable } from './base/disposable.ts';
import { runEach } from './base/runEach.ts';
import { withFileRules } from './instructions/fileRules.ts';
import { Instructions } from './instructions/instructions.ts';
import { ChangeStore, type DoubtfulBatch } from './changes/changeStore.ts';
import { createChat, type Chat } from './chat/createChat.ts';
import { EarlyUses } from './chat/earlyUses.ts';
import { webSearchModel } from './chat/agent/webSearch.ts';
import { TitleWriter } from './chat/titleWriter.ts';
import { toDisplayText } from '../shared/displayText.ts';
import { ChatStore } from './chat/view/chatStore.ts';
import { isBuiltInCommand } from './panel/commands/commandList.ts';
import { createPanel, type Panel } from './panel/createPanel.ts';
import { clearModelNotice } from './panel/promptModel.ts';
import { watchTerminals } from './panel/watchTerminals.ts';
import { showSettings, warnOfStallTimeout } from './panel/shownSettings.ts';
import { followModel, followTour } from './panel/tourChats.ts';
import { idSearchesWeb } from './model/webSearch.ts';
import type { Log } from './ports/log.ts';
import type { Shell } from './ports/shell.ts';
import { createGit, hardenReaders, onlyReaders } from './shell/hardening/hardenedShell.ts';
import { createTourProjects } from './speculate/tourProjects.ts';
import { createSuggestions, type Suggestions } from './suggest/createSuggestions.ts';
import { followUnaskedRuns } from './suggest/unaskedRuns.ts';
import { BUILT_IN_AGENTS } from './tools/agents.ts';
import type { TerminalWatch } from './terminal/terminalWatch.ts';
import { WatchedOutput } from './terminal/watchedOutput.ts';
import { createTools, DEFAULT_TOOLS } from './tools/builtin/defaultTools.ts';
import { LiveToolRegistry } from './tools/liveRegistry.ts';
import { createToolRegistry } from './tools/registry.ts';
import { createResultLimits } from './tools/resultLimit.ts';
import { chatNoticeTexts } from './base/texts/noticeTexts.ts';

/** An unfinished apply or restore. The process that began the batch may have crashed or may still run. */
export interface DoubtfulApply extends Pick<DoubtfulBatch, 'host' | 'files'> {
  /** Ends the batch in place of its process. Returns a text for the user; undefined if there is nothing to report. */
  finish(): Promise<string | undefined>;
}

export interface App {
  readonly chat: Chat;
  readonly suggestions: Suggestions;
  readonly moveAhead: MoveAhead;
  readonly panel: Panel;
  readonly terminals: TerminalWatch;
  /**
   * Finishes or rolls back each interrupted apply or restore. Does nothing in an untrusted folder. Returns a text for
   * the user; undefined if there is nothing to report.
   */
  recover(): Promise<string | undefined>;
  /** Each unfinished apply or restore whose process may still run. Empty if the folder is not trusted. */
  doubtfulApplies(): Promise<DoubtfulApply[]>;
  /** Stops all running work and writes all state to disk. */
  close(): Promise<void>;
}

const BYTES_PER_MB = 1024 * 1024;

/**
 * Creates the app and opens the chat that the window showed last. This file is long, because all wiring is in one
 * place.
 */
export async function createApp(ports: AppPorts): Promise<App> {
  const { settings, storage, workspace, models, clock, log } = ports;
  const { files, globalFiles } = storage;
  const windowClosing = new AbortController();
  const store = new ChatStore(createInitialChatState(''));
  const showNotice = (notice: Notice | null): void => store.dispatch({ type: 'notice-changed', notice });
  const ruleStore = createRuleStore(settings.changePermissions, showNotice);
  const instructions = createInstructions(ports);
  const { permissions, registry, shellAhead } = createTooling(ports, instructions, ruleStore, showNotice);
  const limitResults = createResultLimits({
    keep: storage.output,
    contextWindowOf: async (model) => model.contextWindow ?? models.contextWindowOf(model.id),
  });

  const changes = new ChangeStore({
    files,
    owner: storage.owner,
    log,
    maxBytes: () => settings.current.maxChangesMb * BYTES_PER_MB,
  });

  const watchedOutput = new WatchedOutput(workspace.mentionSources);
  const chat = createChat({
    store,
    workspace: workspace.files,
    changes,
    registry,
    instructions,
    approval: permissions.policy,
    tour: createTourProjects({
      editors: ports.editors,
      sample: ports.editors.sample,
      selectedModel: () => settings.current.model,
      registry: createToolRegistry(DEFAULT_TOOLS),
      approval: permissions.policy,
      onError: (error) => log.error('The tour’s files could not be closed', error),
    }),
    limitResults,
    environment: { os: ports.machine.os, shell: ports.machine.shell.name },
    turnLimits: () => settings.current.turnLimits,
    autoContinue: () => settings.current.autoContinue,
    nextSpeakerCheck: () => settings.current.nextSpeakerCheck,
    fallback: {
      id: () => settings.current.routing.fallback,
      async resolve(id) {
        const resolved = await models.selected(id);
        if (resolved.kind === 'model') return resolved.model;
        log.warn(`The fallback model cannot be used: ${resolved.message}`);
        return undefined;
      },
    },
    fastModel: models.fast,
    agents: {
      fileAgents: () => instructions.agents,
      async namedModel(name) {
        const id = await instructions.findModel(name);
        const resolved = id === undefined ? undefined : await models.selected(id);
        return resolved?.kind === 'model' ? resolved.model : undefined;
      },
    },
    webSearchModel: async (model) => webSearchModel(await models.fast(), model),
    compressionModel: models.compression,
    ownShell: { shell: ports.machine.shell, keep: storage.output },
    mentionSources: watchedOutput.sources,
    mentionKey: storage.mentionKey,
    files,
    globalFiles,
    window: storage.window,
    clock,
    log,
  });
  // The tour always prepares edits, because that costs nothing and does not change the user's files.
  const settingsAhead = (): AppSettings =>
    chat.current.isTour
      ? {
          ...settings.current,
          enableSpeculation: true,
          speculationDefaultMode: 'preview',
          speculationAtBoundary: 'resume',
        }
      : { ...settings.current, approvalMode: permissions.modeAhead() };
  const suggestions = createSuggestions(chat, {
    settings: settingsAhead,
    mayPrepare: () => settings.mayPrepare(),
    openDialogs: ports.openDialogs,
    mementos: storage.mementos,
    events: ports.suggestionEvents,
    loadPricing: models.loadPricing,
    globalFiles,
    clock,
    log,
  });
  const moveAhead = createSpeculation(chat, suggestions, {
    settings: settingsAhead,
    preview: ports.editors.preview,
    events: ports.speculationEvents,
    onDidChangeFiles: ports.editors.onDidChangeFiles,
    shell: shellAhead,
    createSpill: storage.createSpill,
    output: storage.output,
    limitResults,
    unusedStreak: storage.mementos.unusedStreak,
    globalFiles,
    clock,
    log,
  });
  const writing: WritingOptions = {
    chat,
    selected: () => models.selected(),
    limits: {
      maxCostPerDay: () => settings.current.maxSuggestionCostPerDay,
      allowance: suggestions.allowance,
      count: suggestions.count,
    },
    clock,
  };
  chat.onDidRequest(suggestions.count);
  const terminals = watchTerminals(chat, suggestions, {
    terminals: ports.terminals.window,
    settings: () => settings.current.terminalWatch,
    isTrusted: workspace.isTrusted,
    memento: storage.mementos.watchedTerminals,
    createScreen: ports.terminals.createScreen,
    models: { fast: models.fast, selected: () => models.selected() },
    language: ports.terminals.language,
    globalFiles,
    clock,
    log,
  });
  watchedOutput.setWatch(terminals);
  const panel = createPanel(chat, suggestions, moveAhead, {
    completer: new InputCompleter({ ...writing, chat, log }),
    translator: new Translator({ ...writing, chat, log }),
    terminals,
    dialogs: ports.dialogs,
    settings: () => settings.current,
    writer: settings,
    models,
    async refreshTools(model) {
      await instructions.refreshAgents(windowClosing.signal);
      await registry.refresh(model);
    },
    external: workspace.externalTools,
    instructions,
    undoRules: () => ruleStore.undo(),
    saveRules: (rules) => ruleStore.save(rules),
    onDidTakeStep(step) {
      ports
        .takeStep(step)
        .catch((error: unknown) => log.error('A step of Get Started could not be marked as done', error));
    },
    clock,
    log,
  });
  const titles = new TitleWriter({
    chats: chat.service,
    fastModel: () => chat.fastModel(),
    onRequest: suggestions.count,
    clock,
    log,
  });
  const earlyUses = new EarlyUses(chat.service.onDidFinishPrompt, () => chat.service.session);
  suggestions.spending.onDidCount(({ use, leaf }) => {
    if (use.promptId === 'terminal_watch') return;
    chat.totals.add(use);
    if (leaf === chat.service.session.id) earlyUses.add(leaf, use);
    else recordSpending(chat, panel, use, leaf, log);
  });
  const subscriptions = new DisposableStore();
  subscriptions.add(follow({ chat, suggestions, moveAhead, panel, terminals }, permissions, ports));
  subscriptions.add(instructions);
  subscriptions.add(instructions.onDidChange(() => chat.current.openChat?.listInstructions()));
  subscriptions.add(instructions.fileRules.onDidChangeWithoutRoom(() => chat.current.openChat?.readInstructions()));

  try {
    await chat.service.restore();
  } catch (error) {
    // The next attempt creates everything again, so release the subscriptions and the lock on the chat.
    subscriptions.dispose();
    await chat.service
      .close()
      .catch((second: unknown) => log.error('The chat could not be closed after a failed start', second));
    throw error;
  }
  moveAhead.restore().catch((error: unknown) => log.error('The last suggestion could not be shown again', error));
  if (!workspace.isTrusted()) {
    store.dispatch({ type: 'trust-changed', isTrusted: false });
    store.dispatch({ type: 'notice-changed', notice: untrustedNotice() });
  }

  const recover = (batches: ApplyRecoveryOptions['changes']): Promise<string | undefined> => {
    const recoverExchange: ApplyRecoveryOptions['recoverExchange'] = (id, exchange) =>
      moveAhead.recoverExchange(id, exchange);
    const options = { changes: batches, workspace: workspace.files, recoverExchange, log };
    return panel.actions.withChats(() => recoverApplies(options, windowClosing.signal));
  };

  return {
    chat,
    suggestions,
    moveAhead,
    panel,
    terminals,
    async recover() {
      return workspace.isTrusted() ? recover(changes) : undefined;
    },
    async doubtfulApplies() {
      const found = workspace.isTrusted() ? await changes.doubtful() : [];
      return found.map(({ host, files, take }) => ({
        host,
        files,
        finish: () => recover({ unfinished: async () => [await take()].filter((batch) => batch !== undefined) }),
      }));
    },
    async close() {
      windowClosing.abort();
      titles.cancel();
      subscriptions.dispose();
      terminals.dispose();
      earlyUses.dispose();
      await runEach([
        () => suggestions.close(),
        () => panel.actions.close(),
        () => ports.speculationEvents.flush(),
        () => chat.totals.close(),
      ]);
    },
  };
}

function createTooling(
  { settings, storage, workspace, machine, editors, clock, log }: AppPorts,
  instructions: Instructions,
  ruleStore: RuleStore,
  showNotice: (notice: Notice) => void,
): { permissions: Permissions; registry: LiveToolRegistry; shellAhead: Shell } {
  const roots = (): string[] => workspace.files.roots.map(({ path }) => path);
  const { environment } = machine;
  const tools = createTools({
    languageFeatures: workspace.languageFeatures,
    shell: {
      shell: hardenReaders(machine.shell, { roots, environment }),
      keep: storage.output,
      clock,
      unsavedFiles: workspace.unsavedFiles,
    },
    web: machine.web,
    planMode: createPlanMode({
      mode: () => settings.current.approvalMode,
      writeMode: (mode) => settings.write('approvalMode', mode),
    }),
    // Does not resolve the fast model: reading its key may take long, and this function runs before each prompt.
    canSearchWeb: ({ searchesWeb }) =>
      searchesWeb === true || idSearchesWeb(settings.current.fastModel, settings.current.providers),
    memory: instructions.memory,
    skills: instructions,
    agents: {
      get entries() {
        return [...BUILT_IN_AGENTS, ...instructions.agents];
      },
    },
  }).map((tool) => (tool.record?.showsFileRules ? withFileRules(tool, instructions.fileRules) : tool));
  const permissions = createPermissions({
    settings: () => settings.current,
    isTrusted: workspace.isTrusted,
    shell: createShellJudge(machine.shell.name, createGit({ roots, environment })),
    editTools: editToolsOf(tools),
    findIncluded: (signal) => instructions.findIncluded(signal),
    review: editors.review,
    saveRules: (rules) => void ruleStore.save(rules),
    showProblems: (message) => showNotice({ severity: 'warning', message, action: 'open-settings' }),
    log,
  });
  return {
    permissions,
    registry: new LiveToolRegistry(tools, workspace.externalTools, workspace.isTrusted, clock),
    shellAhead: onlyReaders(machine.shell, { roots, environment }),
  };
}

function createInstructions({ settings, storage, workspace, models, editors, clock, log }: AppPorts): Instructions {
  return new Instructions({
    workspace: workspace.files,
    home: workspace.home,
    isTrusted: workspace.isTrusted,
    models: {
      chosen() {
        const { model, fastModel, compressionModel, routing, thinkingEffort } = settings.current;
        return [model, fastModel, compressionModel, routing.fallback, ...Object.keys(thinkingEffort)];
      },
      listed() {
        const { providers } = settings.current;
        return typeof providers === 'object' && providers !== null ? Object.keys(providers) : [];
      },
      isUsed: (server) => models.isUsed(server),
      resolve: (id) => models.selected(id),
    },
    switchedOff: storage.mementos.switchedOffInstructions,
    isBuiltIn: isBuiltInCommand,
    onDidChangeFiles: editors.onDidChangeFiles,
    clock,
    log,
  });
}

/** Counts a background request for its chat, even if the user has opened another chat meanwhile. */
function recordSpending({ service }: Chat, panel: Panel, use: BackgroundUse, leaf: string, log: Log): void {
  if (service.session.recordBackground(leaf, use)) return;
  // Serialized, because `recordLate` locks the file of a chat that the user may be opening again.
  const recorded = panel.actions.withChats(() => service.recordLate(leaf, use));
  recorded.catch((error: unknown) => log.error('The cost of a background request could not be recorded', error));
}

function showWorkspaceModel(store: ChatStore): void {
  const message = chatNoticeTexts.workspaceModel(toDisplayText(store.state.model?.id ?? ''));
  const notice = { severity: 'info', message, action: 'select-model' } as const;
  store.dispatch({ type: 'notice-changed', notice });
}

/** Updates the features now, and when settings, models, keys, folders or trust change, until the result is disposed. */
function follow(
  { chat, suggestions, moveAhead, panel, terminals }: Omit<App, 'close' | 'recover' | 'doubtfulApplies'>,
  permissions: Permissions,
  { settings, workspace, models, log }: AppPorts,
): Disposable {
  const { store } = chat;
  const unaskedRuns = followUnaskedRuns(chat.current, store);
  const refresh = (): boolean => {
    showSettings(store, settings.current);
    suggestions.refresh();
    terminals.refresh();
    return permissions.refresh();
  };
  const followSelectedModel = (): void => {
    followModel(store.state.model ?? { id: '', label: '' }, panel.actions, store).catch((error: unknown) =>
      log.error('No chat could be started for the selected model', error),
    );
  };
  // As soon as the user trusts the workspace, its settings apply and may replace the user's model.
  let mayReplaceModel = !workspace.isTrusted();
  const followSettings = (): void => {
    const before = store.state.model?.id;
    const rulesChanged = refresh();
    const selected = store.state.model?.id;
    if (selected !== undefined && selected !== before) {
      if (mayReplaceModel && settings.current.isModelSetByWorkspace) {
        mayReplaceModel = false;
        showWorkspaceModel(store);
      } else if (before !== undefined) panel.explainModel(selected);
    }
    chat.current.openChat?.desk.reconsider();
    unaskedRuns.refresh();
    followSelectedModel();
    const followed = rulesChanged ? moveAhead.stop('rules-changed') : moveAhead.settingsChanged();
    followed.catch((error: unknown) => log.error('Changed settings could not be applied', error));
  };
  const followFolders = (): void =>
    store.dispatch({ type: 'folder-changed', hasFolder: workspace.files.roots.length > 0 });
  followFolders();
  refresh();
  warnOfStallTimeout(settings.current, log);

  const subscriptions = new DisposableStore();
  const all = [
    chat,
    panel,
    followTour(chat.service, store, moveAhead.prepared.onDidApply),
    workspace.onDidChangeFolders(followFolders),
    workspace.onDidTrust(() => {
      store.dispatch({ type: 'trust-changed', isTrusted: true });
      panel.followTrust();
      followSettings();
      chat.current.openChat?.readInstructions();
      if (store.state.notice?.message === chatNoticeTexts.untrusted()) {
        store.dispatch({ type: 'notice-changed', notice: null });
      }
    }),
    models.onDidChange(() => panel.firstSteps.refresh()),
    models.onDidChangeKeys(() => {
      clearModelNotice(store);
      suggestions.refresh();
      terminals.refresh();
    }),
    settings.onDidChange(() => {
      followSettings();
      panel.firstSteps.refresh();
      warnOfStallTimeout(settings.current, log);
    }),
  ];
  for (const each of all) subscriptions.add(each);
  return subscriptions;
}

function untrustedNotice(): Notice {
  return { severity: 'info', message: chatNoticeTexts.untrusted(), action: 'manage-trust' };
}
