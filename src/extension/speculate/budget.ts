import type { DailyCost } from '../background/dailyCost.ts';
import { guessUsage } from '../background/spending.ts';
import type { SelectedModel, Usage } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import type { ModelPricing } from '../model/pricing.ts';

/** Uncached tokens of one speculation with a model whose price is unknown. */
export const MAX_TOKENS = 200_000;
/** The same for all speculations of a day. */
export const MAX_TOKENS_PER_DAY = 4_000_000;

export interface BudgetSettings {
  /** `premove.speculation.maxCost`: US dollars of one speculation; null for no limit. */
  readonly maxSpeculationCost: number | null;
  /** `premove.speculation.maxCostPerDay`: US dollars of a day; null for no limit. */
  readonly maxSpeculationCostPerDay: number | null;
}

export interface SpeculationBudgetOptions {
  readonly settings: () => BudgetSettings;
  readonly pricingOf: (model: SelectedModel) => Promise<ModelPricing>;
  /** US dollars of today, over all windows. */
  readonly dollars: Pick<DailyCost, 'add' | 'spent'>;
  /** Uncached tokens of today with models whose price is unknown. */
  readonly tokens: Pick<DailyCost, 'add' | 'spent'>;
}

/** Limits what speculations cost. Where no price is known, uncached tokens are limited instead of dollars. */
export class SpeculationBudget {
  private readonly options: SpeculationBudgetOptions;

  constructor(options: SpeculationBudgetOptions) {
    this.options = options;
  }

  /** The budget of one speculation. */
  start(model: SelectedModel): RunBudget {
    return new RunBudget(model, this.options);
  }
}

/** What one speculation has spent so far, and may still spend. */
export class RunBudget {
  private readonly options: SpeculationBudgetOptions;
  private readonly pricing: Promise<ModelPricing>;
  private dollars = 0;
  private tokens = 0;

  constructor(model: SelectedModel, options: SpeculationBudgetOptions) {
    this.options = options;
    this.pricing = options.pricingOf(model);
  }

  /** US dollars so far; null if the price of a request is unknown. */
  get cost(): number | null {
    return this.tokens > 0 ? null : this.dollars;
  }

  /**
   * Call before each request: the limit that forbids the request, or null. Rejects if the cost of the day cannot be read.
   * Free models are not limited.
   */
  async check(): Promise<'run' | 'day' | null> {
    const { settings, dollars, tokens } = this.options;
    const price = (await this.pricing).priceOf(SMALLEST);
    if (price === 0) return null;
    const { maxSpeculationCost, maxSpeculationCostPerDay } = settings();
    if (price === undefined) {
      if (maxSpeculationCost !== null && this.tokens >= MAX_TOKENS) return 'run';
      const isSpent = maxSpeculationCostPerDay !== null && (await tokens.spent()) >= MAX_TOKENS_PER_DAY;
      return isSpent ? 'day' : null;
    }
    if (maxSpeculationCost !== null && this.dollars >= maxSpeculationCost) return 'run';
    const isSpent = maxSpeculationCostPerDay !== null && (await dollars.spent()) >= maxSpeculationCostPerDay;
    return isSpent ? 'day' : null;
  }

  /** Counts a request. `usage` is null if the provider reported none; then it is estimated from the messages. */
  async count(usage: Usage | null, messages: readonly Message[]): Promise<void> {
    const used = usage ?? guessUsage(messages);
    const cost = (await this.pricing).priceOf(used);
    if (cost === undefined) {
      const uncached = used.input + used.cacheWrite + used.output;
      this.tokens += uncached;
      await this.options.tokens.add(uncached);
    } else {
      this.dollars += cost;
      await this.options.dollars.add(cost);
    }
  }
}

/** A model is free if this request costs nothing. */
const SMALLEST: Usage = { input: 1_000, cacheRead: 0, cacheWrite: 0, output: 1_000 };
