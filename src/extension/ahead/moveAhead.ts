import type { ApprovalMode, Notice } from '../../shared/chatState.ts';
import type { SuggestionReport } from '../../shared/protocol.ts';
import { Emitter } from '../base/emitter.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { TurnRecovery } from '../chat/conversation/chatLibrary.ts';
import type { PreparedTurn, TurnRecorder } from '../chat/conversation/preparedAnswer.ts';
import type { PromptContext } from '../chat/conversation/promptContent.ts';
import type { FinishedPrompt } from '../chat/answerRunner.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { CarryOutAdopted } from '../chat/session.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { AcceptRequest, AcceptResult, AppliedSpeculation } from '../speculate/applySpeculation.ts';
import type { SpeculationOrigin } from '../speculate/speculation.ts';
import type { AdoptedSpeculation } from '../speculate/speculator.ts';
import { AdoptedAnswer } from './adoptedAnswer.ts';
import { LateEdits } from './lateEdits.ts';
import type { OfferedSpeculation } from './offeredSpeculation.ts';
import type { Offer, OfferedSuggestion } from './offeredSuggestion.ts';
import { STOP_EFFECTS, type MoveStopReason } from './stopReasons.ts';
import type { SuggestionSource } from './suggestionSource.ts';
import { whyNotApplied } from './whyNotApplied.ts';
import { chatNoticeTexts } from '../base/texts/noticeTexts.ts';
import { notReadyTexts } from '../base/texts/preparedTexts.ts';

export interface MoveAheadOptions {
  readonly store: ChatStore;
  readonly chats: ChatService;
  readonly settings: () => SettingsAhead;
  readonly source: SuggestionSource;
  readonly suggestion: OfferedSuggestion;
  readonly speculation: OfferedSpeculation;
}

interface SettingsAhead {
  readonly enableFollowupSuggestions: boolean;
  readonly enableSpeculation: boolean;
  readonly approvalMode: ApprovalMode;
}

/** A prompt whose prepared edits were applied, or whose running speculation became the current answer. */
export interface AppliedPrompt {
  readonly text: string;
  /** The user pressed Apply in the speculation bar, so the composer may hold any text. */
  readonly fromBar: boolean;
}

/**
 * The loop that gives the product its name. After an answer it requests a suggestion. When the suggestion is shown, a
 * speculation starts. When the user accepts, the prepared edits are applied and the next suggestion is shown. This
 * class only decides which of `source`, `suggestion` and `speculation` acts, based on the store, the chats and the
 * settings.
 *
 *     idle ── an answer ends ──▶ requesting ── a suggestion arrives ──▶ offered
 *     offered ── `shown` is reported ──▶ preparing ── the speculation ends ──▶ prepared
 *     prepared ── accept(), apply() ──▶ applied ── the next suggestion was prepared too ──▶ offered
 *                                       applied ── no next suggestion was prepared ──▶ requesting
 *                                       applied ── the speculation had stopped early ──▶ the answer continues live
 *     preparing ── accept() ──▶ adopted, as the current answer ── the speculation ends ──▶ applied
 *     any ── stop(reason) ──▶ what `STOP_EFFECTS` keeps for the reason
 *
 * Before it is adopted, a running speculation makes no request while the suggestion is hidden. `HiddenPause` limits how
 * long the speculation waits.
 */
export class MoveAhead {
  private readonly options: MoveAheadOptions;
  private readonly applied = new Emitter<AppliedPrompt>();
  /** The speculation that is the current answer. */
  private adoptedAnswer: AdoptedAnswer | undefined;

  /** Edits of kept previews that were applied without their answer. */
  readonly lateEdits: LateEdits;
  /** Fires before the next suggestion is requested, because a suggestion needs an empty composer. */
  readonly onDidApply = this.applied.event;

  constructor(options: MoveAheadOptions) {
    this.options = options;
    const { store, chats, suggestion, speculation } = options;
    this.lateEdits = new LateEdits(store);
    speculation.onDidChange((view) => {
      const wasRunning = store.state.speculation?.phase === 'running';
      store.dispatch({ type: 'speculation-changed', speculation: view });
      // Aborts the speculation of a dismissed suggestion if it failed, or if it stopped and cannot be accepted.
      const isOver = wasRunning && view?.phase !== 'running';
      if (isOver && suggestion.current?.dismissed) void this.stop('dismissed');
    });
    speculation.onDidChangeKept((kept) => {
      store.dispatch({ type: 'kept-previews-changed', keptPreviews: [...kept] });
    });
    suggestion.onDidUpdateVisibility((isVisible) => speculation.setHidden(!isVisible));
    chats.onDidFinishPrompt((finished) => this.suggestNext(finished));
    chats.onDidSwitch(() => void this.stop('chat-left'));
  }

