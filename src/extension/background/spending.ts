import type { InternalPromptId, SelectedModel, Usage } from '../model/chatModel.ts';
import type { Message, Part } from '../model/message.ts';
import { FREE_PRICING, type ModelPricing } from '../model/pricing.ts';
import { countRequest, NO_BACKGROUND_USAGE, type BackgroundUsage, type BackgroundUse } from './usage.ts';
import type { DailyCost } from './dailyCost.ts';
import { Emitter } from '../base/emitter.ts';

/** One background request that has ended in any way. */
export interface BackgroundRequest {
  readonly promptId: InternalPromptId;
  readonly model: SelectedModel;
  /** Null if the provider reported none, as for an aborted request. */
  readonly usage: Usage | null;
  /** The sent messages, to estimate the usage if the provider reported none. */
  readonly messages: readonly Message[];
  /** The answer in the conversation that the request follows; the chat's id if it has no answer yet. */
  readonly leaf: string;
}

export interface SpendingOptions {
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  /** The counters of the kinds of requests whose daily cost is limited. */
  readonly daily: Readonly<Partial<Record<InternalPromptId, DailyCost>>>;
}

/** A counted request; `leaf` is as in `BackgroundRequest`. */
export interface CountedRequest {
  readonly use: BackgroundUse;
  readonly leaf: string;
}

/** Counts the usage of background requests for their chat, for the window, and for the day. */
export class BackgroundSpending {
  private readonly options: SpendingOptions;
  private readonly counted = new Emitter<CountedRequest>();
  private ofWindow = NO_BACKGROUND_USAGE;

  /** Fires once per request. */
  readonly onDidCount = this.counted.event;

  constructor(options: SpendingOptions) {
    this.options = options;
  }

  /** The usage since the window was opened. */
  get total(): BackgroundUsage {
    return this.ofWindow;
  }

  async count({ promptId, model, usage, messages, leaf }: BackgroundRequest): Promise<void> {
    const { daily } = this.options;
    const pricing = await this.pricingOf(model);
    const cost = pricing.priceOf(usage ?? guessUsage(messages)) ?? null;
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
 * ASCII characters per token. Low, so that an estimate is too high rather than too low. For the same reason, no token
 * counts as cached. A character outside ASCII counts as about one token.
 */
const ASCII_PER_TOKEN = 3;
/** Tokens of an image, or of a document of any length. */
const ATTACHMENT_TOKENS = 2_000;
/** Tokens of the system prompt and the tools. */
const FRAME_TOKENS = 6_000;
/** Tokens of a short answer. */
const ANSWER_TOKENS = 100;

/** Estimates the usage of a request for which the provider reported none. Never zero. */
export function guessUsage(messages: readonly Message[]): Usage {
  const tokens = messages.flatMap(({ parts }) => parts).reduce((sum, part) => sum + guessTokens(part), FRAME_TOKENS);
  return { input: tokens, cacheRead: 0, cacheWrite: 0, output: ANSWER_TOKENS };
}

/** Estimates the tokens of a text; too many rather than too few. */
export function guessTextTokens(text: string): number {
  const others = text.replace(/\p{ASCII}+/gu, '').length;
  return others + Math.ceil((text.length - others) / ASCII_PER_TOKEN);
}

function guessTokens(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return guessTextTokens(part.text);
    case 'tool-call':
      return guessTextTokens(part.malformed ?? JSON.stringify(part.input));
    case 'tool-result':
      return part.content.reduce((sum, each) => sum + guessTokens(each), 0);
    case 'image':
    case 'document':
      return ATTACHMENT_TOKENS;
    case 'citation':
      return 0;
  }
}
