import type { ApprovalMode } from '../../shared/chatState.ts';
import { namesOf } from '../../shared/slashCommand.ts';
import { DailyCost } from '../background/dailyCost.ts';
import { BackgroundSpending, type BackgroundRequest } from '../background/spending.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Chat } from '../chat/createChat.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { ModelPricing } from '../model/pricing.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';
import type { Memento } from '../ports/memento.ts';
import { checkAllowance, type Allowance } from './allowance.ts';
import { BACKED_OFF_EVERY, HabitStore, MAX_IGNORED } from './habit.ts';
import type { DialogKind } from './openDialogs.ts';
import { PanelVisibility } from './panelVisibility.ts';
import { estimatePreparing, PreparedEditsOffer } from './preparedEditsOffer.ts';
import { createPromptSuggester, type PromptSuggester } from './promptSuggester.ts';
import { MutedChats } from './mutedChats.ts';
import { createSituation } from './situation.ts';
import type { PromptSuggestionEvent } from './suggestionEvent.ts';
import { SuggestionFile } from './suggestionFile.ts';
import { SuggestionNotices } from './suggestionNotices.ts';
import { SuggestionRecorder } from './suggestionRecorder.ts';

export interface SuggestionSettings {
  readonly enableFollowupSuggestions: boolean;
  readonly enableCacheSharing: boolean;
  readonly enableSpeculation: boolean;
  readonly approvalMode: ApprovalMode;
  readonly suggestionsEnter: 'submit' | 'fill';
  /** US dollars; null if there is no limit. */
  readonly maxSuggestionCostPerDay: number | null;
}

export interface SuggestionPorts {
  readonly settings: () => SuggestionSettings;
  /** False if the workspace's settings keep prepared edits off. */
  readonly mayPrepare: () => boolean;
  readonly openDialogs: () => readonly DialogKind[];
  readonly mementos: SuggestionMementos;
  readonly events: SuggestionEvents;
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  /** Files that all workspaces of the user share. */
  readonly globalFiles: FileStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Records outcomes in a file on the user's machine. */
export interface SuggestionEvents {
  /** Does nothing if the user has turned recording off. */
  record(event: PromptSuggestionEvent): void;
  /** Resolves when everything recorded so far is written. */
  flush(): Promise<void>;
}

export interface SuggestionMementos {
  readonly habit: Memento;
  readonly mutedChats: Memento;
  readonly preparedEditsOffer: Memento;
}

/** Decides when to suggest, requests suggestions, and records their outcomes. */
export interface Suggestions {
  readonly suggester: PromptSuggester;
  readonly recorder: SuggestionRecorder;
  readonly onDidAccept: Event<void>;
  /** Lets a reloaded window show the suggestion again. */
  readonly kept: SuggestionFile;
  readonly visibility: PanelVisibility;
  readonly habit: HabitStore;
  readonly mutedChats: MutedChats;
  readonly notices: SuggestionNotices;
  /** Of all background requests, such as suggestions, speculations and titles. */
  readonly spending: BackgroundSpending;
  /** Whether the daily limit allows one more suggestion, completion or translation. */
  allowance(model: SelectedModel): Promise<Allowance>;
  /** Call once for each background request. */
  count(request: BackgroundRequest): void;
  /** Call when the settings may have changed. */
  refresh(): void;
  /** Call before the shown suggestion is removed, so that the removal is not recorded as an outcome. */
  close(): Promise<void>;
}

export function createSuggestions(chat: Chat, ports: SuggestionPorts): Suggestions {
  const { store } = chat;
  const { settings, mementos, clock, log } = ports;
  const notices = new SuggestionNotices(store, clock);
  const visibility = new PanelVisibility(store);
  const mutedChats = new MutedChats(mementos.mutedChats);
  const habit = new HabitStore(mementos.habit, (backsOff) => {
    if (backsOff) notices.show({ kind: 'backed-off', ignored: MAX_IGNORED, every: BACKED_OFF_EVERY });
    else notices.clear('backed-off');
  });
  const offer = createOffer(chat, notices, ports);
  const accepting = new Emitter<void>();
  const recorder = new SuggestionRecorder({
    clock,
    record: (event) => ports.events.record(event),
    onDidEnd(accepted) {
      habit.noteSuggestion(accepted);
      if (accepted) offer.noteAccepted();
      if (accepted) accepting.fire();
    },
  });

  const cost = new DailyCost({ files: ports.globalFiles, clock, log, kind: 'suggestions' });
  // One limit covers suggestions, completions and translations.
  const daily = { prompt_suggestion: cost, input_completion: cost, translate: cost };
  const spending = new BackgroundSpending({ loadPricing: ports.loadPricing, daily });
  const count = (request: BackgroundRequest): void => {
    spending.count(request).catch((error: unknown) => log.error('A background request was not counted', error));
  };
  const allowance = async (model: SelectedModel): Promise<Allowance> => {
    const { maxSuggestionCostPerDay: limit } = settings();
    return checkAllowance({ limit, pricing: await spending.pricingOf(model), cost });
  };

  const queuedMessages = (): number => chat.composer.queue.count;
  const surroundings = { panel: visibility, mutedChats, openDialogs: ports.openDialogs, queuedMessages };
  const suggester = createPromptSuggester({
    chat,
    situation: createSituation(chat, settings, surroundings),
    settings,
    limits: { allowance, habit, notify: (notice) => notices.showOnceADay(notice), count },
    commandNames: () => namesOf(store.state.commands),
  });

  const refresh = (): void => {
    const { suggestionsEnter: enter, enableFollowupSuggestions, enableSpeculation } = settings();
    if (store.state.suggesting.enter !== enter) store.dispatch({ type: 'suggesting-changed', patch: { enter } });
    notices.clear(
      'budget-spent',
      'price-unknown',
      'fast-model-unavailable',
      ...(enableFollowupSuggestions ? (['off', 'off-in-workspace'] as const) : []),
      ...(enableSpeculation ? (['preparing-off', 'preparing-off-in-workspace', 'offer-preparing'] as const) : []),
    );
  };
  // The state of a newly shown chat begins with the default value of `enter`.
  store.onDidReplace(refresh);

  return {
    suggester,
    recorder,
    onDidAccept: accepting.event,
    kept: new SuggestionFile(chat.files, log, chat.service.library.onDidDelete),
    visibility,
    habit,
    mutedChats,
    notices,
    spending,
    allowance,
    count,
    refresh,
    async close() {
      recorder.close();
      await ports.events.flush();
      log.info(`Background requests: ${JSON.stringify(spending.total)}`);
    },
  };
}

function createOffer({ store }: Chat, notices: SuggestionNotices, ports: SuggestionPorts): PreparedEditsOffer {
  const { settings, mayPrepare, mementos } = ports;
  return new PreparedEditsOffer({
    memento: mementos.preparedEditsOffer,
    // The tour always prepares edits.
    isPossible: () => store.state.tour === null && !settings().enableSpeculation && mayPrepare(),
    make() {
      const { notice, suggestionCost, speculationCost } = store.state.suggesting;
      if (notice) return false;
      notices.show({ kind: 'offer-preparing', cost: estimatePreparing(suggestionCost, speculationCost) });
      return true;
    },
  });
}
