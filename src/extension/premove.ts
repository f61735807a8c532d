import { release, type as osName } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createInitialChatState } from '../shared/chatReducer.ts';
import { DayTotals } from './background/dayTotals.ts';
import { CacheSafeParamsStore } from './background/cacheSafeParams.ts';
import { ChatService } from './chat/chatService.ts';
import { ChatStore } from './chat/view/chatStore.ts';
import { DraftFile } from './chat/composer/draftFile.ts';
import { Drafts } from './chat/composer/drafts.ts';
import { IdeContextStore } from './chat/context/ideContextFeed.ts';
import { followIdeContext } from './chat/view/ideContextView.ts';
import { InputHistory } from './chat/composer/inputHistory.ts';
import { MentionContent } from './chat/context/mentionContent.ts';
import { MentionIds } from './chat/context/mentionIds.ts';
import { MentionSearch } from './chat/context/mentionSearch.ts';
import { QueuedPrompts } from './chat/composer/queuedPrompts.ts';
import { QueueFile } from './chat/composer/queueFile.ts';
import { createShownWorkspace } from './chat/shownWorkspace.ts';
import { SpendingTotals } from './chat/spendingTotals.ts';
import { createSteer } from './chat/composer/steering.ts';
import { settleStorageFailure, showStorageFailure } from './chat/view/storageNotice.ts';
import { TitleWriter } from './chat/titleWriter.ts';
import { followTour } from './chat/tourProgress.ts';
import { toBackgroundModel, type FastModel } from './model/fastModel.ts';
import { findLocalServers } from './model/localServers.ts';
import { contextWindowOf } from './model/pricing.ts';
import { keyVariablesOf } from './model/providerSettings.ts';
import { TOUR_ID } from './model/tour/tourId.ts';
import { Attention } from './panel/attention.ts';
import { answerMessage } from './panel/channel.ts';
import { CommandRequests } from './panel/commandRequests.ts';
import { ComposerRequests } from './panel/composerRequests.ts';
import { FileRequests } from './panel/fileRequests.ts';
import { DeltaStream } from './panel/deltaStream.ts';
import { FirstStepsFinder } from './panel/firstSteps.ts';
import { PanelController } from './panel/panelController.ts';
import { createPromptModel, type PromptModel } from './panel/promptModel.ts';
import { PromptQueue } from './panel/promptQueue.ts';
import { QueueRequests } from './panel/queueRequests.ts';
import { SuggestionRequests } from './panel/suggestionRequests.ts';
import { stepTaken } from './panel/walkthroughSteps.ts';
import { systemClock as clock } from './node/systemClock.ts';
import { createShownSources, NO_MENTION_SOURCES } from './ports/mentionSources.ts';
import { createNodeFileStore } from './node/nodeFileStore.ts';
import { runEach } from './base/runEach.ts';
import { thisProcess } from './node/thisProcess.ts';
import { createFileSpill } from './node/fileSpill.ts';
import { createMoveAhead } from './ahead/moveAhead.ts';
import { Speculator } from './speculate/speculator.ts';
import { newSpillFolder, sweepSpillFolders } from './node/spillFolders.ts';
import { PanelSight } from './suggest/panelSight.ts';
import { createPromptSuggester } from './suggest/promptSuggester.ts';
import { followUnaskedRuns } from './suggest/unaskedRuns.ts';
import { SuggestionFile } from './suggest/suggestionFile.ts';
import { createTools, DEFAULT_TOOLS } from './tools/builtin/defaultTools.ts';
import { createGit, hardenReaders } from './shell/hardening/hardenedShell.ts';
import { KeptOutputFolder } from './node/keptOutput.ts';
import { createToolRegistry } from './tools/registry.ts';
import { LiveToolRegistry } from './tools/liveRegistry.ts';
import { createNodeWebFetcher } from './node/nodeWebFetcher.ts';
import { createNodeShell } from './node/nodeShell.ts';
import { withReadableFolder } from './node/readableFolder.ts';
import { createRoundLimits } from './tools/roundLimit.ts';
import { shellEnvironment } from './node/shellEnvironment.ts';
import { findShellProgram } from './node/shellProgram.ts';
import { createShellJudge } from './approval/shellJudge.ts';
import { followBadge, notifyUser } from './vscode/attentionSignals.ts';
import { createChatCommands } from './vscode/commands/chatCommands.ts';
import type { ConnectPanel } from './vscode/chatViewProvider.ts';
import { followContextKeys } from './vscode/contextKeys.ts';
import { settingsSection } from './vscode/contributions.ts';
import { trackEditors } from './vscode/editor/editorTracker.ts';
import { createEditReview } from './vscode/preview/editReview.ts';
import { createForeignTools } from './vscode/models/foreignTools.ts';
import { insertCode } from './vscode/commands/insertCode.ts';
import { keepFocus, type PanelFocus } from './vscode/commands/keepFocus.ts';
import { createLastingRules } from './vscode/lastingRules.ts';
import { createLanguageFeatures } from './vscode/editor/languageFeatures.ts';
import { openFile } from './vscode/commands/openFile.ts';
import { createModelAccess } from './vscode/models/modelAccess.ts';
import { createModelCommands } from './vscode/commands/modelCommands.ts';
import { createMentionSources, mentionKey } from './vscode/editor/mentionSources.ts';
import { createNotify } from './vscode/notifications.ts';
import type { OutputLog } from './vscode/outputLog.ts';
import type { OverlayFileSystem } from './vscode/preview/overlayFileSystem.ts';
import { createPermissions } from './vscode/permissions.ts';
import { SettingsReader, type Settings } from './vscode/settings.ts';
import { sharedStorage } from './vscode/sharedStorage.ts';
import { settleNotice, showSettings, warnOfSettings } from './vscode/shownSettings.ts';
import { createSpeculationPreview } from './vscode/preview/speculationPreview.ts';
import { createSuggestionParts } from './vscode/suggestionParts.ts';
import { createTerminalShell } from './vscode/terminal/terminalShell.ts';
import { createTourProjects } from './vscode/preview/tourProjects.ts';
import { createWindowWorkspace, listUnsavedFiles } from './vscode/editor/windowWorkspace.ts';
import { followTitle } from './vscode/viewTitle.ts';
import type { Walkthrough, WalkthroughStep } from './vscode/walkthrough.ts';
import { writeSetting } from './vscode/writeSettings.ts';

