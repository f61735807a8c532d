import type { InternalPromptId, SelectedModel, Usage } from '../model/chatModel.ts';
import type { Message, Part } from '../model/message.ts';
import { FREE_PRICING, type ModelPricing } from '../model/pricing.ts';
import { countRequest, NO_BACKGROUND_USAGE, type BackgroundUsage, type BackgroundUse } from './usage.ts';
import type { DailyCost } from './dailyCost.ts';
import { Emitter } from '../base/emitter.ts';

/** One background request that has ended, however it did. */
export interface BackgroundRequest {
  readonly promptId: InternalPromptId;
  readonly model: SelectedModel;
  /** Null where the provider told nothing, as it does when the request is aborted. */
  readonly usage: Usage | null;
  /** What was sent, to guess from where the provider told nothing. */
  readonly messages: readonly Message[];
  /** The answer in the conversation that it goes beyond. */
  readonly leaf: string;
}

export interface SpendingOptions {
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  /** Kinds of requests whose cost a day is limited. */
  readonly daily: Readonly<Partial<Record<InternalPromptId, DailyCost>>>;
}

/** A request was counted; `leaf` is the answer that it goes beyond. */
export interface CountedRequest {
  readonly use: BackgroundUse;
  readonly leaf: string;
}

/** Counts what background requests take: for their chat, for the window, and for the day. */
export class BackgroundSpending {
  private readonly options: SpendingOptions;
  private readonly counted = new Emitter<CountedRequest>();
  private ofWindow = NO_BACKGROUND_USAGE;

  /** Fires once per request. */
  readonly onDidCount = this.counted.event;

  constructor(options: SpendingOptions) {
    this.options = options;
  }

  /** Since the window was opened. */
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
 * Text is taken for more tokens than it mostly is, and none of it for cached: a guess must not be too low. Beyond ASCII
 * tokenizers take a character for a token, more or less.
 */
const ASCII_PER_TOKEN = 3;
/** Tokens of a picture or a document's page, of instructions and tools, and of a short answer. */
const MEDIA_TOKENS = 2_000;
const FRAME_TOKENS = 6_000;
const ANSWER_TOKENS = 100;

/** What a request probably took whose provider told nothing: it was cut off, or does not count. Not nothing. */
export function guessUsage(messages: readonly Message[]): Usage {
  const tokens = messages.flatMap(({ parts }) => parts).reduce((sum, part) => sum + guessTokens(part), FRAME_TOKENS);
  return { input: tokens, cacheRead: 0, cacheWrite: 0, output: ANSWER_TOKENS };
}

function guessTextTokens(text: string): number {
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
      return MEDIA_TOKENS;
    case 'citation':
      return 0;
  }
}
