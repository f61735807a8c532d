import type { ModelRequest } from '../../chatModel.ts';
import { describeOmitted } from '../../media.ts';
import type { JsonObject, Message, Part, ToolResultPart } from '../../message.ts';
import { toWireName } from '../../toolNames.ts';

/**
 * A message for VS Code's language models. Their API has no system role, no thinking and, in the oldest supported VS
 * Code, no images.
 */
export interface VscodeMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly VscodePart[];
}

export type VscodePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly type: 'tool-result'; readonly callId: string; readonly text: string };

/** The system prompt becomes the first user message. */
export function toVscodeMessages({ system, messages }: ModelRequest): VscodeMessage[] {
  const own: VscodeMessage[] = system ? [{ role: 'user', parts: [{ type: 'text', text: system }] }] : [];
  return [...own, ...messages.map(toVscodeMessage).filter(({ parts }) => parts.length > 0)];
}

/**
 * Whether the user has just sent an image. The request must then fail, because the model would answer without the
 * image. For earlier images, a note is enough, because usually another model has answered them.
 */
export function endsWithImage({ messages }: ModelRequest): boolean {
  const last = messages.at(-1);
  return last?.role === 'user' && last.parts.some((part) => part.type === 'image');
}

function toVscodeMessage({ role, parts }: Message): VscodeMessage {
  return { role, parts: parts.flatMap(toVscodePart) };
}

function toVscodePart(part: Part): VscodePart[] {
  switch (part.type) {
    case 'text':
      return part.text ? [{ type: 'text', text: part.text }] : [];
    case 'tool-call':
      return [{ type: 'tool-call', id: part.id, name: toWireName(part.name), input: part.input }];
    case 'tool-result':
      return [{ type: 'tool-result', callId: part.callId, text: toResultText(part) }];
    case 'image':
    case 'document':
      return [{ type: 'text', text: describeOmitted(part) }];
    case 'thinking':
    case 'citation':
      return [];
  }
}

/** VS Code's results have no error flag, so the text begins with "Error:". */
function toResultText({ content, isError }: ToolResultPart): string {
  const text = content.map((part) => (part.type === 'text' ? part.text : describeOmitted(part))).join('\n');
  return isError ? `Error: ${text}` : text;
}
