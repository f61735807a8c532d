import { createApp } from '../../../src/extension/app.ts';
import { FREE_PRICING } from '../../../src/extension/model/pricing.ts';
import type { FastModel } from '../../../src/extension/model/fastModel.ts';
import type { ResolvedModel } from '../../../src/extension/model/resolveModel.ts';
import type { BackgroundUse } from '../../../src/extension/background/usage.ts';
import { DailyCost } from '../../../src/extension/background/dailyCost.ts';
import { Emitter } from '../../../src/extension/base/emitter.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { MentionSources } from '../../../src/extension/ports/mentionSources.ts';
import type { ApprovalMode, ChatState } from '../../../src/shared/chatState.ts';
import { createAppPorts } from '../../support/appPorts.ts';
import { createManualClock, settle } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { toSelected } from '../speculate/fixtures.ts';

/** Starts the panel over fakes of the ports, with a scripted model and files in memory. */
export async function start(
  steps: readonly ScriptedStep[],
  approvalMode: ApprovalMode = 'auto-edit',
  sources: Readonly<Record<string, string>> = { 'a.ts': 'alpha\n' },
  files = createMemoryFileStore(),
  mentionable: Partial<MentionSources> = {},
  tour: { readonly model?: string; readonly sample?: Readonly<Record<string, string>> } = {},
) {
  const clock = createManualClock();
  const base = createMemoryWorkspace(sources);
  const scripted = createScriptedModel(steps);
  const { model = '', sample = {} } = tour;
  const settings = { approvalMode, model };
  const { ports, world } = createAppPorts({ clock, files, workspace: base, settings, mentionable, sample });
  world.selected = Promise.resolve({ kind: 'model', model: toSelected(scripted) });
  const { chat, suggestions, moveAhead, panel, close } = await createApp(ports);
  const { store } = chat;

  const view = { shown: true, visible: true };
  const changed = new Emitter<void>();
  suggestions.visibility.add({
    get shown() {
      return view.shown;
    },
    get visible() {
      return view.shown && view.visible;
    },
    onDidChangeVisible: changed.event,
  });
  const show = (change: Partial<typeof view>): void => {
    Object.assign(view, change);
    changed.fire();
  };
  /** The counted background requests, without those for titles. */
  const requests: BackgroundUse[] = [];
  suggestions.spending.onDidCount(({ use }) => void (use.promptId !== 'title' && requests.push(use)));
  /** Limits a day's suggestions to one dollar. The dollar is already spent, or the model's price is unknown. */
  const limitCost = async (allowance: 'spent' | 'unknown-price'): Promise<void> => {
    world.settings.maxSuggestionCostPerDay = 1;
    if (allowance === 'unknown-price') return;
    world.pricing = { ...FREE_PRICING, priceOf: () => 1 };
    await new DailyCost({ files: world.globalFiles, clock, log: silentLog, kind: 'suggestions' }).add(1);
  };

  const handle = panel.handle.bind(panel);
  const submit = (text: string) => handle({ type: 'submit', conversationId: store.state.conversationId, text });
  /** If the panel asks whether to restore files first, chooses *Keep files*. True if it asked. */
  const keepFiles = async (): Promise<boolean> => {
    const { conversationId, restoring } = store.state;
    if (!restoring) return false;
    await handle({ type: 'checkpoint', conversationId, itemId: restoring.id, action: 'keep' });
    return true;
  };
  const draft = (text: string) => handle({ type: 'draft', conversationId: store.state.conversationId, text });
  /** Waits for a suggestion, and reports it as shown, as the webview does when the ghost text appears. */
  const showGhost = async (): Promise<void> => {
    await until(() => store.state.suggestion !== null);
    const suggestionId = store.state.suggestion?.id ?? '';
    await handle({ type: 'suggestion-report', suggestionId, report: { event: 'shown', focused: true } });
  };
  /** Submits a prompt, and waits for the end of its answer. */
  const exchange = async (text: string): Promise<void> => {
    await submit(text);
    await until(() => store.state.status === 'idle');
  };
  /** Closes the window, and opens it again on the same files. */
  const reload = async (more: readonly ScriptedStep[] = []) => {
    await close();
    const again = await start(more, approvalMode, sources, files, mentionable, tour);
    // The panel reads the stored suggestion while it opens.
    for (let round = 0; round < 20; round += 1) await settle();
    return again;
  };
  const reachPhase = (phase: NonNullable<ChatState['speculation']>['phase']) =>
    until(() => store.state.speculation?.phase === phase);
  const changeSettings = (change: Partial<typeof world.settings>): void => {
    Object.assign(world.settings, change);
    world.settingsChanged.fire();
  };
  const setResolved = (next: ResolvedModel | Promise<ResolvedModel>): void => {
    world.selected = Promise.resolve(next);
  };
  /** Sets whether the user enters a key when Premove asks for one. */
  const setKeyInput = (next: typeof world.setsKey): void => void (world.setsKey = next);
  const setFastModel = (next: Promise<FastModel>): void => void (world.fast = next);
  return {
    base,
    cacheSafeParams: chat.cacheSafeParams,
    changeSettings,
    chats: chat.service,
    clock,
    close,
    connect: panel.connect.bind(panel),
    controller: { handle },
    current: chat.current,
    draft,
    drafts: chat.composer.drafts,
    exchange,
    files,
    ideContext: chat.ideContext,
    inserted: world.inserted,
    keepFiles,
    limitCost,
    logged: world.logged,
    moveAhead,
    opened: world.opened,
    compared: world.compared,
    overlays: world.overlays,
    previews: world.previews,
    world,
    actions: panel.actions,
    panel,
    promptQueue: chat.composer.queue,
    reachPhase,
    reload,
    scripted,
    setFastModel,
    setKeyInput,
    setResolved,
    settings: world.settings,
    show,
    showGhost,
    store,
    submit,
    suggesting: {
      events: world.suggestionEvents,
      requests,
      habit: suggestions.habit,
      recorder: suggestions.recorder,
      dialogs: world.openDialogs,
    },
    suggestions: panel.suggestions,
  };
}

/** Milliseconds. Only the first shell command takes time, because it loads a grammar from disk. */
const TIMEOUT = 10_000;

/** Waits until the condition holds, without advancing the manual clock. */
export async function until(condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT; !condition();) {
    if (Date.now() > deadline) throw new Error('The condition was not met in time');
    await settle();
  }
}
