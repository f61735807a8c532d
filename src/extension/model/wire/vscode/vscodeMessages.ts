import type { ModelRequest } from '../../chatModel.ts';
import { describeLeftOut } from '../../media.ts';
import type { JsonObject, Message, Part, ToolResultPart } from '../../message.ts';
import { toWireName } from '../../toolNames.ts';

/**
 * A request in the terms of VS Code's language models: two roles, text, calls and results. There is no system role,
 * no thinking and, in the API that every supported VS Code has, no image.
 */
export interface VscodeMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly VscodePart[];
}

export type VscodePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly type: 'tool-result'; readonly callId: string; readonly text: string };

/** The system text goes first, as a message of the user's: VS Code lends its models without a system role. */
export function toVscodeMessages({ system, messages }: ModelRequest): VscodeMessage[] {
  const own: VscodeMessage[] = system ? [{ role: 'user', parts: [{ type: 'text', text: system }] }] : [];
  return [...own, ...messages.map(toVscodeMessage).filter(({ parts }) => parts.length > 0)];
}

/**
 * True where the user has just sent an image. It would be left out, and the answer would be about something else than
 * the question; images further up were answered by another model, and a note in their place is enough.
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
      return [{ type: 'text', text: describeLeftOut(part) }];
    case 'thinking':
    case 'citation':
      return [];
  }
}

/** Results have no flag for errors there either. */
function toResultText({ content, isError }: ToolResultPart): string {
  const text = content.map((part) => (part.type === 'text' ? part.text : describeLeftOut(part))).join('\n');
  return isError ? `Error: ${text}` : text;
}
