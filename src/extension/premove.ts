import { release, type as osName } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createApp } from './app.ts';
import type { AppPorts } from './appPorts.ts';
import { runEach } from './base/runEach.ts';
import { limitTexts } from './base/texts/noticeTexts.ts';
import { notReadyTexts, recoveryTexts } from './base/texts/preparedTexts.ts';
import { setTranslation } from './base/texts/translate.ts';
import { findLocalServers } from './model/localServers.ts';
import { contextWindowOf, loadPricing } from './model/pricing.ts';
import { keyVariablesOf } from './model/providerSettings.ts';
import { createFileSpill } from './node/fileSpill.ts';
import { KeptOutputFolder } from './node/keptOutput.ts';
import { createNodeFileStore } from './node/nodeFileStore.ts';
import { createNodeShell } from './node/shell/nodeShell.ts';
import { createProcessOwner } from './node/processOwner.ts';
import { withReadableFolder } from './node/readableFolder.ts';
import { shellEnvironment } from './node/shell/shellEnvironment.ts';
import { findShellProgram } from './node/shell/shellProgram.ts';
import { newSpillFolder, sweepSpillFolders } from './node/spillFolders.ts';
import { systemClock as clock } from './node/systemClock.ts';
import { thisProcess } from './node/thisProcess.ts';
import type { Shell } from './ports/shell.ts';
import { OpenDialogs } from './suggest/openDialogs.ts';
import { followBadge } from './vscode/attentionSignals.ts';
import type { ConnectPanel } from './vscode/chatViewProvider.ts';
import { createChatCommands, type ChatCommands } from './vscode/commands/chatCommands.ts';
import { keepFocus, type InDialog, type PanelFocus } from './vscode/commands/keepFocus.ts';
import { createModelCommands, type ModelCommands } from './vscode/commands/modelCommands.ts';
import { createPanelDialogs } from './vscode/panelDialogs.ts';
import { followContextKeys, followPreparedEdits } from './vscode/contextKeys.ts';
import {
  preparedEditsOfferKey,
  mutedChatsKey,
  settingsSection,
  suggestionHabitKey,
  switchedOffInstructionsKey,
  unusedStreakKey,
  watchedTerminalsKey,
} from './vscode/contributions.ts';
import { trackEditors } from './vscode/editor/editorTracker.ts';
import { onDidChangeFiles } from './vscode/editor/fileChanges.ts';
import { createLanguageFeatures } from './vscode/editor/languageFeatures.ts';
import { createMentionSources, mentionKey } from './vscode/editor/mentionSources.ts';
import { createHomeFolder, createWindowWorkspace, listUnsavedFiles } from './vscode/editor/windowWorkspace.ts';
import { createMemento } from './vscode/mementos.ts';
import { createExternalTools } from './vscode/models/externalTools.ts';
import { createModelAccess, type ModelAccess } from './vscode/models/modelAccess.ts';
import { createNotify, type Notify } from './vscode/notifications.ts';
import type { OutputLog } from './vscode/outputLog.ts';
import { createCompareFiles } from './vscode/preview/compareFiles.ts';
import { DiffTitles } from './vscode/preview/diffTitles.ts';
import { createEditReview } from './vscode/preview/editReview.ts';
import { followEdits } from './vscode/preview/overlayEdits.ts';
import type { OverlayFileSystem } from './vscode/preview/overlayFileSystem.ts';
import { createSpeculationPreview } from './vscode/preview/speculationPreview.ts';
import { SettingsReader } from './vscode/settings.ts';
import { moveTurnLimit } from './vscode/turnLimitMove.ts';
import { sharedStorage } from './vscode/sharedStorage.ts';
import { createOutcomeFile } from './vscode/eventFiles.ts';
import { createTerminalShell } from './vscode/terminal/terminalShell.ts';
import { showWatchNotices } from './vscode/terminal/watchNotice.ts';
import type { WindowTerminals } from './vscode/terminal/windowTerminals.ts';
import { followTitle } from './vscode/viewTitle.ts';
import type { Walkthrough } from './vscode/walkthrough.ts';
import { changePermissions, mayPrepare, writeEffort, writeSetting, writeSwitch } from './vscode/writeSettings.ts';

/** The build inserts the files of `sample/`, by path. */
declare const SAMPLE_FILES: Readonly<Record<string, string>>;

