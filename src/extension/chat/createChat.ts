import type { ApprovalPolicy } from '../approval/approval.ts';
import type { ChangeStore } from '../changes/changeStore.ts';
import { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import { DayTotals } from '../background/dayTotals.ts';
import type { BackgroundRequest } from '../background/spending.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { FormMemory } from '../continue/form.ts';
import type { Instructions } from '../instructions/instructions.ts';
import type { FastModel } from '../model/fastModel.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';
import type { MentionSources } from '../ports/mentionSources.ts';
import type { WindowProcess } from '../ports/windowProcess.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { LimitResults } from '../tools/resultLimit.ts';
import type { AgentPorts } from './agent/subAgents/agentRun.ts';
import { findSummaryModel } from './agent/summaryModel.ts';
import type { Environment } from './agent/systemPrompt.ts';
import type { TurnLimits } from './agent/turnLimit.ts';
import type { WebSearchPorts } from './agent/webSearch.ts';
import type { TourProjects } from './chatProject.ts';
import { ChatService } from './chatService.ts';
import { DraftFile } from './composer/draftFile.ts';
import { Drafts } from './composer/drafts.ts';
import { InputHistory } from './composer/inputHistory.ts';
import { PromptQueue } from './composer/promptQueue.ts';
import { QueueFile } from './composer/queueFile.ts';
import { createSteer } from './composer/steering.ts';
import { IdeContextStore } from './context/ideContextFeed.ts';
import { MentionContent } from './context/mentionContent.ts';
import { MentionIds } from './context/mentionIds.ts';
import { MentionSearch } from './context/mentionSearch.ts';
import { Fallback, type FallbackPorts } from './fallback.ts';
import { CurrentChat } from './currentChat.ts';
import type { ShellLinePorts } from './shellLines.ts';
import { createShownSources, createShownWorkspace } from './shownPorts.ts';
import { SpendingTotals } from './spendingTotals.ts';
import type { ChatStore } from './view/chatStore.ts';
import { followIdeContext } from './view/ideContextView.ts';
import { clearStorageFailure, showStorageFailure } from './view/storageNotice.ts';

export interface ChatPorts {
  readonly store: ChatStore;
  /** The window's folders. */
  readonly workspace: Workspace;
  /** Missing if no earlier contents of files are kept. */
  readonly changes?: ChangeStore;
  readonly registry: ToolRegistry;
  readonly instructions?: Instructions;
  readonly approval: Omit<ApprovalPolicy, 'granted'>;
  readonly tour?: TourProjects;
  readonly limitResults?: LimitResults;
  readonly environment: Environment;
  readonly turnLimits: () => TurnLimits;
  /** The setting `premove.autoContinue`. Off if missing. */
  readonly autoContinue?: () => boolean;
  /** The setting `premove.nextSpeakerCheck`. Off if missing. */
  readonly nextSpeakerCheck?: () => boolean;
  /** The setting `premove.compression.model`. Without it, the chat's own model writes summaries. */
  readonly compressionModel?: () => Promise<SelectedModel | undefined>;
  readonly fallback?: FallbackPorts;
  /** The setting `premove.fastModel`. */
  readonly fastModel: () => Promise<FastModel>;
  readonly webSearchModel?: WebSearchPorts['modelFor'];
  readonly agents?: Omit<AgentPorts, 'onDidRequest' | 'fastModel'>;
  /** Runs the commands that the user types. */
  readonly ownShell?: ShellLinePorts;
  readonly mentionSources: MentionSources;
  /** Signs the ids of mentions. Each workspace has its own key. */
  readonly mentionKey: string;
  /** Files of this workspace, which all its windows share. */
  readonly files: FileStore;
  /** Files shared by all workspaces of the user. */
  readonly globalFiles: FileStore;
  readonly window: WindowProcess;
  readonly clock: Clock;
  readonly log: Log;
}

/** The chat that the panel shows, and everything that the user has not sent yet. */
export interface Chat extends Disposable {
  readonly store: ChatStore;
  readonly service: ChatService;
  readonly current: CurrentChat;
  readonly composer: Composer;
  readonly cacheSafeParams: CacheSafeParamsStore;
  readonly ideContext: IdeContextStore;
  /** Fires for each background request of the chat's own parts, such as a summary. */
  readonly onDidRequest: Event<BackgroundRequest>;
  readonly totals: SpendingTotals;
  readonly files: FileStore;
  /** The kind is `unset` in a tour chat, because nothing of the tour is sent to a provider. */
  fastModel(): Promise<FastModel>;
}

export interface Composer {
  readonly drafts: Drafts;
  readonly queue: PromptQueue;
  readonly inputs: InputHistory;
  readonly mentions: MentionContent;
  readonly mentionSearch: MentionSearch;
  /** The workspace of the chat that is shown at the time of a call. */
  readonly workspace: Workspace;
  readonly sources: MentionSources;
}

const NO_FALLBACK: FallbackPorts = { id: () => '', resolve: async () => undefined };

/** Creates the chat without a conversation. `service.restore` opens the first conversation. */
export function createChat(ports: ChatPorts): Chat {
  const { store, registry, files, clock, log } = ports;
  const subscriptions = new DisposableStore();
  const current = new CurrentChat();
  const ideContext = new IdeContextStore();
  const cacheSafeParams = new CacheSafeParamsStore();

  const workspace = createShownWorkspace(() => current.project.workspace);
  const sources = createShownSources(ports.mentionSources, () => current.isTour);
  const ids = new MentionIds(ports.mentionKey);
  const mentions = new MentionContent({
    workspace,
    sources,
    ids,
    seen: () => current.seen,
    instructions: () => current.project.instructions,
  });
  const drafts = new Drafts(store, new DraftFile(files, clock, log, () => clearStorageFailure(store, 'draft')));
  const queue = new PromptQueue(store, new QueueFile(files, log), log);

  const requested = new Emitter<BackgroundRequest>();
  const service = new ChatService({
    storage: {
      files,
      clock,
      log,
      window: ports.window,
      onDidFail: () => showStorageFailure(store, 'chat'),
      onDidRecover: () => clearStorageFailure(store, 'chat', 'leaving'),
    },
    current,
    drafts,
    queue,
    compression: {
      otherModel: async (signal) =>
        ports.compressionModel && findSummaryModel(ports.compressionModel, { clock, log }, signal),
      onDidRequest: (request) => requested.fire(request),
    },
    steer: createSteer(queue, mentions, registry, log),
    store,
    registry,
    workspace: ports.workspace,
    ...(ports.changes && { changes: ports.changes }),
    approval: ports.approval,
    ...(ports.instructions && { instructions: ports.instructions }),
    ideContext,
    ...(ports.tour && { tour: ports.tour }),
    environment: ports.environment,
    cacheSafeParams,
    turnLimits: ports.turnLimits,
    autoContinue: ports.autoContinue ?? (() => false),
    fallback: new Fallback(store, ports.fallback ?? NO_FALLBACK),
    nextSpeaker: {
      // The tour's scripted model cannot answer the check.
      isEnabled: () => !current.isTour && (ports.nextSpeakerCheck?.() ?? false),
      onDidRequest: (request) => requested.fire(request),
    },
    forms: new FormMemory(),
    ...(ports.ownShell && { ownShell: ports.ownShell }),
    ...(ports.limitResults && { limitResults: ports.limitResults }),
    ...(ports.agents && {
      agents: { ...ports.agents, fastModel: ports.fastModel, onDidRequest: (request) => requested.fire(request) },
    }),
    ...(ports.webSearchModel && {
      webSearch: { modelFor: ports.webSearchModel, onDidRequest: (request) => requested.fire(request) },
    }),
  });
  const totals = new SpendingTotals({ day: new DayTotals({ files: ports.globalFiles, clock, log }), store, log });
  service.onDidSpend((spending) => totals.add(spending));
  subscriptions.add(followIdeContext(ideContext, store, () => !current.isTour));

  return {
    store,
    service,
    current,
    composer: {
      drafts,
      queue,
      inputs: new InputHistory(files, log, service.library.onDidDelete),
      mentions,
      mentionSearch: new MentionSearch({ workspace, sources, ideContext, ids, clock }),
      workspace,
      sources,
    },
    cacheSafeParams,
    ideContext,
    onDidRequest: requested.event,
    totals,
    files,
    fastModel: () => (current.isTour ? Promise.resolve({ kind: 'unset' }) : ports.fastModel()),
    dispose: () => subscriptions.dispose(),
  };
}
