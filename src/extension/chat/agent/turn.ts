import type { ModelEnd, ModelError, ModelRequest, Overflow, SelectedModel } from '../../model/chatModel.ts';
import { toolCallsOf, type Message, type ToolCallPart } from '../../model/message.ts';
import {
  streamContinuation,
  type ContinuationEvent,
  type ContinuationOptions,
  type JoinedEnd,
} from '../../continue/continuationStream.ts';
import type { ModelPricing } from '../../model/pricing.ts';
import { withFullContext, withStreamedOutput } from '../../model/usage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ClientEvent } from './clientEvent.ts';
import { isWindowClosing } from './windowClosing.ts';
import { type Conversation } from '../conversation/conversation.ts';
import { messageOf, type ConversationNode } from '../conversation/conversationNode.ts';
import type { AnswerClose, Continued, InputEstimate } from '../conversation/conversationEntry.ts';
import type { LoopWatch } from './loopWatch.ts';
import { ProgressRecorder } from './progressRecorder.ts';
import { estimateRequest, findOverflow, isSmall, lastCount, toInputCount } from '../conversation/inputCount.ts';
import { toSpending } from '../conversation/spending.ts';
import { sinceSummary } from '../conversation/visiblePath.ts';
import { wireTexts } from '../../base/texts/errorTexts.ts';

export interface Turn {
  /** Null if the model was not asked, because a limit was reached. */
  readonly answer: TurnAnswer | null;
  readonly pendingCalls: readonly ToolCallPart[];
}

export interface TurnAnswer {
  readonly answerId: string;
  readonly modelId: string;
  readonly request: ModelRequest;
  readonly end: ModelEnd;
  /** The model's own message; null if no fork may continue the request (see `CacheSafeParams`). */
  readonly reply: Message | null;
}

export interface TurnOptions {
  readonly conversation: Conversation;
  readonly model: SelectedModel;
  readonly request: ModelRequest;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  readonly clock: Clock;
  readonly loops: Pick<LoopWatch, 'beginTurn'>;
  readonly continuation?: TurnContinuation;
}

export interface TurnContinuation extends Pick<ContinuationOptions, 'toRequest' | 'onDidRefuse'> {
  readonly continues: Continued;
  readonly prefix: string;
  /** True if the answer begins with the prefix. */
  readonly joins: boolean;
}

/**
 * Asks the model for one message and streams it. A request that is certainly too long for the model fails without being
 * sent. The answer is always closed in the conversation before the stream ends. If the reader stops early, the request
 * is aborted. Does not use `streamJob`, which would delay every delta.
 */
