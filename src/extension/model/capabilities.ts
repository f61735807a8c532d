import type { AcceptedMedia } from './media.ts';
import type { JsonObject } from './message.ts';

/**
 * Properties of a model, from the first matching row of `ROWS`. The last row of each wire is the fallback for unknown
 * models.
 */
export interface ModelCapabilities {
  /** Tokens, if a request sets no limit; undefined leaves the limit to the server. */
  readonly defaultOutputTokens: number | undefined;
  /** The body fields that turn thinking off or down; undefined if the model accepts none. */
  readonly thinkingOff: JsonObject | undefined;
  /** The body fields that make the model stream its thinking; undefined if there are none. */
  readonly thinkingShown: JsonObject | undefined;
}

export type WireFormat = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini';

interface CapabilityRow extends ModelCapabilities {
  readonly wire: WireFormat;
  readonly model: RegExp;
}

const DISABLED: JsonObject = { thinking: { type: 'disabled' } };
const SUMMARY: JsonObject = { reasoning: { summary: 'auto' } };
const THOUGHTS: JsonObject = { thinkingConfig: { includeThoughts: true } };

const ROWS: readonly CapabilityRow[] = [
  // Fable and Mythos always think, so the API refuses `disabled`.
  row('anthropic', /^claude-(fable|mythos)-/, 64_000, undefined),
  row('anthropic', /^claude-3-/, 8_192, undefined),
  row('anthropic', /^claude-opus-4(-1|-\d{8})?(-\d{8})?$/, 32_000, DISABLED),
  // Sonnet 4 and the 4.5 generation allow up to 64,000 tokens of output; the other models of this row allow 128,000.
  // The lower limit is enough, and halves the maximum cost of an endless answer from the other models.
  row('anthropic', /^claude-(opus|sonnet|haiku)-/, 64_000, DISABLED),
  // Other vendors' models with an Anthropic-compatible endpoint.
  row('anthropic', /^/, 8_192, undefined),

  row('openai-chat', /^gpt-5\.\d(?!.*(pro|codex|chat))/, undefined, { reasoning_effort: 'none' }),
  row('openai-chat', /^gpt-5(-mini|-nano)?(-\d{4}-\d\d-\d\d)?$/, undefined, { reasoning_effort: 'minimal' }),
  row('openai-chat', /^deepseek-(?!reasoner)/, undefined, DISABLED),
  row('openai-chat', /^kimi-k2\.[56]/, undefined, DISABLED),
  row('openai-chat', /^qwen/, undefined, { enable_thinking: false }),
  row('openai-chat', /^/, undefined, undefined),

  // These models do not think, and refuse every field about thinking.
  row('openai-responses', /^(gpt-[34]|chatgpt-|gpt-5.*chat)/, undefined, undefined),
  row('openai-responses', /^gpt-5\.\d(?!.*(pro|codex))/, undefined, { reasoning: { effort: 'none' } }, SUMMARY),
  row(
    'openai-responses',
    /^gpt-5(-mini|-nano)?(-\d{4}-\d\d-\d\d)?$/,
    undefined,
    { reasoning: { effort: 'minimal' } },
    SUMMARY,
  ),
  row('openai-responses', /^/, undefined, undefined, SUMMARY),

  row('gemini', /^(gemini-(1|2\.0)|gemma|learnlm)|-(image|tts)\b/, undefined, undefined),
  row('gemini', /^gemini-2\.5-flash/, undefined, { thinkingConfig: { thinkingBudget: 0 } }, THOUGHTS),
  // `MINIMAL` is the lowest thinking level of these models. The Pro models, and Flash from 3.5 on, may lack this level.
  row('gemini', /^gemini-3(\.1)?-flash/, undefined, { thinkingConfig: { thinkingLevel: 'MINIMAL' } }, THOUGHTS),
  row('gemini', /^/, undefined, undefined, THOUGHTS),
];

