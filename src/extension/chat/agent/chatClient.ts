import type { ApprovalMode } from '../../../shared/chatState.ts';
import type { CacheSafeParamsStore } from '../../background/cacheSafeParams.ts';
import type { ModelRequest, SelectedModel } from '../../model/chatModel.ts';
import { toolCallsOf, type Part } from '../../model/message.ts';
import type { ModelPricing } from '../../model/pricing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { ClientEvent } from './clientEvent.ts';
import { messageOf, type Conversation, type PromptNode } from '../conversation/conversation.ts';
import { toCuratedHistory, withoutFailedPrompts } from '../conversation/curatedHistory.ts';
import type { IdeContextFeed } from '../context/ideContextFeed.ts';
import { describeMode } from '../context/modeContext.ts';
import type { PromptContent, PromptContext, PromptPlace } from '../conversation/promptContent.ts';
import type { SystemPrompt } from './systemPrompt.ts';
import type { ToolRunner } from './toolRunner.ts';
import { runTurn, type Turn } from './turn.ts';

/** A prompt to record and answer, or the conversation as it stands: after tool results, and for a retry. */
export type ClientRequest =
  ({ readonly kind: 'prompt'; readonly parts: readonly Part[] } & PromptPlace) | { readonly kind: 'continuation' };

export interface QueryOptions {
  readonly client: ChatClient;
  readonly runner: ToolRunner;
  readonly conversation: Conversation;
  /** Whether a call waits for the user now. */
  readonly onDidWait: (waits: boolean) => void;
  readonly steer: Steer;
}

/**
 * Asks, runs the calls that come, and asks again with their results, until there are none (seed 002, `submitQuery`): one
 * prompt id from submit to the last result, and only the first request records a prompt. What the user wants said
 * meanwhile is recorded behind the results and begins no prompt of its own.
 */
export async function* submitQuery(
  request: ClientRequest,
  options: QueryOptions,
  promptId: string,
  signal: AbortSignal,
): AsyncGenerator<ClientEvent, void> {
  const { client, runner, conversation, onDidWait } = options;
  for (let next = request; ; next = { kind: 'continuation' }) {
    if (next.kind === 'continuation' && client.mayAsk(promptId)) yield* recordSteering(options, signal);
    const { answer, pendingCalls } = yield* client.sendMessageStream(next, signal, promptId);
    if (!answer || pendingCalls.length === 0) return;
    const { answerId } = answer;
    yield* runner.run(pendingCalls, { conversation, answerId, model: client.model, onDidWait }, signal);
    if (signal.aborted) return;
  }
}

/** A prompt that goes with the results of calls. */
export type SteeringPrompt = PromptContent & { readonly id: string };

/** Hands on what the user wants said now, in order; each is in the conversation when `record` returns. Never rejects. */
export type Steer = (record: (prompt: SteeringPrompt) => void, signal: AbortSignal) => Promise<void>;

export interface ChatClientOptions {
  readonly conversation: Conversation;
  readonly registry: ToolRegistry;
  readonly cacheSafeParams: CacheSafeParamsStore;
  /** Read anew for each prompt; constant within one. */
  readonly systemPrompt: Pick<SystemPrompt, 'text' | 'refresh'>;
  /** The model for a new prompt. */
  readonly selectModel: () => SelectedModel;
  readonly ideContext: IdeContextFeed;
  /** As it is when the prompt is recorded. */
  readonly approvalMode: () => ApprovalMode;
  /** A prompt is in the conversation, and can be shown under its id; before anything else is waited for. */
  readonly onDidRecordPrompt: () => void;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  /** How often the model may be asked without a word of the user's; null where there is no limit. */
  readonly maxSessionTurns: () => number | null;
  readonly clock: Clock;
}

/** Bounds how often the client itself goes on without a call in between (seed 002). */
const MAX_TURNS = 100;

/**
 * Drives one conversation (seed 002, `sendMessageStream`). One turn a call: `submitQuery` runs the calls that it returns
 * with. Each of the steps before the turn may end it, and each of those after it may go on.
 */
export class ChatClient {
  private readonly options: ChatClientOptions;
  private promptId: string | undefined;
  private sequenceModel: SelectedModel | undefined;
  private sessionTurns = 0;

  constructor(options: ChatClientOptions) {
    this.options = options;
  }

