import type { calcPrice as CalcPrice } from '@pydantic/genai-prices';
import type { Log } from '../ports/log.ts';
import type { Usage } from './chatModel.ts';
import { parseModelId } from './modelId.ts';
import { providerRecord } from './providers/providerList.ts';

/**
 * Prices and context windows, from a table that ships with the product. `SEARCH_FEES` and `WINDOWS` add what the table
 * lacks. If a provider is not in the table, its prices are never guessed from the names of models, because providers
 * charge different prices for the same model.
 */

/** The price and context window of one model. */
export interface ModelPricing {
  /**
   * The price of one request in US dollars; undefined if it is not known. The price per token depends on the size of
   * the request. To price several requests, therefore add up their prices, not their tokens.
   */
  priceOf(usage: Usage): number | undefined;
  /** Tokens that a request and its answer may have together; undefined if that is not known. */
  readonly contextWindow: number | undefined;
}

export const UNKNOWN_PRICING: ModelPricing = { priceOf: () => undefined, contextWindow: undefined };

export const FREE_PRICING: ModelPricing = { priceOf: () => 0, contextWindow: undefined };

/** A model is free if a request of this size costs nothing. */
export const SAMPLE_USAGE: Usage = { input: 1_000, cacheRead: 0, cacheWrite: 0, output: 1_000 };

/**
 * The pricing of `<provider>/<model>`. Never rejects: if the table cannot be loaded, the error is logged and the prices
 * are unknown.
 */
export async function loadPricing(modelId: string, log: Log): Promise<ModelPricing> {
  try {
    return await readPricing(modelId);
  } catch (error) {
    log.error('The price table could not be loaded', error);
    return UNKNOWN_PRICING;
  }
}

/** Rejects if the table cannot be loaded. The table is loaded by the first call for a provider that is in it. */
async function readPricing(modelId: string): Promise<ModelPricing> {
  if (!toTableId(modelId)) return UNKNOWN_PRICING;
  const { calcPrice } = await import('@pydantic/genai-prices');
  return pricingIn(modelId, calcPrice);
}

function pricingIn(modelId: string, calcPrice: typeof CalcPrice): ModelPricing {
  const found = toTableId(modelId);
  if (!found) return UNKNOWN_PRICING;
  const { providerId, model } = found;
  const entry = calcPrice({ input_tokens: 0 }, model, { providerId });
  return {
    contextWindow: entry?.model.context_window ?? WINDOWS.find((row) => row.model.test(model))?.tokens,
    priceOf(usage) {
      try {
        const price = calcPrice(
          {
            // In the table, `input_tokens` includes cached input.
            input_tokens: usage.input + usage.cacheRead + usage.cacheWrite,
            cache_read_tokens: usage.cacheRead,
            cache_write_tokens: usage.cacheWrite,
            output_tokens: usage.output,
            web_searches: usage.searches ?? 0,
          },
          model,
          { providerId },
        );
        // If the table has no price for a model, the model does not count as free.
        if (!price || Object.keys(price.model_price).length === 0) return undefined;
        return price.total_price + missingSearchFee(model, usage);
      } catch {
        // The table has no price for a part of this usage.
        return undefined;
      }
    },
  };
}

/** Facts about a model for the picker. */
export interface ModelFacts {
  /** Tokens. */
  readonly contextWindow: number | undefined;
  /** US dollars per million tokens of a short request; undefined if the price is not known. */
  readonly perMillion: { readonly input: number; readonly output: number } | undefined;
}

/** Loads the table. The returned function looks up a model in it. */
export async function loadModelFacts(): Promise<(modelId: string) => ModelFacts> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const known = new Map<string, ModelFacts>();
  return (modelId) => {
    const facts = known.get(modelId) ?? toFacts(modelId, calcPrice);
    known.set(modelId, facts);
    return facts;
  };
}

function toFacts(modelId: string, calcPrice: typeof CalcPrice): ModelFacts {
  const pricing = pricingIn(modelId, calcPrice);
  const input = pricing.priceOf({ ...NO_TOKENS, input: SHORT_REQUEST_TOKENS });
  const output = pricing.priceOf({ ...NO_TOKENS, output: SHORT_REQUEST_TOKENS });
  const isKnown = input !== undefined && output !== undefined;
  const scale = 1_000_000 / SHORT_REQUEST_TOKENS;
  return {
    contextWindow: pricing.contextWindow,
    perMillion: isKnown ? { input: input * scale, output: output * scale } : undefined,
  };
}

/** Tokens of a request that is short enough for the lowest price step. */
const SHORT_REQUEST_TOKENS = 1_000;
const NO_TOKENS: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

export async function priceOf(modelId: string, usage: Usage): Promise<number | undefined> {
  return (await readPricing(modelId)).priceOf(usage);
}

/** Rejects if the table cannot be loaded. */
export async function contextWindowOf(modelId: string): Promise<number | undefined> {
  return (await readPricing(modelId)).contextWindow;
}

function toTableId(modelId: string): { readonly providerId: string; readonly model: string } | undefined {
  const parsed = parseModelId(modelId);
  const providerId = parsed && providerRecord(parsed.provider)?.priceName;
  return parsed && providerId !== undefined ? { providerId, model: parsed.model } : undefined;
}

/** The price of the searches, for models whose searches have no price in the table. */
function missingSearchFee(model: string, { searches = 0 }: Usage): number {
  const row = SEARCH_FEES.find((each) => each.model.test(model));
  return row ? row.dollars * (row.per === 'request' ? Math.min(1, searches) : searches) : 0;
}

/** US dollars. Source: https://ai.google.dev/gemini-api/docs/pricing. */
const SEARCH_FEES: readonly { readonly model: RegExp; readonly dollars: number; readonly per: 'search' | 'request' }[] =
  [
    { model: /^gemini-[12]/, dollars: 0.035, per: 'request' },
    { model: /^gemini-/, dollars: 0.014, per: 'search' },
  ];

/** The context windows, in tokens, of models that have none in the table. */
const WINDOWS: readonly { readonly model: RegExp; readonly tokens: number }[] = [
  { model: /^(google\/)?gemini-(2|3)/, tokens: 1_048_576 },
  { model: /^(anthropic\/)?claude-/, tokens: 200_000 },
];
