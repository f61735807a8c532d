import type { Message, ToolCallPart, ToolResultPart } from '../message.ts';

export interface PairedCall {
  readonly call: ToolCallPart;
  readonly result: ToolResultPart;
}

export function pairCalls(messages: readonly Message[]): PairedCall[] {
  const results = new Map<string, ToolResultPart>();
  for (const { parts } of messages) {
    for (const part of parts) if (part.type === 'tool-result') results.set(part.callId, part);
  }
  return messages
    .flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
    .flatMap((call) => {
      const result = results.get(call.id);
      return result ? [{ call, result }] : [];
    });
}
