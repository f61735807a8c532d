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
 * The loop of suggestion and speculation. A move is one suggestion with its speculation. The class is not split, because
 * most transitions below involve the chat, the suggestion and the speculation.
 *
 *     idle ── an answer ends ──▶ requesting ── a suggestion arrives ──▶ offered
 *     offered ── `shown` is reported ──▶ preparing ── the speculation ends ──▶ prepared
 *     prepared ── accept(), apply() ──▶ applied ── the next suggestion was prepared too ──▶ offered
 *                                       applied ── no next suggestion was prepared ──▶ requesting
 *                                       applied ── the speculation had stopped early ──▶ the answer continues live
 *     preparing ── accept() ──▶ adopted, as the current answer ── the speculation ends ──▶ applied
 *     any ── stop(reason) ──▶ depends on `STOP_EFFECTS`
 *
 * A running speculation that is not adopted makes no request while the suggestion is hidden (see `HiddenPause`).
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
      // Esc does not abort a running speculation. After the run, `dismissed` aborts it if its edits cannot be applied.
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

  /** Shows the suggestion from before the reload if it is still valid. */
  async restore(): Promise<void> {
    const { chats, source, suggestion, loop } = this.options;
    const { session } = chats;
    const found = await suggestion.load(session.id);
    if (!found) return;
    const isValid = chats.session === session && !suggestion.current && session.isIdle && found.leaf === session.leaf;
    if (isValid && source.mayRestore(session.id, found.text)) loop.show(found.text, { ...found, model: undefined });
    else source.logNone('the suggestion from before the reload is no longer valid');
  }

  stop(reason: MoveStopReason): Promise<void> {
    return this.options.loop.stop(reason);
  }

  /** Resolves when the ended speculations are recorded, and the suggestion is on disk for the next window. */
  async close(): Promise<void> {
    await this.stop('window-closed');
    await this.options.suggestion.flush();
    await this.options.speculation.flush();
  }

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

  async resume(speculationId: string): Promise<void> {
    const { suggestion, speculation } = this.options;
    if (speculation.view?.id !== speculationId) return;
    speculation.resume();
    if (suggestion.current) await this.prepare(suggestion.current);
  }

  /** Call when the user has accepted the suggestion, with or without prepared edits. */
  suggestionAccepted(): void {
    this.options.speculation.accepted();
  }

  /** Text in the draft cancels a requested suggestion, but keeps a shown one. */
  draftChanged(hasText: boolean): void {
    this.options.speculation.typed();
    if (hasText) void this.stop('typed');
  }

  /**
   * After a crash, adds the exchange of a completed apply or restore to its chat. Ends a suggestion that was made
   * before this exchange.
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

  isOffered(text: string): boolean {
    return this.options.suggestion.current?.suggestion.text === text;
  }

  /** Describes the unaccepted suggestion to the model if `reply` may refer to it. Call before `stop`. */
  contextFor(reply: string): readonly PromptContext[] {
    return this.options.suggestion.contextFor(reply);
  }

  private prepare(offer: Offer): Promise<void> {
    const { suggestion, speculation } = this.options;
    return speculation.start(offer, () => suggestion.isVisible(offer.suggestion));
  }
}
