import type { ChatModel, ModelEnd, ModelEvent } from '../../../src/extension/model/chatModel.ts';
import type { Message } from '../../../src/extension/model/message.ts';
import { withRetry } from '../../../src/extension/model/retry.ts';
import { createManualClock, type ManualClock, settle } from '../../support/manualClock.ts';
import { createRequest } from './wire/requests.ts';

/** The result of one request to a model with the retry policy. */
export interface Asked {
  readonly attempts: number;
  readonly events: readonly ModelEvent[];
  readonly end: ModelEnd;
  /** The message that a reader of the events shows at the end. */
  readonly shown: Message;
}

/** Milliseconds without a byte after which an adapter gives up. */
export const STALL = 60_000;

/**
 * Sends one request, and advances the clock while the request waits: before another attempt, and in an attempt that
 * gets no more bytes. `isSilent` detects such an attempt by its number (from 1) and the events that it has emitted.
 */
export async function ask(
  create: (clock: ManualClock) => ChatModel,
  isSilent: (attempt: number, emitted: readonly ModelEvent[]) => boolean = () => false,
): Promise<Asked> {
  const clock = createManualClock();
  const model = withRetry(create(clock), { clock, random: () => 0 });
  const events: ModelEvent[] = [];
  let isOver = false;
  const reading = (async () => {
    for await (const event of model.stream(createRequest(), new AbortController().signal)) events.push(event);
    isOver = true;
  })();
  let waited = 0;
  while (!isOver) {
    await settle();
    const retries = retriesIn(events);
    const last = retries.at(-1);
    if (clock.pending !== 1) continue;
    if (last && retries.length > waited) {
      waited += 1;
      await clock.advance(last.delay);
    } else if (isSilent(retries.length + 1, lastAttempt(events))) await clock.advance(STALL);
  }
  await reading;
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('The stream had no end.');
  return { attempts: retriesIn(events).length + 1, events, end, shown: shownBy(events) };
}

export function delaysIn(events: readonly ModelEvent[]): number[] {
  return retriesIn(events).map(({ delay }) => delay);
}

function retriesIn(events: readonly ModelEvent[]) {
  return events.filter((event) => event.type === 'retry');
}

function lastAttempt(events: readonly ModelEvent[]): readonly ModelEvent[] {
  return events.slice(events.findLastIndex(({ type }) => type === 'retry') + 1);
}

function shownBy(events: readonly ModelEvent[]): Message {
  const text = lastAttempt(events).map((event) => (event.type === 'text-delta' ? event.text : ''));
  return { role: 'assistant', parts: text.join('') ? [{ type: 'text', text: text.join('') }] : [] };
}
