import type { CacheSafeParamsStore } from '../../background/cacheSafeParams.ts';
import type { ModelRequest, SelectedModel } from '../../model/chatModel.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { toCuratedHistory } from '../conversation/curatedHistory.ts';
import type { SystemPrompt } from './systemPrompt.ts';
import type { Turn } from './turn.ts';

export interface RequestBuilderOptions {
  readonly conversation: Conversation;
  readonly registry: ToolRegistry;
  /** Refreshed at each prompt, and constant within a prompt. */
  readonly systemPrompt: Pick<SystemPrompt, 'text' | 'refresh'>;
  readonly cacheSafeParams: CacheSafeParamsStore;
}

/** Builds each request so that it begins with the bytes of the previous request, which the provider has cached. */
export class RequestBuilder {
  private readonly options: RequestBuilderOptions;

  constructor(options: RequestBuilderOptions) {
    this.options = options;
  }

  /** Call before the first request of a prompt. */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.options.systemPrompt.refresh(signal);
  }

  build(model: SelectedModel, promptId: string): ModelRequest {
    const { conversation, registry, systemPrompt, cacheSafeParams } = this.options;
    const messages = toCuratedHistory(conversation.path());
    const last = messages.length - 1;
    // The cache is read at the end of the previous request. The next request will read at the end of this one.
    const previous = (cacheSafeParams.current?.request.messages.length ?? 0) - 1;
    const cacheAnchors = previous >= 0 && previous < last ? [previous, last] : [last];
    return {
      model: model.name,
      system: systemPrompt.text,
      tools: registry.declarations,
      messages,
      cacheAnchors,
      cacheKey: conversation.id,
      thinking: 'inherit',
      promptId,
    };
  }

  /** Saves the request and its answer for forks, unless the answer failed or was aborted. */
  save({ answer }: Turn): void {
    if (!answer || 'error' in answer.end || answer.end.stopReason === 'aborted') return;
    this.options.cacheSafeParams.save(answer.modelId, answer.request, answer.end.message, answer.answerId);
  }
}
