import * as vscode from 'vscode';
import { DailyCost } from '../background/dailyCost.ts';
import { EventFile } from '../background/eventFile.ts';
import { BackgroundSpending } from '../background/spending.ts';
import type { BackgroundUse } from '../background/usage.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import { loadPricing } from '../model/pricing.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { SuggestionSettingsPage } from '../panel/suggestionRequests.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { MentionSources } from '../ports/mentionSources.ts';
import { createNodeFileStore } from '../node/nodeFileStore.ts';
import { checkAllowance, type Allowance } from '../suggest/allowance.ts';
import { BACKED_OFF_EVERY, HabitKeeper, MAX_IGNORED, type Kept } from '../suggest/habit.ts';
import { OpenDialogs } from '../suggest/openDialogs.ts';
import { estimatePreparing, PreparedEditsOffer } from '../suggest/preparedEditsOffer.ts';
import type { PromptSuggesterOptions } from '../suggest/promptSuggester.ts';
import { QuietChats } from '../suggest/quietChats.ts';
import { SuggestionNotices } from '../suggest/suggestionNotices.ts';
import { SuggestionRecorder } from '../suggest/suggestionRecorder.ts';
import {
  preparedEditsOfferKey,
  preparesEditsContextKey,
  quietChatsKey,
  settingsSection,
  suggestionHabitKey,
} from './contributions.ts';
import type { Settings } from './settings.ts';
import { mayPrepare, writePreparingEnabled, writeSuggestionsEnabled } from './writeSettings.ts';

/** What suggestions are limited, remembered and told by, over VS Code's memory and its folder for all workspaces. */
export interface SuggestionParts {
  /** What says whether there is to be one. */
  readonly limits: Pick<
    PromptSuggesterOptions,
    'quietChats' | 'openDialogs' | 'allowance' | 'habit' | 'onNotice' | 'onRequest'
  >;
  readonly recorder: SuggestionRecorder;
  readonly habit: HabitKeeper;
  readonly quietChats: QuietChats;
  readonly notices: SuggestionNotices;
  readonly dialogs: OpenDialogs;
  maySuggest(model: SelectedModel): Promise<boolean>;
  writeEnabled(enabled: boolean): ReturnType<typeof writeSuggestionsEnabled>;
  writePreparing(enabled: boolean): ReturnType<typeof writePreparingEnabled>;
  openSettings(page: SuggestionSettingsPage): Promise<void>;
  /** The same sources; while they ask about secrets, a permission dialog counts as open. */
  noticeSecrets(sources: MentionSources): MentionSources;
  /** To be called when the settings may have changed. */
  refresh(): void;
  /**
   * Records what waits to be, and resolves when it is written. To be called before anything is dropped because the window
   * goes away: that was not left by the user.
   */
  close(): Promise<void>;
}

