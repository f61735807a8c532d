import type { Clock } from '../../ports/clock.ts';
import { sleep } from '../../base/timers.ts';
import type { ChatModel, ModelEvent, ModelRequest } from '../chatModel.ts';
import type { Message, Part, ToolCallPart } from '../message.ts';
import { nextTourAnswer } from './tourAnswer.ts';

export interface TourOptions {
  readonly clock: Clock;
  /** Milliseconds between two words; 15 if not given. */
  readonly pace?: number;
}

/** The scripted model of the tour (`TOUR_ID`). It works offline, on the sample project, with the real tools. */
export function createTourModel({ clock, pace = 15 }: TourOptions): ChatModel {
  return { stream: (request, signal) => streamTour(request, { clock, pace }, signal) };
}

async function* streamTour(
  request: ModelRequest,
  { clock, pace }: Required<TourOptions>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const answer = nextTourAnswer(request);
  const calls = answer.calls.map((call, index): ToolCallPart => ({
    type: 'tool-call',
    // Calls are numbered over the whole history, so that an id is unique in the conversation.
    id: `tour-${countCalls(request.messages) + index + 1}`,
    ...call,
  }));
  let thinking = '';
  let text = '';
  const parts = (): Part[] => [
    ...(thinking ? [{ type: 'thinking' as const, text: thinking }] : []),
    ...(text ? [{ type: 'text' as const, text }] : []),
  ];
  // Null, not zero, because the tour does not count tokens.
  const usage = null;
  try {
    signal.throwIfAborted();
    for (const word of wordsOf(answer.thinking)) {
      await sleep(clock, pace, signal);
      thinking += word;
      yield { type: 'thinking-delta', text: word };
    }
    for (const word of wordsOf(answer.text)) {
      await sleep(clock, pace, signal);
      text += word;
      yield { type: 'text-delta', text: word };
    }
    for (const { id, name, input } of calls) {
      await sleep(clock, pace, signal);
      yield { type: 'tool-call-start', id, name };
      yield { type: 'tool-call-delta', id, text: JSON.stringify(input) };
    }
  } catch {
    // Only an abort throws here.
    const message: Message = { role: 'assistant', parts: parts() };
    yield { type: 'end', stopReason: 'aborted', message, usage };
    return;
  }
  for (const call of calls) yield { type: 'tool-call', call };
  const message: Message = { role: 'assistant', parts: [...parts(), ...calls] };
  yield { type: 'end', stopReason: calls.length > 0 ? 'tools' : 'done', message, usage };
}

/** Each word has the white space after it. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function countCalls(messages: readonly Message[]): number {
  return messages.reduce((sum, { parts }) => sum + parts.filter((part) => part.type === 'tool-call').length, 0);
}
