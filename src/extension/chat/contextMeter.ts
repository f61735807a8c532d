import type { AutomaticCompression, ContextUsage } from '../../shared/contextUsage.ts';
import { prefixRuleOf } from '../background/cacheSafeParams.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { ModelPricing } from '../model/pricing.ts';
import type { Clock } from '../ports/clock.ts';
import { estimateInput, estimateMessages, estimateTokens } from '../model/tokens.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { ConversationNode } from './conversation/conversationNode.ts';
import { toCuratedHistory } from './conversation/curatedHistory.ts';
import { compressionLimit, estimateRequest, lastCount } from './conversation/inputCount.ts';
import { sinceSummary, visiblePath } from './conversation/visiblePath.ts';
import type { SystemPrompt } from './agent/systemPrompt.ts';

export interface ContextMeterOptions {
  readonly conversation: Conversation;
  readonly registry: ToolRegistry;
  readonly systemPrompt: Pick<SystemPrompt, 'textFor'>;
  readonly automaticCompression: () => AutomaticCompression;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
}

/** Measures what fills the context window of the chat's next request. */
export class ContextMeter {
  private readonly options: ContextMeterOptions;

  constructor(options: ContextMeterOptions) {
    this.options = options;
  }

  async read(model: SelectedModel): Promise<ContextUsage> {
    const { conversation, registry, systemPrompt, automaticCompression, loadPricing } = this.options;
    const pricing = await loadPricing(model.id);
    const window = model.contextWindow ?? pricing.contextWindow;
    const path = conversation.path();
    const system = { system: systemPrompt.textFor(model.name), tools: [], messages: [] };
    const request = { ...system, tools: registry.declarations, messages: toCuratedHistory(path) };
    const { plain, estimated } = estimateRequest(request, lastCount(path, model.id));
    const used = countedUse(path) ?? estimated;
    const factor = plain === 0 ? 0 : used / plain;
    const parts = {
      system: Math.round(estimateInput(system) * factor),
      tools: Math.round(estimateInput({ system: '', tools: registry.declarations, messages: [] }) * factor),
      files: Math.round(estimateFiles(path, registry) * factor),
    };
    const others = parts.system + parts.tools + parts.files;
    return {
      used,
      window: window ?? null,
      parts: { ...parts, conversation: Math.max(0, used - others) },
      compressesAt: compressionLimit(window),
      automaticCompression: automaticCompression(),
      cache: cacheOf(path, model.id, used, pricing),
    };
  }

  /**
   * Measures the next request for a provider that has not cached the chat; null if the provider has cached it. `cost`
   * is in US dollars; null if the model is free or its price is unknown.
   */
  async readUncached(
    model: SelectedModel,
    clock: Pick<Clock, 'now'>,
  ): Promise<{ readonly tokens: number; readonly cost: number | null } | null> {
    const { used, cache } = await this.read(model);
    if (cache && cache.expiresAt > clock.now()) return null;
    if (model.isFree) return { tokens: used, cost: null };
    const { priceOf } = await this.options.loadPricing(model.id);
    return { tokens: used, cost: priceOf({ input: used, output: 0, cacheRead: 0, cacheWrite: 0 }) ?? null };
  }
}

/** The provider's count for the last answer, if nothing has changed the history since. */
function countedUse(path: readonly ConversationNode[]): number | undefined {
  const last = sinceSummary(path).at(-1);
  return last?.kind === 'answer' && last.results.length === 0 ? last.close?.context?.used : undefined;
}

/** Tokens of the contents of files and pages in the next request. */
function estimateFiles(path: readonly ConversationNode[], registry: ToolRegistry): number {
  let tokens = 0;
  for (const node of visiblePath(path)) {
    if (node.kind === 'prompt') {
      const texts = node.context.filter(({ kind }) => kind === 'editor' || kind === 'mentions');
      tokens += texts.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    } else if (node.kind === 'answer') {
      const parts = node.results.flatMap(({ result }) => (readsFiles(result.name, registry) ? [result] : []));
      tokens += estimateMessages([{ role: 'user', parts }]);
    }
  }
  return tokens;
}

function readsFiles(name: string, registry: ToolRegistry): boolean {
  const kind = registry.find(name)?.kind;
  return kind === 'read' || kind === 'network';
}

/** Each request renews the provider's cache, so the cache's lifetime begins with the last answer. */
function cacheOf(
  path: readonly ConversationNode[],
  modelId: string,
  tokens: number,
  { priceOf }: ModelPricing,
): ContextUsage['cache'] {
  const { cache, cacheMinutes } = prefixRuleOf(modelId);
  const last = sinceSummary(path).findLast((node) => node.kind === 'answer' && node.close !== null);
  if (cacheMinutes === undefined || last?.kind !== 'answer' || last.modelId !== modelId) return null;
  const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const cached = priceOf({ ...none, cacheRead: tokens });
  const again = priceOf(cache === 'marked' ? { ...none, cacheWrite: tokens } : { ...none, input: tokens });
  const extraCost = cached === undefined || again === undefined ? null : Math.max(0, again - cached);
  return { expiresAt: last.at + cacheMinutes * 60_000, extraCost };
}
