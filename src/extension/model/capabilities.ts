import type { JsonObject } from './message.ts';

/**
 * What depends on the model and no provider tells us at run time. First matching row wins; the last row of each wire
 * is the fallback for models that came later.
 */
export interface ModelCapabilities {
  /** Tokens asked for where the request names no limit; undefined leaves it to the server. */
  readonly defaultOutputTokens: number | undefined;
  /** The body fields that switch thinking off; undefined where the model has no such switch (it may answer 400). */
  readonly thinkingOff: JsonObject | undefined;
}

export type WireFormat = 'anthropic' | 'openai-chat';

interface CapabilityRow extends ModelCapabilities {
  readonly wire: WireFormat;
  readonly model: RegExp;
}

const DISABLED: JsonObject = { thinking: { type: 'disabled' } };

const ROWS: readonly CapabilityRow[] = [
  // Fable and Mythos always think: `disabled` is refused.
  row('anthropic', /^claude-(fable|mythos)-/, 64_000, undefined),
  row('anthropic', /^claude-3-/, 8_192, undefined),
  row('anthropic', /^claude-opus-4(-1|-\d{8})?(-\d{8})?$/, 32_000, DISABLED),
  // Up to 128,000 (64,000 for the 4.5 generation): half of it is room enough, and a runaway answer costs half.
  row('anthropic', /^claude-(opus|sonnet|haiku)-/, 64_000, DISABLED),
  // Other vendors' models behind an Anthropic-compatible endpoint.
  row('anthropic', /^/, 8_192, undefined),

  row('openai-chat', /^gpt-5\.\d+(?!.*(pro|codex|chat))/, undefined, { reasoning_effort: 'none' }),
  row('openai-chat', /^gpt-5(-mini|-nano)?(-\d{4}-\d\d-\d\d)?$/, undefined, { reasoning_effort: 'minimal' }),
  row('openai-chat', /^deepseek-(?!reasoner)/, undefined, DISABLED),
  row('openai-chat', /^qwen/, undefined, { enable_thinking: false }),
  row('openai-chat', /^/, undefined, undefined),
];

export function capabilitiesOf(wire: WireFormat, model: string): ModelCapabilities {
  const found = ROWS.find((candidate) => candidate.wire === wire && candidate.model.test(model));
  if (!found) throw new Error(`No fallback row for ${wire}`);
  return found;
}

function row(
  wire: WireFormat,
  model: RegExp,
  defaultOutputTokens: number | undefined,
  thinkingOff: JsonObject | undefined,
): CapabilityRow {
  return { wire, model, defaultOutputTokens, thinkingOff };
}
