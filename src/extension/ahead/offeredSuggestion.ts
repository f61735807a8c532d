import { randomUUID } from 'node:crypto';
import type { ApprovalMode } from '../../shared/chatState.ts';
import type { SuggestionReport } from '../../shared/protocol.ts';
import type { Suggestion } from '../../shared/suggesting.ts';
import { Emitter } from '../base/emitter.ts';
import type { PromptContext } from '../chat/conversation/promptContent.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { KeptSuggestion, SuggestionFile } from '../suggest/suggestionFile.ts';
import type { SuggestionRecorder } from '../suggest/suggestionRecorder.ts';
import { describeUntaken } from '../suggest/untakenSuggestion.ts';
import type { StopEffects } from './stopReasons.ts';

export interface OfferedSuggestionOptions {
  readonly store: ChatStore;
  /** Hears what becomes of each suggestion. */
  readonly recorder: SuggestionRecorder;
  /** Keeps the shown chat's suggestion across a reload of the window. */
  readonly kept: SuggestionFile;
  readonly settings: () => { readonly approvalMode: ApprovalMode };
  /** Plan mode has taken the suggestion out of view. */
  readonly onSuppress: (reason: 'plan_mode') => void;
}

/** A suggestion from its arrival until it ends; `STOP_EFFECTS` says when. */
export interface Offer {
  readonly suggestion: Suggestion;
  readonly conversationId: string;
  /** The suggestion belongs to this leaf; with another one it is void. */
  readonly leaf: string;
  /** Undefined after a reload: there is no request to continue, so nothing is prepared for it. */
  readonly model: SelectedModel | undefined;
  /** It has been on screen. */
  readonly seen: boolean;
  /** Something else is in the composer, and the suggestion comes back when that is empty. */
  readonly hidden: boolean;
  /** The user has closed it with Esc or ×. It does not come back, but what is prepared for it can be applied. */
  readonly dismissed: boolean;
}

/** Holds the one suggestion that is offered: on screen, in the file that brings it back, and for the recorder. */
export class OfferedSuggestion {
  private readonly options: OfferedSuggestionOptions;
  private readonly visibility = new Emitter<boolean>();
  private offer: Offer | undefined;

  /** Fires with true if the user can see the suggestion, also if that is what it was before. */
  readonly onDidUpdateVisibility = this.visibility.event;

  constructor(options: OfferedSuggestionOptions) {
    this.options = options;
    const { store, recorder } = options;
    store.onDidChange((event) => {
      // A prompt that is sent. The prompts of another branch are added too, but no answer is being made then.
      if (event.type !== 'item-added' || event.item.kind !== 'user' || store.state.status !== 'responding') return;
      recorder.sent(event.item.text);
    });
  }

  get current(): Offer | undefined {
    return this.offer;
  }

  /** `immediate`: without the usual delay. */
  show(text: string, origin: Pick<Offer, 'conversationId' | 'leaf' | 'model'>, immediate: boolean): void {
    const { recorder, kept } = this.options;
    const { conversationId, leaf, model } = origin;
    const suggestion = { id: randomUUID(), text, immediate };
    this.offer = { suggestion, conversationId, leaf, model, seen: false, hidden: false, dismissed: false };
    recorder.offer(suggestion);
    kept.save(conversationId, { text, leaf });
    this.updateVisibility();
  }

  /** What a window before this one has kept for the chat. */
  load(conversationId: string): Promise<KeptSuggestion | undefined> {
    return this.options.kept.load(conversationId);
  }

  /** Resolves when the suggestion is on disk. */
  flush(): Promise<void> {
    return this.options.kept.flush();
  }

  /** False if the report is about another suggestion. */
  report(suggestionId: string, report: SuggestionReport): boolean {
    const { offer } = this;
    if (offer?.suggestion.id !== suggestionId) return false;
    this.options.recorder.reported(suggestionId, report);
    switch (report.event) {
      case 'shown':
        this.update({ ...offer, seen: true, hidden: false });
        break;
      case 'accepted':
        // The user is about to send it, so its speculation goes on.
        this.update({ ...offer, hidden: false });
        break;
      case 'hidden':
        this.update({ ...offer, hidden: true });
        break;
      case 'dismissed':
      case 'superseded':
      case 'first-keystroke':
        break;
    }
    return true;
  }

  /** True if the user sends the suggestion's text, by a key or typed or pasted. */
  isSent(text: string): boolean {
    const isSent = this.offer?.suggestion.text === text;
    if (isSent) this.options.recorder.sentAsSuggested();
    return isSent;
  }

  /** The suggestion is the chat's next prompt, without a request to the model. */
  adopted(text: string): void {
    this.options.recorder.sent(text);
  }

  stop({ recorder, file, offer }: Pick<StopEffects, 'recorder' | 'file' | 'offer'>): void {
    if (recorder) this.options.recorder[recorder]();
    if (file === 'delete' && this.offer) this.options.kept.forget(this.offer.conversationId);
    if (offer === 'end') this.update(undefined);
    if (offer === 'dismiss') this.update(this.offer && { ...this.offer, dismissed: true });
    if (offer === 'detach') this.offer = undefined;
  }

  /** Names the untaken suggestion to the model if `reply` may refer to it. To be called before `stop`. */
  contextFor(reply: string): readonly PromptContext[] {
    const { offer } = this;
    if (!offer?.seen || offer.suggestion.text === reply) return [];
    const context = describeUntaken(offer.suggestion.text, reply);
    return context ? [context] : [];
  }

  /** Whether the suggestion is still the one on screen, with nothing else in the composer. */
  isVisible(suggestion: Suggestion): boolean {
    return this.options.store.state.suggestion === suggestion && this.offer?.hidden === false;
  }

  /** Brings the panel in line with the offer and the approval mode, because nothing is applied in plan mode. */
  updateVisibility(): void {
    const { offer } = this;
    const { store, settings, onSuppress } = this.options;
    const isPlanMode = settings().approvalMode === 'plan';
    const suggestion = offer && !offer.dismissed && !isPlanMode ? offer.suggestion : null;
    if (offer && isPlanMode && store.state.suggestion) onSuppress('plan_mode');
    if (store.state.suggestion !== suggestion) store.dispatch({ type: 'suggestion-changed', suggestion });
    this.visibility.fire(suggestion !== null && offer?.hidden === false);
  }

  private update(offer: Offer | undefined): void {
    this.offer = offer;
    this.updateVisibility();
  }
}
