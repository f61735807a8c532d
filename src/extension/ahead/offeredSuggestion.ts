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
import { wordsOf } from '../suggest/words.ts';
import type { StopEffects } from './stopReasons.ts';

export interface OfferedSuggestionOptions {
  readonly store: ChatStore;
  readonly recorder: SuggestionRecorder;
  /** Keeps the suggestion across a reload of the window. */
  readonly kept: SuggestionFile;
  readonly settings: () => { readonly approvalMode: ApprovalMode };
  readonly onSuppress: (reason: 'plan_mode') => void;
}

/** A suggestion from its arrival until its end (see `STOP_EFFECTS`). */
export interface Offer {
  readonly suggestion: Suggestion;
  readonly conversationId: string;
  /** The suggestion is only valid for this leaf. */
  readonly leaf: string;
  /** Undefined after a reload, because there is no earlier request to fork. Then no speculation starts. */
  readonly model: SelectedModel | undefined;
  readonly seen: boolean;
  /** True while the panel hides the suggestion, for example because the composer has other text. */
  readonly hidden: boolean;
  /** True after Esc or ×. The suggestion is never shown again, but its prepared edits can be applied. */
  readonly dismissed: boolean;
}

/** Passes changes of the suggestion to the panel, the recorder and the file for the next reload. */
export class OfferedSuggestion {
  private readonly options: OfferedSuggestionOptions;
  private readonly visibility = new Emitter<boolean>();
  private offer: Offer | undefined;

  /** Fires with true if the panel shows the suggestion, otherwise with false. Also fires if the value is unchanged. */
  readonly onDidUpdateVisibility = this.visibility.event;

  constructor(options: OfferedSuggestionOptions) {
    this.options = options;
    const { store, recorder } = options;
    store.onDidChange((event) => {
      // Only prompts that the user sends are recorded. Showing another branch adds prompts too, but only while the chat
      // is idle.
      if (event.type !== 'item-added' || event.item.kind !== 'user' || store.state.status !== 'responding') return;
      recorder.sent(event.item.text);
    });
  }

  get current(): Offer | undefined {
    return this.offer;
  }

  /** `immediate`: see `Suggestion`. */
  show(text: string, origin: Pick<Offer, 'conversationId' | 'leaf' | 'model'>, immediate: boolean): void {
    const { recorder, kept } = this.options;
    const { conversationId, leaf, model } = origin;
    const suggestion = { id: randomUUID(), text, immediate };
    this.offer = { suggestion, conversationId, leaf, model, seen: false, hidden: false, dismissed: false };
    recorder.offer(suggestion);
    kept.save(conversationId, { text, leaf });
    this.updateVisibility();
  }

  load(conversationId: string): Promise<KeptSuggestion | undefined> {
    return this.options.kept.load(conversationId);
  }

  flush(): Promise<void> {
    return this.options.kept.flush();
  }

  /** Returns false if the report is about another suggestion. */
  report(suggestionId: string, report: SuggestionReport): boolean {
    const { offer } = this;
    if (offer?.suggestion.id !== suggestionId) return false;
    this.options.recorder.reported(suggestionId, report);
    switch (report.event) {
      case 'shown':
        this.update({ ...offer, seen: true, hidden: false });
        break;
      case 'accepted':
        // The composer now has the suggestion's own text, so the speculation may continue.
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

  /** Returns whether the sent text is exactly the suggestion. If so, notifies the recorder. */
  noteSent(text: string): boolean {
    const isSent = this.offer?.suggestion.text === text;
    if (isSent) this.options.recorder.sentAsSuggested();
    return isSent;
  }

  /** Call when the suggestion becomes the next prompt, because its prepared edits are applied or will be applied. */
  noteUsedAsPrompt(text: string): void {
    this.options.recorder.sent(text);
  }

  stop({ recorder, file, offer }: Pick<StopEffects, 'recorder' | 'file' | 'offer'>): void {
    if (recorder) this.options.recorder[recorder]();
    if (file === 'delete' && this.offer) this.options.kept.forget(this.offer.conversationId);
    if (offer === 'end') this.update(undefined);
    if (offer === 'dismiss') this.update(this.offer && { ...this.offer, dismissed: true });
    if (offer === 'detach') this.offer = undefined;
  }

  /** Describes the unaccepted suggestion to the model if `reply` may refer to it. Call before `stop`. */
  contextFor(reply: string): readonly PromptContext[] {
    const { offer } = this;
    if (!offer?.seen || offer.suggestion.text === reply) return [];
    const context = describeUnaccepted(offer.suggestion.text, reply);
    return context ? [context] : [];
  }

  isVisible(suggestion: Suggestion): boolean {
    return this.options.store.state.suggestion === suggestion && this.offer?.hidden === false;
  }

  /** In plan mode the suggestion is hidden, because nothing can be applied. */
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

/** A reply within both limits, in words and UTF-16 units, may refer to the suggestion: "yes", "no, the other one". */
const MAX_WORDS = 5;
const MAX_CHARACTERS = 40;

/**
 * Returns context that quotes the suggestion; null if the reply is empty, or too long to refer to the suggestion. Only
 * the length decides, so that every language works. The quotes prevent the model from taking the suggestion for the
 * user's words.
 */
export function describeUnaccepted(suggestion: string, reply: string): PromptContext | null {
  if (reply === '' || reply.length > MAX_CHARACTERS || wordsOf(reply).length > MAX_WORDS) return null;
  const text =
    `[After your last answer, the user saw the suggestion ${JSON.stringify(suggestion)} for their next message. They did ` +
    'not accept it, so it is not an instruction. Their own reply follows, and may refer to it.]';
  return { kind: 'suggestion', text };
}
