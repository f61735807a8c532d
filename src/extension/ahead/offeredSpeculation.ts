import type { ApprovalMode, SpeculationView } from '../../shared/chatState.ts';
import type { CacheSafeParams, CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { TurnRecorder } from '../chat/conversation/preparedAnswer.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Log } from '../ports/log.ts';
import type { AcceptRequest, AcceptResult, AppliedSpeculation } from '../speculate/applySpeculation.ts';
import type { Speculator } from '../speculate/speculator.ts';
import type { Offer } from './offeredSuggestion.ts';
import { abortsSpeculation, type MoveStopReason, type StopEffects } from './stopReasons.ts';

export interface OfferedSpeculationOptions {
  readonly speculator: Speculator;
  readonly cacheSafeParams: CacheSafeParamsStore;
  /** The model that speculates for `main`'s conversation; undefined if the configured model cannot be used. */
  readonly backgroundModel: (main: SelectedModel) => Promise<SelectedModel | undefined>;
  readonly settings: () => { readonly enableSpeculation: boolean; readonly approvalMode: ApprovalMode };
  readonly log: Log;
}

/** Speculates on the offered suggestion from the chat's last request. An applied speculation becomes the last request. */
export class OfferedSpeculation {
  private readonly options: OfferedSpeculationOptions;
  readonly onDidChange: Speculator['onDidChange'];

  constructor(options: OfferedSpeculationOptions) {
    this.options = options;
    this.onDidChange = options.speculator.onDidChange;
  }

  get view(): SpeculationView | null {
    return this.options.speculator.view;
  }

  /** Does nothing unless `isVisible`: a suggestion that the user does not see is not prepared. */
  async start({ suggestion, leaf, model: main }: Offer, isVisible: () => boolean): Promise<void> {
    const { settings, speculator, backgroundModel } = this.options;
    if (!main || !isVisible() || !this.paramsFor(leaf)) return;
    const model = await backgroundModel(main);
    // Checked again after the await, because speculation may have been switched off.
    const params = isVisible() ? this.paramsFor(leaf) : undefined;
    // A webview that becomes visible again reports the suggestion again, although its speculation has begun.
    const isBegun = speculator.view?.suggestionId === suggestion.id;
    if (!params || !model || isBegun) return;
    speculator.start({ suggestion, params, model, approvalMode: settings().approvalMode });
  }

  setHidden(hidden: boolean): void {
    this.options.speculator.setHidden(hidden);
  }

  preview(): Promise<void> {
    return this.options.speculator.preview();
  }

  accept(request: Omit<AcceptRequest, 'approvalMode'>, recorder: TurnRecorder): Promise<AcceptResult> {
    const { speculator, settings } = this.options;
    return speculator.accept({ ...request, approvalMode: settings().approvalMode }, recorder);
  }

  /**
   * Saves the speculation's last request as the conversation's, so that the next move can be prepared at once. If a fast
   * model sent the request, the next background request to that model can share the prefix.
   */
  continueFrom(applied: AppliedSpeculation, leaf: string): void {
    const { cacheSafeParams } = this.options;
    if (cacheSafeParams.isCurrent(applied)) {
      cacheSafeParams.save(applied.modelId, applied.finalRequest, applied.answer, leaf);
    } else {
      // A request with another system prompt or other tools is not a prefix of the next request.
      cacheSafeParams.clear();
    }
  }

  /** Never rejects. */
  async stop(effect: StopEffects['speculation'], reason: MoveStopReason): Promise<void> {
    const { speculator, log } = this.options;
    if (!abortsSpeculation(effect, speculator.view)) return;
    try {
      await speculator.abort(reason);
    } catch (error) {
      log.error('The prepared edits could not be discarded', error);
    }
  }

  /** The request that a speculation continues; undefined if no speculation may start. */
  private paramsFor(leaf: string): CacheSafeParams | undefined {
    const { settings, cacheSafeParams } = this.options;
    const { current } = cacheSafeParams;
    return settings().enableSpeculation && current?.leaf === leaf ? current : undefined;
  }
}
