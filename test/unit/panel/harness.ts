import { CacheSafeParamsStore } from '../../../src/extension/background/cacheSafeParams.ts';
import type { TourProjects } from '../../../src/extension/chat/chatProject.ts';
import { ChatService } from '../../../src/extension/chat/chatService.ts';
import { ChatStore } from '../../../src/extension/chat/view/chatStore.ts';
import { DraftFile } from '../../../src/extension/chat/composer/draftFile.ts';
import { Drafts } from '../../../src/extension/chat/composer/drafts.ts';
import { IdeContextStore } from '../../../src/extension/chat/context/ideContextFeed.ts';
import { InputHistory } from '../../../src/extension/chat/composer/inputHistory.ts';
import { MentionContent } from '../../../src/extension/chat/context/mentionContent.ts';
import { MentionIds } from '../../../src/extension/chat/context/mentionIds.ts';
import { MentionSearch } from '../../../src/extension/chat/context/mentionSearch.ts';
import { toBackgroundModel, type FastModel } from '../../../src/extension/model/fastModel.ts';
import type { ResolvedModel } from '../../../src/extension/model/resolveModel.ts';
import { FileRequests } from '../../../src/extension/panel/fileRequests.ts';
import { CommandRequests } from '../../../src/extension/panel/commandRequests.ts';
import { ComposerRequests } from '../../../src/extension/panel/composerRequests.ts';
import { PanelController } from '../../../src/extension/panel/panelController.ts';
import { createPromptModel } from '../../../src/extension/panel/promptModel.ts';
import { PromptQueue } from '../../../src/extension/panel/promptQueue.ts';
import { QueueRequests } from '../../../src/extension/panel/queueRequests.ts';
import { SuggestionRequests } from '../../../src/extension/panel/suggestionRequests.ts';
import type { MentionSources } from '../../../src/extension/ports/mentionSources.ts';
import { silentLog } from '../../../src/extension/ports/log.ts';
import { createMoveAhead } from '../../../src/extension/ahead/moveAhead.ts';
import { Speculator } from '../../../src/extension/speculate/speculator.ts';
import { createPromptSuggester } from '../../../src/extension/suggest/promptSuggester.ts';
import { followUnaskedRuns } from '../../../src/extension/suggest/unaskedRuns.ts';
import { SuggestionFile } from '../../../src/extension/suggest/suggestionFile.ts';
import { NO_RULES } from '../../../src/extension/approval/permissionRules.ts';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import type { ApprovalMode, ChatState } from '../../../src/shared/chatState.ts';
import { createApprovalPolicy } from '../../support/approvalPolicy.ts';
import { createStorage } from '../../support/conversationStorage.ts';
import { createMentionSources } from '../../support/fakeMentionSources.ts';
import { createManualClock, settle } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemorySpill } from '../../support/memorySpill.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createQueue } from '../../support/queue.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { createSuggesting } from '../../support/suggesting.ts';
import { createRegistry, toSelected } from '../speculate/fixtures.ts';

