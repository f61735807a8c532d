import type { Message, Part, ToolResultPart } from '../../model/message.ts';
import { toolCallsOf } from '../../model/message.ts';
import { messageOf, type AnswerNode, type ConversationNode, type PromptNode } from './conversation.ts';
import { ensureToolResultPairing } from './history.ts';

/**
 * What the model sees of a conversation: derived from the path, so that every call is followed by its result by
 * construction, an interrupted turn says that it was, and the same path always gives the same bytes.
 */
export function toCuratedHistory(path: readonly ConversationNode[]): Message[] {
  const messages: Message[] = [];
  let note: Part[] = [];
  for (const node of withoutFailedPrompts(path)) {
    if (node.kind === 'prompt') {
      addUserParts(messages, [...(node.steers ? STEERING : note), ...contextOf(node), ...node.parts]);
      // An answer that it steers goes on behind it, or has been interrupted.
      note = node.steers ? INTERRUPTED : [];
      continue;
    }
    const message = messageOf(node);
    if (message.parts.length > 0) messages.push(message);
    const results = resultsOf(node);
    if (results.length > 0) addUserParts(messages, results);
    note = noteOn(node);
  }
  return ensureToolResultPairing(messages);
}

/**
 * The path as the model sees it, without each prompt that failed before anything was answered, and without its failure.
 * If the user retries such a prompt, the new answer is on the path and the failure is not.
 */
export function withoutFailedPrompts(path: readonly ConversationNode[]): ConversationNode[] {
  const kept: ConversationNode[] = [];
  for (let index = 0; index < path.length;) {
    const next = path.findIndex((node, place) => place > index && node.kind === 'prompt');
    const end = next < 0 ? path.length : next;
    const [prompt, ...answer] = path.slice(index, end);
    const isFailed = prompt?.kind === 'prompt' && !prompt.steers && hasFailedUnanswered(answer);
    if (!isFailed) kept.push(...path.slice(index, end));
    index = end;
  }
  return kept;
}

function hasFailedUnanswered(answer: readonly ConversationNode[]): boolean {
  const last = answer.at(-1);
  if (last?.kind !== 'answer' || last.close?.outcome !== 'failed') return false;
  const parts = answer.flatMap((node) => (node.kind === 'answer' ? messageOf(node).parts : []));
  return !parts.some((part) => part.type === 'tool-call' || (part.type === 'text' && part.text.trim() !== ''));
}

const INTERRUPTED: Part[] = [{ type: 'text', text: '[The previous answer was interrupted before it was complete.]' }];
/** It stands behind the results, where the model would otherwise take it for the next task. */
const STEERING: Part[] = [
  { type: 'text', text: '[The user says this while you are at work. Take it into account, and go on.]' },
];

/** What the model must know of its last answer, told in front of the next prompt. */
function noteOn(node: AnswerNode): Part[] {
  const { close, amended } = node;
  const isClosed = close?.outcome === 'stopped' && close.stopReason !== 'aborted';
  // It saw none of its last calls' results before the user spoke again.
  const isWhole = isClosed && toolCallsOf(messageOf(node)).length === 0;
  if (!isWhole) return INTERRUPTED;
  return amended.length > 0 ? [{ type: 'text', text: amendedNote(amended) }] : [];
}

function amendedNote(files: readonly string[]): string {
  return `[Before these edits were applied, the user changed or took back some of them in: ${files.join(', ')}. Read these files again.]`;
}

/** What the user's words are about stands in front of them. */
function contextOf({ context }: PromptNode): Part[] {
  return context.map(({ text }) => ({ type: 'text', text }));
}

/** In the order of the calls, which does not depend on which call ended first. */
function resultsOf(node: AnswerNode): ToolResultPart[] {
  const results = new Map(node.results.map(({ result }) => [result.callId, result]));
  return toolCallsOf(messageOf(node)).flatMap((call) => results.get(call.id) ?? []);
}

/** Providers want roles to alternate: what follows a user message without an answer in between joins it. */
function addUserParts(messages: Message[], parts: readonly Part[]): void {
  const last = messages.at(-1);
  if (last?.role === 'user') messages[messages.length - 1] = { ...last, parts: [...last.parts, ...parts] };
  else messages.push({ role: 'user', parts });
}