export function capabilitiesOf(wire: WireFormat, model: string): ModelCapabilities {
  const found = ROWS.find((candidate) => candidate.wire === wire && candidate.model.test(model));
  if (!found) throw new Error(`No fallback row for ${wire}`);
  return found;
}

/**
 * Models that accept images in tool results. On the `anthropic` and `openai-chat` wires, a model matches only if it is
 * known to accept images, because other vendors use these wires too. If a model does not accept an image, its server
 * refuses the request, and every later request of the conversation.
 */
const IMAGES: Readonly<Record<WireFormat, RegExp>> = {
  anthropic: /claude-(?!2|instant)/,
  'openai-chat':
    /gpt-(4o|4\.1|4-turbo|[5-9])|\bo[134](?!-mini)\b|claude-(?!2|instant)|gemini-|gemma-?[3-9]|pixtral|mistral-(medium|small)|llava|llama-?4|vision|\bqwen[\d.]*-?(vl|omni)|kimi-k2\.[5-9]|grok-[4-9]|minicpm-v|glm-[\d.]+v/i,
  'openai-responses': /^(?!gpt-3|gpt-4(-\d|-32k|$)|o1-(mini|preview)|o3-mini)/,
  gemini: /^(?!learnlm|gemma-[12]|.*-tts\b)/,
};
/** Models that accept PDFs; on the `anthropic` wire, only models that are known to accept them. */
const DOCUMENTS: Readonly<Record<WireFormat, RegExp>> = {
  anthropic: /claude-(?!2|instant|3-(haiku|opus|sonnet))/,
  // The wire has a field for files, but hardly any server reads it.
  'openai-chat': /^(?!)/,
  'openai-responses': /^(?!gpt-3|gpt-4(?![o.])|chatgpt-|o1-(mini|preview)|o3-mini)/,
  gemini: /^gemini-(?!1\.0)(?!.*-(image|tts)\b)/,
};

export function mediaAcceptedBy(wire: WireFormat, model: string): AcceptedMedia {
  return { images: IMAGES[wire].test(model), documents: DOCUMENTS[wire].test(model) };
}

/** The highest output limit, in tokens, that a model accepts in a request. Sources: the vendors' tables of models. */
const OUTPUT_LIMITS: readonly { readonly model: RegExp; readonly tokens: number }[] = [
  { model: /^claude-3-7-/, tokens: 64_000 },
  { model: /^claude-3-5-/, tokens: 8_192 },
  { model: /^claude-3-/, tokens: 4_096 },
  { model: /^claude-opus-4(-1|-\d{8})?(-\d{8})?$/, tokens: 32_000 },
  { model: /^claude-(opus|sonnet|haiku)-4(-5)?(-\d{8})?$/, tokens: 64_000 },
  { model: /^claude-/, tokens: 128_000 },
  { model: /^gemini-2\.0-/, tokens: 8_192 },
  { model: /^gemini-/, tokens: 65_536 },
  { model: /^gpt-4\.1/, tokens: 32_768 },
  { model: /^gpt-4o/, tokens: 16_384 },
  { model: /^gpt-5/, tokens: 128_000 },
  { model: /^o[134]\b/, tokens: 100_000 },
];

/** In tokens; undefined if it is not known. */
export function outputLimitOf(model: string): number | undefined {
  return OUTPUT_LIMITS.find((row) => row.model.test(model))?.tokens;
}

/** Models that output images, videos, sound, embeddings or scores, or transcribe sound. */
const OTHER_OUTPUT =
  /(^|[-_/.])(embed(ding)?s?|tts|whisper|transcribe|dall-?e|gpt-image|imagen|veo|sora|rerank(er)?|moderation)([-_/.\d]|$)/i;

export function writesText(model: string): boolean {
  return !OTHER_OUTPUT.test(model);
}

function row(
  wire: WireFormat,
  model: RegExp,
  defaultOutputTokens: number | undefined,
  thinkingOff: JsonObject | undefined,
  thinkingShown?: JsonObject,
): CapabilityRow {
  return { wire, model, defaultOutputTokens, thinkingOff, thinkingShown };
}
