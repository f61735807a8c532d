import type { ApprovalMode, SpeculationView } from '../../shared/chatState.ts';
import { commandNameOf } from '../../shared/slashCommand.ts';
import type { Suggestion } from '../../shared/suggesting.ts';
import type { CacheSafeParams, CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import { Emitter } from '../base/emitter.ts';
import { heldTexts } from '../base/texts/preparedTexts.ts';
import type { Timers } from '../base/timers.ts';
import type { ExchangeRecorder } from '../chat/conversation/preparedAnswer.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Log } from '../ports/log.ts';
import type { AcceptRequest, AcceptResult, AppliedSpeculation } from '../speculate/applySpeculation.ts';
import { heldView, type SpeculationOrigin } from '../speculate/speculation.ts';
import type { AdoptedSpeculation, Speculator } from '../speculate/speculator.ts';
import type { Offer } from './offeredSuggestion.ts';
import { QuietTimer } from './quietTimer.ts';
import { abortsSpeculation, type MoveStopReason, type StopEffects } from './stopReasons.ts';
import { MAX_FIRST_STEPS, MAX_UNUSED, type StreakLimit, type UnusedStreak } from './unusedStreak.ts';

export interface OfferedSpeculationOptions {
  readonly speculator: Speculator;
  readonly cacheSafeParams: CacheSafeParamsStore;
  /** Resolves to undefined if the configured model cannot be used. `main`: the chat's model. */
  readonly backgroundModel: (main: SelectedModel) => Promise<SelectedModel | undefined>;
  readonly settings: () => { readonly enableSpeculation: boolean; readonly approvalMode: ApprovalMode };
  readonly streak: UnusedStreak;
  readonly clock: Timers;
  readonly log: Log;
}

/**
 * Speculates on the offered suggestion by continuing the chat's last request. While `UnusedStreak` is at a limit,
 * `start` only shows the limit in the view. The class is not split, because most of its options decide whether a
 * speculation starts.
 */
export class OfferedSpeculation {
  private readonly options: OfferedSpeculationOptions;
  private readonly changed = new Emitter<SpeculationView | null>();
  private readonly quiet: QuietTimer;
  private held: SpeculationView | null = null;

  readonly onDidChange = this.changed.event;
  readonly onDidChangeKept: Speculator['onDidChangeKept'];

  constructor(options: OfferedSpeculationOptions) {
    this.options = options;
    this.onDidChangeKept = options.speculator.onDidChangeKept;
    this.quiet = new QuietTimer(options.clock);
    options.speculator.onDidChange((view) => this.changed.fire(view ?? this.held));
  }

  get view(): SpeculationView | null {
    return this.options.speculator.view ?? this.held;
  }

  /**
   * Does nothing for a slash command, because the model does not run slash commands. If the provider charges for
   * aborted requests, first waits until the user has not typed for `QUIET_MS`.
   */
  async start({ suggestion, conversationId, leaf, model: main }: Offer, isVisible: () => boolean): Promise<void> {
    const { settings, speculator, backgroundModel, streak } = this.options;
    if (!main || !isVisible() || !this.paramsFor(leaf) || commandNameOf(suggestion.text) !== null) return;
    const model = await backgroundModel(main);
    if (!model) return;
    const begin = (): void => {
      // Checked again, because the settings, the chat or the suggestion may have changed during the wait.
      const params = isVisible() ? this.paramsFor(leaf) : undefined;
      // A webview that becomes visible again reports the suggestion again. This must not start a second speculation.
      const isBegun = this.view?.suggestionId === suggestion.id;
      if (!params || isBegun) return;
      if (streak.limit) return this.hold(suggestion, model, streak.limit);
      streak.speculationBegan();
      speculator.start({ suggestion, conversationId, params, model, approvalMode: settings().approvalMode });
    };
    if (model.chatModel.billsAborted && !streak.limit) this.quiet.wait(begin);
    else begin();
  }

  resume(): void {
    this.options.streak.reset();
    this.release();
  }

  accepted(): void {
    this.options.streak.suggestionAccepted();
    this.release();
  }

  typed(): void {
    this.quiet.typed();
  }

  setHidden(hidden: boolean): void {
    this.options.speculator.setHidden(hidden);
  }

  preview(id: string): Promise<void> {
    return this.options.speculator.preview(id);
  }

  originOf(id: string): SpeculationOrigin | undefined {
    return this.options.speculator.originOf(id);
  }

  isKept(id: string): boolean {
    return this.options.speculator.isKept(id);
  }

  discard(id: string): Promise<void> {
    return this.options.speculator.discard(id);
  }

  acceptKept(id: string, leaf: string, recorder: ExchangeRecorder): Promise<AcceptResult> {
    const { speculator, settings } = this.options;
    return speculator.acceptKept(id, { leaf, approvalMode: settings().approvalMode }, recorder);
  }

  adopt(request: Omit<AcceptRequest, 'approvalMode'>): AdoptedSpeculation | undefined {
    const { speculator, settings } = this.options;
    return speculator.adopt({ ...request, approvalMode: settings().approvalMode });
  }

  accept(request: Omit<AcceptRequest, 'approvalMode'>, recorder: ExchangeRecorder): Promise<AcceptResult> {
    const { speculator, settings } = this.options;
    return speculator.accept({ ...request, approvalMode: settings().approvalMode }, recorder);
  }

  /** Saves the speculation's last request as the chat's, so that the next move can be prepared at once. */
  continueFrom(applied: AppliedSpeculation, leaf: string): void {
    const { cacheSafeParams } = this.options;
    if (cacheSafeParams.isCurrent(applied)) {
      const { modelId, finalRequest, answer, filesNote } = applied;
      cacheSafeParams.save(modelId, finalRequest, answer, leaf, filesNote);
    } else {
      // A request with another system prompt or other tools is not a prefix of the next request.
      cacheSafeParams.clear();
    }
  }

  /** Never rejects. */
  async stop(effect: StopEffects['speculation'], reason: MoveStopReason): Promise<void> {
    const { speculator, log } = this.options;
    if (effect !== 'keep') {
      this.quiet.cancel();
      this.release();
    }
    if (!abortsSpeculation(effect, speculator.view)) return;
    try {
      if (effect === 'discard-all') await speculator.discardAll(reason);
      else await speculator.abort(reason);
    } catch (error) {
      log.error('The prepared edits could not be discarded', error);
    }
  }

  flush(): Promise<void> {
    return this.options.speculator.flush();
  }

  private hold({ id, text }: Suggestion, { label }: SelectedModel, limit: StreakLimit): void {
    this.held = heldView({ suggestionId: id, prompt: text, model: label }, toHeldText(limit));
    this.changed.fire(this.view);
  }

  private release(): void {
    if (!this.held) return;
    this.held = null;
    this.changed.fire(this.view);
  }

  /** The request to continue; undefined if no speculation may start. */
  private paramsFor(leaf: string): CacheSafeParams | undefined {
    const { settings, cacheSafeParams } = this.options;
    const { current } = cacheSafeParams;
    return settings().enableSpeculation && current?.leaf === leaf ? current : undefined;
  }
}

function toHeldText(limit: StreakLimit): string {
  return limit === 'unused' ? heldTexts.unused(MAX_UNUSED) : heldTexts.firstStep(MAX_FIRST_STEPS);
}
