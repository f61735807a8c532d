import type { ApprovalMode, Notice } from '../../shared/chatState.ts';
import { Emitter } from '../base/emitter.ts';
import { chatNoticeTexts } from '../base/texts/noticeTexts.ts';
import { notReadyTexts } from '../base/texts/preparedTexts.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { ExchangeRecorder } from '../chat/conversation/preparedAnswer.ts';
import type { CarryOutAdopted } from '../chat/preparedExchanges.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { AcceptRequest, AcceptResult, AppliedSpeculation } from '../speculate/applySpeculation.ts';
import type { SpeculationOrigin } from '../speculate/speculation.ts';
import type { AdoptedSpeculation } from '../speculate/speculator.ts';
import { AdoptedAnswer } from './adoptedAnswer.ts';
import { LateEdits } from './lateEdits.ts';
import type { MoveLoop } from './moveLoop.ts';
import type { OfferedSpeculation } from './offeredSpeculation.ts';
import type { OfferedSuggestion } from './offeredSuggestion.ts';
import { whyNotApplied } from './whyNotApplied.ts';

export interface PreparedMoveOptions {
  readonly store: ChatStore;
  readonly chats: ChatService;
  readonly settings: () => { readonly approvalMode: ApprovalMode };
  readonly suggestion: OfferedSuggestion;
  readonly speculation: OfferedSpeculation;
  readonly loop: MoveLoop;
}

/** A prompt whose prepared edits were applied, or whose running speculation became the current answer. */
export interface AppliedPrompt {
  readonly text: string;
  /** True if the user chose Apply. The composer may then have any text. */
  readonly fromBar: boolean;
}

/**
 * Carries out the user's actions on prepared edits. The edits belong to the shown suggestion, to the current answer, or
 * to a kept preview, which stayed open when its speculation ended. The class is not split, because applying edits
 * changes the chat, the suggestion and the speculation together.
 */
export class PreparedMove {
  private readonly options: PreparedMoveOptions;
  private readonly applied = new Emitter<AppliedPrompt>();

  /** Edits of kept previews that were applied without their answer. */
  readonly lateEdits: LateEdits;
  /** Fires before the next suggestion is requested, so that a listener can empty the composer first. */
  readonly onDidApply = this.applied.event;

  constructor(options: PreparedMoveOptions) {
    this.options = options;
    this.lateEdits = new LateEdits(options.store);
  }

  /**
   * Whether a message with the suggestion's text applies the prepared edits, if they are ready. False if the message
   * has its own model. False if the message sends output of the user's commands, because the edits were prepared
   * without that output. False if the answer must continue after the edits, but another model is selected.
   */
  get appliesEdits(): boolean {
    const { store, chats, speculation } = this.options;
    if (!speculation.view) return true;
    if (store.state.composerMenu.messageModel || chats.hasUnsentOutput) return false;
    return !speculation.view.resumes || this.isModelSelected;
  }

  /**
   * Applies the prepared edits if `text` is exactly the suggestion. In `default` mode, edits that the user has not
   * reviewed are only shown in a diff. A running speculation becomes the current answer.
   *
   * In a conflict, opens the diff and asks which versions to keep. The model does not answer the prompt unless the
   * user chooses `redo` (see `protocol.ts`).
   *
   * `mayContinue`: whether the model may continue the answer of a speculation that stopped early.
   */
  async accept(text: string, { mayContinue }: { readonly mayContinue: boolean }): Promise<AcceptResult> {
    const { suggestion, speculation } = this.options;
    if (!suggestion.noteSent(text) || !this.appliesEdits) return NOT_READY;
    const { view } = speculation;
    if (view?.phase !== 'conflict') return this.acceptPrepared(text, { fromBar: false, mayContinue });
    // Not awaited: the user may have to choose versions, and must be able to act in the panel meanwhile.
    void speculation.preview(view.id);
    return { kind: 'conflict', paths: [] };
  }

  /** Returns a text for the user if nothing was applied, unless the bar already shows the reason. */
  async apply(speculationId: string): Promise<string | undefined> {
    const { chats, suggestion, speculation } = this.options;
    if (speculation.isKept(speculationId)) return this.applyKept(speculationId);
    const { current } = suggestion;
    if (!this.isShown(speculationId)) return notReadyTexts.none();
    if (this.options.loop.adopted) {
      if (this.isPlanMode) return chatNoticeTexts.planMode();
      if (speculation.view?.phase === 'running') return notReadyTexts.running();
      this.options.loop.adopted.apply();
      return undefined;
    }
    if (!current || !chats.session.isIdle) return this.whyNotReady();
    const { kind } = await this.acceptPrepared(current.suggestion.text, { fromBar: true, mayContinue: true });
    if (kind === 'review') return notReadyTexts.review();
    return kind === 'not-ready' ? this.whyNotReady() : undefined;
  }

  /** Undefined if neither the current nor a kept speculation has this id. */
  originOf(speculationId: string): SpeculationOrigin | undefined {
    return this.options.speculation.originOf(speculationId);
  }

  async preview(speculationId: string): Promise<void> {
    await this.options.speculation.preview(speculationId);
  }

  /**
   * Discards edits that are the current answer, so that the model answers the prompt live. Returns false if they are
   * not the current answer.
   */
  async redoAdopted(speculationId: string): Promise<boolean> {
    if (!this.options.loop.adopted || !this.isShown(speculationId)) return false;
    this.options.loop.adopted.setEndReason('redo');
    await this.options.speculation.discard(speculationId);
    return true;
  }