/** The panel over fakes of the world: a scripted model, files in memory, and requests as the webview sends them. */
export async function start(
  steps: readonly ScriptedStep[],
  approvalMode: ApprovalMode = 'auto-edit',
  sources: Readonly<Record<string, string>> = { 'a.ts': 'alpha\n' },
  files = createMemoryFileStore(),
  mentionable: Partial<MentionSources> = {},
  tour?: TourProjects,
) {
  const clock = createManualClock();
  const base = createMemoryWorkspace(sources);
  const scripted = createScriptedModel(steps);
  const store = new ChatStore(createInitialChatState(''));
  const drafts = new Drafts(store, new DraftFile(files, clock, silentLog));
  const cacheSafeParams = new CacheSafeParamsStore();
  const registry = createRegistry();
  const settings = {
    approvalMode,
    enableFollowupSuggestions: true,
    enableCacheSharing: true,
    enableSpeculation: true,
    maxSuggestionCostPerDay: null as number | null,
    maxSessionTurns: null as number | null,
  };
  const suggesting = createSuggesting(store, clock);
  const logged: string[] = [];
  let resolved: ResolvedModel | Promise<ResolvedModel> = { kind: 'model', model: toSelected(scripted) };
  let fastModel: Promise<FastModel> = Promise.resolve({ kind: 'unset' });
  const ideContext = new IdeContextStore();
  const mentionSources = createMentionSources(mentionable);
  const ids = new MentionIds('key');
  const mentions = new MentionContent({ workspace: base, sources: mentionSources, ids, seen: () => chats.seen });
  const { queue: queued, steer } = createQueue(store, files, mentions);
  const chats: ChatService = new ChatService({
    storage: createStorage(files, clock),
    drafts,
    queue: queued,
    steer,
    store,
    registry,
    workspace: base,
    ...(tour && { tour }),
    ideContext,
    environment: { os: 'Linux', shell: 'bash' },
    approval: createApprovalPolicy(() => settings.approvalMode),
    maxSessionTurns: () => settings.maxSessionTurns,
    cacheSafeParams,
  });
  const speculator = new Speculator({
    sources: { project: () => chats.project, seen: () => chats.seen, createSpill: createMemorySpill, clock },
    carryOut: { rules: () => NO_RULES, onRequest: suggesting.limits.onRequest, log: silentLog },
    predictNext: {
      enableCacheSharing: () => true,
      maySuggest: suggesting.maySuggest,
      onRequest: suggesting.limits.onRequest,
      log: silentLog,
    },
    preview: { open: async () => {}, collect: async () => {}, close: async () => {} },
    log: silentLog,
  });
  const suggester = createPromptSuggester({
    store,
    chats,
    cacheSafeParams,
    settings: () => settings,
    fastModel: () => fastModel,
    ...suggesting.limits,
    queuedMessages: () => queued.count,
  });
  const moveAhead = createMoveAhead({
    store,
    chats,
    speculator,
    cacheSafeParams,
    suggester,
    recorder: suggesting.recorder,
    kept: new SuggestionFile(files, silentLog, chats.library.onDidDelete),
    backgroundModel: async (main) => toBackgroundModel(await fastModel, main),
    settings: () => settings,
    log: { ...silentLog, info: (message) => void logged.push(message) },
  });
  /** What the user does when a key is asked for: whether one is set. */
  let keyed = (): boolean | Promise<boolean> => false;
  const noCommand = async (): Promise<void> => {};
  const promptModel = createPromptModel(store, async () => resolved, clock);
  const mentionSearch = new MentionSearch({ workspace: base, sources: mentionSources, ideContext, ids, clock });
  const prompts = new PromptQueue({ store, chats, drafts, queued, moveAhead, promptModel, mentions, log: silentLog });
  const inserted: string[] = [];
  const opened: string[] = [];
  const suggestions = new SuggestionRequests({
    ...suggesting,
    store,
    moveAhead,
    writeEnabled: async (enabled) => {
      settings.enableFollowupSuggestions = enabled;
      return 'written';
    },
    writePreparing: async (enabled) => {
      settings.enableSpeculation = enabled;
      return 'written';
    },
    openSettings: noCommand,
    setFastModelKey: noCommand,
  });
  const controller = new PanelController({
    prompts,
    composer: new ComposerRequests(chats, drafts, moveAhead, mentionSearch),
    queue: new QueueRequests(chats, drafts, queued),
    commands: new CommandRequests(store, prompts, {
      selectModel: noCommand,
      setApiKey: async () => keyed(),
      useVscodeModel: noCommand,
      useLocalServer: noCommand,
      showChats: noCommand,
      exportChat: noCommand,
      openSettings: noCommand,
      openFolder: noCommand,
      undoRule: noCommand,
      useTour: noCommand,
      writeApprovalMode: noCommand,
      insertCode: async (text) => void inserted.push(text),
    }),
    files: new FileRequests({
      store,
      workspace: base,
      sources: mentionSources,
      openFile: async (path, line) => void opened.push(line === null ? path : `${path}:${line}`),
    }),
    moveAhead,
    inputs: new InputHistory(files, silentLog, chats.library.onDidDelete),
    suggestions,
    log: silentLog,
  });
  const unaskedRuns = followUnaskedRuns(chats, store);
  await chats.restore();
  await moveAhead.restore();

  const submit = (text: string) =>
    controller.handle({ type: 'submit', conversationId: store.state.conversationId, text });
  const draft = (text: string) =>
    controller.handle({ type: 'draft', conversationId: store.state.conversationId, text });
  /** What the webview reports when the ghost text appears. */
  const showGhost = async (): Promise<void> => {
    await until(() => store.state.suggestion !== null);
    const suggestionId = store.state.suggestion?.id ?? '';
    await controller.handle({ type: 'suggestion-report', suggestionId, report: { event: 'shown', focused: true } });
  };
  /** A prompt and its whole answer. */
  const exchange = async (text: string): Promise<void> => {
    await submit(text);
    await until(() => store.state.status === 'idle');
  };
  /** The window closes, and opens again on the same disk. */
  const reload = async (more: readonly ScriptedStep[] = []) => {
    await prompts.close();
    return start(more, approvalMode, sources, files);
  };
  const reachPhase = (phase: NonNullable<ChatState['speculation']>['phase']) =>
    until(() => store.state.speculation?.phase === phase);
  const setResolved = (next: ResolvedModel | Promise<ResolvedModel>): void => void (resolved = next);
  /** Whether the user sets a key when one is asked for. */
  const setKeyed = (next: () => boolean | Promise<boolean>): void => void (keyed = next);
  const setFastModel = (next: typeof fastModel): void => void (fastModel = next);
  return {
    base,
    cacheSafeParams,
    chats,
    clock,
    controller,
    moveAhead,
    opened,
    settings,
    draft,
    drafts,
    exchange,
    files,
    ideContext,
    inserted,
    logged,
    prompts,
    queued,
    reachPhase,
    reload,
    scripted,
    setFastModel,
    setKeyed,
    setResolved,
    showGhost,
    speculator,
    store,
    submit,
    suggesting,
    suggestions,
    unaskedRuns,
  };
}

/** Waits for something that needs no time to pass. */
export async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; !condition(); round += 1) {
    if (round > 2_000) throw new Error('It did not come to that');
    await settle();
  }
}
