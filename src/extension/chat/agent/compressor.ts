import type { AutomaticCompression } from '../../../shared/contextUsage.ts';
import { compressionTexts } from '../../base/texts/compressionTexts.ts';
import { streamOnce } from '../../background/askOnce.ts';
import { prefixRuleOf, type CacheSafeParamsStore } from '../../background/cacheSafeParams.ts';
import type { BackgroundRequest } from '../../background/spending.ts';
import { toPlainMessage } from '../../background/standaloneQuery.ts';
import type { ModelRequest, SelectedModel } from '../../model/chatModel.ts';
import { userMessage, type Message } from '../../model/message.ts';
import type { ModelPricing } from '../../model/pricing.ts';
import { charactersWithin, estimateInput, estimateMessages } from '../../model/tokens.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { ConversationNode, SummaryNode } from '../conversation/conversationNode.ts';
import { toCuratedHistory, withoutFailedPrompts } from '../conversation/curatedHistory.ts';
import {
  COMPRESS_ABOVE,
  COMPRESS_ABOVE_UNKNOWN,
  compressionLimit,
  estimateRequest,
  isSmall,
  lastCount,
  type KnownCount,
} from '../conversation/inputCount.ts';
import { visiblePath } from '../conversation/visiblePath.ts';
import {
  KEPT_SHARE,
  LEAST_COMPRESSED,
  LEAST_SHARE,
  messagesByNode,
  splitNodes,
  toCarried,
  toPieces,
  type NodeMessages,
} from './compression.ts';
import { summaryPrompt, summarySoFar, SUMMARY_SYSTEM_PROMPT } from './compressionPrompt.ts';
import type { Emit } from './clientEvent.ts';
import type { RequestBuilder } from './requestBuilder.ts';
import type { Turn } from './turn.ts';

export interface CompressionPorts {
  /**
   * The model of `premove.compression.model`; undefined if the chat's own model summarizes. Resolves in limited time,
   * and at once if the signal aborts. Never rejects.
   */
  readonly otherModel: (signal: AbortSignal) => Promise<SelectedModel | undefined>;
  /** To count the cost of each request for a summary. */
  readonly onDidRequest: (request: BackgroundRequest) => void;
  /**
   * Called with the nodes that the model still sees. Files that the calls of these nodes do not name can then be
   * forgotten.
   */
  readonly onDidCompress: (kept: readonly ConversationNode[]) => void;
}

export interface CompressorOptions {
  readonly conversation: Conversation;
  readonly requests: RequestBuilder;
  readonly cacheSafeParams: CacheSafeParamsStore;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  readonly ports: CompressionPorts;
}

/**
 * `above-limit`: the next request would fill too much of the context window. `full`: a request does not fit. `forced`:
 * the user has asked for the compression.
 */
type Cause = 'above-limit' | 'full' | 'forced';

type Failure =
  | { readonly kind: 'failed'; readonly message: string }
  /** `no-text`: the model has called tools instead of writing, or has written nothing. */
  | { readonly kind: 'no-text' | 'aborted' };

type Outcome =
  { readonly kind: 'compressed'; readonly summary: SummaryNode } | { readonly kind: 'not-smaller' } | Failure;

/** `focus`: what the summary must keep, in the user's words; may be empty. */
export interface CompressionWish {
  readonly model: SelectedModel;
  readonly focus: string;
}

interface Plan {
  readonly cause: Cause;
  readonly model: SelectedModel;
  /** The path to compress. Its last node becomes the parent of the summary. */
  readonly path: readonly ConversationNode[];
  /** The context window in tokens, or a guess. */
  readonly window: number;
  readonly last: KnownCount | null;
  /** The next request of the chat, as it would be without the compression. */
  readonly next: ModelRequest;
  /** The estimated input of `next` in tokens. */
  readonly before: number;
  readonly replaced: readonly NodeMessages[];
  readonly kept: readonly NodeMessages[];
  /** See `CompressionWish`. */
  readonly focus: string;
}

/**
 * Replaces the earlier messages of one chat by a summary (seed 002, `tryCompressChat`). Runs only before a request or
 * while the chat is idle, so no call waits for its result. Until the summary is complete, nothing changes.
 */
export class Compressor {
  private readonly options: CompressorOptions;
  /**
   * The last automatic attempt failed. The next attempt is made when the user forces a compression or opens the chat
   * again (seed 002, `hasFailedCompressionAttempt`). If a summary was not smaller, automatic compression is switched
   * off in the conversation instead, and stays off after a reload, because another attempt would fail again.
   */
  private hasFailed = false;

