import type { DailyCost } from '../background/dailyCost.ts';
import { guessUsage } from '../background/spending.ts';
import { tokensOf } from '../background/usage.ts';
import type { SelectedModel, Usage } from '../model/chatModel.ts';
import { SAMPLE_USAGE, type ModelPricing } from '../model/pricing.ts';
import type { RequestInput } from '../model/tokens.ts';
import type { Log } from '../ports/log.ts';

/** Uncached tokens of one speculation with a model whose price is unknown. */
export const MAX_TOKENS = 200_000;
/** Like `MAX_TOKENS`, for all speculations of a day. */
export const MAX_TOKENS_PER_DAY = 4_000_000;

export interface BudgetSettings {
  /** US dollars; null also removes the limit of tokens. */
  readonly maxSpeculationCost: number | null;
  /** US dollars; null also removes the limit of tokens. */
  readonly maxSpeculationCostPerDay: number | null;
}

export interface SpeculationBudgetOptions {
  readonly settings: () => BudgetSettings;
  readonly pricingOf: (model: SelectedModel) => Promise<ModelPricing>;
  /** Of today, over all windows. */
  readonly dollars: Pick<DailyCost, 'add' | 'spent'>;
  /** Uncached tokens of today with models whose price is unknown. */
  readonly tokens: Pick<DailyCost, 'add' | 'spent'>;
  readonly log: Log;
}

/** The cost of one speculation's requests, aborted requests included. */
export interface SpeculationCost {
  /** Of the requests with a known price. */
  readonly dollars: number;
  /** Of all requests. */
  readonly tokens: number;
  /** Of the requests with an unknown price. */
  readonly unpricedTokens: number;
  /** The model did not report the tokens of some requests. */
  readonly isEstimate: boolean;
}

export const NO_SPECULATION_COST: SpeculationCost = Object.freeze({
  dollars: 0,
  tokens: 0,
  unpricedTokens: 0,
  isEstimate: false,
});

/** `unknown`: the cost of the day cannot be read, and must not count as 0. */
export type CostLimit = 'run' | 'day' | 'unknown';

/** Limits the cost of speculations. If the price is unknown, it limits uncached tokens instead of dollars. */
export class SpeculationBudget {
  private readonly options: SpeculationBudgetOptions;

  constructor(options: SpeculationBudgetOptions) {
    this.options = options;
  }

  start(model: SelectedModel): RunBudget {
    return new RunBudget(model, this.options);
  }
}

/** The cost of one speculation so far, and whether it may make another request. */
export class RunBudget {
  private readonly options: SpeculationBudgetOptions;
  private readonly pricing: Promise<ModelPricing>;
  private cost = NO_SPECULATION_COST;
  /** Of the requests with an unknown price. */
  private uncached = 0;

  constructor(model: SelectedModel, options: SpeculationBudgetOptions) {
    this.options = options;
    this.pricing = options.pricingOf(model);
  }

  get spent(): SpeculationCost {
    return this.cost;
  }

  /** Returns the limit that forbids another request; null if none does. Free models are not limited. */
  async check(): Promise<CostLimit | null> {
    const { settings, dollars, tokens, log } = this.options;
    const price = (await this.pricing).priceOf(SAMPLE_USAGE);
    if (price === 0) return null;
    const { maxSpeculationCost, maxSpeculationCostPerDay } = settings();
    const isPriced = price !== undefined;
    const ofRun = isPriced ? this.cost.dollars >= (maxSpeculationCost ?? Infinity) : this.uncached >= MAX_TOKENS;
    if (maxSpeculationCost !== null && ofRun) return 'run';
    if (maxSpeculationCostPerDay === null) return null;
    try {
      const spent = await (isPriced ? dollars : tokens).spent();
      return spent >= (isPriced ? maxSpeculationCostPerDay : MAX_TOKENS_PER_DAY) ? 'day' : null;
    } catch (error) {
      log.error('The cost of today’s speculations could not be read', error);
      return 'unknown';
    }
  }

  /** `usage` is null if the provider reported none; it is then estimated from the request. */
  async count(usage: Usage | null, request: RequestInput): Promise<void> {
    const used = usage ?? guessUsage(request);
    const price = (await this.pricing).priceOf(used);
    const { dollars, tokens, unpricedTokens, isEstimate } = this.cost;
    const all = tokensOf(used);
    this.cost = {
      dollars: dollars + (price ?? 0),
      tokens: tokens + all,
      unpricedTokens: unpricedTokens + (price === undefined ? all : 0),
      isEstimate: isEstimate || usage === null,
    };
    if (price === undefined) {
      const uncached = used.input + used.cacheWrite + used.output;
      this.uncached += uncached;
      await this.options.tokens.add(uncached);
    } else {
      await this.options.dollars.add(price);
    }
  }
}
