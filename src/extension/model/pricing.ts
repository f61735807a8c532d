import type { calcPrice as CalcPrice } from '@pydantic/genai-prices';
import type { Log } from '../ports/log.ts';
import type { Usage } from './chatModel.ts';
import { parseModelId } from './modelId.ts';
import { providerRecord } from './providers/providerList.ts';

/**
 * Prices and context windows, from a table that ships with the product. `SEARCH_FEES` and `WINDOWS` add what the table
 * lacks. If a provider is not in the table, its prices are never guessed from a model's name, because providers charge
 * different prices for the same model.
 */

/** The price and context window of one model. */
export interface ModelPricing {
  /**
   * US dollars; undefined if the price is not known. The price per token depends on the request's size, so add up
   * prices, not tokens.
   */
  priceOf(usage: Usage): number | undefined;
  /** Tokens of a request and its answer together; undefined if not known. */
  readonly contextWindow: number | undefined;
}

export const UNKNOWN_PRICING: ModelPricing = { priceOf: () => undefined, contextWindow: undefined };

export const FREE_PRICING: ModelPricing = { priceOf: () => 0, contextWindow: undefined };

/** A model is free if a request of this size costs nothing. */
export const SAMPLE_USAGE: Usage = { input: 1_000, cacheRead: 0, cacheWrite: 0, output: 1_000 };

/** Never rejects: if the table cannot be loaded, the prices are unknown. */
export async function loadPricing(modelId: string, log: Log): Promise<ModelPricing> {
  try {
    return await readPricing(modelId);
  } catch (error) {
    log.error('The price table could not be loaded', error);
    return UNKNOWN_PRICING;
  }
}

/** Rejects if the table cannot be loaded. */
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

export interface ModelFacts {
  /** Tokens. */
  readonly contextWindow: number | undefined;
  /** US dollars per million tokens of a short request; undefined if not known. */
  readonly perMillion: { readonly input: number; readonly output: number } | undefined;
}

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

/** Short enough for the lowest price step. */
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

/** For models whose searches have no price in the table. */
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

/** In tokens, for models that have no context window in the table. */
const WINDOWS: readonly { readonly model: RegExp; readonly tokens: number }[] = [
  { model: /^(google\/)?gemini-(2|3)/, tokens: 1_048_576 },
  { model: /^(anthropic\/)?claude-/, tokens: 200_000 },
];
