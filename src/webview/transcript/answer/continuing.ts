import type { AnswerItem, AnswerStatus } from '../../../shared/transcriptItem.ts';
import { strings } from '../../strings/strings.ts';
import { answerText } from './answerParts.ts';

/** What *Continue* does with an answer. `larger-budget`: the model's thoughts alone reached the output limit. */
export type Continuing = 'continue' | 'larger-budget';

/** Null if there is nothing to continue. The host decides how an answer is continued. */
export function continuingOf({ status, blocks }: Pick<AnswerItem, 'status' | 'blocks'>): Continuing | null {
  if (status === 'streaming' || status === 'refused') return null;
  if (status === 'only-thinking') return 'larger-budget';
  const hasContent = answerText({ blocks }) !== '' || blocks.some(({ kind }) => kind === 'tool');
  return hasContent || status === 'turn-limit' || status === 'cut-off' ? 'continue' : null;
}

/** Whether a menu's entry is disabled, and why. */
export interface Availability {
  readonly disabled?: true;
  readonly reason?: string;
}

interface Chat {
  readonly idle: boolean;
  readonly isTour: boolean;
}

/** The entry of an answer's menu; null if there is none. */
export function answerEntry(
  answer: Pick<AnswerItem, 'status' | 'blocks'>,
  { idle, isTour }: Chat,
): (Availability & { readonly continuing: Continuing }) | null {
  const continuing = continuingOf(answer);
  // A complete answer of the tour's script has no continuation.
  if (continuing === null || (isTour && !endedEarly(answer))) return null;
  return { continuing, ...(!idle && unavailable(strings.answer.whileAnswering)) };
}

/** The entry of a user message's menu; null if the message has no text. */
export function promptEntry(text: string, { idle, isTour }: Chat): Availability | null {
  if (text.trim() === '') return null;
  if (isTour) return unavailable(strings.notInTour);
  return idle ? {} : unavailable(strings.answer.whileAnswering);
}

function unavailable(reason: string): Availability {
  return { disabled: true, reason };
}

/** Whether the notice of the answer offers to continue the answer, because the answer ended too early. */
export function endedEarly({ status }: Pick<AnswerItem, 'status'>): boolean {
  return EARLY.has(status);
}

const EARLY: ReadonlySet<AnswerStatus> = new Set([
  'stopped',
  'interrupted',
  'turn-limit',
  'loop',
  'cut-off',
  'only-thinking',
]);
