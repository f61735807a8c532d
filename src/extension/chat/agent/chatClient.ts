import { emitAll } from '../../base/streamJob.ts';
import type { AutomaticCompression } from '../../../shared/contextUsage.ts';
import type { PauseView } from '../../../shared/transcriptItem.ts';
import { chooseForm, type ContinuationForm, type FormMemory } from '../../continue/form.ts';
import type { ModelRequest, SelectedModel } from '../../model/chatModel.ts';
import { toolCallsOf, type Part, type ToolCallPart } from '../../model/message.ts';
import type { Emit } from './clientEvent.ts';
import { type Conversation } from '../conversation/conversation.ts';
import { continuedPrompt } from '../conversation/continuedPrompt.ts';
import type { ContinuedMessage } from '../conversation/continuationPlan.ts';
import { messageOf, type ConversationNode, type PromptNode } from '../conversation/conversationNode.ts';
import type { AnswerOrigin } from '../conversation/conversationEntry.ts';
import type { PromptContent, PromptProperties } from '../conversation/promptContent.ts';
import { lastMessageNode } from '../conversation/visiblePath.ts';
import { Compressor, type CompressionPorts, type CompressionWish } from './compressor.ts';
import { LoopWatch } from './loopWatch.ts';
import { NextSpeaker, type NextSpeakerOptions } from './nextSpeaker.ts';
import { PromptRecorder, type PromptRecorderOptions } from './promptRecorder.ts';
import { RequestBuilder, type RequestBuilderOptions } from './requestBuilder.ts';
import type { ToolRunner } from './toolRunner.ts';
import { runTurn, type Turn, type TurnOptions } from './turn.ts';
import { TurnLimit, type TurnLimits } from './turnLimit.ts';

/**
 * A `continuation` is another request for a recorded prompt, for example after tool results, after a pause, or for a
 * retry.
 */
export type ClientRequest =
  | ({ readonly kind: 'prompt'; readonly parts: readonly Part[] } & PromptProperties)
  | { readonly kind: 'continuation'; readonly maxOutputTokens?: number }
  | ContinueRequest;

/**
 * A message to continue. The continuation of an answer becomes the answer's sibling. The continuation of a prompt
 * becomes the prompt's answer.
 */
export interface ContinueRequest {
  readonly kind: 'continue';
  readonly message: ContinuedMessage;
  readonly maxOutputTokens?: number;
  /** See `Continued`. */
  readonly automatic?: number;
}

/**
 * A prompt that a speculation has begun. `answerId`: the speculation's last message in the conversation. `calls`: the
 * calls of that message that have no result.
 */
export interface PreparedStart {
  readonly kind: 'prepared';
  readonly answerId: string;
  readonly calls: readonly ToolCallPart[];
}

export interface QueryOptions {
  readonly client: ChatClient;
  readonly runner: ToolRunner;
  readonly conversation: Conversation;
  /** The model for a prompt that begins now. */
  readonly model: SelectedModel;
  /** `waits`: true if any call waits for the user. */
  readonly onDidWait: (waits: boolean) => void;
  readonly steer: Steer;
  readonly emit: Emit;
}

/**
 * The agent's loop: asks the model, runs its calls, and asks again with the results. All requests have the same prompt
 * id.
 */
export async function submitQuery(
  start: ClientRequest | PreparedStart,
  options: QueryOptions,
  promptId: string,
  signal: AbortSignal,
): Promise<void> {
  const { client, runner, conversation, model, onDidWait, emit } = options;
  /** Returns false if no request may follow the results. */
  const run = async (calls: readonly ToolCallPart[], answerId: string): Promise<boolean> => {
    const onDidChangeInstructions = (): void => client.refreshNext();
    const target = { conversation, answerId, model: client.model, onDidWait, onDidChangeInstructions };
    await emitAll(runner.run(calls, target, signal), emit);
    if (signal.aborted || !client.loops.addCallsAndCheck(answerId)) return !signal.aborted;
    emit({ type: 'loop' });
    return false;
  };
  if (start.kind === 'prepared') {
    client.beginPrepared(promptId, model);
    if (start.calls.length > 0 && !(await run(start.calls, start.answerId))) return;
    if (signal.aborted) return;
  }
  const first: ClientRequest = start.kind === 'prepared' ? { kind: 'continuation' } : start;
  for (let next: ClientRequest = first; ; next = { kind: 'continuation' }) {
    if (next.kind === 'continuation' && client.mayAsk(promptId)) await recordSteering(options, signal);
    const { answer, pendingCalls } = await client.sendMessage(next, model, signal, promptId, emit);
    if (!answer || pendingCalls.length === 0) return;
    if (!(await run(pendingCalls, answer.answerId))) return;
  }
}