  /**
   * Streams the answer to one request, and returns its turn. `promptId` stays the same from submit to the last tool
   * result; `turns` bounds the client's own recursion. Never throws for what a model or a user does; the turn's `end`
   * says how it went. Leaving the stream aborts the request.
   */
  async *sendMessageStream(
    request: ClientRequest,
    signal: AbortSignal,
    promptId: string,
    turns = MAX_TURNS,
  ): AsyncGenerator<ClientEvent, Turn> {
    const isNew = this.beginPrompt(promptId);
    if (this.isAtTurnLimit()) {
      this.recordTurnLimit();
      yield { type: 'turn-limit' };
      return { answer: null, pendingCalls: [] };
    }
    this.sessionTurns += 1;
    this.recordRequest(request);
    if (isNew) await this.options.systemPrompt.refresh(signal);
    const model = this.routeModel();
    const { conversation, loadPricing, clock } = this.options;
    const options = { conversation, model, request: this.buildRequest(model, promptId), loadPricing, clock };
    const turn = yield* runTurn(options, signal);
    this.saveCacheSafeParams(turn);
    if (!isPaused(turn) || turns <= 1) return turn;
    return yield* this.sendMessageStream({ kind: 'continuation' }, signal, promptId, turns - 1);
  }

  /** The one that answers the current prompt, once it has been chosen. */
  get model(): SelectedModel | undefined {
    return this.sequenceModel;
  }

  /** False where the limit of turns is in the way of asking once more for the same prompt. */
  mayAsk(promptId: string): boolean {
    return promptId !== this.promptId || !this.isAtTurnLimit();
  }

  /** The user wants the prompt to go on: its turns count from none again. */
  allowMoreTurns(): void {
    this.sessionTurns = 0;
  }

  /** False where it goes on. */
  private beginPrompt(promptId: string): boolean {
    if (promptId === this.promptId) return false;
    this.promptId = promptId;
    this.sequenceModel = undefined;
    this.sessionTurns = 0;
    return true;
  }

  /**
   * Seed 002 counts over the whole session, and refuses prompts when it has run out. Here a prompt is the user's word
   * that it may go on, as going on is: the limit is for what happens while nobody looks.
   */
  private isAtTurnLimit(): boolean {
    const limit = this.options.maxSessionTurns();
    return limit !== null && this.sessionTurns >= limit;
  }

  private recordTurnLimit(): void {
    const { conversation } = this.options;
    if (conversation.leaf !== null) conversation.markTurnLimit(conversation.leaf, this.sessionTurns);
  }

  /** The editor is told of with prompts only: nothing comes between a call and its result (seed 002, IDE context). */
  private recordRequest(request: ClientRequest): void {
    if (request.kind !== 'prompt') return;
    const { conversation, ideContext, approvalMode, onDidRecordPrompt } = this.options;
    const path = withoutFailedPrompts(conversation.path(request.parent));
    const mode = describeMode(path, approvalMode());
    const editor = conversation.sharesEditor ? ideContext.next(path) : null;
    const told: PromptContext[] = [
      ...(mode ? [mode] : []),
      ...(editor ? [{ kind: 'editor', text: editor.text } as const] : []),
    ];
    const context = [...told, ...(request.context ?? [])];
    const prompt = conversation.addPrompt(request.parts, { ...request, context });
    if (editor) ideContext.tell(prompt.id, editor);
    onDidRecordPrompt();
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
      system: systemPrompt.text,
      tools: registry.declarations,
      messages,
      cacheAnchors,
      cacheKey: conversation.id,
      thinking: 'inherit',
      promptId,
    };
  }

  private saveCacheSafeParams({ answer }: Turn): void {
    if (!answer || 'error' in answer.end || answer.end.stopReason === 'aborted') return;
    this.options.cacheSafeParams.save(answer.modelId, answer.request, answer.end.message, answer.answerId);
  }
}

/** The provider wants the same request again, with what there is of the answer at its end. */
function isPaused({ answer }: Turn): boolean {
  return answer !== null && !('error' in answer.end) && answer.end.stopReason === 'paused';
}

/** Only where there are results to go behind: nothing comes between a call and its result. */
async function* recordSteering(
  { conversation, steer }: QueryOptions,
  signal: AbortSignal,
): AsyncGenerator<ClientEvent, void> {
  if (!endsWithResults(conversation)) return;
  const recorded: PromptNode[] = [];
  await steer(({ parts, ...place }) => {
    recorded.push(conversation.addPrompt(parts, { ...place, steers: true }));
  }, signal);
  for (const prompt of recorded) yield { type: 'steering', prompt };
}

function endsWithResults(conversation: Conversation): boolean {
  const last = conversation.path().at(-1);
  if (last?.kind !== 'answer') return false;
  const { length } = toolCallsOf(messageOf(last));
  return length > 0 && last.results.length === length;
}
