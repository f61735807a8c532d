import { expect } from 'vitest';
import type { ModelEnd, ModelError, ModelEvent } from '../../../../../src/extension/model/chatModel.ts';

/** Returns the only end event, which must be the last event. */
export function endOf(events: readonly ModelEvent[]): ModelEnd {
  const ends = events.filter((event) => event.type === 'end');
  expect(ends).toHaveLength(1);
  expect(events.at(-1)).toBe(ends[0]);
  return ends[0] as ModelEnd;
}

export function errorOf(events: readonly ModelEvent[]): ModelError {
  const end = endOf(events);
  if (!('error' in end)) throw new Error(`No error, but ${end.stopReason}`);
  return end.error;
}