  /** Call when the window has opened its chat. Shows the suggestion from before the reload if it is still valid. */
  async restore(): Promise<void> {
    const { chats, source, suggestion } = this.options;
    const { session } = chats;
    const found = await suggestion.load(session.id);
    if (!found) return;
    const isValid = chats.session === session && !suggestion.current && session.isIdle && found.leaf === session.leaf;
    if (isValid && source.mayRestore(session.id, found.text)) this.show(found.text, { ...found, model: undefined });
    else source.logNone('the suggestion from before the reload is no longer valid');
  }

  /**
   * Stops what `STOP_EFFECTS` names for the reason, before the promise is returned. Exception: `discard-all` discards
   * kept previews before the promise resolves. The promise does not wait until the tabs of a preview are closed. The
   * promise never rejects: a failure to clean up is logged and must not block the user's action.
   */
  async stop(reason: MoveStopReason): Promise<void> {
    const { source, suggestion, speculation } = this.options;
    const effects = STOP_EFFECTS[reason];
    if (effects.request === 'cancel') source.cancel(reason);
    suggestion.stop(effects);
    if (effects.speculation === 'abort') this.adoptedAnswer?.end(reason);
    await speculation.stop(effects.speculation, reason);
  }

  /** Call when the window closes. Resolves when the suggestion is on disk for the next window. */
  async close(): Promise<void> {
    await this.stop('window-closed');
    await this.options.suggestion.flush();
    await this.options.speculation.flush();
  }

  /** Stops at once what the settings switch off. */
  async settingsChanged(): Promise<void> {
    const { enableFollowupSuggestions, enableSpeculation, approvalMode } = this.options.settings();
    if (!enableFollowupSuggestions) return this.stop('suggestions-off');
    if (!enableSpeculation) await this.stop('speculation-off');
    if (approvalMode === 'plan') void this.stop('plan-mode');
    this.options.suggestion.updateVisibility();
  }

  async report(suggestionId: string, report: SuggestionReport): Promise<void> {
    const { suggestion } = this.options;
    if (!suggestion.report(suggestionId, report)) return;
    const { current } = suggestion;
    if (report.event === 'dismissed') return this.stop('dismissed');
    if (report.event === 'shown' && current) await this.prepare(current);
  }

  /** The Resume button of the speculation bar. */
  async resume(speculationId: string): Promise<void> {
    const { suggestion, speculation } = this.options;
    if (!this.isShown(speculationId)) return;
    speculation.resume();
    if (suggestion.current) await this.prepare(suggestion.current);
  }

  /** Call when the user has accepted a suggestion, also one without prepared edits. */
  suggestionAccepted(): void {
    this.options.speculation.accepted();
  }

  /** Typing cancels the request for a suggestion. A suggestion that has arrived is only hidden. */
  draftChanged(text: string): void {
    this.options.speculation.typed();
    if (text.trim()) void this.stop('typed');
  }

  /**
   * Applies the prepared edits if `text` is exactly the suggestion: writes the files and records the turn without
   * asking a model. The model only continues the answer of a speculation that stopped early. In `default` mode,
   * only opens the diff of edits that the user has not reviewed. A speculation that still runs becomes the current
   * answer, and is applied when it has ended.
   *
   * In a conflict, only opens the diff and asks which versions to keep. Then the model answers the prompt only after a
   * `redo` request.
   */
  async accept(text: string): Promise<AcceptResult> {
    const { suggestion, speculation } = this.options;
    if (!suggestion.noteSent(text)) return NOT_READY;
    const { view } = speculation;
    if (view?.phase !== 'conflict') return this.acceptPrepared(text, { fromBar: false });
    // Not awaited: the user may have to choose versions, and must be able to act in the panel meanwhile.
    void speculation.preview(view.id);
    return { kind: 'conflict', paths: [] };
  }

  /** After a crash: adds the turn of an interrupted apply to its chat, and ends a suggestion made before that turn. */
  async recoverTurn(chat: string, turn: PreparedTurn): Promise<TurnRecovery> {
    const { chats } = this.options;
    const { leaf } = chats.session;
    const result = await chats.recoverTurn(chat, turn);
    if (chats.session.leaf !== leaf) await this.stop('applied');
    return result;
  }

