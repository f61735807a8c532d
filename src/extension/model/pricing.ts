import type { Usage } from './chatModel.ts';
import { parseModelId } from './providers.ts';

/**
 * What requests cost and what models hold, from a table that ships with the product. A provider that is not
 * in it is never guessed from a model's name: whoever serves the same model elsewhere asks another price.
 */

/**
 * US dollars of one request of `<provider>/<model>`; undefined where the price is not known. Prices step with
 * the size of a request: price each one and add the prices, do not add usage and price the sum.
 */
export async function priceOf(modelId: string, usage: Usage): Promise<number | undefined> {
  const found = toTableId(modelId);
  if (!found) return undefined;
  const { calcPrice } = await import('@pydantic/genai-prices');
  try {
    const price = calcPrice(
      {
        // In the table's terms the parts of the input that were cached are in the whole.
        input_tokens: usage.input + usage.cacheRead + usage.cacheWrite,
        cache_read_tokens: usage.cacheRead,
        cache_write_tokens: usage.cacheWrite,
        output_tokens: usage.output,
      },
      found.model,
      { providerId: found.providerId },
    );
    // A model in the table without any price is not free: nobody has entered one.
    return price && Object.keys(price.model_price).length > 0 ? price.total_price : undefined;
  } catch {
    // The table has no price for a part of this usage.
    return undefined;
  }
}

/** Tokens that a request and its answer may have together; undefined where that is not known. */
export async function contextWindowOf(modelId: string): Promise<number | undefined> {
  const found = toTableId(modelId);
  if (!found) return undefined;
  const { calcPrice } = await import('@pydantic/genai-prices');
  const entry = calcPrice({ input_tokens: 0 }, found.model, { providerId: found.providerId });
  return entry?.model.context_window ?? WINDOWS.find(({ model }) => model.test(found.model))?.tokens;
}

/**
 * By the names in `premove.model`. DashScope is not in the table; servers on one's own machine have no price.
 */
const TABLE_PROVIDERS: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
  deepseek: 'deepseek',
  mistral: 'mistral',
  moonshot: 'moonshotai',
  openrouter: 'openrouter',
};

function toTableId(modelId: string): { readonly providerId: string; readonly model: string } | undefined {
  const parsed = parseModelId(modelId);
  if (!parsed || !Object.hasOwn(TABLE_PROVIDERS, parsed.provider)) return undefined;
  const providerId = TABLE_PROVIDERS[parsed.provider];
  return providerId === undefined ? undefined : { providerId, model: parsed.model };
}

/** Where the table has a price and no window. */
const WINDOWS: readonly { readonly model: RegExp; readonly tokens: number }[] = [
  { model: /^(google\/)?gemini-(2|3)/, tokens: 1_048_576 },
  { model: /^(anthropic\/)?claude-/, tokens: 200_000 },
];
