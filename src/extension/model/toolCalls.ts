import type { JsonObject, Message, Opaque, ToolCallPart } from './message.ts';

/** `json` may still be growing. */
export interface OpenToolCall {
  readonly type: 'open-call';
  readonly id: string;
  readonly name: string;
  json: string;
  readonly opaque?: Opaque;
}

/**
 * Parses the arguments of a call, and never repairs or guesses them. Empty text becomes `{}`, because the wires send a
 * call without arguments that way.
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

export function mayBeCut(call: OpenToolCall): boolean {
  return call.json.trim() === '' || parseArguments(call.json) === undefined;
}

/** True if no more text can belong to the arguments. */
export function isWholeCall(call: OpenToolCall): boolean {
  return call.json.trimEnd().endsWith('}') && !mayBeCut(call);
}

/** The call ids in these messages, which the next answer must not reuse. */
export function callIdsIn(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));
}

/** Returns a generated id if the wire gave none or repeated a used id. */
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
