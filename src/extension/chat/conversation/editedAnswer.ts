import { textOf, toolCallsOf, type Part } from '../../model/message.ts';
import type { AnswerClose, AnswerOrigin } from './conversationEntry.ts';
import { messageOf, type AnswerNode } from './conversationNode.ts';

/** The text of an answer's last message; undefined if the message has not ended, has no text, or has calls. */
export function editableText(last: AnswerNode): string | undefined {
  const message = messageOf(last);
  if (!last.close || toolCallsOf(message).length > 0) return undefined;
  const text = textOf(message);
  return text.trim() === '' ? undefined : text;
}

/**
 * The edited message is a sibling that cost nothing. The message's thinking is left out, because it led to the old
 * text.
 */
export function toEdited(
  last: AnswerNode,
  text: string,
): { readonly origin: AnswerOrigin; readonly close: AnswerClose } {
  const { id, modelId, promptId, speculated, amended, filesNote } = last;
  const citations = messageOf(last).parts.filter((part) => part.type === 'citation');
  const parts: Part[] = [{ type: 'text', text }, ...citations];
  const notes = { ...(amended.length > 0 && { amended }), ...(filesNote !== null && { filesNote }) };
  return {
    origin: { modelId, promptId, edits: id, ...(speculated && { speculated }), ...notes },
    close: {
      outcome: 'stopped',
      stopReason: 'done',
      message: { role: 'assistant', parts },
      usage: null,
      cost: 0,
      context: null,
    },
  };
}
