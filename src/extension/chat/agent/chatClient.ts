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
 * A prompt to record and answer, a message to continue, or a `continuation`. A `continuation` is another request for a
 * prompt that is already recorded, for example after tool results, after a pause, or for a retry.
 */
export type ClientRequest =
  | ({ readonly kind: 'prompt'; readonly parts: readonly Part[] } & PromptProperties)
  | { readonly kind: 'continuation'; readonly maxOutputTokens?: number }
  | ContinueRequest;

/**
 * A message to continue. If the message is an answer, its continuation is a sibling of the answer. If the message is a
 * prompt, its continuation is the prompt's answer.
 */
export interface ContinueRequest {
  readonly kind: 'continue';
  readonly message: ContinuedMessage;
  readonly maxOutputTokens?: number;
  /** See `Continued`. */
  readonly automatic?: number;
}

/**
 * A prompt that a speculation has begun to carry out. The speculation's messages are in the conversation. `answerId` is
 * the id of the last of these messages. `calls` are the calls of that message that have no result.
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
  /** Called after each update of a call. `waits`: true if any call waits for the user. */
  readonly onDidWait: (waits: boolean) => void;
  readonly steer: Steer;
  readonly emit: Emit;
}

/**
 * The agent's loop: asks the model, runs its calls, and asks again with the results until the model makes no calls or
 * the answer stops. All requests have the same prompt id. A prompt is recorded with the first request, and steering
 * prompts are recorded after the results. A prepared prompt begins with its calls that have no result.
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

/**
 * Calls `record` for each waiting steering prompt, in order. `record` adds the prompt to the conversation. Never
 * rejects.
 */
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

/** Creates a `ChatClient` and its parts. */
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

/** Maximum number of times that an answer continues because the provider has paused it or the model has more to say. */
const MAX_CONTINUATIONS = 99;

/**
 * Sends the requests of one conversation. Each call of `sendMessage` is one turn, or several turns if the answer is
 * retried or continued. `submitQuery` runs the tool calls that the last turn returns. The class has nine collaborators
 * and is not split, because its only task is the order in which they act on a request.
 */
export class ChatClient {
  private readonly options: ChatClientOptions;
  private promptId: string | undefined;
  private promptModel: SelectedModel | undefined;
  /**
   * True if a fact was saved after the system prompt was read. The system prompt is then read again before the next
   * request.
   */
  private isStale = false;

  constructor(options: ChatClientOptions) {
    this.options = options;
  }

  /**
   * Emits the answer to one request as it arrives, and returns its last turn. `promptId` is the same for all requests
   * of a prompt. An answer that is not complete is continued at most `continuations` times. If the context is full, the
   * earlier messages are compressed and the request is retried once, unless it is a `ContinueRequest`. `isRetried` is
   * true for the retry. Failures and cancellation are in `answer.end` of the turn, not thrown. If `emit` throws, the
   * request is aborted.
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
    // Retried only once, because another retry would fail too if the context is still full after a compression.
    if (request.kind !== 'continue' && !isRetried && (await compressor.afterTurn(turn, asked, emit, signal))) {
      const retried = request.kind === 'prompt' ? ({ kind: 'continuation' } as const) : request;
      return this.sendMessage(retried, model, signal, promptId, emit, continuations, true);
    }
    if (continuations <= 0) return turn;
    if (!isPaused(turn) && !(await this.options.nextSpeaker.isModel(turn, asked, signal))) return turn;
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
   * Call after a fact was saved. The system prompt is then read again before the next request (seed 002). The provider
   * then reads the whole conversation without the cache, which costs as much now as at the next prompt.
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

  /** Compresses the chat because the user has asked for it. The chat must be idle. */
  compress(wish: CompressionWish, emit: Emit, signal: AbortSignal): Promise<void> {
    return this.options.compressor.force(wish, emit, signal);
  }

  /** False if a limit of turns forbids another request for this prompt. Begins the prompt if it is new. */
  mayAsk(promptId: string): boolean {
    this.beginPrompt(promptId);
    return this.options.turnLimit.reached === null;
  }

  /**
   * Begins a prompt whose first requests were made by a speculation. The system prompt is not refreshed, because those
   * requests contained it and the next request must begin with their bytes.
   */
  beginPrepared(promptId: string, model: SelectedModel): void {
    this.beginPrompt(promptId);
    this.promptModel = model;
  }

  /** Resets the counts of turns and forgets repetitions. Call when the user continues an answer. */
  allowMoreTurns(): void {
    this.options.turnLimit.reset();
    this.options.loops.beginPrompt();
  }

  /** Resets the state that belongs to the previous prompt, unless this prompt has already begun. */
  private beginPrompt(promptId: string): void {
    if (promptId === this.promptId) return;
    this.promptId = promptId;
    this.promptModel = undefined;
    this.options.turnLimit.beginPrompt();
    this.options.loops.beginPrompt();
  }
}

/**
 * Records that the answer pauses at a limit. If the prompt has no answer yet, adds an empty answer, which then pauses.
 */
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

/**
 * True if the provider has paused the answer. The provider then expects the same request again, followed by the partial
 * answer.
 */
function isPaused({ answer }: Turn): boolean {
  return answer !== null && !('error' in answer.end) && answer.end.stopReason === 'paused';
}

/**
 * Records steering prompts if the conversation ends with results, because nothing may come between a call and its
 * result.
 */
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