export interface SuggestionPartsOptions {
  readonly readSettings: () => Settings;
  readonly store: ChatStore;
  /** A background request was counted, which answer `leaf` has led to. */
  readonly onDidCount: (use: BackgroundUse, leaf: string) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export function createSuggestionParts(
  context: Pick<vscode.ExtensionContext, 'globalState' | 'globalStorageUri'>,
  { readSettings, store, onDidCount, clock, log }: SuggestionPartsOptions,
): SuggestionParts {
  const files = createNodeFileStore(context.globalStorageUri.fsPath);
  const cost = new DailyCost({ files, clock, log, kind: 'suggestions' });
  const events = new EventFile({
    files,
    clock,
    log,
    name: 'telemetry/suggestions',
    // Nothing is sent anywhere, but whoever switches telemetry off expects none.
    isWanted: () => vscode.env.isTelemetryEnabled && readSettings().recordsTelemetry,
  });
  const notices = new SuggestionNotices(store, clock);
  const habit = new HabitKeeper(keptIn(context.globalState, suggestionHabitKey, log), (backsOff) => {
    if (backsOff) notices.show({ kind: 'backed-off', ignored: MAX_IGNORED, every: BACKED_OFF_EVERY });
    else notices.clear('backed-off');
  });
  const spending = new BackgroundSpending({
    loadPricing,
    daily: { prompt_suggestion: cost },
    onDidCount,
  });
  const refresh = (): void => {
    const { suggestionsEnter: enter, enableFollowupSuggestions, enableSpeculation } = readSettings();
    void vscode.commands.executeCommand('setContext', preparesEditsContextKey, enableSpeculation);
    if (store.state.suggesting.enter !== enter) store.dispatch({ type: 'suggesting-changed', patch: { enter } });
    notices.clear(
      'budget-spent',
      'price-unknown',
      'fast-model-unavailable',
      ...(enableFollowupSuggestions ? (['off', 'off-in-workspace'] as const) : []),
      ...(enableSpeculation ? (['preparing-off', 'preparing-off-in-workspace', 'offer-preparing'] as const) : []),
    );
  };
  // Another chat begins with nothing said.
  store.onDidReplace(refresh);
  const quietChats = new QuietChats(keptIn(context.globalState, quietChatsKey, log));
  const dialogs = new OpenDialogs();
  const offer = new PreparedEditsOffer({
    kept: keptIn(context.globalState, preparedEditsOfferKey, log),
    // The tour prepares edits in any case, and cannot say what they cost.
    isPossible: () => store.state.tour === null && !readSettings().enableSpeculation && mayPrepare(),
    make() {
      const { notice, suggestionCost, speculationCost } = store.state.suggesting;
      if (notice) return false;
      notices.show({ kind: 'offer-preparing', cost: estimatePreparing(suggestionCost, speculationCost) });
      return true;
    },
  });
  const recorder = new SuggestionRecorder({
    clock,
    record: (event) => events.record(event),
    onDidEnd(taken) {
      habit.noteSuggestion(taken);
      if (taken) offer.noteTaken();
    },
  });
  const allowance = async (model: SelectedModel): Promise<Allowance> => {
    const { maxSuggestionCostPerDay: limit } = readSettings();
    return checkAllowance({ limit, pricing: await spending.pricingOf(model), cost });
  };
  return {
    limits: {
      quietChats,
      openDialogs: () => dialogs.kinds,
      allowance,
      habit,
      onNotice: (notice) => notices.showOnceADay(notice),
      onRequest(request) {
        spending.count(request).catch((error: unknown) => log.error('A background request was not counted', error));
      },
    },
    recorder,
    habit,
    quietChats,
    notices,
    dialogs,
    maySuggest: async (model) => (await allowance(model)) === 'within',
    writeEnabled: writeSuggestionsEnabled,
    writePreparing: writePreparingEnabled,
    async openSettings(page) {
      const [command, key] = SETTINGS_PAGES[page];
      await vscode.commands.executeCommand(command, { query: `${settingsSection}.${key}` });
    },
    noticeSecrets: (sources) => ({
      ...sources,
      confirmSecrets: (names) => dialogs.during('permission-dialog', () => sources.confirmSecrets(names)),
    }),
    refresh,
    async close() {
      recorder.close();
      await events.settled();
      log.info(`Background requests: ${JSON.stringify(spending.total)}`);
    },
  };
}

const SETTINGS_PAGES: Record<SuggestionSettingsPage, readonly [command: string, key: string]> = {
  suggestions: ['workbench.action.openSettings', 'suggestions'],
  'fast-model': ['workbench.action.openSettings', 'fastModel'],
  workspace: ['workbench.action.openWorkspaceSettings', 'enableFollowupSuggestions'],
  'workspace-preparing': ['workbench.action.openWorkspaceSettings', 'enableSpeculation'],
};

function keptIn(memento: vscode.Memento, key: string, log: Log): Kept {
  return {
    get: () => memento.get(key),
    set(value) {
      memento.update(key, value).then(undefined, (error: unknown) => {
        log.error('What is remembered of suggestions could not be kept', error);
      });
    },
  };
}
