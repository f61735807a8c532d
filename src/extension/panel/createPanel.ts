import { nextModel } from '../../shared/chatState.ts';
import type { HostMessage } from '../../shared/protocol.ts';
import type { MoveAhead } from '../ahead/moveAhead.ts';
import { offerProjectRules, type ProjectRules } from '../approval/rules/projectRules.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Chat } from '../chat/createChat.ts';
import { TOUR_ID } from '../model/tour/tourId.ts';
import type { Suggestions } from '../suggest/createSuggestions.ts';
import type { ObservedPanel } from '../suggest/panelVisibility.ts';
import { Attention } from './attention.ts';
import { BranchHandlers } from './handlers/branchHandlers.ts';
import { CallHandlers } from './handlers/callHandlers.ts';
import { ChangeHandlers, type CompareFiles } from './handlers/changeHandlers.ts';
import { CheckpointHandlers } from './handlers/checkpointHandlers.ts';
import { RestoreQuestion } from './restoreQuestion.ts';
import { answerMessage } from './channel.ts';
import { CommandHandlers } from './handlers/commandHandlers.ts';
import { SLASH_COMMANDS } from './commands/commandList.ts';
import { toMcpNote } from './commands/mcp.ts';
import { SlashCommands, toView } from './commands/slashCommands.ts';
import { CompressionHandlers } from './handlers/compressionHandlers.ts';
import { CompletionHandlers } from './handlers/completionHandlers.ts';
import { ComposerHandlers } from './handlers/composerHandlers.ts';
import { ComposerMenuHandlers } from './composerMenu.ts';
import { DeltaStream } from './deltaStream.ts';
import { FileHandlers } from './handlers/fileHandlers.ts';
import { FirstStepsFinder } from './firstSteps.ts';
import { PanelController } from './panelController.ts';
import { InstructionHandlers } from './handlers/instructionHandlers.ts';
import { LoopHandlers } from './handlers/loopHandlers.ts';
import { MemoryNote } from './memoryNote.ts';
import { Notes } from './notes.ts';
import { showModelChange } from './modelChange.ts';
import { createRoutedModel, type RoutedModel } from './routedModel.ts';
import { PromptFileCommands } from './promptFileCommands.ts';
import { createPromptModel } from './promptModel.ts';
import { ChatActions } from './chatActions.ts';
import { QueueHandlers } from './handlers/queueHandlers.ts';
import { ShellHandlers } from './handlers/shellHandlers.ts';
import { SubmitHandlers } from './handlers/submitHandlers.ts';
import { beginTour } from './tourChats.ts';
import { TranslationHandlers } from './handlers/translationHandlers.ts';
import { TerminalHandlers } from './handlers/terminalHandlers.ts';
import { followTerminalCards } from './terminalCards.ts';
import { SuggestionHandlers } from './handlers/suggestionHandlers.ts';
import { stepTaken } from './walkthroughSteps.ts';
import type { PanelPorts } from './panelPorts.ts';

export interface PanelConnection extends Disposable {
  /** Checks and handles a message from the webview. */
  receive(message: unknown): void;
}

/** Handles the panel's requests and sends the state to its webviews. */
export interface Panel extends Disposable {
  readonly actions: ChatActions;
  readonly suggestions: SuggestionHandlers;
  readonly terminals: TerminalHandlers;
  readonly attention: Attention;
  readonly firstSteps: FirstStepsFinder;
  /** Rejects if the request is refused or fails. */
  handle: PanelController['handle'];
  /** Shows the offline tour in a chat of its own. */
  useTour(): Promise<void>;
  /** Call when the user has selected another model. Shows what the change costs in the shown chat. */
  explainModel(id: string): void;
  /** Call when the user has trusted the workspace. Updates the output of /mcp or /memory if it is shown. */
  followTrust(): void;
  connect(post: (message: HostMessage) => void, view: ObservedPanel): PanelConnection;
}