export async function* runTurn(options: TurnOptions, signal: AbortSignal): AsyncGenerator<ClientEvent, Turn> {
  const { conversation, model, continuation } = options;
  let { request } = options;
  const last = lastCount(conversation.path(), model.id);
  let estimate = estimateRequest(request, last);
  const { promptId, maxOutputTokens } = request;
  const answer = conversation.openAnswer({
    modelId: model.id,
    promptId,
    ...(continuation && { continues: continuation.continues }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(model.routed && { routed: model.routed }),
  });
  const prefix = continuation?.joins ? continuation.prefix : '';
  if (prefix !== '') conversation.addProgress(answer.id, { text: prefix });
  const progress = new ProgressRecorder(conversation, answer.id, options.clock);
  const thoughts = new ThoughtTimer(options.clock);
  const repetition = options.loops.beginTurn(signal);
  // Prices load while the model answers, so that recording the answer does not wait for them.
  const pricing = options.loadPricing(model.id);
  let end: ModelEnd | undefined;
  let joined: JoinedEnd | undefined;
  let streamed = '';
  let readerStopped = true;
  try {
    yield { type: 'turn-start', answerId: answer.id, modelId: model.id, ...(prefix !== '' && { prefix }) };
    const overflow = await overflowOf(options, estimate);
    const events = overflow ? refuse(overflow, conversation.node(answer.id)) : streamAnswer(options, repetition.signal);
    for await (const event of events) {
      // A citation can arrive in the middle of a thought and does not end the thought.
      const duration = event.type === 'thinking-delta' || event.type === 'citation' ? undefined : thoughts.end();
      if (duration !== undefined) yield { type: 'thinking-end', duration };
      switch (event.type) {
        case 'text-delta':
          streamed += event.text;
          progress.addText(event.text);
          repetition.add('text', event.text);
          yield event;
          break;
        case 'thinking-delta':
          streamed += event.text;
          thoughts.begin();
          progress.addThinking(event.text);
          repetition.add('thinking', event.text);
          yield event;
          break;
        case 'retry':
          streamed = '';
          progress.restart();
          thoughts.restart();
          repetition.restart();
          yield event;
          break;
        case 'citation':
          progress.addCitation(event);
          yield event;
          break;
        case 'tool-call-start':
        case 'tool-call':
          yield event;
          break;
        case 'form-changed':
          conversation.restartAnswer(answer.id, { form: event.form });
          if (continuation) estimate = estimateRequest(continuation.toRequest(event.form), last);
          break;
        case 'joined':
          joined = event;
          yield event;
          break;
        case 'end':
          end = event;
          break;
        case 'tool-call-delta':
          streamed += event.text;
          break;
      }
    }
    readerStopped = false;
    const duration = thoughts.end();
    if (duration !== undefined) yield { type: 'thinking-end', duration };
  } catch (error) {
    readerStopped = false;
    throw error;
  } finally {
    thoughts.end();
    if (!end) progress.flush();
    progress.drop();
    const { durations } = thoughts;
    const timed = durations.length > 0 ? { thoughts: durations } : {};
    const known = await pricing;
    const window = model.contextWindow ?? known.contextWindow;
    end = withFullContext(end ?? endedEarly(conversation.node(answer.id), readerStopped), window);
    const counted = withStreamedOutput(end, streamed, model.id);
    const close = toClose(counted, isWindowClosing(signal));
    const spending = toSpending(counted, { ...known, contextWindow: window });
    conversation.closeAnswer(answer.id, { ...close, input: toInputCount(estimate, counted), ...timed, ...spending });
    if (repetition.found && isAborted(end) && !signal.aborted) {
      conversation.markPaused(answer.id, { kind: 'loop', of: 'content' });
    }
  }
  yield end;
  if (joined) ({ request } = joined);
  const reply = continuation ? replyOf(request, joined) : end.message;
  return { answer: { answerId: answer.id, modelId: model.id, request, end, reply }, pendingCalls: pendingCalls(end) };
}

/** Null unless the request is certainly larger than the model's context window. */
async function overflowOf(
  { conversation, model, request, loadPricing }: TurnOptions,
  estimate: InputEstimate,
): Promise<Overflow | null> {
  if (isSmall(estimate)) return null;
  const window = model.contextWindow ?? (await loadPricing(model.id)).contextWindow;
  // Ignores counts from before the last summary, because those requests had messages that the summary has replaced.
  return findOverflow(request, estimate, lastCount(sinceSummary(conversation.path()), model.id), window);
}

async function* refuse(overflow: Overflow, node: ConversationNode | undefined): AsyncGenerator<ModelEnd, void> {
  const error: ModelError = { kind: 'context-too-long', message: '', overflow, retryable: false };
  yield { type: 'end', error, message: messageSoFar(node), usage: null };
}

function streamAnswer(
  { model, request, continuation }: TurnOptions,
  signal: AbortSignal,
): AsyncIterable<ContinuationEvent> {
  const { chatModel } = model;
  if (!continuation) return chatModel.stream(request, signal);
  const { continues, ...rest } = continuation;
  return streamContinuation({ chatModel, form: continues.form, ...rest }, signal);
}

/**
 * Null if the stream had no `joined` event, or if the request has no tools. A request without tools is in the native
 * form, or has another system prompt, so the next request does not begin with its bytes.
 */
function replyOf({ tools }: ModelRequest, joined: JoinedEnd | undefined): Message | null {
  return tools.length > 0 ? (joined?.reply ?? null) : null;
}

/**
 * The end of a stream that emitted no `end` event: the reader stopped early, or the stream ended or threw, which
 * `ChatModel` does not allow.
 */
function endedEarly(node: ConversationNode | undefined, readerStopped: boolean): ModelEnd {
  const message = messageSoFar(node);
  if (readerStopped) return { type: 'end', stopReason: 'aborted', message, usage: null };
  const error: ModelError = { kind: 'malformed', message: wireTexts.noEnd(), retryable: false };
  return { type: 'end', error, message, usage: null };
}

function isAborted(end: ModelEnd): boolean {
  return !('error' in end) && end.stopReason === 'aborted';
}

function messageSoFar(node: ConversationNode | undefined): Message {
  return node?.kind === 'answer' ? messageOf(node) : { role: 'assistant', parts: [] };
}

function toClose(end: ModelEnd, windowClosing: boolean): AnswerClose {
  const { message, usage } = end;
  if (windowClosing) return { outcome: 'interrupted', message, usage };
  if ('error' in end) return { outcome: 'failed', error: end.error, message, usage };
  const { stopReason, stopWord, cutCall } = end;
  const details = { ...(stopWord !== undefined && { stopWord }), ...(cutCall !== undefined && { cutCall }) };
  return { outcome: 'stopped', stopReason, ...details, message, usage };
}

/**
 * Returns the calls to run. They run even after `done` and `unknown`, because some servers report `done`, or nothing,
 * for an answer with calls.
 */
function pendingCalls(end: ModelEnd): readonly ToolCallPart[] {
  if ('error' in end) return [];
  const runs = end.stopReason === 'tools' || end.stopReason === 'done' || end.stopReason === 'unknown';
  return runs ? toolCallsOf(end.message) : [];
}

/** Measures each thought, from its first delta to the next event that is not part of the thought. */
class ThoughtTimer {
  private readonly clock: Pick<Clock, 'now'>;
  private since: number | undefined;
  private ended: readonly number[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock;
  }

  /** Milliseconds of each ended thought, in order. */
  get durations(): readonly number[] {
    return this.ended;
  }

  begin(): void {
    this.since ??= this.clock.now();
  }

  /** Milliseconds of the thought that ends here; undefined if there is none. */
  end(): number | undefined {
    if (this.since === undefined) return undefined;
    const duration = this.clock.now() - this.since;
    this.since = undefined;
    this.ended = [...this.ended, duration];
    return duration;
  }

  /** Call when the request is made again. */
  restart(): void {
    this.since = undefined;
    this.ended = [];
  }
}
