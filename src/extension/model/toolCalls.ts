import type { JsonObject, Message, Opaque, ToolCallPart } from './message.ts';

/** A tool call as it arrives: the arguments are JSON text that may still be growing. */
export interface OpenToolCall {
  readonly type: 'open-call';
  readonly id: string;
  readonly name: string;
  json: string;
  readonly opaque?: Opaque;
}

/**
 * Nothing is repaired or guessed: what is not a JSON object is kept as it was written, so that the model can
 * be told. No text at all is `{}`, which is how the wires send a call without arguments.
 */
export function toToolCall(call: OpenToolCall): ToolCallPart {
  const input = parseArguments(call.json);
  return {
    type: 'tool-call',
    id: call.id,
    name: call.name,
    input: input ?? {},
    ...(input === undefined && { malformed: call.json }),
    ...(call.opaque && { opaque: call.opaque }),
  };
}

/** True where the call cannot be told from one that was cut off in the middle of its arguments. */
export function mayBeCut(call: OpenToolCall): boolean {
  return call.json.trim() === '' || parseArguments(call.json) === undefined;
}

/** True if the arguments are a complete JSON object, so that nothing can follow. */
export function isWholeCall(call: OpenToolCall): boolean {
  return call.json.trimEnd().endsWith('}') && !mayBeCut(call);
}

/** The ids that an answer to these messages may not give again. */
export function callIdsIn(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));
}

/** The id that the wire gave, or one of ours where it gave none or one that was used before. */
export function toUnusedId(given: string, used: ReadonlySet<string>): string {
  if (given && !used.has(given)) return given;
  const base = given || 'call';
  for (let count = used.size + 1; ; count += 1) {
    const id = `${base}_${count}`;
    if (!used.has(id)) return id;
  }
}

function parseArguments(json: string): JsonObject | undefined {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