/** The running product, as the commands and the view see it. */
export interface Premove {
  readonly connectPanel: ConnectPanel;
  newChat(): Promise<void>;
  /** Stops the answer that is being written. */
  stop(): Promise<void>;
  showChats(): Promise<void>;
  exportChat(): Promise<void>;
  useTour(): Promise<void>;
  selectModel(): Promise<void>;
  setApiKey(): Promise<void>;
  removeApiKey(): Promise<void>;
  applySpeculation(): Promise<void>;
  discardSpeculation(): Promise<void>;
  /** In the shown chat; where they are off altogether, everywhere. */
  toggleSuggestions(): Promise<void>;
  toggleSuggestionsEverywhere(): Promise<void>;
  switchPreparedEdits(on: boolean): Promise<void>;
  /** Stops what runs and writes down what is left. */
  close(): Promise<void>;
}

/** Wires everything together; with `extension.ts` the only place that does. */
export async function createPremove(
  context: vscode.ExtensionContext,
  log: OutputLog,
  overlays: OverlayFileSystem,
  panel: PanelFocus,
  walkthrough: Walkthrough,
): Promise<Premove> {
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const shared = sharedStorage(context);
  const files = createNodeFileStore(shared);
  const settings = new SettingsReader(vscode.workspace);
  context.subscriptions.push(settings);
  const readSettings = (): Settings => settings.current;
  const spills = join(storage, 'overlays');
  await sweepSpillFolders(spills, log);
  const keep = new KeptOutputFolder(join(storage, 'output'), log);
  const workspace = withReadableFolder(createWindowWorkspace(), keep.folder);
  const limitRound = createRoundLimits({
    keep,
    contextWindowOf: async (model) => model.contextWindow ?? contextWindowOf(model.id),
  });
  const shownWorkspace = createShownWorkspace(() => chats.project.workspace);
  const review = createEditReview(overlays, shownWorkspace, {
    onError: (error) => log.error('What was changed in a diff could not be read', error),
  });
  const program = findShellProgram();
  const store = new ChatStore(createInitialChatState(''));
  const lasting = createLastingRules((notice) => store.dispatch({ type: 'notice-changed', notice }));
  const keepRules = (rules: readonly string[]): void => void lasting.keep(rules);
  const keyVariables = (): string[] => keyVariablesOf(readSettings().providers);
  const environment = (): Record<string, string> => shellEnvironment(process.env, keyVariables());
  const roots = (): string[] => workspace.roots.map(({ path }) => path);
  const judge = createShellJudge(program.name, createGit({ roots, environment }));
  const permissions = createPermissions({
    readSettings,
    shell: judge,
    review,
    keepRules,
    log,
  });
  const plain = createNodeShell({ program, environment, clock });
  const terminals = { folder: join(storage, 'terminal'), isWanted: () => readSettings().shellInTerminal };
  const shellOptions = { plain, program, ...terminals, keys: keyVariables, clock, log };
  const shell = hardenReaders(createTerminalShell(shellOptions), { roots, environment });
  const registry = new LiveToolRegistry(
    createTools({
      languageFeatures: createLanguageFeatures(clock),
      shell: { shell, keep, clock, unsavedFiles: () => listUnsavedFiles(workspace) },
      web: createNodeWebFetcher({ privateHosts: () => readSettings().privateHosts }),
      planMode: permissions.planMode,
    }),
    createForeignTools(log),
    () => vscode.workspace.isTrusted,
    clock,
  );
  const drafts = new Drafts(store, new DraftFile(files, clock, log, () => settleStorageFailure(store, 'draft')));
  const cacheSafeParams = new CacheSafeParamsStore();
  const sight = new PanelSight(store);

  const notify = createNotify(log);
  const attention = new Attention({
    store,
    sight,
    isWindowFocused: () => vscode.window.state.focused,
    level: () => readSettings().notifications,
    notify: (event, title) => notifyUser(notify, event, title),
  });
  followContextKeys(store);

  const models = createModelAccess(context, readSettings, clock, log);
  const totals = new SpendingTotals({
    day: new DayTotals({ files: createNodeFileStore(context.globalStorageUri.fsPath), clock, log }),
    store,
    log,
  });
  const suggesting = createSuggestionParts(context, {
    readSettings,
    store,
    onDidCount(use, leaf) {
      totals.add(use);
      if (chats.session.recordBackground(leaf, use)) return;
      // Serialized, because this locks the file of the chat that was left, which the user may be about to open again.
      const recorded = prompts.withChats(() => chats.recordLate(leaf, use));
      recorded.catch((error: unknown) => log.error('What background work took was not kept in its chat', error));
    },
    clock,
    log,
  });

  const tour = createTourProjects({
    fileSystem: overlays,
    selectedModel: () => readSettings().model,
    registry: createToolRegistry(DEFAULT_TOOLS),
    approval: permissions.policy,
    onError: (error) => log.error('The tour’s files could not be closed', error),
  });
  const toUri = (path: string): vscode.Uri => tour.uriOf(chats.project.workspace, path) ?? vscode.Uri.file(path);
  const preview = createSpeculationPreview(overlays, {
    panel,
    toUri,
    onError: (error) => log.error('What was changed in a preview could not be kept', error),
  });
  const ideContext = new IdeContextStore();
  const sources = createMentionSources();
  const ids = new MentionIds(await mentionKey(context.workspaceState));
  const shownSources = createShownSources(() => (chats.isTour ? NO_MENTION_SOURCES : sources));
  const asking = suggesting.noticeSecrets(shownSources);
  const mentions = new MentionContent({ workspace: shownWorkspace, sources: asking, ids, seen: () => chats.seen });
  const queued = new QueuedPrompts(store, new QueueFile(files, log), log);
  const chats: ChatService = new ChatService({
    storage: {
      files,
      clock,
      log,
      window: thisProcess,
      onDidFail: () => showStorageFailure(store, 'chat'),
      onDidRecover: () => settleStorageFailure(store, 'chat', 'leaving'),
    },
    drafts,
    queue: queued,
    steer: createSteer(queued, mentions, log),
    store,
    registry,
    workspace,
    tour,
    environment: { os: `${osName()} ${release()}`, shell: shell.name },
    ideContext,
    approval: permissions.policy,
    cacheSafeParams,
    maxSessionTurns: () => readSettings().maxSessionTurns,
    limitRound,
  });
  // Nothing of the tour goes to a provider.
  const fastModel = (): Promise<FastModel> => (chats.isTour ? Promise.resolve({ kind: 'unset' }) : models.fast());
  chats.onDidSpend((spending) => totals.add(spending));
  const titles = new TitleWriter({
    chats,
    fastModel,
    onRequest: suggesting.limits.onRequest,
    clock,
    log,
  });
  // The tour prepares edits whatever the settings say, because it costs nothing and changes no file of the user.
  const settingsAhead = (): Settings => {
    const settings = readSettings();
    if (chats.isTour) return { ...settings, enableSpeculation: true };
    return { ...settings, approvalMode: permissions.modeAhead() };
  };
  const moveAhead = createMoveAhead({
    store,
    chats,
    cacheSafeParams,
    speculator: new Speculator({
      sources: {
        project: () => chats.project,
        seen: () => chats.seen,
        createSpill: () => createFileSpill(newSpillFolder(spills), log),
        clock,
      },
      carryOut: {
        rules: () => chats.project.approval.rules(),
        limitRound,
        onRequest: suggesting.limits.onRequest,
        log,
      },
      predictNext: {
        enableCacheSharing: () => readSettings().enableCacheSharing,
        maySuggest: suggesting.maySuggest,
        onRequest: suggesting.limits.onRequest,
        log,
      },
      preview,
      log,
    }),
    suggester: createPromptSuggester({
      store,
      chats,
      cacheSafeParams,
      settings: settingsAhead,
      panel: sight,
      queuedMessages: () => queued.count,
      fastModel,
      ...suggesting.limits,
    }),
    recorder: suggesting.recorder,
    kept: new SuggestionFile(files, log, chats.library.onDidDelete),
    backgroundModel: async (main) => toBackgroundModel(await fastModel(), main),
    settings: settingsAhead,
    log,
  });

  const closing = new AbortController();
  const modelCommands = createModelCommands({
    keys: models.keys,
    languageModels: models.lent,
    listing: models.options,
    currentModel: () => readSettings().model,
    writeModel: (id) => writeSetting('model', id),
    inDialog: (dialog) => keepFocus(panel, () => suggesting.dialogs.during('settings-input', dialog)),
    notify,
    onError: (error) => log.error('The models could not be listed', error),
    closing: closing.signal,
  });
  const selectedForPrompt = createPromptModel(store, models.selected, clock);
  const promptModel: PromptModel = async () => {
    const model = await selectedForPrompt();
    if (model) await registry.refresh();
    return model;
  };
  const mentionSearch = new MentionSearch({
    workspace: shownWorkspace,
    sources: shownSources,
    ideContext,
    ids,
    clock,
  });
  const prompts = new PromptQueue({ store, chats, drafts, queued, moveAhead, promptModel, mentions, log });
  const useTour = async (): Promise<void> => {
    await writeSetting('model', TOUR_ID);
    await prompts.beginTour();
  };
  const chatCommands = createChatCommands({
    chats,
    change: (run) => prompts.withChats(run),
    newChat: () => prompts.newChat(),
    panel,
    notify,
    folder: vscode.Uri.file(shared),
    log,
    closing: closing.signal,
  });
  const inputs = new InputHistory(files, log, chats.library.onDidDelete);
  const setFastModelKey = async () => {
    await modelCommands.setApiKey(readSettings().fastModel);
  };
  const suggestions = new SuggestionRequests({ ...suggesting, store, moveAhead, setFastModelKey });
  const controller = new PanelController({
    prompts,
    composer: new ComposerRequests(chats, drafts, moveAhead, mentionSearch),
    queue: new QueueRequests(chats, drafts, queued),
    commands: new CommandRequests(store, prompts, {
      ...modelCommands,
      ...chatCommands,
      openFolder: async () => {
        await vscode.commands.executeCommand('workbench.action.files.openFolder');
      },
      openSettings: async () => {
        await vscode.commands.executeCommand('workbench.action.openSettings', `${settingsSection}.`);
      },
      undoRule: () => lasting.undo(),
      useTour,
      writeApprovalMode: (mode) => writeSetting('approvalMode', mode),
      insertCode: (text) => insertCode(text, notify),
    }),
    files: new FileRequests({
      store,
      workspace: shownWorkspace,
      sources: shownSources,
      openFile: (path, line) => openFile(toUri(path), line),
    }),
    moveAhead,
    inputs,
    suggestions,
    log,
  });

  const unaskedRuns = followUnaskedRuns(chats, store);
  const firstSteps = new FirstStepsFinder({
    store,
    isPanelOpen: () => sight.isOpen,
    countVscodeModels: async () => (await models.lent.list()).flatMap((vendor) => vendor.models).length,
    findLocalServers: (signal) => findLocalServers(models.options(), signal),
    log,
  });
  const takeStep = (step: WalkthroughStep): void => {
    walkthrough.take(step).catch((error: unknown) => log.error('A step of Get Started could not be ticked', error));
  };
  const followModel = (): void => {
    const { id, label } = store.state.model ?? { id: '', label: '' };
    prompts
      .followModel({ id, label })
      .catch((error: unknown) => log.error('A chat for the selected model could not be begun', error));
  };
  const followSettings = (): void => {
    showSettings(store, readSettings());
    suggesting.refresh();
    const rulesChanged = permissions.refresh();
    chats.reconsider();
    unaskedRuns.refresh();
    followModel();
    const follow = rulesChanged ? moveAhead.stop('rules-changed') : moveAhead.settingsChanged();
    follow.catch((error: unknown) => log.error('Following the settings failed', error));
  };
  const followFolders = (): void => store.dispatch({ type: 'folder-changed', hasFolder: workspace.roots.length > 0 });
  followFolders();
  showSettings(store, readSettings());
  suggesting.refresh();
  permissions.refresh();
  warnOfSettings(readSettings(), log);
  const subscriptions = [
    preview,
    review,
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      followSettings();
      if (store.state.notice?.message === UNTRUSTED) store.dispatch({ type: 'notice-changed', notice: null });
    }),
    firstSteps,
    sources,
    followIdeContext(ideContext, store, () => !chats.isTour),
    moveAhead.onDidApply(() => takeStep('prepared')),
    followTour(chats, store, moveAhead.onDidApply),
    trackEditors(ideContext, workspace, clock, log),
    vscode.workspace.onDidChangeWorkspaceFolders(followFolders),
    models.lent.onDidChange(() => firstSteps.refresh()),
    context.secrets.onDidChange(() => {
      settleNotice(store);
      suggesting.refresh();
    }),
    settings.onDidChange(() => {
      followSettings();
      firstSteps.refresh();
      warnOfSettings(readSettings(), log);
    }),
  ];
  try {
    await chats.restore();
  } catch (error) {
    // The next attempt makes all of it anew; it must not hear everything twice, nor find the chat locked by this one.
    for (const subscription of subscriptions) subscription.dispose();
    await chats.close().catch((second: unknown) => log.error('What a failed start left could not be closed', second));
    throw error;
  }
  moveAhead.restore().catch((error: unknown) => log.error('The last suggestion could not be shown again', error));
  context.subscriptions.push(...subscriptions);
  if (!vscode.workspace.isTrusted) {
    const notice = { severity: 'info', message: UNTRUSTED, action: null } as const;
    store.dispatch({ type: 'notice-changed', notice });
  }

  const withSpeculation = async (action: 'apply' | 'discard'): Promise<void> => {
    const id = store.state.speculation?.id;
    if (id) await controller.speculation(id, action);
  };
  return {
    connectPanel: (post, view) => {
      const stream = new DeltaStream(store, clock, post);
      const title = followTitle(view, store);
      const badge = followBadge(view, attention);
      const seen = sight.add(view);
      const refresh = (): void => {
        firstSteps.refresh();
        totals.refresh();
      };
      const shown = view.onDidChangeVisible(() => {
        stream.setShown(view.shown);
        if (view.shown) refresh();
      });
      refresh();
      // Before it asks: a webview that has just loaded then has something to show at once.
      stream.sendSnapshot();
      return {
        receive: (message) =>
          void answerMessage(
            message,
            async (request) => {
              const step = stepTaken(request);
              if (step) takeStep(step);
              return request.type === 'ready' ? stream.sendSnapshot() : controller.handle(request);
            },
            (response) => stream.respond(response),
            log,
          ),
        dispose: () => {
          shown.dispose();
          seen.dispose();
          badge.dispose();
          title.dispose();
          stream.dispose();
        },
      };
    },
    newChat: () => prompts.newChat(),
    stop: async () => {
      await prompts.stop();
      // The button that had the focus may have gone with the answer.
      if (panel.hasFocus) await panel.focusComposer();
    },
    showChats: () => chatCommands.showChats(),
    exportChat: () => chatCommands.exportChat(undefined, null),
    useTour,
    selectModel: () => modelCommands.selectModel(),
    setApiKey: async () => {
      await modelCommands.setApiKey();
    },
    removeApiKey: () => modelCommands.removeApiKey(),
    applySpeculation: async () => {
      const { speculation } = store.state;
      await withSpeculation('apply');
      // The diff has closed; the next step is in the input, and may be prepared already.
      if (store.state.speculation?.id !== speculation?.id) await panel.focusComposer();
    },
    discardSpeculation: () => withSpeculation('discard'),
    toggleSuggestions: () => suggestions.toggle(readSettings().enableFollowupSuggestions),
    toggleSuggestionsEverywhere: () => suggestions.toggleEverywhere(readSettings().enableFollowupSuggestions),
    switchPreparedEdits: (on) => suggestions.switchPreparing(on),
    close: async () => {
      closing.abort();
      titles.cancel();
      await runEach([() => suggesting.close(), () => prompts.close(), () => totals.close(), () => shell.close()]);
    },
  };
}

const UNTRUSTED =
  'This workspace is not trusted, so Premove only reads its files. Trust the workspace to let Premove edit and run commands.';
