import type { InternalPromptId, SelectedModel, Usage } from '../model/chatModel.ts';
import { estimateInput, type RequestInput } from '../model/tokens.ts';
import { FREE_PRICING, type ModelPricing } from '../model/pricing.ts';
import { countRequest, NO_BACKGROUND_USAGE, type BackgroundUsage, type BackgroundUse } from './usage.ts';
import type { DailyCost } from './dailyCost.ts';
import { Emitter } from '../base/emitter.ts';

/** One background request that has ended, whether it succeeded or not. */
export interface BackgroundRequest {
  readonly promptId: InternalPromptId;
  readonly model: SelectedModel;
  /** Null if the provider reported no usage, for example because the request was aborted. */
  readonly usage: Usage | null;
  /** To estimate the usage if the provider reported none. */
  readonly request: RequestInput;
  /** A closer estimate than that of `guessUsage`. */
  readonly estimate?: Usage;
  /**
   * The id of the answer before the request; the chat's id if the chat has no answer yet. Empty for a request about a
   * terminal.
   */
  readonly leaf: string;
}

export interface SpendingOptions {
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  /** For the kinds of requests whose daily cost is limited. */
  readonly daily: Readonly<Partial<Record<InternalPromptId, DailyCost>>>;
}

/** `leaf` is as in `BackgroundRequest`. */
export interface CountedRequest {
  readonly use: BackgroundUse;
  readonly leaf: string;
}

/** Counts the usage of background requests for their chat, for the window, and for the day. */
export class BackgroundSpending {
  private readonly options: SpendingOptions;
  private readonly counted = new Emitter<CountedRequest>();
  private ofWindow = NO_BACKGROUND_USAGE;

  readonly onDidCount = this.counted.event;

  constructor(options: SpendingOptions) {
    this.options = options;
  }

  /** Since the window was opened. */
  get total(): BackgroundUsage {
    return this.ofWindow;
  }

  async count({ promptId, model, usage, request, estimate, leaf }: BackgroundRequest): Promise<void> {
    const { daily } = this.options;
    const pricing = await this.pricingOf(model);
    const cost = pricing.priceOf(usage ?? estimate ?? guessUsage(request)) ?? null;
    const use = { promptId, usage, cost };
    this.ofWindow = countRequest(this.ofWindow, use);
    this.counted.fire({ use, leaf });
    await daily[promptId]?.add(cost ?? 0);
  }

  pricingOf(model: SelectedModel): Promise<ModelPricing> {
    return model.isFree ? Promise.resolve(FREE_PRICING) : this.options.loadPricing(model.id);
  }
}

/**
 * Estimates are multiplied by this factor, because an estimate that limits a cost must not be too low. For the same
 * reason, all tokens count as not cached.
 */
const SAFETY_FACTOR = 4 / 3;
/** Tokens of a short answer. */
const ANSWER_TOKENS = 100;

/** Estimates the usage of a request for which the provider reported none. Never zero. */
export function guessUsage(request: RequestInput): Usage {
  const input = Math.ceil(estimateInput(request) * SAFETY_FACTOR);
  return { input, cacheRead: 0, cacheWrite: 0, output: ANSWER_TOKENS };
}