  constructor(options: CompressorOptions) {
    this.options = options;
  }

  /** If automatic compression is on, compresses if the request fills too much of the context window. */
  async beforeRequest(model: SelectedModel, promptId: string, emit: Emit, signal: AbortSignal): Promise<void> {
    const { conversation, requests } = this.options;
    if (this.automatic !== 'on' || signal.aborted) return;
    const path = conversation.path();
    const estimate = estimateRequest(requests.build(model, promptId), lastCount(path, model.id));
    const window = isSmall(estimate) ? model.contextWindow : await this.windowOf(model);
    if (window === undefined && isSmall(estimate)) return;
    if (estimate.estimated <= compressionLimit(window)) return;
    await this.run(this.plan('above-limit', model, window, path), emit, signal);
  }

  /** Whether automatic compression is on; if not, the reason. */
  get automatic(): AutomaticCompression {
    const { conversation } = this.options;
    if (this.hasFailed) return 'failed';
    if (!conversation.compressesAutomatically) return 'not-shorter';
    // The user has undone the last compression, so the whole history is sent as long as it fits.
    return conversation.path().findLast((node) => node.kind === 'summary')?.undone ? 'undone' : 'on';
  }

  /** Compresses if the turn ended because the context is full. True if the turn can be retried. */
  async afterTurn({ answer }: Turn, model: SelectedModel, emit: Emit, signal: AbortSignal): Promise<boolean> {
    const { conversation } = this.options;
    const node = answer ? conversation.node(answer.answerId) : undefined;
    if (!answer || !node || !isFull(answer.end) || signal.aborted) return false;
    if (!['on', 'undone'].includes(this.automatic)) return false;
    const sent = estimateInput(answer.request);
    const window = Math.min((await this.windowOf(model)) ?? COMPRESS_ABOVE_UNKNOWN, Math.max(1, sent));
    // The failed answer stays on its own branch, and the retried answer follows the summary.
    const path = node.parent === null ? [] : conversation.path(node.parent);
    return this.run(this.plan('full', model, window, path), emit, signal);
  }

  /**
   * False if there is certainly nothing to compress. For an unknown context window, assumes the smallest, with which
   * the fewest messages are kept.
   */
  canForce(model: SelectedModel): boolean {
    return this.plan('forced', model, model.contextWindow ?? 1, this.options.conversation.path()) !== undefined;
  }

  /** The chat must be idle. */
  async force({ model, focus }: CompressionWish, emit: Emit, signal: AbortSignal): Promise<void> {
    const { conversation, requests } = this.options;
    this.hasFailed = false;
    conversation.setAutomaticCompression(true);
    // Emitted before the first wait, so that the user sees at once that a compression begins and not an answer.
    emit({ type: 'compression-start' });
    await requests.refresh(signal);
    const plan = this.plan('forced', model, await this.windowOf(model), conversation.path());
    if (plan) await this.run({ ...plan, focus }, emit, signal);
    else emit({ type: 'compression-end', notice: compressionTexts.nothing() });
  }

  /** True if the chat was compressed. */
  private async run(plan: Plan | undefined, emit: Emit, signal: AbortSignal): Promise<boolean> {
    if (!plan) return false;
    if (plan.cause !== 'forced') emit({ type: 'compression-start' });
    const outcome = await this.compress(plan, signal);
    if (outcome.kind === 'compressed') {
      emit({ type: 'compressed', summary: outcome.summary });
      return true;
    }
    const isAutomatic = plan.cause !== 'forced';
    if (isAutomatic && outcome.kind === 'not-smaller') this.options.conversation.setAutomaticCompression(false);
    else if (isAutomatic && outcome.kind !== 'aborted') this.hasFailed = true;
    emit({ type: 'compression-end', notice: toNotice(outcome, plan.cause) });
    return false;
  }