  async discard(speculationId: string): Promise<void> {
    const wasShown = this.isShown(speculationId);
    // Without this reason, the model would answer the prompt live.
    if (wasShown) this.options.loop.adopted?.setEndReason('discarded');
    await this.options.speculation.discard(speculationId);
    if (wasShown) await this.options.loop.stop('discarded');
  }

  /**
   * Records the exchange only if the speculation completed, and its chat is shown, is idle and has not continued.
   * Otherwise only writes the files.
   */
  private async applyKept(id: string): Promise<string | undefined> {
    const { chats, speculation } = this.options;
    const { session } = chats;
    const text = this.originOf(id)?.suggestion.text ?? '';
    const leaf = session.isIdle ? (session.leaf ?? '') : '';
    const result = await speculation.acceptKept(id, leaf, session.prepared.createExchangeRecorder());
    switch (result.kind) {
      case 'applied':
        // A move that was prepared meanwhile does not contain the applied exchange, so it is no longer valid.
        await this.options.loop.stop('chat-continued');
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
        // The bar shows why nothing was applied.
        return undefined;
    }
  }

  private get isPlanMode(): boolean {
    return this.options.settings().approvalMode === 'plan';
  }

  /** Undefined if the bar already shows the reason. */
  private whyNotReady(): string | undefined {
    const { store, chats, suggestion, speculation } = this.options;
    if (this.isPlanMode) return chatNoticeTexts.planMode();
    const model = suggestion.current?.model;
    const isOther = model !== undefined && model.id !== (store.state.model?.id ?? model.id);
    const otherModel = isOther ? model.label : undefined;
    return whyNotApplied({ view: speculation.view, isBusy: !chats.session.isIdle, otherModel });
  }

  private isShown(speculationId: string): boolean {
    return this.options.speculation.view?.id === speculationId;
  }

  private showNotice(severity: Notice['severity'], message: string): void {
    this.options.store.dispatch({ type: 'notice-changed', notice: { severity, message, action: null } });
  }

  /** Whether the suggestion's model is still the selected model. */
  private get isModelSelected(): boolean {
    const { store, suggestion } = this.options;
    const model = suggestion.current?.model;
    return model !== undefined && model.id === (store.state.model?.id ?? model.id);
  }

  private async acceptPrepared(
    text: string,
    { fromBar, mayContinue }: Pick<AppliedPrompt, 'fromBar'> & { readonly mayContinue: boolean },
  ): Promise<AcceptResult> {
    const { chats, suggestion, speculation, loop } = this.options;
    const { session } = chats;
    const model = suggestion.current?.model;
    const mayResume = mayContinue && this.isModelSelected;
    const request = { text, leaf: session.leaf ?? '', mayResume, mayOpenDiff: true };
    const adopted = model && speculation.adopt(request);
    if (adopted) return this.startAdopted(adopted, { ...request, fromBar }, model);
    const result = await this.acceptNow(request, session.prepared.createExchangeRecorder());
    if (result.kind !== 'applied') return result;
    // `SuggestionRecorder` ignores this stop if it has already recorded the acceptance.
    await loop.stop('applied');
    suggestion.noteUsedAsPrompt(text);
    const leaf = session.leaf ?? '';
    this.applied.fire({ text, fromBar });
    if (!model) return result;
    this.continueFrom(result, model);
    if (result.continues) {
      session.prepared.resume(model);
      return result;
    }
    loop.offerNext(result.pipelined, { model, leaf });
    return result;
  }

  private async acceptNow(
    request: Omit<AcceptRequest, 'approvalMode'>,
    recorder: ExchangeRecorder,
  ): Promise<AcceptResult> {
    const result = await this.options.speculation.accept(request, recorder);
    if (result.kind === 'unrecorded') this.showNotice('error', chatNoticeTexts.unrecorded());
    return result;
  }

  private async startAdopted(
    adopted: AdoptedSpeculation,
    { fromBar, ...request }: Omit<AcceptRequest, 'approvalMode'> & Pick<AppliedPrompt, 'fromBar'>,
    model: SelectedModel,
  ): Promise<AcceptResult> {
    const { chats, settings, suggestion, speculation } = this.options;
    const { session } = chats;
    const recorder = session.prepared.createExchangeRecorder();
    const answer = new AdoptedAnswer({
      adopted,
      view: () => speculation.view,
      asksFirst: () => settings().approvalMode === 'default',
      accept: (mayOpenDiff) => this.acceptNow({ ...request, mayOpenDiff }, recorder),
      abort: () => speculation.stop('abort', 'discarded'),
      onDidApply: (result) => this.continueFrom(result, model),
    });
    this.options.loop.adopted = answer;
    await this.options.loop.stop('applied');
    suggestion.noteUsedAsPrompt(request.text);
    const carryOut: CarryOutAdopted = async (report, signal) => {
      try {
        const end = await answer.carryOut(report, signal);
        if (end === 'stopped') this.showNotice('info', chatNoticeTexts.stoppedUnwritten());
        return end;
      } finally {
        this.options.loop.adopted = undefined;
      }
    };
    session.prepared.startAdopted(request.text, recorder, carryOut, model);
    this.applied.fire({ text: request.text, fromBar });
    return { kind: 'adopted' };
  }

  /**
   * The next forks begin with the speculation's last request. If the chat's model must continue the answer of another
   * model, they begin with the chat's own request, which is in the cache of the chat's model.
   */
  private continueFrom(result: AppliedSpeculation, model: SelectedModel): void {
    const { chats, speculation } = this.options;
    if (result.continues && result.modelId !== model.id) return;
    speculation.continueFrom(result, chats.session.leaf ?? '');
  }
}

const NOT_READY = { kind: 'not-ready' } as const;
