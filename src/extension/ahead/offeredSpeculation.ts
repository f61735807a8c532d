import type { ApprovalMode, SpeculationView } from '../../shared/chatState.ts';
import type { CacheSafeParams, CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Log } from '../ports/log.ts';
import type { AcceptResult, AppliedSpeculation } from '../speculate/applySpeculation.ts';
import type { Speculator } from '../speculate/speculator.ts';
import type { Offer } from './offeredSuggestion.ts';
import { abortsSpeculation, type MoveStopReason, type StopEffects } from './stopReasons.ts';

export interface OfferedSpeculationOptions {
  readonly speculator: Speculator;
  readonly cacheSafeParams: CacheSafeParamsStore;
  /** The model that speculates on `main`'s conversation; undefined if the one that is set cannot be used. */
  readonly backgroundModel: (main: SelectedModel) => Promise<SelectedModel | undefined>;
  readonly settings: () => { readonly enableSpeculation: boolean; readonly approvalMode: ApprovalMode };
  readonly log: Log;
}

/** Prepares the offered suggestion from the chat's last request, and makes an applied one that request. */
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

  /** `isVisible`: a suggestion that the user does not see is not prepared. */
  async start({ suggestion, leaf, model: main }: Offer, isVisible: () => boolean): Promise<void> {
    const { settings, speculator, backgroundModel } = this.options;
    if (!main || !isVisible() || !this.paramsFor(leaf)) return;
    const model = await backgroundModel(main);
    // It may have been switched off meanwhile.
    const params = isVisible() ? this.paramsFor(leaf) : undefined;
    // A webview that was hidden shows the suggestion again when it comes back: that is begun already.
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

  accept(text: string, leaf: string): Promise<AcceptResult> {
    const { speculator, settings } = this.options;
    return speculator.accept({ text, leaf, approvalMode: settings().approvalMode });
  }

  /** The speculation's last request is now the conversation's, so the next move can be prepared from it at once. */
  continueFrom(applied: AppliedSpeculation, leaf: string, main: SelectedModel): void {
    const { cacheSafeParams } = this.options;
    if (applied.modelId === main.id && cacheSafeParams.isCurrent(applied)) {
      cacheSafeParams.save(applied.modelId, applied.finalRequest, applied.answer, leaf);
    } else {
      // A request to another model, or with another system prompt or other tools, is no prefix of the next one.
      cacheSafeParams.clear();
    }
  }

  /** Never rejects. */
  async stop(effect: StopEffects['speculation'], reason: MoveStopReason): Promise<void> {
    const { speculator, log } = this.options;
    if (!abortsSpeculation(effect, speculator.view?.phase)) return;
    try {
      await speculator.abort(reason);
    } catch (error) {
      log.error('What was prepared could not be cleared away', error);
    }
  }

  /** The request that a speculation continues; undefined if there is to be none. */
  private paramsFor(leaf: string): CacheSafeParams | undefined {
    const { settings, cacheSafeParams } = this.options;
    const { current } = cacheSafeParams;
    return settings().enableSpeculation && current?.leaf === leaf ? current : undefined;
  }
}
