import { MAX_AUTOMATIC_CONTINUATIONS } from '../../../shared/transcriptItem.ts';
import type { MessageEnd } from '../../continue/prompts.ts';
import { textOf, toolCallsOf } from '../../model/message.ts';
import { estimateTokens } from '../../model/tokens.ts';
import { addsNothing, messageOf, pendingCallsOf, type AnswerNode, type PromptNode } from './conversationNode.ts';

export interface ContinuedMessage {
  readonly node: AnswerNode | PromptNode;
  readonly prefix: string;
  readonly end: MessageEnd;
  /** Null unless the output limit cut the message off inside a call. */
  readonly usedOutput: UsedOutput | null;
}

export interface UsedOutput {
  readonly tokens: number;
  /** The server's own limit is lower than the requested limit, so a higher request changes nothing. */
  readonly isCapped: boolean;
}

/**
 * The action of *Continue*, planned from the last message of an answer.
 *
 * - `go-on`: requests a new message after node `after`. The last message has calls that may have run, or has no text,
 *   or the answer has paused (`isPaused`).
 * - `join`: continues the last message, which has text, or has calls that did not run.
 * - `larger-budget`: repeats the request with a higher output limit, because the thoughts alone reached the limit.
 * - `impossible`: the provider refused, or the answer is empty.
 */
export type ContinuationPlan =
  | { readonly kind: 'go-on'; readonly after: string | null; readonly isPaused: boolean }
  | { readonly kind: 'join'; readonly message: ContinuedMessage }
  | { readonly kind: 'larger-budget'; readonly after: string | null; readonly usedOutput: UsedOutput }
  | { readonly kind: 'impossible'; readonly reason: 'refused' | 'no-text' };

/** `node`: the answer's last message. `hasEarlier`: true if other messages of the answer come before it. */
export function planContinuation(node: AnswerNode, hasEarlier: boolean): ContinuationPlan {
  const { close, pause, id, parent } = node;
  if (pause) return { kind: 'go-on', after: id, isPaused: true };
  if (isRefused(node)) return { kind: 'impossible', reason: 'refused' };
  const message = messageOf(node);
  const calls = toolCallsOf(message);
  const mayHaveRun = close?.outcome === 'stopped' && MAY_HAVE_RUN.has(close.stopReason);
  if (calls.length > 0 && (mayHaveRun || node.results.length > 0)) {
    return { kind: 'go-on', after: id, isPaused: false };
  }
  const cutCall = close?.outcome === 'stopped' ? (close.cutCall ?? null) : null;
  const prefix = textOf(message);
  const isEmpty = prefix.trim() === '';
  const isAtLimit = close?.outcome === 'stopped' && close.stopReason === 'length';
  const lostCalls = cutCall !== null || pendingCallsOf(node).length > 0;
  if (!isEmpty || lostCalls) {
    const wasCut = close?.outcome !== 'stopped' || close.stopReason !== 'done';
    const usedOutput = cutCall !== null && isAtLimit ? usedOutputOf(node) : null;
    return { kind: 'join', message: { node, prefix, end: { wasCut, lostCalls, cutCall, isEmpty }, usedOutput } };
  }
  if (isAtLimit) return { kind: 'larger-budget', after: parent, usedOutput: usedOutputOf(node) };
  return hasEarlier ? { kind: 'go-on', after: parent, isPaused: false } : { kind: 'impossible', reason: 'no-text' };
}

/**
 * The number of the next automatic continuation, from 1; null for none. An answer with calls is never continued
 * automatically, because the user should see its work first.
 */
export function automaticContinuation(answer: readonly AnswerNode[]): number | null {
  const last = answer.at(-1);
  if (last?.close?.outcome !== 'stopped' || last.close.stopReason !== 'length' || last.close.cutCall !== undefined)
    return null;
  const number = (last.continues?.automatic ?? 0) + 1;
  const mayContinue =
    number <= MAX_AUTOMATIC_CONTINUATIONS && textOf(messageOf(last)).trim() !== '' && !addsNothing(last);
  return mayContinue && !answer.some((node) => toolCallsOf(messageOf(node)).length > 0) ? number : null;
}

/** The model continues the prompt's text, and writes as the user. */
export function toContinuedPrompt(node: PromptNode): ContinuedMessage {
  const prefix = textOf({ role: 'user', parts: node.parts });
  const end = { wasCut: false, lostCalls: false, cutCall: null, isEmpty: prefix.trim() === '' };
  return { node, prefix, end, usedOutput: null };
}

/** Twice the used output, at most the model's maximum if that is known. Undefined if the output cannot be larger. */
export function largerOutput({ tokens, isCapped }: UsedOutput, maximum: number | undefined): number | undefined {
  const larger = Math.min(2 * tokens, maximum ?? Infinity);
  return isCapped || larger <= tokens ? undefined : larger;
}

/** After these stop reasons, calls without a result may have run. */
const MAY_HAVE_RUN: ReadonlySet<string> = new Set(['done', 'tools', 'unknown', 'paused']);

/** Tokens. The lowest output limit that servers use by default. */
const SMALLEST_LIMIT = 4_096;

/** Share of the requested output. A cut-off output below this share shows that the server has a lower limit. */
const CAPPED_BELOW = 0.75;

function usedOutputOf({ close, maxOutputTokens: asked = 0 }: AnswerNode): UsedOutput {
  const { usage = null, message } = close ?? {};
  if (usage && !usage.estimated && usage.output > 0) {
    const isCapped = usage.output < CAPPED_BELOW * asked;
    return { tokens: isCapped ? usage.output : Math.max(usage.output, asked), isCapped };
  }
  const streamed = message?.parts.map((part) => ('text' in part ? part.text : '')).join('') ?? '';
  // The arguments of a cut call are not recorded, so the requested output is the best estimate.
  return { tokens: Math.max(SMALLEST_LIMIT, asked, estimateTokens(streamed)), isCapped: false };
}

function isRefused({ close }: AnswerNode): boolean {
  if (close?.outcome === 'failed') return close.error.kind === 'content-filtered';
  return close?.outcome === 'stopped' && close.stopReason === 'refused';
}