export function createPanel(chat: Chat, suggesting: Suggestions, moveAhead: MoveAhead, ports: PanelPorts): Panel {
  const { store, service: chats, composer, totals } = chat;
  const { drafts, queue, inputs, mentions, mentionSearch, workspace, sources } = composer;
  const { dialogs, settings, writer, models, clock, log } = ports;
  const { visibility } = suggesting;

  const selectedModel = createPromptModel(store, (id) => models.selected(id), clock);
  const routedModel = createRoutedModel(chat, settings, selectedModel, clock);
  const promptModel: RoutedModel = async (own, text, signal) => {
    const model = await routedModel(own, text, signal);
    if (model) await ports.refreshTools(model);
    return model;
  };
  const question = new RestoreQuestion(chat.current, store);
  const actions = new ChatActions({ store, chats, drafts, queue, moveAhead, promptModel, mentions, question, log });
  const compression = new CompressionHandlers({ store, actions, chats, moveAhead, promptModel });
  const useTour = async (): Promise<void> => {
    await writer.write('model', TOUR_ID);
    await beginTour(actions, store);
  };
  const translationTarget = {
    current: () => settings().translateTarget,
    async choose() {
      const chosen = await dialogs.chooseLanguage(settings().translateTarget);
      if (chosen !== undefined) await writer.write('translate.target', chosen);
      return chosen;
    },
  };
  const attention = new Attention({
    store,
    visibility,
    isWindowFocused: () => dialogs.isWindowFocused(),
    level: () => settings().notifications,
    notify: (event, title) => dialogs.notify(event, title),
  });
  const firstSteps = new FirstStepsFinder({
    store,
    isPanelOpen: () => visibility.isOpen,
    countVscodeModels: () => models.countVscodeModels(),
    findLocalServers: (signal) => models.findLocalServers(signal),
    log,
  });
  const suggestions = new SuggestionHandlers({
    store,
    moveAhead,
    mutedChats: suggesting.mutedChats,
    habit: suggesting.habit,
    notices: suggesting.notices,
    writeEnabled: (enabled) => writer.switch('enableFollowupSuggestions', enabled),
    writePreparing: (enabled) => writer.switch('enableSpeculation', enabled),
    openSettings: (page) => dialogs.openSuggestionSettings(page),
    setFastModelKey: async () => void (await dialogs.setApiKey(settings().fastModel)),
  });
  const explainModel = (id: string): void => {
    showModelChange(chat, id, models, clock).catch((error: unknown) =>
      log.error('The cost of a change of the model could not be shown', error),
    );
  };
  const branches = new BranchHandlers(actions, chats, drafts, moveAhead);
  const menu = new ComposerMenuHandlers(store, drafts, {
    chooseEffort: (question) => dialogs.chooseEffort(question),
    chooseModel: () => dialogs.chooseModel(),
    writeEffort: (modelId, effort) => writer.writeEffort(modelId, effort),
    explainModel,
  });
  const compare: CompareFiles = (files, title) => dialogs.compareFiles(files, title);
  const changes = new ChangeHandlers(chat.current, store, actions, compare);
  const checkpoints = new CheckpointHandlers({
    chat: chat.current,
    chats,
    store,
    actions,
    question,
    changes,
    drafts,
    moveAhead,
    compare,
  });
  const terminals = new TerminalHandlers(ports.terminals, drafts, store, sources, dialogs);
  const notes = new Notes(store);
  const isTrusted = (): boolean => chat.current.approval?.isTrusted() === true;
  const memoryNote = new MemoryNote(notes, ports.instructions, log);
  const promptFiles = new PromptFileCommands({
    store,
    builtIn: SLASH_COMMANDS.map(toView),
    files: ports.instructions.prompts,
    isOffered: () => !chat.current.isTour,
    selection: mentions,
    editor: () => ({ file: chat.ideContext.current.activeFile?.path, folder: workspace.roots[0]?.path }),
    askInputs: (questions) => dialogs.askPromptInputs(questions),
    log,
  });
  const slashCommands = new SlashCommands({
    commands: SLASH_COMMANDS,
    promptFiles,
    ports: {
      store,
      backgroundOfWindow: () => suggesting.spending.total,
      conversation: () => chat.current.conversation,
      actions,
      changes,
      compression,
      checkpoints,
      dialogs,
      external: ports.external,
      models,
      writer,
      workspace,
      isTrusted,
      instructions: {
        memory: ports.instructions.memory,
        refresh: () => chat.current.openChat?.readInstructions(),
      },
      projectRules: { offer: () => projectRulesOf(chat), save: ports.saveRules },
      commands: () => store.state.commands,
      showNote: (note) => notes.show(note),
      closeNote: (title) => notes.close(title),
      refreshNote: (note) => notes.refresh(note),
    },
    isIdle: () => chats.session.isIdle,
    log,
  });
  const controller = new PanelController({
    actions,
    submissions: new SubmitHandlers(actions, branches, drafts, inputs, slashCommands, moveAhead),
    branches,
    calls: new CallHandlers(chat.current),
    loops: new LoopHandlers(actions, chats),
    changes,
    checkpoints,
    composer: new ComposerHandlers(chats, drafts, moveAhead, mentionSearch),
    compression,
    notes,
    queue: new QueueHandlers(chats, drafts, queue),
    shell: new ShellHandlers(chat.current, drafts, store, (path) =>
      dialogs.openFile(chat.current.project.workspace, path, null),
    ),
    commands: new CommandHandlers(
      store,
      actions,
      {
        ...dialogs,
        undoRules: ports.undoRules,
        useTour,
        setWritingKey: async () => void (await dialogs.setApiKey(settings().fastModel || store.state.model?.id)),
        chooseTranslationTarget: async () => void (await translationTarget.choose()),
        writeApprovalMode: (mode) => writer.write('approvalMode', mode),
      },
      menu,
    ),
    files: new FileHandlers({
      store,
      workspace,
      sources,
      openFile: (path, line) => dialogs.openFile(chat.current.project.workspace, path, line),
    }),
    instructions: new InstructionHandlers(chat, dialogs, memoryNote),
    moveAhead,
    inputs,
    suggestions,
    terminals,
    readContext: async () => {
      const next = await models.selected(nextModel(store.state)?.id);
      return next.kind === 'model' ? chat.current.contextMeter.read(next.model) : null;
    },
    log,
  });
  const applied = moveAhead.prepared.onDidApply(() => ports.onDidTakeStep('prepared'));
  const terminalCards = followTerminalCards(ports.terminals, store);

  return {
    actions,
    suggestions,
    terminals,
    attention,
    firstSteps,
    handle: (request) => controller.handle(request),
    useTour,
    explainModel,
    followTrust() {
      notes.refresh(toMcpNote({ external: ports.external, isTrusted, store }));
      void memoryNote.refresh();
    },
    connect(post, view) {
      const stream = new DeltaStream(store, clock, post);
      const completions = new CompletionHandlers(ports.completer, store, clock, post);
      const translations = new TranslationHandlers(ports.translator, translationTarget, store);
      const seen = visibility.add(view);
      const refresh = (): void => {
        firstSteps.refresh();
        totals.refresh();
      };
      const shown = view.onDidChangeVisible(() => {
        stream.setShown(view.shown);
        if (view.shown) refresh();
        else completions.cancel();
      });
      refresh();
      // Sent without a request, so that a webview that has just loaded can render at once.
      stream.sendSnapshot();
      return {
        receive: (message) =>
          void answerMessage(
            message,
            async (request) => {
              const step = stepTaken(request);
              if (step) ports.onDidTakeStep(step);
              switch (request.type) {
                case 'ready':
                  return stream.sendSnapshot();
                case 'complete-input':
                  return completions.complete(request);
                case 'cancel-completion':
                  return completions.cancel(request.id);
                case 'translate-input':
                  return translations.translate(request);
                case 'cancel-translation':
                  return translations.cancel();
                default:
                  return controller.handle(request);
              }
            },
            (response) => stream.respond(response),
            log,
          ),
        dispose: () => {
          shown.dispose();
          seen.dispose();
          completions.dispose();
          translations.dispose();
          stream.dispose();
        },
      };
    },
    dispose() {
      promptFiles.dispose();
      memoryNote.dispose();
      applied.dispose();
      terminalCards.dispose();
      firstSteps.dispose();
    },
  };
}

async function projectRulesOf({ current }: Chat): Promise<ProjectRules> {
  const { approval: policy, project } = current;
  const tool = project.registry.find('run_shell_command');
  if (!policy || !tool) return { offers: [], leftOut: [] };
  return offerProjectRules({ workspace: project.workspace, tool, policy }, new AbortController().signal);
}
