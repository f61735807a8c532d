import { randomUUID } from 'node:crypto';
import type { ApprovalMode } from '../../shared/chatState.ts';
import type { SuggestionReport } from '../../shared/protocol.ts';
import type { Suggestion } from '../../shared/suggesting.ts';
import type { CacheSafeParams, CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { PromptContext } from '../chat/conversation/promptContent.ts';
import type { FinishedPrompt } from '../chat/session.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../ports/log.ts';
import type { PromptSuggester, PromptSuggestion } from '../suggest/promptSuggester.ts';
import type { SuggestionFile } from '../suggest/suggestionFile.ts';
import type { SuggestionRecorder } from '../suggest/suggestionRecorder.ts';
import { describeUntaken } from '../suggest/untakenSuggestion.ts';
import type { AcceptResult, AppliedSpeculation, Speculator } from '../speculate/speculator.ts';
import { abortsSpeculation, STOP_EFFECTS, type MoveStopReason, type StopEffects } from './stopReasons.ts';

export interface MoveAheadOptions {
  readonly store: ChatStore;
  readonly chats: ChatService;
  readonly speculator: Speculator;
  readonly cacheSafeParams: CacheSafeParamsStore;
  /** Guards, the background request and the filter. */
  readonly suggester: PromptSuggester;
  /** Hears what becomes of each suggestion. */
  readonly recorder: SuggestionRecorder;
  /** Keeps the shown chat's suggestion across a reload of the window. */
  readonly kept: SuggestionFile;
  /** The model that speculates on `main`'s conversation; undefined where the one that is set cannot be used. */
  readonly backgroundModel: (main: SelectedModel) => Promise<SelectedModel | undefined>;
  readonly settings: () => {
    readonly enableFollowupSuggestions: boolean;
    readonly enableSpeculation: boolean;
    readonly approvalMode: ApprovalMode;
  };
  readonly log: Log;
}

/** A prompt was carried out by applying what was prepared for it. */
export interface AppliedPrompt {
  readonly text: string;
  /** The user pressed Apply, so the composer's text may be anything. */
  readonly fromChip: boolean;
}

/** A suggestion from its arrival until it ends; `STOP_EFFECTS` says when. */
interface Offer {
  readonly suggestion: Suggestion;
  readonly conversationId: string;
  /** The suggestion belongs to this leaf; with another one it is void. */
  readonly leaf: string;
  /** Undefined after a reload: there is no request to continue, so nothing is prepared for it. */
  readonly model: SelectedModel | undefined;
  /** It has been on screen. */
  seen: boolean;
  /** Something else is in the composer, and the suggestion comes back when that is empty. */
  hidden: boolean;
  /** The user has closed it with Esc or ×. It does not come back, but what is prepared for it can be applied. */
  dismissed: boolean;
}

/**
 * The loop that gives the product its name: an answer brings a suggestion, its appearance a speculation, its acceptance
 * the finished edits and the next suggestion.
 *
 * `STOP_EFFECTS` says what ends the offer and the speculation. A running speculation makes no request while the
 * suggestion is hidden, and `HiddenPause` limits how long.
 */
export class MoveAhead {
  private readonly options: MoveAheadOptions;
  private readonly applied = new Emitter<AppliedPrompt>();
  private offer: Offer | undefined;
  private request: AbortController | undefined;

  /** Fires before the next suggestion is looked for, which wants an empty composer. */
  readonly onDidApply = this.applied.event;

  constructor(options: MoveAheadOptions) {
    this.options = options;
    const { speculator, store, chats } = options;
    speculator.onDidChange((speculation) => {
      const wasRunning = store.state.speculation?.phase === 'running';
      store.dispatch({ type: 'speculation-changed', speculation });
      // A speculation that stopped or failed is not kept for a dismissed suggestion.
      const isOver = wasRunning && speculation?.phase !== 'running';
      if (isOver && this.offer?.dismissed) void this.stop('dismissed');
    });
    chats.onDidFinishPrompt((finished) => this.suggestNext(finished));
    chats.onDidSwitch(() => void this.stop('chat-left'));
    store.onDidChange((event) => {
      // A prompt that goes out; those of another branch come back while nothing is asked.
      if (event.type !== 'item-added' || event.item.kind !== 'user' || store.state.status !== 'responding') return;
      options.recorder.sent(event.item.text);
    });
  }

  /** The window has opened its chat: shows the suggestion from before the reload again if it is still valid. */
  async restore(): Promise<void> {
    const { chats, kept, suggester } = this.options;
    const { session } = chats;
    const found = await kept.load(session.id);
    if (!found) return;
    const isStill = chats.session === session && !this.offer && session.isIdle && found.leaf === session.leaf;
    const isValid = isStill && suggester.mayRestore(session.id, found.text);
    if (isValid) this.show(found.text, { ...found, model: undefined }, false);
    else this.logNone('the one from before the reload is not valid any more');
  }

  /**
   * Stops what is under way, as far as `STOP_EFFECTS` says for the reason. All but the speculation has stopped when the
   * call returns. Never rejects: a failure to clean up is logged and must not stop the user.
   */
  async stop(reason: MoveStopReason): Promise<void> {
    const { recorder, request, offer, file, speculation } = STOP_EFFECTS[reason];
    if (recorder) this.options.recorder[recorder]();
    if (request === 'cancel') {
      this.request?.abort(new DOMException(reason, 'AbortError'));
      this.request = undefined;
    }
    if (file === 'delete' && this.offer) this.options.kept.forget(this.offer.conversationId);
    this.stopOffer(offer);
    await this.stopSpeculation(speculation, reason);
  }

  /** The window closes. Resolves when the suggestion is on disk for the next window. */
  async close(): Promise<void> {
    await this.stop('window-closed');
    await this.options.kept.flush();
  }

  /** Ends at once what is switched off. In plan mode the suggestion is out of view, because nothing is applied there. */
  async settingsChanged(): Promise<void> {
    const { settings } = this.options;
    const { enableFollowupSuggestions, enableSpeculation, approvalMode } = settings();
    if (!enableFollowupSuggestions) return this.stop('suggestions-off');
    if (!enableSpeculation) await this.stop('speculation-off');
    if (approvalMode === 'plan') void this.stop('plan-mode');
    this.followVisibility();
  }

  async report(suggestionId: string, report: SuggestionReport): Promise<void> {
    const { offer } = this;
    if (offer?.suggestion.id !== suggestionId) return;
    this.options.recorder.reported(suggestionId, report);
    switch (report.event) {
      case 'shown':
        offer.seen = true;
        offer.hidden = false;
        this.followVisibility();
        return this.speculate(offer);
      case 'accepted':
        // The user is about to send it, so its speculation goes on.
        offer.hidden = false;
        return this.followVisibility();
      case 'hidden':
        offer.hidden = true;
        return this.followVisibility();
      case 'dismissed':
        return this.stop('dismissed');
      case 'superseded':
      case 'first-keystroke':
        return;
    }
  }

  /** Typing cancels the request for a suggestion. A suggestion that has arrived is only hidden. */
  draftChanged(text: string): void {
    if (text.trim()) void this.stop('typed');
  }

  /** A submit of exactly what is prepared takes it over: files on disk, conversation continued, no model asked. */
  async accept(text: string): Promise<AcceptResult> {
    const { speculator } = this.options;
    if (this.offer?.suggestion.text !== text) return { kind: 'not-ready' };
    // Also if it was typed or pasted.
    this.options.recorder.sentAsSuggested();
    // Sent once more after a conflict, it is to be done again, on the files as they are now.
    return speculator.view?.phase === 'conflict' ? { kind: 'not-ready' } : this.take(text);
  }

  /** Names the untaken suggestion to the model if `reply` may refer to it. To be called before `stop`. */
  contextFor(reply: string): readonly PromptContext[] {
    const { offer } = this;
    if (!offer?.seen || offer.suggestion.text === reply) return [];
    const context = describeUntaken(offer.suggestion.text, reply);
    return context ? [context] : [];
  }

  /** The chip's Apply. Where nothing can be applied, the chip says why. */
  async apply(speculationId: string): Promise<void> {
    const { offer } = this;
    const { chats, speculator } = this.options;
    if (!offer || speculator.view?.id !== speculationId || !chats.session.isIdle) return;
    const result = await this.take(offer.suggestion.text, { fromChip: true });
    if (result.kind === 'not-ready' && this.options.settings().approvalMode === 'plan') {
      const notice = { severity: 'info', message: IN_PLAN_MODE, action: null } as const;
      this.options.store.dispatch({ type: 'notice-changed', notice });
    }
  }

  async preview(speculationId: string): Promise<void> {
    const { speculator } = this.options;
    if (speculator.view?.id === speculationId) await speculator.preview();
  }

  async discard(speculationId: string): Promise<void> {
    if (this.options.speculator.view?.id === speculationId) await this.stop('discarded');
  }

  private suggestNext(finished: FinishedPrompt): void {
    void this.stop('new-answer');
    const request = new AbortController();
    this.request = request;
    this.options.suggester
      .suggest(finished, request.signal)
      .then((result) => {
        if (request.signal.aborted) this.logNone((request.signal.reason as Error).message);
        else if (this.options.chats.session.leaf !== finished.leaf) this.logNone('the conversation went on');
        else if (result.kind !== 'suggestion') this.noteNone(result);
        else this.show(result.text, finished, false);
      })
      .catch((error: unknown) => this.options.log.error('Suggesting the next prompt failed', error))
      .finally(() => {
        if (this.request === request) this.request = undefined;
      });
  }

  private noteNone(result: Exclude<PromptSuggestion, { kind: 'suggestion' }>): void {
    const { recorder } = this.options;
    this.logNone(describeResult(result));
    if (result.kind !== 'suppressed') return;
    // The user's own switch keeps nothing out: there is nothing to tell of it.
    if (result.reason === 'setting_off' || result.reason === 'off_in_chat') return;
    recorder.suppressed(result.reason, result.length);
  }

  /** Each suppression is logged, because a missing suggestion would otherwise look like a defect. */
  private logNone(reason: string): void {
    this.options.log.info(`No suggestion: ${reason}`);
  }

  private show(text: string, { leaf, model }: Pick<Offer, 'leaf' | 'model'>, immediate: boolean): void {
    const { chats, recorder, kept } = this.options;
    const suggestion = { id: randomUUID(), text, immediate };
    const conversationId = chats.session.id;
    this.offer = { suggestion, conversationId, leaf, model, seen: false, hidden: false, dismissed: false };
    recorder.offer(suggestion);
    kept.save(conversationId, { text, leaf });
    this.followVisibility();
  }

  /** Brings the panel and the speculation in line with whether the suggestion may be seen. */
  private followVisibility(): void {
    const { offer } = this;
    const { store, settings, speculator } = this.options;
    const isAway = settings().approvalMode === 'plan';
    const suggestion = offer && !offer.dismissed && !isAway ? offer.suggestion : null;
    if (offer && isAway && store.state.suggestion) this.logNone('plan_mode');
    if (store.state.suggestion !== suggestion) store.dispatch({ type: 'suggestion-changed', suggestion });
    speculator.setHidden(suggestion === null || offer?.hidden === true);
  }

  private async speculate(offer: Offer): Promise<void> {
    const { settings, speculator, backgroundModel } = this.options;
    if (!offer.model || !this.speculationBase(offer)) return;
    const model = await backgroundModel(offer.model);
    // It may have been switched off meanwhile.
    const params = this.speculationBase(offer);
    // A webview that was hidden shows the suggestion again when it comes back: that is begun already.
    const isBegun = speculator.view?.suggestionId === offer.suggestion.id;
    if (params && model && !isBegun) speculator.start(offer.suggestion, params, model, settings().approvalMode);
  }

  /** The request that a speculation on the offer continues; undefined where there is to be none. */
  private speculationBase(offer: Offer): CacheSafeParams | undefined {
    const { settings, store, cacheSafeParams } = this.options;
    const { current } = cacheSafeParams;
    const isVisible = store.state.suggestion === offer.suggestion && !offer.hidden;
    const isWanted = isVisible && settings().enableSpeculation;
    return isWanted && current?.leaf === offer.leaf ? current : undefined;
  }

  private async take(text: string, { fromChip = false } = {}): Promise<AcceptResult> {
    const { chats, speculator, settings } = this.options;
    const leaf = chats.session.leaf ?? '';
    const { approvalMode } = settings();
    const { offer } = this;
    const result = await speculator.accept({ text, leaf, approvalMode });
    if (result.kind !== 'applied') return result;
    // If a key has accepted the suggestion before, the recorder knows it already.
    await this.stop('applied');
    this.options.recorder.sent(text);
    const next = await chats.session.adopt(result);
    this.applied.fire({ text, fromChip });
    if (offer?.model) this.continueFrom(result, next, offer.model);
    return result;
  }

  /** The speculation's last request is now the conversation's, so the next move can be prepared from it at once. */
  private continueFrom(applied: AppliedSpeculation, leaf: string, model: SelectedModel): void {
    const { cacheSafeParams } = this.options;
    if (applied.modelId === model.id && cacheSafeParams.isCurrent(applied)) {
      cacheSafeParams.save(applied.modelId, applied.finalRequest, applied.answer, leaf);
    } else {
      // A request to another model, or with another system prompt or other tools, is no prefix of the next one.
      cacheSafeParams.clear();
    }
    // As after an answer that has just come in.
    const finished = { model, leaf };
    if (applied.pipelined === null) this.suggestNext(finished);
    else this.showPipelined(applied.pipelined, finished);
  }

  private showPipelined(text: string, finished: FinishedPrompt): void {
    const reason = this.options.suggester.whyNot(finished);
    if (reason) this.noteNone({ kind: 'suppressed', reason, length: text.length });
    else this.show(text, finished, true);
  }

  private stopOffer(effect: StopEffects['offer']): void {
    if (effect === 'keep') return;
    if (effect === 'dismiss' && this.offer) this.offer.dismissed = true;
    else this.offer = undefined;
    if (effect !== 'detach') this.followVisibility();
  }

  private async stopSpeculation(effect: StopEffects['speculation'], reason: MoveStopReason): Promise<void> {
    const { speculator, log } = this.options;
    if (!abortsSpeculation(effect, speculator.view?.phase)) return;
    try {
      await speculator.abort(reason);
    } catch (error) {
      log.error('What was prepared could not be cleared away', error);
    }
  }
}

const IN_PLAN_MODE = 'Plan mode is read-only. Leave it to apply the prepared edits.';

function describeResult(result: Exclude<PromptSuggestion, { kind: 'suggestion' }>): string {
  switch (result.kind) {
    case 'suppressed':
      return result.reason;
    case 'failed':
      return `the request failed (${result.error.kind})`;
    case 'aborted':
      return 'not wanted any more';
  }
}
