import type { calcPrice as CalcPrice } from '@pydantic/genai-prices';
import type { Usage } from './chatModel.ts';
import { parseModelId } from './modelId.ts';
import { providerRecord } from './providers/providerList.ts';

/**
 * What requests cost and what models hold, from a table that ships with the product. A provider that is not
 * in it is never guessed from a model's name: whoever serves the same model elsewhere asks another price.
 */

/** What one model costs and holds, once the table is there. */
export interface ModelPricing {
  /**
   * US dollars of one request; undefined where the price is not known. Prices step with the size of a request: price
   * each one and add the prices, do not add usage and price the sum.
   */
  priceOf(usage: Usage): number | undefined;
  /** Tokens that a request and its answer may have together; undefined where that is not known. */
  readonly contextWindow: number | undefined;
}

export const UNKNOWN_PRICING: ModelPricing = { priceOf: () => undefined, contextWindow: undefined };

export const FREE_PRICING: ModelPricing = { priceOf: () => 0, contextWindow: undefined };

/** `<provider>/<model>`'s row of the table, which is loaded at the first call for a provider that is in it. */
export async function loadPricing(modelId: string): Promise<ModelPricing> {
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
            // In the table's terms the parts of the input that were cached are in the whole.
            input_tokens: usage.input + usage.cacheRead + usage.cacheWrite,
            cache_read_tokens: usage.cacheRead,
            cache_write_tokens: usage.cacheWrite,
            output_tokens: usage.output,
          },
          model,
          { providerId },
        );
        // A model in the table without any price is not free: nobody has entered one.
        return price && Object.keys(price.model_price).length > 0 ? price.total_price : undefined;
      } catch {
        // The table has no price for a part of this usage.
        return undefined;
      }
    },
  };
}

/** What is known of a model before it is chosen. */
export interface ModelFacts {
  /** Tokens. */
  readonly contextWindow: number | undefined;
  /** US dollars for a million tokens of a short request; undefined if the price is not known. */
  readonly perMillion: { readonly input: number; readonly output: number } | undefined;
}

/** The whole table: looks up any number of models at once. */
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
  const input = pricing.priceOf({ ...NO_TOKENS, input: SHORT });
  const output = pricing.priceOf({ ...NO_TOKENS, output: SHORT });
  const isKnown = input !== undefined && output !== undefined;
  const scale = 1_000_000 / SHORT;
  return {
    contextWindow: pricing.contextWindow,
    perMillion: isKnown ? { input: input * scale, output: output * scale } : undefined,
  };
}

/** Tokens of a request that no step of the prices counts as long. */
const SHORT = 1_000;
const NO_TOKENS: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

export async function priceOf(modelId: string, usage: Usage): Promise<number | undefined> {
  return (await loadPricing(modelId)).priceOf(usage);
}

export async function contextWindowOf(modelId: string): Promise<number | undefined> {
  return (await loadPricing(modelId)).contextWindow;
}

function toTableId(modelId: string): { readonly providerId: string; readonly model: string } | undefined {
  const parsed = parseModelId(modelId);
  const providerId = parsed && providerRecord(parsed.provider)?.priceName;
  return parsed && providerId !== undefined ? { providerId, model: parsed.model } : undefined;
}

/** Where the table has a price and no window. */
const WINDOWS: readonly { readonly model: RegExp; readonly tokens: number }[] = [
  { model: /^(google\/)?gemini-(2|3)/, tokens: 1_048_576 },
  { model: /^(anthropic\/)?claude-/, tokens: 200_000 },
];
