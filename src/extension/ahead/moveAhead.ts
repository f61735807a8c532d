import type { ApprovalMode } from '../../shared/chatState.ts';
import type { ChatEvent, SuggestionReport } from '../../shared/protocol.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { ExchangeRecovery } from '../chat/conversation/chatLibrary.ts';
import type { PreparedExchange } from '../chat/conversation/preparedAnswer.ts';
import type { PromptContext } from '../chat/conversation/promptContent.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { OfferedSpeculation } from './offeredSpeculation.ts';
import type { Offer, OfferedSuggestion } from './offeredSuggestion.ts';
import type { MoveLoop } from './moveLoop.ts';
import type { PreparedMove } from './preparedMove.ts';
import type { MoveStopReason } from './stopReasons.ts';
import type { SuggestionSource } from './suggestionSource.ts';

export interface MoveAheadOptions {
  readonly store: ChatStore;
  readonly chats: ChatService;
  readonly settings: () => SettingsAhead;
  readonly source: SuggestionSource;
  readonly suggestion: OfferedSuggestion;
  readonly speculation: OfferedSpeculation;
  readonly loop: MoveLoop;
  readonly prepared: PreparedMove;
}

/** The events that can change `PreparedMove.appliesEdits`. */
const APPLIES_EDITS_EVENTS: ReadonlySet<ChatEvent['type']> = new Set([
  'speculation-changed',
  'composer-menu-changed',
  'shell-line-changed',
  'model-changed',
]);

interface SettingsAhead {
  readonly enableFollowupSuggestions: boolean;
  readonly enableSpeculation: boolean;
  readonly approvalMode: ApprovalMode;
}

/**
 * The loop of suggestion and speculation. A move is one suggestion with its speculation. After an answer, the loop
 * requests a suggestion. When the suggestion is shown, a speculation starts. When the user accepts, the prepared edits
 * are applied and the next suggestion is shown. This class decides which of `source`, `suggestion` and `speculation`
 * acts, based on the store, the chats and the settings. `PreparedMove` carries out the user's actions on prepared
 * edits, and `MoveLoop` stops moves and offers the next one. `MoveAhead` needs all of its options, because the
 * transitions below involve the chat, the suggestion and the speculation.
 *
 *     idle ── an answer ends ──▶ requesting ── a suggestion arrives ──▶ offered
 *     offered ── `shown` is reported ──▶ preparing ── the speculation ends ──▶ prepared
 *     prepared ── accept(), apply() ──▶ applied ── the next suggestion was prepared too ──▶ offered
 *                                       applied ── no next suggestion was prepared ──▶ requesting
 *                                       applied ── the speculation had stopped early ──▶ the answer continues live
 *     preparing ── accept() ──▶ adopted, as the current answer ── the speculation ends ──▶ applied
 *     any ── stop(reason) ──▶ depends on `STOP_EFFECTS`
 *
 * Unless it is adopted, a running speculation makes no request while the suggestion is hidden. `HiddenPause` limits how
 * long the speculation waits.
 */
export class MoveAhead {
  private readonly options: MoveAheadOptions;

  readonly prepared: PreparedMove;

  constructor(options: MoveAheadOptions) {
    this.options = options;
    const { store, chats, suggestion, speculation, loop } = options;
    this.prepared = options.prepared;
    speculation.onDidChange((view) => {
      const wasRunning = store.state.speculation?.phase === 'running';
      store.dispatch({ type: 'speculation-changed', speculation: view });
      // Aborts the speculation of a dismissed suggestion if the speculation failed, or stopped and cannot be accepted.
      const isOver = wasRunning && view?.phase !== 'running';
      if (isOver && suggestion.current?.dismissed) void this.stop('dismissed');
    });
    speculation.onDidChangeKept((kept) => {
      store.dispatch({ type: 'kept-previews-changed', keptPreviews: [...kept] });
    });
    const updateAppliesEdits = (): void => {
      const { appliesEdits } = this.prepared;
      if (store.state.suggesting.appliesEdits === appliesEdits) return;
      store.dispatch({ type: 'suggesting-changed', patch: { appliesEdits } });
    };
    store.onDidReplace(updateAppliesEdits);
    store.onDidChange(({ type }) => {
      if (APPLIES_EDITS_EVENTS.has(type)) updateAppliesEdits();
    });
    suggestion.onDidUpdateVisibility((isVisible) => speculation.setHidden(!isVisible));
    chats.onDidFinishPrompt((finished) => loop.suggestNext(finished));
    chats.onDidSwitch(() => void this.stop('chat-left'));
  }

  /** Call when the window has opened its chat. Shows the suggestion from before the reload if it is still valid. */
  async restore(): Promise<void> {
    const { chats, source, suggestion, loop } = this.options;
    const { session } = chats;
    const found = await suggestion.load(session.id);
    if (!found) return;
    const isValid = chats.session === session && !suggestion.current && session.isIdle && found.leaf === session.leaf;
    if (isValid && source.mayRestore(session.id, found.text)) loop.show(found.text, { ...found, model: undefined });
    else source.logNone('the suggestion from before the reload is no longer valid');
  }

  /** See `MoveLoop.stop`. */
  stop(reason: MoveStopReason): Promise<void> {
    return this.options.loop.stop(reason);
  }

  /**
   * Call when the window closes. Resolves when the suggestion is on disk for the next window and the ended speculations
   * are recorded.
   */
  async close(): Promise<void> {
    await this.stop('window-closed');
    await this.options.suggestion.flush();
    await this.options.speculation.flush();
  }

  /**
   * Call when the settings have changed. If the settings switch suggestions or speculations off, stops them at once. In
   * plan mode, cancels the request for a suggestion and hides the suggestion.
   */
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

  /** Call when the user presses Resume in the speculation bar. */
  async resume(speculationId: string): Promise<void> {
    const { suggestion, speculation } = this.options;
    if (speculation.view?.id !== speculationId) return;
    speculation.resume();
    if (suggestion.current) await this.prepare(suggestion.current);
  }

  /** Call when the user has accepted a suggestion, with or without prepared edits. */
  suggestionAccepted(): void {
    this.options.speculation.accepted();
  }

  /**
   * Call when the draft has changed. If the draft has text, cancels the request for a suggestion, but keeps a shown
   * suggestion.
   */
  draftChanged(hasText: boolean): void {
    this.options.speculation.typed();
    if (hasText) void this.stop('typed');
  }

  /**
   * Call after the recovery from a crash has completed an apply or a restore. Adds the exchange to its chat, and ends a
   * suggestion that was made before this exchange.
   */
  async recoverExchange(chat: string, exchange: PreparedExchange): Promise<ExchangeRecovery> {
    const { chats } = this.options;
    const { session } = chats;
    const { leaf } = session;
    const result = await chats.recoverExchange(chat, exchange);
    // An answer that runs in the shown chat may move the leaf while another chat is recovered.
    if (chat === session.id && session.leaf !== leaf) await this.stop('recovered');
    return result;
  }

  /** Whether `text` is exactly the suggestion that the chat has now. */
  isOffered(text: string): boolean {
    return this.options.suggestion.current?.suggestion.text === text;
  }

  /** If `reply` may refer to the unaccepted suggestion, describes the suggestion to the model. Call before `stop`. */
  contextFor(reply: string): readonly PromptContext[] {
    return this.options.suggestion.contextFor(reply);
  }

  private prepare(offer: Offer): Promise<void> {
    const { suggestion, speculation } = this.options;
    return speculation.start(offer, () => suggestion.isVisible(offer.suggestion));
  }
}