/** The actions that VS Code's commands and the view call. */
export interface Premove extends ChatCommands, Pick<ModelCommands, 'selectModel' | 'setApiKey' | 'removeApiKey'> {
  readonly connectPanel: ConnectPanel;
  newChat(): Promise<void>;
  stop(): Promise<void>;
  useTour(): Promise<void>;
  applySpeculation(): Promise<void>;
  discardSpeculation(): Promise<void>;
  /**
   * If suggestions are on in the shown chat, turns them off there. Otherwise turns them on in the settings and in the
   * chat.
   */
  toggleSuggestions(): Promise<void>;
  /** If suggestions are on in the settings, turns them off in every chat. Otherwise acts like `toggleSuggestions`. */
  toggleSuggestionsEverywhere(): Promise<void>;
  switchPreparedEdits(on: boolean): Promise<void>;
  /** `targets`: see `WindowTerminals.allAsked`. */
  watchTerminal(targets: unknown): void;
  /** `targets`: see `WindowTerminals.allAsked`. */
  stopWatchingTerminal(targets: unknown): void;
  /** Puts the last screen of a terminal's agent into the composer. `target`: see `WindowTerminals.asked`. */
  continueTerminal(target: unknown): Promise<void>;
  /**
   * If the workspace is trusted, finishes or rolls back each apply and each restore that a crash has interrupted. Asks
   * the user about those whose process may still run.
   */
  recover(): Promise<void>;
  /** Stops all running work and writes all state to disk. */
  close(): Promise<void>;
}

/** The objects that activation creates before anything else is loaded. */
export interface ActivationParts {
  readonly context: vscode.ExtensionContext;
  readonly log: OutputLog;
  readonly overlays: OverlayFileSystem;
  readonly panel: PanelFocus;
  readonly walkthrough: Walkthrough;
  readonly terminals: WindowTerminals;
}

/** This file is long, because all ports of VS Code are created in one place. */
export async function createPremove(parts: ActivationParts): Promise<Premove> {
  const { context, log, panel } = parts;
  setTranslation((text, ...values) => vscode.l10n.t(text, ...values));
  const windowClosing = new AbortController();
  const settings = new SettingsReader(vscode.workspace);
  const notify = createNotify(log);
  const openDialogs = new OpenDialogs();
  await moveTurnLimitSetting(context, notify, log);
  const models = createModelAccess(context, () => settings.current, clock, log);
  const inDialog: InDialog = (dialog) => keepFocus(panel, () => openDialogs.track('settings-input', dialog));
  const modelCommands = createModelCommands({
    keys: models.keys,
    languageModels: models.languageModels,
    listing: models.options,
    currentModel: () => settings.current.model,
    currentFastModel: () => settings.current.fastModel,
    writeModel: (id) => writeSetting('model', id),
    writeFastModel: (id) => writeSetting('fastModel', id),
    inDialog,
    notify,
    onError: (error) => log.error('The models could not be listed', error),
    windowClosing: windowClosing.signal,
  });
  const host = await createHostPorts(parts, { settings, models, modelCommands, inDialog, openDialogs, notify });
  const app = await createApp(host.ports).catch((error: unknown) => {
    // The next attempt subscribes again, and must not receive each event twice.
    host.subscriptions.dispose();
    throw error;
  });
  const { store, service, ideContext } = app.chat;
  const { actions, suggestions } = app.panel;
  const chatCommands = createChatCommands({
    chats: service,
    change: (run) => actions.withChats(run),
    newChat: () => actions.newChat(),
    panel,
    notify,
    folder: vscode.Uri.file(sharedStorage(context)),
    log,
    windowClosing: windowClosing.signal,
  });
  /**
   * The speculation that Apply and Discard act on. Prefers the bar's speculation if the panel has the focus, and
   * otherwise the preview in the active editor.
   */
  const commandTarget = (): string | undefined => {
    const shown = store.state.speculation?.id;
    return panel.hasFocus ? (shown ?? host.activePreview()) : (host.activePreview() ?? shown);
  };
  followContextKeys(store);
  context.subscriptions.push(
    host.subscriptions,
    followPreparedEdits(settings),
    trackEditors(ideContext, host.ports.workspace.files, clock, log),
  );

  return {
    ...chatCommands,
    selectModel: modelCommands.selectModel,
    setApiKey: modelCommands.setApiKey,
    removeApiKey: modelCommands.removeApiKey,
    connectPanel(post, view) {
      const connection = app.panel.connect(post, view);
      const header = vscode.Disposable.from(followTitle(view, store), followBadge(view, app.panel.attention));
      return {
        receive: (message) => connection.receive(message),
        dispose() {
          header.dispose();
          connection.dispose();
        },
      };
    },
    newChat: () => actions.newChat(),
    async stop() {
      await actions.stop();
      // The focused button may have disappeared with the answer.
      if (panel.hasFocus) await panel.focusComposer();
    },
    useTour: () => app.panel.useTour(),
    async applySpeculation() {
      const id = commandTarget();
      if (id === undefined) return notify('info', notReadyTexts.none());
      const why = await actions.applyOrExplain(id);
      // The panel may be hidden, for example if the command was chosen in the title of the diff.
      if (why !== undefined) return notify('info', why);
      // If the speculation has ended, its diff has closed, and the composer may show the next suggestion.
      if (app.moveAhead.prepared.originOf(id) === undefined) await panel.focusComposer();
    },
    async discardSpeculation() {
      const id = commandTarget();
      if (id !== undefined) await app.panel.handle({ type: 'speculation', id, action: 'discard' });
    },
    toggleSuggestions: () => suggestions.toggle(settings.current.enableFollowupSuggestions),
    toggleSuggestionsEverywhere: () => suggestions.toggleEverywhere(settings.current.enableFollowupSuggestions),
    switchPreparedEdits: (on) => suggestions.switchPreparing(on),
    watchTerminal: (targets) => showWatchNotices(app.terminals, parts.terminals.allAsked(targets), 'watch', notify),
    stopWatchingTerminal: (targets) =>
      showWatchNotices(app.terminals, parts.terminals.allAsked(targets), 'stop', notify),
    async continueTerminal(target) {
      const problem = await app.panel.terminals.continueTerminal(parts.terminals.asked(target));
      if (problem === undefined) await panel.focusComposer();
      else notify('info', problem);
    },
    async recover() {
      const text = await app.recover();
      if (text !== undefined) notify('info', text);
      for (const { host, files, finish } of await app.doubtfulApplies()) {
        const run = async (): Promise<void> => {
          const outcome = await finish();
          if (outcome !== undefined) notify('info', outcome);
        };
        notify('warning', recoveryTexts.doubtful(files, host), { label: recoveryTexts.finish(), run });
      }
    },
    async close() {
      windowClosing.abort();
      await runEach([() => app.close(), () => host.shell.close()]);
    },
  };
}