  /** Describes the unaccepted suggestion to the model if `reply` may refer to it. Call before `stop`. */
  contextFor(reply: string): readonly PromptContext[] {
    return this.options.suggestion.contextFor(reply);
  }

  /**
   * The Apply button of the speculation bar and of the diff. If nothing was applied, returns what to tell the user;
   * undefined if the bar says it.
   */
  async apply(speculationId: string): Promise<string | undefined> {
    const { chats, suggestion, speculation } = this.options;
    if (speculation.isKept(speculationId)) return this.applyKept(speculationId);
    const { current } = suggestion;
    if (!this.isShown(speculationId)) return notReadyTexts.none();
    if (this.adoptedAnswer) {
      if (this.isPlanMode) return chatNoticeTexts.planMode();
      if (speculation.view?.phase === 'running') return notReadyTexts.running();
      this.adoptedAnswer.apply();
      return undefined;
    }
    if (!current || !chats.session.isIdle) return this.whyNotReady();
    const { kind } = await this.acceptPrepared(current.suggestion.text, { fromBar: true });
    if (kind === 'review') return notReadyTexts.review();
    return kind === 'not-ready' ? this.whyNotReady() : undefined;
  }

  /** From where a current or kept speculation began; undefined if there is none with this id. */
  originOf(speculationId: string): SpeculationOrigin | undefined {
    return this.options.speculation.originOf(speculationId);
  }

  async preview(speculationId: string): Promise<void> {
    await this.options.speculation.preview(speculationId);
  }

  /**
   * Discards prepared edits that are the current answer, so that the model answers their prompt live. False if the
   * edits are not the current answer.
   */
  async redoAdopted(speculationId: string): Promise<boolean> {
    if (!this.adoptedAnswer || !this.isShown(speculationId)) return false;
    this.adoptedAnswer.end('redo');
    await this.options.speculation.discard(speculationId);
    return true;
  }

  async discard(speculationId: string): Promise<void> {
    const wasShown = this.isShown(speculationId);
    // Before the speculation ends, or a running one that is the current answer would be answered live.
    if (wasShown) this.adoptedAnswer?.end('discarded');
    await this.options.speculation.discard(speculationId);
    if (wasShown) await this.stop('discarded');
  }

  /**
   * Applies a kept preview. Only writes its files if its speculation has not completed, if the chat has continued, or
   * if another chat is shown.
   */
  private async applyKept(id: string): Promise<string | undefined> {
    const { chats, speculation } = this.options;
    const { session } = chats;
    const text = this.originOf(id)?.suggestion.text ?? '';
    const leaf = session.isIdle ? (session.leaf ?? '') : '';
    const result = await speculation.acceptKept(id, leaf, session.createTurnRecorder());
    switch (result.kind) {
      case 'applied':
        // A move prepared meanwhile continues the earlier answer, so it is stopped.
        await this.stop('chat-continued');
        this.applied.fire({ text, fromBar: true });
        speculation.continueFrom(result, session.leaf ?? '');
        return undefined;
      case 'written':
        this.lateEdits.show(result);
        return undefined;
      case 'unrecorded':
        this.showNotice('error', chatNoticeTexts.unrecorded());
        return undefined;
      case 'not-ready':
        return this.isPlanMode ? chatNoticeTexts.planMode() : notReadyTexts.notShown();
      case 'review':
        return notReadyTexts.review();
      case 'adopted':
      case 'conflict':
      case 'failed':
        // The bar says why nothing was applied.
        return undefined;
    }
  }

  private get isPlanMode(): boolean {
    return this.options.settings().approvalMode === 'plan';
  }

  /** Why the current speculation was not applied. */
  private whyNotReady(): string | undefined {
    const { store, chats, suggestion, speculation } = this.options;
    if (this.isPlanMode) return chatNoticeTexts.planMode();
    const model = suggestion.current?.model;
    const isOther = model !== undefined && model.id !== (store.state.model?.id ?? model.id);
    const otherModel = isOther ? model.label : undefined;
    return whyNotApplied({ view: speculation.view, isBusy: !chats.session.isIdle, otherModel });
  }

  private prepare(offer: Offer): Promise<void> {
    const { suggestion, speculation } = this.options;
    return speculation.start(offer, () => suggestion.isVisible(offer.suggestion));
  }

