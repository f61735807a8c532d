import type { AnswerItem, AnswerStatus, ErrorView } from '../../../shared/transcriptItem.ts';
import { strings } from '../../strings/strings.ts';
import { answerText } from './answerParts.ts';

/**
 * What *Continue* does with an answer. `larger-budget`: raises the output limit, because the model's thoughts alone
 * have reached it.
 */
export type Continuing = 'continue' | 'larger-budget';

type Continuable = Pick<AnswerItem, 'status' | 'blocks'> & Partial<Pick<AnswerItem, 'error'>>;

/** Null if the answer cannot be continued. The host decides how it continues. */
export function continuingOf({ status, blocks, error }: Continuable): Continuing | null {
  if (status === 'streaming' || status === 'refused') return null;
  // Only one kind of failure has no action: a safety system blocked the request. Such an answer cannot be continued.
  if (status === 'failed' && error?.action === null) return null;
  if (status === 'only-thinking') return 'larger-budget';
  const hasContent = answerText({ blocks }) !== '' || blocks.some(({ kind }) => kind === 'tool');
  return hasContent || status === 'turn-limit' || status === 'cut-off' ? 'continue' : null;
}

export interface Availability {
  readonly disabled?: true;
  readonly reason?: string;
}

interface Chat {
  readonly idle: boolean;
  readonly isTour: boolean;
}

/** The *Continue* entry of an answer's menu; null if there is none. */
export function answerEntry(
  answer: Continuable,
  { idle, isTour }: Chat,
): (Availability & { readonly continuing: Continuing }) | null {
  const continuing = continuingOf(answer);
  // A complete answer of the tour's script has no continuation.
  if (continuing === null || (isTour && !endedEarly(answer))) return null;
  return { continuing, ...(!idle && unavailable(strings.answer.whileAnswering)) };
}

/** The *Continue* entry of a user message's menu; null if the message has no text. */
export function promptEntry(text: string, { idle, isTour }: Chat): Availability | null {
  if (text.trim() === '') return null;
  if (isTour) return unavailable(strings.notInTour);
  return idle ? {} : unavailable(strings.answer.whileAnswering);
}

function unavailable(reason: string): Availability {
  return { disabled: true, reason };
}

export type NoticeAction = Continuing | 'compress' | NonNullable<ErrorView['action']>;

/**
 * The actions of an answer's notice, the best one first. `isLast`: nothing follows the answer. `isFirst`: no earlier
 * answer can be compressed.
 */
export function noticeActions(
  answer: Continuable,
  { isLast, isFirst }: { readonly isLast: boolean; readonly isFirst: boolean },
): readonly NoticeAction[] {
  const { status, blocks, error } = answer;
  const continuing = continuingOf(answer);
  if (endedEarly(answer)) return continuing ? [continuing] : [];
  if (status === 'context-full' && !isLast) return [];
  if (status === 'context-full')
    return isFirst ? ['select-model', 'new-chat'] : ['compress', 'select-model', 'new-chat'];
  const action = error?.action ?? null;
  if (status !== 'failed' || action === null) return [];
  // A retry would replace the text that has arrived, so the notice does not offer a retry. The footer offers one.
  const canGoOn = continuing !== null && answerText({ blocks }) !== '' && action !== 'new-chat';
  if (!canGoOn) return [action];
  return action === 'retry' ? [continuing] : [action, continuing];
}

function endedEarly({ status }: Pick<AnswerItem, 'status'>): boolean {
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
