import type { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { ModelRequest } from '../model/chatModel.ts';
import type { Part } from '../model/message.ts';
import type { ModelPricing } from '../model/pricing.ts';
import type { SelectedModel } from '../model/selectedModel.ts';
import type { Clock } from '../ports/clock.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { Conversation } from './conversation.ts';
import { toCuratedHistory } from './curatedHistory.ts';
import type { IdeContextFeed } from './ideContextFeed.ts';
import type { PromptContext, PromptPlace } from './promptContent.ts';
import { runTurn, type ClientEvent, type Turn } from './turn.ts';

/** A prompt to record and answer, or the conversation as it stands: after tool results, and for a retry. */
export type ClientRequest =
  ({ readonly kind: 'prompt'; readonly parts: readonly Part[] } & PromptPlace) | { readonly kind: 'continuation' };

export interface ChatClientOptions {
  readonly conversation: Conversation;
  readonly registry: ToolRegistry;
  readonly cacheSafeParams: CacheSafeParamsStore;
  /** Asked anew for each prompt; constant within one. */
  readonly systemPrompt: () => string;
  /** The model for a new prompt. */
  readonly selectModel: () => SelectedModel;
  readonly ideContext: IdeContextFeed;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  readonly clock: Clock;
}

/** Drives one conversation (seed 002, `sendMessageStream`). One turn a call: `submitQuery` runs the calls it returns. */
export class ChatClient {
  private readonly options: ChatClientOptions;
  private promptId: string | undefined;
  private sequenceModel: SelectedModel | undefined;

  constructor(options: ChatClientOptions) {
    this.options = options;
  }

  /**
   * Streams the answer to one request to `tell`, and returns its turn. `promptId` stays the same from submit to the last
   * tool result. Never throws for what a model or a user does; the turn's `end` says how it went.
   */
  async sendMessageStream(
    request: ClientRequest,
    promptId: string,
    tell: (event: ClientEvent) => void,
    signal: AbortSignal,
  ): Promise<Turn> {
    this.beginPrompt(promptId);
    this.recordRequest(request);
    const model = this.routeModel();
    const turn = await runTurn(
      {
        conversation: this.options.conversation,
        model,
        request: this.buildRequest(model, promptId),
        loadPricing: this.options.loadPricing,
        clock: this.options.clock,
      },
      tell,
      signal,
    );
    this.saveCacheSafeParams(turn);
    return turn;
  }

  private beginPrompt(promptId: string): void {
    if (promptId === this.promptId) return;
    this.promptId = promptId;
    this.sequenceModel = undefined;
  }

  /** The editor is told of with prompts only: nothing comes between a call and its result (seed 002, IDE context). */
  private recordRequest(request: ClientRequest): void {
    if (request.kind !== 'prompt') return;
    const { conversation, ideContext } = this.options;
    const editor = conversation.sharesEditor ? ideContext.next(conversation.path(request.parent)) : null;
    const context: PromptContext[] = editor ? [{ kind: 'editor', text: editor.text }] : [];
    const prompt = conversation.addPrompt(request.parts, { ...request, context });
    if (editor) ideContext.tell(prompt.id, editor);
  }

  /** Sticky: a prompt's turns all go to the model that began it, whatever is selected meanwhile. */
  private routeModel(): SelectedModel {
    this.sequenceModel ??= this.options.selectModel();
    return this.sequenceModel;
  }

  private buildRequest(model: SelectedModel, promptId: string): ModelRequest {
    const { conversation, registry, systemPrompt, cacheSafeParams } = this.options;
    const messages = toCuratedHistory(conversation.path());
    const last = messages.length - 1;
    // The end of the request before is where its cache can be read; this one's end is where the next will read.
    const previous = (cacheSafeParams.current?.request.messages.length ?? 0) - 1;
    const cacheAnchors = previous >= 0 && previous < last ? [previous, last] : [last];
    return {
      model: model.name,
      system: systemPrompt(),
      tools: registry.declarations,
      messages,
      cacheAnchors,
      cacheKey: conversation.id,
      thinking: 'inherit',
      promptId,
    };
  }

  private saveCacheSafeParams(turn: Turn): void {
    if ('error' in turn.end || turn.end.stopReason === 'aborted') return;
    this.options.cacheSafeParams.save(turn.modelId, turn.request, turn.message, turn.answerId);
  }
}