  private isShown(speculationId: string): boolean {
    return this.options.speculation.view?.id === speculationId;
  }

  private showNotice(severity: Notice['severity'], message: string): void {
    this.options.store.dispatch({ type: 'notice-changed', notice: { severity, message, action: null } });
  }

  private suggestNext(finished: FinishedPrompt): void {
    void this.stop('new-answer');
    if (finished.unsuggested) return;
    this.options.source.ask(finished, (text) => this.show(text, finished));
  }

  private show(text: string, { leaf, model }: Pick<Offer, 'leaf' | 'model'>, immediate = false): void {
    const { chats, suggestion } = this.options;
    suggestion.show(text, { conversationId: chats.session.id, leaf, model }, immediate);
  }

  private async acceptPrepared(text: string, { fromBar }: Pick<AppliedPrompt, 'fromBar'>): Promise<AcceptResult> {
    const { store, chats, source, suggestion, speculation } = this.options;
    const { session } = chats;
    const model = suggestion.current?.model;
    const selected = store.state.model?.id ?? model?.id;
    const mayResume = model !== undefined && model.id === selected;
    const request = { text, leaf: session.leaf ?? '', mayResume, mayOpenDiff: true };
    const adopted = model && speculation.adopt(request);
    if (adopted) return this.startAdopted(adopted, { ...request, fromBar }, model);
    const result = await this.acceptNow(request, session.createTurnRecorder());
    if (result.kind !== 'applied') return result;
    // The recorder ignores this stop if it has already recorded that the suggestion was accepted.
    await this.stop('applied');
    suggestion.usedAsPrompt(text);
    const leaf = session.leaf ?? '';
    this.applied.fire({ text, fromBar });
    if (!model) return result;
    this.continueFrom(result, model);
    if (result.continues) {
      session.resume(model);
      return result;
    }
    // From here on, the same happens as after an answer.
    const finished = { model, leaf };
    const { pipelined } = result;
    if (pipelined === null) this.suggestNext(finished);
    else if (source.checkGuards(pipelined, finished)) this.show(pipelined, finished, true);
    return result;
  }

  private async acceptNow(request: Omit<AcceptRequest, 'approvalMode'>, recorder: TurnRecorder): Promise<AcceptResult> {
    const result = await this.options.speculation.accept(request, recorder);
    if (result.kind === 'unrecorded') this.showNotice('error', chatNoticeTexts.unrecorded());
    return result;
  }

  /** Shows an accepted speculation that still runs as the current answer, and applies it when it has ended. */
  private async startAdopted(
    adopted: AdoptedSpeculation,
    { fromBar, ...request }: Omit<AcceptRequest, 'approvalMode'> & Pick<AppliedPrompt, 'fromBar'>,
    model: SelectedModel,
  ): Promise<AcceptResult> {
    const { chats, settings, suggestion, speculation } = this.options;
    const { session } = chats;
    const recorder = session.createTurnRecorder();
    const answer = new AdoptedAnswer({
      adopted,
      view: () => speculation.view,
      asksFirst: () => settings().approvalMode === 'default',
      accept: (mayOpenDiff) => this.acceptNow({ ...request, mayOpenDiff }, recorder),
      abort: () => speculation.stop('abort', 'discarded'),
      onDidApply: (result) => this.continueFrom(result, model),
    });
    this.adoptedAnswer = answer;
    await this.stop('applied');
    suggestion.usedAsPrompt(request.text);
    const carryOut: CarryOutAdopted = async (report, signal) => {
      try {
        const end = await answer.carryOut(report, signal);
        if (end === 'stopped') this.showNotice('info', chatNoticeTexts.stoppedUnwritten());
        return end;
      } finally {
        this.adoptedAnswer = undefined;
      }
    };
    session.startAdopted(request.text, recorder, carryOut, model);
    this.applied.fire({ text: request.text, fromBar });
    return { kind: 'adopted' };
  }

  /**
   * The request of an applied speculation becomes the chat's last request. If another model has to continue the answer,
   * the chat's own last request stays, because it is in that model's cache.
   */
  private continueFrom(result: AppliedSpeculation, model: SelectedModel): void {
    const { chats, speculation } = this.options;
    if (result.continues && result.modelId !== model.id) return;
    speculation.continueFrom(result, chats.session.leaf ?? '');
  }
}

const NOT_READY = { kind: 'not-ready' } as const;
