import type { Message, Part, ToolResultPart } from '../model/message.ts';
import { toolCallsOf } from '../model/message.ts';
import { messageOf, type AnswerNode, type ConversationNode } from './conversation.ts';
import { ensureToolResultPairing } from './history.ts';

/**
 * What the model sees of a conversation: derived from the path, so that every call is followed by its result by
 * construction, an interrupted turn says that it was, and the same path always gives the same bytes.
 */
export function toCuratedHistory(path: readonly ConversationNode[]): Message[] {
  const messages: Message[] = [];
  let interrupted = false;
  for (const node of path) {
    if (node.kind === 'prompt') {
      const note: Part[] = interrupted ? [{ type: 'text', text: interruptedNote }] : [];
      addUserParts(messages, [...note, ...node.parts]);
      interrupted = false;
      continue;
    }
    const message = messageOf(node);
    if (message.parts.length > 0) messages.push(message);
    const results = resultsOf(node);
    if (results.length > 0) addUserParts(messages, results);
    interrupted = wasInterrupted(node);
  }
  return ensureToolResultPairing(messages);
}

const interruptedNote = '[The previous answer was interrupted before it was complete.]';

function wasInterrupted(node: AnswerNode): boolean {
  const { close } = node;
  return close?.outcome !== 'stopped' || close.stopReason === 'aborted';
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