/** A prompt that is sent together with the results of calls. */
export type SteeringPrompt = PromptContent & { readonly id: string };

/** For each waiting steering prompt, calls `record` to add that prompt to the conversation. Never rejects. */
export type Steer = (record: (prompt: SteeringPrompt) => void, signal: AbortSignal) => Promise<void>;

export interface ChatClientOptions {
  readonly conversation: Conversation;
  readonly prompts: PromptRecorder;
  readonly requests: RequestBuilder;
  readonly turnLimit: TurnLimit;
  readonly forms: FormMemory;
  readonly loops: LoopWatch;
  readonly nextSpeaker: NextSpeaker;
  readonly turnPorts: Pick<TurnOptions, 'loadPricing' | 'clock'>;
  readonly compressor: Compressor;
}

export function createChatClient(
  options: PromptRecorderOptions &
    RequestBuilderOptions &
    NextSpeakerOptions &
    ChatClientOptions['turnPorts'] &
    Pick<ChatClientOptions, 'forms'> & {
      readonly turnLimits: () => TurnLimits;
      readonly compression: CompressionPorts;
    },
): ChatClient {
  const requests = new RequestBuilder(options);
  return new ChatClient({
    conversation: options.conversation,
    prompts: new PromptRecorder(options),
    requests,
    compressor: new Compressor({ ...options, requests, ports: options.compression }),
    turnLimit: new TurnLimit(options.turnLimits),
    forms: options.forms,
    loops: new LoopWatch(options.conversation),
    nextSpeaker: new NextSpeaker(options),
    turnPorts: options,
  });
}

/** How many times an answer continues because the provider has paused it or the model has more to say. */
const MAX_CONTINUATIONS = 99;

/**
 * Sends the requests of one conversation. Each call of `sendMessage` is one turn, or several turns if the answer is
 * retried or continued. The class is not split, because it only sets the order in which its nine collaborators act on a
 * request.
 */
export class ChatClient {
  private readonly options: ChatClientOptions;
  private promptId: string | undefined;
  private promptModel: SelectedModel | undefined;
  /** A fact was saved to memory after the system prompt was read. */
  private isStale = false;

  constructor(options: ChatClientOptions) {
    this.options = options;
  }

  /**
   * Returns the last turn of the answer. If the context is full, compresses the earlier messages and retries once,
   * unless the request is a `ContinueRequest`. Failures and cancellation are in `answer.end` of the turn, not thrown.
   * If `emit` throws, the request is aborted.
   */
  async sendMessage(
    request: ClientRequest,
    model: SelectedModel,
    signal: AbortSignal,
    promptId: string,
    emit: Emit,
    continuations = MAX_CONTINUATIONS,
    isRetried = false,
  ): Promise<Turn> {
    const { conversation, prompts, requests, turnLimit, loops, turnPorts } = this.options;
    this.beginPrompt(promptId);
    if (request.kind === 'prompt') {
      prompts.record(request);
      emit({ type: 'prompt-recorded' });
    }
    const { reached } = turnLimit;
    if (reached) {
      pauseAt(conversation, reached, { modelId: (this.promptModel ?? model).id, promptId }, emit);
      return { answer: null, pendingCalls: [] };
    }
    turnLimit.add();
    if (!this.promptModel || this.isStale) await requests.refresh(signal);
    this.isStale = false;
    const { compressor } = this.options;
    // All turns of a prompt go to the model of its first turn, even if the user selects another model meanwhile.
    this.promptModel ??= model;
    const asked = this.promptModel;
    const { loadPricing, clock } = turnPorts;
    if (request.kind !== 'continue') await compressor.beforeRequest(asked, promptId, emit, signal);
    const question = this.toQuestion(request, asked, promptId);
    const options = { conversation, model: asked, ...question, loops, loadPricing, clock };
    const turn = await emitAll(runTurn(options, signal), emit);
    requests.save(turn);
    // Retried only once: if the context is still full after a compression, another retry would fail too.
    if (request.kind !== 'continue' && !isRetried && (await compressor.afterTurn(turn, asked, emit, signal))) {
      const retried = request.kind === 'prompt' ? ({ kind: 'continuation' } as const) : request;
      return this.sendMessage(retried, model, signal, promptId, emit, continuations, true);
    }
    if (continuations <= 0) return turn;
    if (!isPaused(turn) && !(await this.options.nextSpeaker.askIfModelContinues(turn, asked, signal))) return turn;
    return this.sendMessage({ kind: 'continuation' }, model, signal, promptId, emit, continuations - 1);
  }