/** Only logs a failure, because Premove must start even then. */
async function moveTurnLimitSetting(
  { globalState }: vscode.ExtensionContext,
  notify: Notify,
  log: OutputLog,
): Promise<void> {
  try {
    const configuration = vscode.workspace.getConfiguration(settingsSection);
    if (!(await moveTurnLimit({ configuration, state: globalState }))) return;
    const run = async (): Promise<void> => {
      await vscode.commands.executeCommand('workbench.action.openSettings', `${settingsSection}.max`);
    };
    notify('info', limitTexts.moved(), { label: limitTexts.open(), run });
  } catch (error) {
    log.error('premove.maxSessionTurns could not be moved to premove.maxTurnsPerPrompt', error);
  }
}

interface WindowParts {
  readonly settings: SettingsReader;
  readonly models: ModelAccess;
  readonly inDialog: InDialog;
  readonly modelCommands: ModelCommands;
  readonly openDialogs: OpenDialogs;
  readonly notify: Notify;
}

interface HostPorts {
  readonly ports: AppPorts;
  /** Must be closed when the window closes. */
  readonly shell: ReturnType<typeof createShell>;
  /** The id of the preview in the active editor. */
  readonly activePreview: () => string | undefined;
  readonly subscriptions: vscode.Disposable;
}