  /** Undefined if there is nothing to compress. `window` is undefined if the size of the context window is unknown. */
  private plan(
    cause: Cause,
    model: SelectedModel,
    window: number | undefined,
    path: readonly ConversationNode[],
  ): Plan | undefined {
    const last = lastCount(path, model.id);
    // Unlike `build`, `toCuratedHistory` adds no *Please continue.* after the last answer, because the question for a
    // summary takes its place.
    const built = this.options.requests.build(model, 'compression', path);
    const next: ModelRequest = { ...built, messages: toCuratedHistory(path) };
    const before = estimateRequest(next, last).estimated;
    const known = window ?? Math.max(COMPRESS_ABOVE_UNKNOWN, before);
    const nodes = messagesByNode(withoutFailedPrompts(visiblePath(path)));
    const total = estimateMessages(next.messages);
    const room = cause === 'full' ? known : known * COMPRESS_ABOVE;
    const share = KEPT_SHARE * Math.min(1, room / Math.max(1, total));
    const { replaced, kept } = splitNodes(nodes, share);
    const [firstKept] = kept;
    // Earlier summaries do not count, so that a summary alone is never summarized again.
    const size = estimateMessages(replaced.flatMap(({ node, messages }) => (node.kind === 'summary' ? [] : messages)));
    const least = cause === 'forced' ? LEAST_COMPRESSED : Math.max(LEAST_COMPRESSED, known * LEAST_SHARE);
    if (!firstKept || size < least) return undefined;
    return { cause, model, path, window: known, last, next, before, replaced, kept, focus: '' };
  }

  private async compress(plan: Plan, signal: AbortSignal): Promise<Outcome> {
    const { conversation, requests, cacheSafeParams, ports } = this.options;
    const { model, path, window, last, before, replaced, kept } = plan;
    const summarized = await this.summarize(plan, signal);
    if (summarized.kind !== 'text') return summarized;
    const { text, modelId } = summarized;
    const keepFrom = kept[0]?.node.id ?? '';
    const carried = toCarried(
      replaced.map(({ node }) => node),
      window,
    );
    const compression = { keepFrom, text, carried, modelId, messages: countMessages(replaced), before, after: 0 };
    const state = { kind: 'summary', id: '', parent: null, at: 0, edited: false, undone: false } as const;
    const request = requests.build(model, 'compression', [...path, { ...state, ...compression }]);
    const after = estimateRequest(request, last).estimated;
    if (after >= before) return { kind: 'not-smaller' };
    if (signal.aborted) return { kind: 'aborted' };
    const leaf = path.at(-1)?.id ?? null;
    if (leaf !== conversation.leaf) conversation.switchTo(leaf);
    const summary = conversation.addSummary({ ...compression, after });
    cacheSafeParams.clear();
    ports.onDidCompress(kept.map(({ node }) => node));
    return { kind: 'compressed', summary };
  }

  private async summarize(plan: Plan, signal: AbortSignal): Promise<SummaryText | Failure> {
    const { cause, next } = plan;
    const other = await this.options.ports.otherModel(signal);
    if (signal.aborted) return { kind: 'aborted' };
    const model = other ?? plan.model;
    const window = other ? ((await this.windowOf(other)) ?? COMPRESS_ABOVE_UNKNOWN) : plan.window;
    const words = Math.round(Math.min(1_500, Math.max(200, window / 40)));
    const question = summaryPrompt(words, plan.focus);
    const asked: Asked = { model, question, words, window, isFork: !other, signal };
    if (cause !== 'full' && estimateInput(next) < window * MAX_REQUEST_SHARE) {
      const whole = await this.ask(withQuestion(next, next.messages, question), asked);
      if (isAnswer(whole)) return whole;
      if (whole.kind === 'empty') return this.inPieces(plan, asked, true);
    }
    const summarized = await this.inPieces(plan, asked, false);
    return summarized.kind === 'no-text' ? this.inPieces(plan, asked, true) : summarized;
  }

  /** Summarizes the replaced messages alone, in as many requests as needed. `plain`: as text, without tools. */
  private async inPieces({ next, replaced }: Plan, asked: Asked, plain: boolean): Promise<SummaryText | Failure> {
    const base = plain ? { ...next, system: SUMMARY_SYSTEM_PROMPT, tools: [] } : next;
    const fixed = estimateInput({ ...base, messages: [] });
    for (let size = asked.window * MAX_REQUEST_SHARE, round = 0; round < PIECE_SIZES; round += 1, size /= 2) {
      const pieces = toPieces(replaced, Math.max(1_000, size - fixed - asked.words * 2));
      let text = '';
      let outcome: Answered = { kind: 'empty' };
      for (const piece of pieces) {
        const shown = plain ? piece.map(toPlainMessage) : piece;
        const messages = [...(text === '' ? [] : [userMessage(summarySoFar(text))]), ...shown];
        outcome = await this.ask(withQuestion(base, messages, asked.question), asked);
        if (outcome.kind !== 'text') break;
        ({ text } = outcome);
      }
      if (outcome.kind === 'empty') return { kind: 'no-text' };
      if (isAnswer(outcome)) return outcome;
    }
    return { kind: 'failed', message: compressionTexts.tooLong() };
  }

