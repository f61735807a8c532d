import { SHORT_OF_RESOURCES } from '../../../shared/stopWord.ts';
import type { StopDetails, StopReason } from '../../model/chatModel.ts';
import type { Message, Part, ToolResultPart } from '../../model/message.ts';
import { toolCallsOf } from '../../model/message.ts';
import { messageOf, type AnswerNode, type ConversationNode, type PromptNode } from './conversationNode.ts';
import { ensureToolResultPairing } from './history.ts';
import { summaryParts } from './summaryText.ts';
import { lastMessageNode, visiblePath } from './visiblePath.ts';

/**
 * The messages that the model sees of a conversation. The same path always gives the same bytes. A summary replaces the
 * messages that it sums up, and every call is followed by its result.
 */
export function toCuratedHistory(path: readonly ConversationNode[]): Message[] {
  const messages: Message[] = [];
  let note: Part[] = [];
  let isGoingOn = false;
  for (const node of withoutFailedPrompts(visiblePath(path))) {
    if (node.kind === 'summary') {
      addUserParts(messages, summaryParts(node));
      continue;
    }
    if (node.kind === 'prompt') {
      addUserParts(messages, [...(node.steers ? STEERING : note), ...contextOf(node), ...node.parts]);
      // A steering prompt is followed by the rest of its answer, unless that answer was interrupted.
      note = node.steers ? INTERRUPTED : [];
      continue;
    }
    const message = messageOf(node);
    if (isGoingOn && messages.at(-1)?.role === 'assistant') messages.push(PLEASE_CONTINUE);
    if (message.parts.length > 0 && !isRefusal(node)) messages.push(message);
    isGoingOn = needsContinueMessage(node);
    const hasCalls = toolCallsOf(message).length > 0;
    // For the rest of the answer, the model needs the note about how the files differ from the prepared edits.
    const results = [...resultsOf(node), ...(hasCalls ? filesNoteOf(node) : [])];
    if (results.length > 0) addUserParts(messages, results);
    note = noteOn(node);
  }
  return ensureToolResultPairing(messages);
}

/**
 * If the history ends in a message of the model, adds a message that asks the model to continue. The added message
 * stays there in later requests, so that they begin with the same bytes.
 */
export function toContinuedHistory(path: readonly ConversationNode[]): Message[] {
  const messages = toCuratedHistory(path);
  const last = lastMessageNode(path);
  const goesOn = last?.kind === 'answer' && needsContinueMessage(last) && messages.at(-1)?.role === 'assistant';
  return goesOn ? [...messages, PLEASE_CONTINUE] : messages;
}

/**
 * Without this text, the request would end in a message of the model, and current models refuse such a request (seed
 * 002). The text is neither stored nor shown.
 */
const PLEASE_CONTINUE: Message = { role: 'user', parts: [{ type: 'text', text: 'Please continue.' }] };

/** Requests leave out a refused answer without calls, because providers would otherwise refuse the next request too. */
function isRefusal(node: AnswerNode): boolean {
  const { close } = node;
  const isRefused = close?.outcome === 'stopped' && close.stopReason === 'refused';
  return isRefused && toolCallsOf(messageOf(node)).length === 0;
}

/**
 * False if the provider paused the answer, because the provider then expects the same request again, with the partial
 * answer at its end.
 */
function needsContinueMessage({ close }: AnswerNode): boolean {
  return !(close?.outcome === 'stopped' && close.stopReason === 'paused');
}

/**
 * Leaves out prompts that failed before any text or tool call arrived, and their failures. Steering prompts always
 * stay.
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
const LOOP: Part[] = [
  { type: 'text', text: '[The previous answer repeated itself, so it was stopped before it was complete.]' },
];
/** Without this note, the model may treat a prompt that follows tool results as a new task. */
const STEERING: Part[] = [
  { type: 'text', text: '[The user sent this message while you were working. Take it into account and continue.]' },
];

/** The note precedes the prompt after this message; empty if the answer needs no note. */
function noteOn(node: AnswerNode): Part[] {
  const { close, pause } = node;
  if (pause?.kind === 'loop') return LOOP;
  const hasCalls = toolCallsOf(messageOf(node)).length > 0;
  if (close?.outcome !== 'stopped' || close.stopReason === 'aborted') {
    return hasCalls ? INTERRUPTED : [...INTERRUPTED, ...filesNoteOf(node)];
  }
  const cut = cutNote(close);
  if (cut !== null) return [{ type: 'text', text: cut }];
  // An answer that ends in calls was interrupted, because the model has not seen their results.
  return hasCalls ? INTERRUPTED : filesNoteOf(node);
}

/** Null if the answer reached no limit. */
function cutNote({ stopReason, stopWord, cutCall }: { readonly stopReason: StopReason } & StopDetails): string | null {
  if (stopReason !== 'length' && stopReason !== 'context-full') return null;
  const limit = stopReason === 'length' ? 'at the output limit' : 'because the context window was full';
  const reason = stopWord === SHORT_OF_RESOURCES ? 'because the provider was short of resources' : limit;
  const call = cutCall === undefined ? '' : ` Its last call (${cutCall}) was incomplete and did not run.`;
  return `[The previous answer was cut off ${reason}.${call}]`;
}

/** Chats of earlier versions list the amended files, but do not describe how they differ. */
function filesNoteOf({ amended, filesNote }: AnswerNode): Part[] {
  if (filesNote !== null) return [{ type: 'text', text: filesNote }];
  if (amended.length === 0) return [];
  const files = amended.join(', ');
  const text = `[Before these edits were applied, some of them were changed or reverted in: ${files}. Read these files again.]`;
  return [{ type: 'text', text }];
}

function contextOf({ context }: PromptNode): Part[] {
  return context.map(({ text }) => ({ type: 'text', text }));
}

/** The results are in the order of the calls, so that the order in which calls end makes no difference. */
function resultsOf(node: AnswerNode): ToolResultPart[] {
  const results = new Map(node.results.map(({ result }) => [result.callId, result]));
  return toolCallsOf(messageOf(node)).flatMap((call) => results.get(call.id) ?? []);
}

/** Adds parts to a trailing user message if there is one, because providers expect roles to alternate. */
function addUserParts(messages: Message[], parts: readonly Part[]): void {
  const last = messages.at(-1);
  if (last?.role === 'user') messages[messages.length - 1] = { ...last, parts: [...last.parts, ...parts] };
  else messages.push({ role: 'user', parts });
}