async function createHostPorts(
  { context, log, overlays, panel, terminals, walkthrough }: ActivationParts,
  { settings, models, modelCommands, inDialog, openDialogs, notify }: WindowParts,
): Promise<HostPorts> {
  const { globalState } = context;
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const spills = join(storage, 'overlays');
  const owner = createProcessOwner();
  await sweepSpillFolders(spills, owner, log);
  const output = new KeptOutputFolder(join(storage, 'output'), log);
  const workspace = withReadableFolder(createWindowWorkspace(), output.folder);
  const globalFiles = createNodeFileStore(context.globalStorageUri.fsPath);
  const keyVariables = (): string[] => keyVariablesOf(settings.current.providers);
  const environment = (): Record<string, string> => shellEnvironment(process.env, keyVariables());
  const shell = createShell(settings, { storage, environment, keyVariables }, log);
  const sources = createMentionSources();
  const review = createEditReview(overlays, {
    onError: (error) => log.error('The changes in a diff could not be read', error),
  });
  const titles = new DiffTitles();
  const preview = createSpeculationPreview(overlays, {
    panel,
    titles,
    clock,
    onError: (error) => log.error('The changes in a preview could not be saved', error),
  });
  const compare = createCompareFiles(titles);
  const ports: AppPorts = {
    settings: {
      get current() {
        return settings.current;
      },
      onDidChange: (listener) => settings.onDidChange(listener),
      write: writeSetting,
      writeEffort,
      switch: writeSwitch,
      mayPrepare,
      changePermissions,
    },
    storage: {
      files: createNodeFileStore(sharedStorage(context)),
      globalFiles,
      mementos: {
        habit: createMemento(globalState, suggestionHabitKey, log),
        mutedChats: createMemento(globalState, mutedChatsKey, log),
        preparedEditsOffer: createMemento(globalState, preparedEditsOfferKey, log),
        unusedStreak: createMemento(context.workspaceState, unusedStreakKey, log),
        switchedOffInstructions: createMemento(context.workspaceState, switchedOffInstructionsKey, log),
        watchedTerminals: createMemento(context.workspaceState, watchedTerminalsKey, log),
      },
      mentionKey: await mentionKey(context.workspaceState),
      output,
      createSpill: () => createFileSpill(newSpillFolder(spills), owner, log),
      window: thisProcess,
      owner,
    },
    workspace: {
      files: workspace,
      home: createHomeFolder(),
      isTrusted: () => vscode.workspace.isTrusted,
      onDidTrust: (listener) => vscode.workspace.onDidGrantWorkspaceTrust(listener),
      onDidChangeFolders: (listener) => vscode.workspace.onDidChangeWorkspaceFolders(() => listener()),
      unsavedFiles: () => listUnsavedFiles(workspace),
      mentionSources: {
        ...sources,
        confirmSecrets: (names) => openDialogs.track('permission-dialog', () => sources.confirmSecrets(names)),
      },
      languageFeatures: createLanguageFeatures(clock),
      externalTools: createExternalTools(log, panel),
    },
    machine: {
      os: `${osName()} ${release()}`,
      shell,
      environment,
      web: {
        // Loading Node's HTTP modules at the start would delay the panel by tens of milliseconds.
        async fetch(url, signal) {
          const { createNodeWebFetcher } = await import('./node/nodeWebFetcher.ts');
          return createNodeWebFetcher({ privateHosts: () => settings.current.privateHosts }).fetch(url, signal);
        },
      },
    },
    models: {
      selected: (id) => models.selected(id),
      fast: () => models.fast(),
      isUsed: (server) => models.isUsed(server),
      compression: () => models.compression(),
      loadPricing: (modelId) => loadPricing(modelId, log),
      contextWindowOf,
      countVscodeModels: async () => (await models.languageModels.list()).flatMap((vendor) => vendor.models).length,
      findLocalServers: (signal) => findLocalServers(models.options(), signal),
      onDidChange: (listener) => models.languageModels.onDidChange(() => listener()),
      onDidChangeKeys: (listener) => context.secrets.onDidChange(() => listener()),
    },
    terminals: { window: terminals, language: vscode.env.language },
    editors: {
      register(id, overlay) {
        const onError = (error: unknown): void => log.error('The changes in an editor could not be read', error);
        const edits = followEdits(overlays, id, overlay, { clock, isPaused: () => false, onError });
        return vscode.Disposable.from(overlays.register(id, overlay), edits);
      },
      close: (id) => overlays.close(id),
      review,
      preview,
      onDidChangeFiles,
      sample: SAMPLE_FILES,
    },
    dialogs: { ...createPanelDialogs(overlays, modelCommands, inDialog, notify), compareFiles: compare.compare },
    openDialogs: () => openDialogs.kinds,
    takeStep: (step) => walkthrough.complete(step),
    suggestionEvents: createOutcomeFile('suggestions', globalFiles, settings, clock, log),
    speculationEvents: createOutcomeFile('speculations', globalFiles, settings, clock, log),
    clock,
    log,
  };
  const activePreview = (): string | undefined => preview.activeId();
  return {
    ports,
    shell,
    activePreview,
    subscriptions: vscode.Disposable.from(settings, sources, review, preview, compare),
  };
}

function createShell(
  settings: SettingsReader,
  machine: { storage: string; environment: () => Record<string, string>; keyVariables: () => string[] },
  log: OutputLog,
): Shell & { close(): Promise<void> } {
  const { storage, environment, keyVariables } = machine;
  const program = findShellProgram();
  return createTerminalShell({
    plain: createNodeShell({ program, environment, clock }),
    program,
    folder: join(storage, 'terminal'),
    isWanted: () => settings.current.shellInTerminal,
    keys: keyVariables,
    clock,
    log,
  });
}