  private toQuestion(
    request: ClientRequest,
    model: SelectedModel,
    promptId: string,
  ): Pick<TurnOptions, 'request' | 'continuation'> {
    const { requests, forms, conversation } = this.options;
    const limit = request.kind === 'prompt' ? undefined : request.maxOutputTokens;
    const budget = limit === undefined ? {} : { maxOutputTokens: limit };
    if (request.kind !== 'continue') return { request: { ...requests.build(model, promptId), ...budget } };
    const { message, automatic } = request;
    const { node, prefix, end } = message;
    const joins = node.kind === 'answer';
    const isWriting = !joins || continuedPrompt(node, conversation) !== undefined;
    const hasCalls = isWriting || conversation.path(node.id).some(hasToolCalls);
    const form = chooseForm({ model, hasCalls, isCutCall: end.lostCalls, prefix }, forms);
    const toRequest = (asked: ContinuationForm): ModelRequest => ({
      ...requests.buildContinuation(model, promptId, message, asked),
      ...budget,
    });
    const continues = { id: node.id, form, prefix: prefix.length, ...(automatic !== undefined && { automatic }) };
    const onDidRefuse = (): void => forms.remember(model);
    return { request: toRequest(form), continuation: { continues, prefix, joins, toRequest, onDidRefuse } };
  }

  /**
   * Call after a fact was saved. The system prompt is then read again before the next request (seed 002). The changed
   * system prompt makes the provider's cache useless, which costs as much now as at the next prompt.
   */
  refreshNext(): void {
    this.isStale = true;
  }

  /** The model that answers the current prompt; undefined before its first request. */
  get model(): SelectedModel | undefined {
    return this.promptModel;
  }

  get loops(): Pick<LoopWatch, 'addCallsAndCheck'> {
    return this.options.loops;
  }

  get automaticCompression(): AutomaticCompression {
    return this.options.compressor.automatic;
  }

  /** False if there is certainly nothing to compress. */
  canCompress(model: SelectedModel): boolean {
    return this.options.compressor.canForce(model);
  }

  /** The chat must be idle. */
  compress(wish: CompressionWish, emit: Emit, signal: AbortSignal): Promise<void> {
    return this.options.compressor.force(wish, emit, signal);
  }

  /** False if a limit of turns forbids another request for this prompt. Begins the prompt if it is new. */
  mayAsk(promptId: string): boolean {
    this.beginPrompt(promptId);
    return this.options.turnLimit.reached === null;
  }

  /**
   * For a prompt whose first requests were made by a speculation. The system prompt is not refreshed, because the next
   * request must begin with the bytes of those requests.
   */
  beginPrepared(promptId: string, model: SelectedModel): void {
    this.beginPrompt(promptId);
    this.promptModel = model;
  }

  /** Call when the user continues an answer. */
  allowMoreTurns(): void {
    this.options.turnLimit.reset();
    this.options.loops.reset();
  }

  private beginPrompt(promptId: string): void {
    if (promptId === this.promptId) return;
    this.promptId = promptId;
    this.promptModel = undefined;
    this.options.turnLimit.beginPrompt();
    this.options.loops.reset();
  }
}

/** If the prompt has no answer yet, adds an empty answer, which then pauses. */
function pauseAt(conversation: Conversation, reached: PauseView, origin: AnswerOrigin, emit: Emit): void {
  const last = lastMessageNode(conversation.path());
  if (last?.kind === 'answer') conversation.markPaused(last.id, reached);
  else if (last) {
    const { id } = conversation.openAnswer(origin);
    const message = { role: 'assistant', parts: [] } as const;
    conversation.closeAnswer(id, { outcome: 'stopped', stopReason: 'aborted', message, usage: null });
    conversation.markPaused(id, reached);
    emit({ type: 'turn-start', answerId: id, modelId: origin.modelId });
  }
  emit({ type: 'turn-limit' });
}

function hasToolCalls(node: ConversationNode): boolean {
  return node.kind === 'answer' && toolCallsOf(messageOf(node)).length > 0;
}

/** The provider of a paused answer expects the same request again, followed by the partial answer. */
function isPaused({ answer }: Turn): boolean {
  return answer !== null && !('error' in answer.end) && answer.end.stopReason === 'paused';
}

/** Steering prompts may only follow results, because nothing may come between a call and its result. */
async function recordSteering({ conversation, steer, emit }: QueryOptions, signal: AbortSignal): Promise<void> {
  if (!endsWithResults(conversation)) return;
  const recorded: PromptNode[] = [];
  await steer(({ parts, ...properties }) => {
    recorded.push(conversation.addPrompt(parts, { ...properties, steers: true }));
  }, signal);
  for (const prompt of recorded) emit({ type: 'steering', prompt });
}

function endsWithResults(conversation: Conversation): boolean {
  const last = lastMessageNode(conversation.path());
  if (last?.kind !== 'answer') return false;
  const { length } = toolCallsOf(messageOf(last));
  return length > 0 && last.results.length === length;
}
