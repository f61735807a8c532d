import { type Message, type Part, type ToolCallPart, type ToolResultPart, toolCallsOf } from '../../model/message.ts';

/** Sent to the model for a call without a result. */
export const MISSING_RESULT = 'interrupted: no result was recorded';

/**
 * Returns the history with every call answered, because providers refuse any other history. The user message after
 * calls begins with one result for each call, in call order. A later result is moved there if it precedes the next
 * assistant message; a missing result becomes an error result. Results without a call, duplicate results, and messages
 * that become empty are dropped. Unchanged messages, and an unchanged array, are returned as the same object.
 */
export function ensureToolResultPairing(messages: readonly Message[]): Message[] {
  const paired: Message[] = [];
  let index = 0;
  while (index < messages.length) {
    const calls: ToolCallPart[] = [];
    const assistant = messages[index];
    if (assistant?.role === 'assistant') {
      index += 1;
      const kept = withParts(assistant, (part) => part.type !== 'tool-result');
      if (kept) paired.push(kept);
      if (kept) calls.push(...toolCallsOf(kept));
    }
    const answering = [];
    for (let next = messages[index]; next?.role === 'user'; next = messages[index]) {
      answering.push(next);
      index += 1;
    }
    paired.push(...answer(calls, answering));
  }
  return isUnchanged(messages, paired) ? messages : paired;
}

/** Returns the user messages between two assistant messages. The first message begins with the results of the calls. */
function answer(calls: readonly ToolCallPart[], messages: readonly Message[]): Message[] {
  const others = messages.map((message) =>
    withParts(message, (part) => part.type !== 'tool-result' && part.type !== 'tool-call'),
  );
  if (calls.length === 0) return others.filter((message) => message !== undefined);

  const recorded = messages.flatMap((message) => message.parts).filter((part) => part.type === 'tool-result');
  const results = calls.map((call) => takeResult(recorded, call) ?? missingResult(call));
  const [first] = messages;
  const opening: Message = {
    ...(first ?? { role: 'user' }),
    parts: [...results, ...(others[0]?.parts ?? [])],
  };
  const kept = first && hasSameParts(first, opening) ? first : opening;
  return [kept, ...others.slice(1).filter((message) => message !== undefined)];
}

function takeResult(recorded: ToolResultPart[], call: ToolCallPart): ToolResultPart | undefined {
  const index = recorded.findIndex((result) => result.callId === call.id);
  return index < 0 ? undefined : recorded.splice(index, 1)[0];
}

function missingResult(call: ToolCallPart): ToolResultPart {
  const content = [{ type: 'text', text: MISSING_RESULT }] as const;
  return { type: 'tool-result', callId: call.id, name: call.name, content, isError: true };
}

/** The same object if all parts pass; undefined if none is left. */
function withParts(message: Message, passes: (part: Part) => boolean): Message | undefined {
  const parts = message.parts.filter(passes);
  if (parts.length === message.parts.length) return message;
  return parts.length > 0 ? { ...message, parts } : undefined;
}

function hasSameParts(left: Message, right: Message): boolean {
  return left.parts.length === right.parts.length && left.parts.every((part, index) => part === right.parts[index]);
}

function isUnchanged(messages: readonly Message[], paired: readonly Message[]): messages is Message[] {
  return messages.length === paired.length && messages.every((message, index) => message === paired[index]);
}
