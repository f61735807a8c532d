import type { Message, Part } from '../../model/message.ts';
import { charactersWithin, estimateMessages, estimateTokens } from '../../model/tokens.ts';
import { cutMiddle } from '../../text/middleCut.ts';
import type { Carried } from '../conversation/conversationEntry.ts';
import type { ConversationNode } from '../conversation/conversationNode.ts';
import { toCuratedHistory } from '../conversation/curatedHistory.ts';
import { summaryParts } from '../conversation/summaryText.ts';

/**
 * A compression keeps at most about this share of the messages' tokens, beginning with the newest messages (seed 002).
 * It keeps more if the newest messages alone are larger and cannot be split.
 */
export const KEPT_SHARE = 0.3;
/** Tokens. Summarizing fewer tokens would save nothing. */
export const LEAST_COMPRESSED = 500;
/**
 * The share of the context window that an automatic compression must at least summarize. Without this minimum, a chat
 * whose tools and newest messages alone are above the limit would be compressed before each request.
 */
export const LEAST_SHARE = 0.05;

/**
 * Returns the index of the first message to keep; 0 if the messages cannot be split. About `fraction` of the tokens
 * comes before that message. A message with tool results is never the first to keep, because its calls come before it.
 */
export function findCompressSplitPoint(messages: readonly Message[], fraction: number): number {
  const sizes = messages.map((message) => estimateMessages([message]));
  const target = sizes.reduce((sum, size) => sum + size, 0) * fraction;
  let before = 0;
  let found = 0;
  for (const [index, message] of messages.entries()) {
    if (index > 0 && !message.parts.some((part) => part.type === 'tool-result')) {
      found = index;
      if (before >= target) return index;
    }
    before += sizes[index] ?? 0;
  }
  return found;
}

export interface NodeMessages {
  readonly node: ConversationNode;
  readonly messages: readonly Message[];
}

/** The messages that the model sees, by node. A call and its result belong to the same node. */
export function messagesByNode(visible: readonly ConversationNode[]): NodeMessages[] {
  return visible.map((node) => ({ node, messages: messagesOf(node) })).filter(({ messages }) => messages.length > 0);
}

function messagesOf(node: ConversationNode): readonly Message[] {
  // `toCuratedHistory` would ignore the summary, because the path of one node does not contain the messages that the
  // summary keeps.
  return node.kind === 'summary' ? [{ role: 'user', parts: summaryParts(node) }] : toCuratedHistory([node]);
}

/** The parameter `kept` is the share of the tokens to keep. `replaced` is empty if there is nothing to compress. */
export function splitNodes(
  nodes: readonly NodeMessages[],
  kept: number,
): { readonly replaced: readonly NodeMessages[]; readonly kept: readonly NodeMessages[] } {
  const split = findCompressSplitPoint(
    nodes.flatMap(({ messages }) => messages),
    1 - kept,
  );
  let count = 0;
  const first = nodes.findIndex(({ messages }) => {
    if (count >= split) return true;
    count += messages.length;
    return false;
  });
  const index = Math.max(0, first);
  return { replaced: nodes.slice(0, index), kept: nodes.slice(index) };
}

/** Characters of a prompt that a summary carries. */
const MAX_PROMPT = 2_000;
/** The share of the window that the carried prompts may fill together. */
const CARRIED_SHARE = 0.15;
/** Characters that remain of a prompt if all prompts together are too long. */
const SHORTENED = 200;

/** Returns the texts that requests contain even after the compression. `window`: the context window in tokens. */
export function toCarried(replaced: readonly ConversationNode[], window: number): Carried {
  let carried: Carried = { prompts: [], todos: '', plan: '' };
  for (const node of replaced) {
    if (node.kind === 'summary') carried = node.carried;
    else if (node.kind === 'prompt') {
      const text = node.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
      const prompt = text.length > MAX_PROMPT ? cutMiddle(text, MAX_PROMPT) : text;
      if (prompt.trim() !== '') carried = { ...carried, prompts: [...carried.prompts, prompt] };
    } else {
      for (const { result, view } of node.results) {
        if (result.isError) continue;
        const todos = view.todos?.map(({ content, status }) => `- [${status}] ${content}`).join('\n');
        carried = { ...carried, ...(view.plan && { plan: view.plan }), ...(todos !== undefined && { todos }) };
      }
    }
  }
  return { ...carried, prompts: limitPrompts(carried.prompts, window * CARRIED_SHARE) };
}

/**
 * Shortens prompts if together they have more than `tokens`. Begins in the middle, because the first prompts name the
 * task, and the last prompts say what matters now. If the prompts are still too long, leaves prompts out in the same
 * order, but never the first prompt.
 */
export function limitPrompts(prompts: readonly string[], tokens: number): readonly string[] {
  const limited = [...prompts];
  const sizes = limited.map(estimateTokens);
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const middle = (prompts.length - 1) / 2;
  const order = limited.map((_, index) => index).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  const replace = (index: number, text: string): void => {
    const size = estimateTokens(text);
    total += size - (sizes[index] ?? 0);
    sizes[index] = size;
    limited[index] = text;
  };
  for (const index of order) {
    const text = limited[index] ?? '';
    if (total <= tokens) return limited;
    if (text.length > SHORTENED) replace(index, cutMiddle(text, SHORTENED));
  }
  for (const index of order) {
    if (total <= tokens) break;
    if (index > 0) replace(index, '');
  }
  return limited.filter((text, index) => index === 0 || text !== '');
}

/**
 * Groups the messages of the nodes. Each group has about `tokens` at most. A single node with more than `tokens` is
 * cut.
 */
export function toPieces(nodes: readonly NodeMessages[], tokens: number): Message[][] {
  const pieces: Message[][] = [];
  let room = 0;
  for (const { messages } of nodes) {
    const size = estimateMessages(messages);
    // If at least half of the current piece is free, a node that is too large for any piece is cut to the free part.
    const limit = size > tokens && room >= tokens / 2 ? room : tokens;
    const fitting = size <= limit ? messages : messages.map((message) => shorten(message, limit / messages.length));
    const needed = Math.min(size, limit);
    if (pieces.length === 0 || needed > room) {
      pieces.push([]);
      room = tokens;
    }
    pieces.at(-1)?.push(...fitting);
    room -= needed;
  }
  return pieces;
}

/**
 * Cuts the texts of a message, so that together they have about `tokens`. Drops the arguments of a call if they are too
 * long. Leaves out images, documents, thoughts and citations.
 */
function shorten(message: Message, tokens: number): Message {
  const limit = Math.max(100, Math.floor(tokens / Math.max(1, message.parts.length)));
  const cut = (text: string): string =>
    estimateTokens(text) > limit ? cutMiddle(text, Math.max(100, charactersWithin(text, limit))) : text;
  const parts = message.parts.flatMap((part): Part[] => {
    switch (part.type) {
      case 'text':
        return [{ ...part, text: cut(part.text) }];
      case 'tool-call':
        return [estimateTokens(JSON.stringify(part.input)) > limit ? { ...part, input: {} } : part];
      case 'tool-result': {
        const texts = part.content.flatMap((each) => (each.type === 'text' ? each.text : []));
        return [{ ...part, content: [{ type: 'text', text: cut(texts.join('\n')) }] }];
      }
      default:
        return [];
    }
  });
  return { ...message, parts };
}
