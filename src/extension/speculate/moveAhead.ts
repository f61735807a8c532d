import { randomUUID } from 'node:crypto';
import type { ApprovalMode } from '../../shared/chatState.ts';
import type { SuggestionReport } from '../../shared/protocol.ts';
import type { Suggestion } from '../../shared/suggesting.ts';
import type { CacheSafeParams, CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { ChatStore } from '../chat/chatStore.ts';
import type { FinishedPrompt } from '../chat/session.ts';
import type { SelectedModel } from '../model/selectedModel.ts';
import { Emitter } from '../ports/emitter.ts';
import type { Log } from '../ports/log.ts';
import type { PromptSuggester, PromptSuggestion } from '../suggest/promptSuggester.ts';
import type { SuggestionRecorder } from '../suggest/suggestionRecorder.ts';
import type { Speculator } from './speculator.ts';

export interface MoveAheadOptions {
  readonly store: ChatStore;
  readonly chats: ChatService;
  readonly speculator: Speculator;
  readonly cacheSafeParams: CacheSafeParamsStore;
  /** Guards, the background request and the filter. */
  readonly suggester: PromptSuggester;
  /** Hears what becomes of each suggestion. */
  readonly recorder: SuggestionRecorder;
  /** The model that speculates on `main`'s conversation; undefined where the one that is set cannot be used. */
  readonly backgroundModel: (main: SelectedModel) => Promise<SelectedModel | undefined>;
  readonly settings: () => {
    readonly enableFollowupSuggestions: boolean;
    readonly enableSpeculation: boolean;
    readonly approvalMode: ApprovalMode;
  };
  readonly log: Log;
}

/** What a submit met. `kept`: the text stays in the composer, because the edits wait for the user. */
export type AcceptResult = 'not-prepared' | 'applied' | 'kept';

/** A prompt was carried out by applying what was prepared for it. */
export interface AppliedPrompt {
  readonly text: string;
  /** True where the user pressed Apply, so that the composer's text may be anything. */
  readonly fromChip: boolean;
}

interface Offer {
  readonly suggestion: Suggestion;
  /** The suggestion belongs to this leaf; with another one it is void. */
  readonly leaf: string;
  readonly model: SelectedModel;
}

/**
 * The loop that gives the product its name: an answer brings a suggestion, its appearance a speculation, its acceptance
 * the finished edits and the next suggestion. Accepted, dismissed and superseded are three different ends.
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
    speculator.onDidChange((speculation) => store.dispatch({ type: 'speculation-changed', speculation }));
    chats.onDidFinishPrompt((finished) => this.suggestNext(finished));
    chats.onDidSwitch(() => {
      void this.drop();
      options.recorder.leave();
    });
    store.onDidChange((event) => {
      // A prompt that goes out; those of another branch come back while nothing is asked.
      if (event.type !== 'item-added' || event.item.kind !== 'user' || store.state.status !== 'responding') return;
      options.recorder.sent(event.item.text);
    });
  }

  /**
   * Takes back what is suggested and prepared: a new prompt, another chat, switched off. Never rejects: what cannot be
   * cleared away is of no use to anybody, and keeps the user from nothing.
   */
  async drop(): Promise<void> {
    this.cancelRequest('it was dropped while it was made');
    this.forgetOffer();
    const { speculator, log } = this.options;
    try {
      await speculator.abort();
    } catch (error) {
      log.error('What was prepared could not be cleared away', error);
    }
  }

  /** What has been switched off ends at once; so does what was suggested before the user began to plan. */
  async settingsChanged(): Promise<void> {
    const { settings, speculator } = this.options;
    const { enableFollowupSuggestions, enableSpeculation, approvalMode } = settings();
    if (!enableFollowupSuggestions) return this.drop();
    if (!enableSpeculation) await speculator.abort('switched off');
    if (approvalMode === 'plan') await this.turnAway();
  }

  async report(suggestionId: string, report: SuggestionReport): Promise<void> {
    const { offer } = this;
    if (offer?.suggestion.id !== suggestionId) return;
    this.options.recorder.reported(suggestionId, report);
    switch (report.event) {
      case 'shown':
        return this.speculate(offer);
      case 'accepted':
        // Only the ghost text is gone: what is prepared for it is what the user is about to take.
        return this.hideSuggestion();
      case 'dismissed':
        return this.giveUp();
      case 'superseded':
      case 'first-keystroke':
        return;
    }
  }

  /** Text that cannot become the suggestion ends it, and whatever is prepared for it. */
  async draftChanged(text: string): Promise<void> {
    if (!text.trim()) return;
    this.cancelRequest('the user typed while it was made');
    if (this.offer && !this.offer.suggestion.text.startsWith(text.trimEnd())) await this.giveUp();
  }

  /** An earlier prompt is put into the composer: what was expected next is not what the user does. */
  async beginEdit(): Promise<void> {
    await this.turnAway();
  }

  /** A submit of exactly what is prepared takes it over: files on disk, conversation continued, no model asked. */
  async accept(text: string): Promise<AcceptResult> {
    const { speculator } = this.options;
    // Sent once more after a conflict, it is to be done again, on the files as they are now.
    if (this.offer?.suggestion.text !== text || speculator.view?.phase === 'conflict') return 'not-prepared';
    return this.take(text, false);
  }

  /** The chip's Apply. Where nothing can be applied, the chip says why. */
  async apply(speculationId: string): Promise<void> {
    const { offer } = this;
    const { chats, speculator } = this.options;
    if (!offer || speculator.view?.id !== speculationId || !chats.session.isIdle) return;
    await this.take(offer.suggestion.text, true);
  }

  async preview(speculationId: string): Promise<void> {
    const { speculator } = this.options;
    if (speculator.view?.id === speculationId) await speculator.preview();
  }

  async discard(speculationId: string): Promise<void> {
    if (this.options.speculator.view?.id === speculationId) await this.drop();
  }

  private async turnAway(): Promise<void> {
    this.cancelRequest('the user turned to something else while it was made');
    await this.giveUp();
  }

  /** The user wants something else. A diff that they have open, and may have edited, is theirs to apply or discard. */
  private async giveUp(): Promise<void> {
    if (this.options.speculator.isPreviewed) this.hideSuggestion();
    else await this.drop();
  }

  /** `reason` is for the log. */
  private cancelRequest(reason: string): void {
    this.request?.abort(new DOMException(reason, 'AbortError'));
    this.request = undefined;
  }

  private suggestNext(finished: FinishedPrompt): void {
    const request = new AbortController();
    this.cancelRequest('another answer came');
    this.request = request;
    this.options.suggester
      .suggest(finished, request.signal)
      .then((result) => {
        if (request.signal.aborted) this.logNone((request.signal.reason as Error).message);
        else if (this.options.chats.session.leaf !== finished.leaf) this.logNone('the conversation went on');
        else if (result.kind !== 'suggestion') this.noteNone(result);
        else this.show(result.text, finished.leaf, finished.model, false);
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

  /** Whatever keeps a suggestion away is in the log: else its absence cannot be told from a defect. */
  private logNone(reason: string): void {
    this.options.log.info(`No suggestion: ${reason}`);
  }

  private show(text: string, leaf: string, model: SelectedModel, immediate: boolean): void {
    const suggestion = { id: randomUUID(), text, immediate };
    this.offer = { suggestion, leaf, model };
    this.options.recorder.offer(suggestion);
    this.options.store.dispatch({ type: 'suggestion-changed', suggestion });
  }

  private async speculate(offer: Offer): Promise<void> {
    const { settings, speculator, backgroundModel } = this.options;
    if (!this.speculationBase(offer)) return;
    const model = await backgroundModel(offer.model);
    // It may have been switched off meanwhile.
    const params = this.speculationBase(offer);
    // A webview that was hidden shows the suggestion again when it comes back: that is begun already.
    const isBegun = speculator.view?.suggestionId === offer.suggestion.id;
    if (params && model && !isBegun) speculator.start(offer.suggestion, params, model, settings().approvalMode);
  }

  /** The request that a speculation on the offer continues; undefined where there is to be none. */
  private speculationBase(offer: Offer): CacheSafeParams | undefined {
    const { settings, cacheSafeParams } = this.options;
    const { current } = cacheSafeParams;
    const isWanted = this.offer === offer && settings().enableSpeculation;
    return isWanted && current?.leaf === offer.leaf ? current : undefined;
  }

  private async take(text: string, applyNow: boolean): Promise<AcceptResult> {
    const { chats, speculator, settings } = this.options;
    const leaf = chats.session.leaf ?? '';
    const { approvalMode } = settings();
    const { offer } = this;
    const result = await speculator.accept({ text, leaf, approvalMode, applyNow });
    switch (result.kind) {
      case 'not-ready':
        return 'not-prepared';
      case 'review':
      case 'conflict':
      case 'failed':
        return 'kept';
      case 'applied': {
        // Where a key has taken it in before, that has been told.
        this.options.recorder.applied();
        this.options.recorder.sent(text);
        this.forgetOffer();
        const next = await chats.session.adopt(result);
        this.applied.fire({ text, fromChip: applyNow });
        if (offer) this.continueFrom(result, next, offer.model);
        return 'applied';
      }
    }
  }

  /** The speculation's last request is now the conversation's, so the next move can be prepared from it at once. */
  private continueFrom(
    applied: Extract<Awaited<ReturnType<Speculator['accept']>>, { kind: 'applied' }>,
    leaf: string,
    model: SelectedModel,
  ): void {
    const { cacheSafeParams } = this.options;
    if (applied.modelId === model.id) {
      cacheSafeParams.save(applied.modelId, applied.finalRequest, applied.answer, leaf);
    } else {
      // Another model's request is no prefix of this one's.
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
    else this.show(text, finished.leaf, finished.model, true);
  }

  private forgetOffer(): void {
    this.offer = undefined;
    this.options.recorder.takenBack();
    this.hideSuggestion();
  }

  private hideSuggestion(): void {
    const { store } = this.options;
    if (store.state.suggestion) store.dispatch({ type: 'suggestion-changed', suggestion: null });
  }
}

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