  private async ask(request: ModelRequest, { model, window, isFork, signal }: Asked): Promise<Answered> {
    const { conversation, ports } = this.options;
    const { effort: _, ...rest } = request;
    const keeps = isFork && prefixRuleOf(model.id).thinking === 'keep';
    const sent: ModelRequest = isFork
      ? { ...request, thinking: keeps ? request.thinking : 'off' }
      : { ...rest, model: model.name, thinking: 'off' };
    const leaf = conversation.path().findLast(({ kind }) => kind === 'answer')?.id ?? conversation.id;
    const outcome = await streamOnce(model.chatModel, { ...sent, maxAttempts: ATTEMPTS }, () => {}, signal);
    ports.onDidRequest({ promptId: 'compression', model, usage: outcome.usage, request: sent, leaf });
    if (outcome.kind === 'aborted') return outcome;
    if (outcome.kind === 'failed') {
      const { kind, message } = outcome.error;
      return kind === 'context-too-long' ? { kind: 'too-long' } : { kind: 'failed', message };
    }
    if (outcome.stopReason === 'context-full') return { kind: 'too-long' };
    const text = outcome.text.trim();
    if (text === '') return { kind: 'empty' };
    return { kind: 'text', text: text.slice(0, charactersWithin(text, window / 8)), modelId: model.id };
  }

  private async windowOf({ id, contextWindow }: SelectedModel): Promise<number | undefined> {
    return contextWindow ?? (await this.options.loadPricing(id)).contextWindow;
  }
}

/** The share of the context window that a request for a summary may fill, so that its answer fits too. */
const MAX_REQUEST_SHARE = 0.85;
/** Per request. A summary is worth a retry, because the chat may not be able to continue without it. */
const ATTEMPTS = 3;
/** How many sizes of pieces are tried. The size is halved each time the provider refuses a piece as too long. */
const PIECE_SIZES = 4;

interface Asked {
  readonly model: SelectedModel;
  readonly question: string;
  readonly words: number;
  readonly window: number;
  /** The chat's own model summarizes, so the request can share the chat's cached prefix. */
  readonly isFork: boolean;
  readonly signal: AbortSignal;
}

interface SummaryText {
  readonly kind: 'text';
  readonly text: string;
  readonly modelId: string;
}

type Answered =
  | SummaryText
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'too-long' | 'empty' };

/** False if another request could still give a summary. */
function isAnswer(answered: Answered): answered is Exclude<Answered, { readonly kind: 'too-long' | 'empty' }> {
  return answered.kind !== 'too-long' && answered.kind !== 'empty';
}

/**
 * Returns the request with the messages `shown`, followed by the question. If `shown` are the messages of the request,
 * the bytes before the question do not change.
 */
function withQuestion(request: ModelRequest, shown: readonly Message[], question: string): ModelRequest {
  const messages: Message[] = [];
  for (const message of [...shown, userMessage(question)]) {
    const last = messages.at(-1);
    if (last && last.role === message.role) {
      messages[messages.length - 1] = { ...last, parts: [...last.parts, ...message.parts] };
    } else messages.push(message);
  }
  // The last message gets no cache anchor, because it ends in the question, which later requests do not contain.
  return { ...request, messages, cacheAnchors: request.cacheAnchors.filter((index) => index < messages.length - 1) };
}

/** Counts messages as users see them: an earlier summary counts as the messages that it replaced. */
function countMessages(replaced: readonly NodeMessages[]): number {
  return replaced.reduce(
    (sum, { node, messages }) => sum + (node.kind === 'summary' ? node.messages : messages.length),
    0,
  );
}

function isFull(end: NonNullable<Turn['answer']>['end']): boolean {
  if (!('error' in end)) return end.stopReason === 'context-full';
  return end.error.kind === 'context-too-long' && !end.error.overflow?.isMessage;
}

/** Null if the user needs no notice. */
function toNotice(outcome: Exclude<Outcome, { kind: 'compressed' }>, cause: Cause): string | null {
  const toText = cause === 'forced' ? compressionTexts.failed : compressionTexts.automaticFailed;
  switch (outcome.kind) {
    case 'failed':
      return toText(outcome.message);
    case 'no-text':
      return toText(compressionTexts.noText());
    case 'not-smaller':
      return cause === 'forced' ? compressionTexts.notSmaller() : compressionTexts.notSmallerSwitchedOff();
    case 'aborted':
      return null;
  }
}
