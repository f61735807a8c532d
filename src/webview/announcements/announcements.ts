import type { AnswerItem, ChatState, ToolBlock, TranscriptItem } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { queueAnnouncement } from './queueAnnouncements.ts';
import { strings } from '../strings/strings.ts';
import { countEdits, groupOf } from '../transcript/cards/groupedEdits.ts';
import { endOf } from '../transcript/answer/answerEnd.ts';
import { answerText, summarizeRun, waitsForUser } from '../transcript/answer/answerParts.ts';

/** Characters of an answer that are read out; the rest can be read in the transcript. */
const SPOKEN = 1_000;

/**
 * What a screen reader is told when the chat has gone from one state to the next: that a question waits, that an answer
 * is being written, and once how it ended. Null where there is nothing to tell.
 */
export function announcementFor(previous: ChatState, next: ChatState): string | null {
  if (previous.conversationId !== next.conversationId) return null;
  const told = [chatAnnouncement(previous, next), queueAnnouncement(previous, next)];
  return told.filter((each) => each !== null).join(' ') || null;
}

function chatAnnouncement(previous: ChatState, next: ChatState): string | null {
  const card = waitingCard(next);
  if (card) return card.callId === waitingCard(previous)?.callId ? null : describeCard(card, next);
  const switched = switchedItem(previous, next);
  if (switched?.branch) return strings.branch.announcement(switched.branch.index, switched.branch.count);
  const later = laterPrompts(next);
  if (later !== null && laterPrompts(previous) === null && next.status === 'responding') {
    return strings.branch.later(later);
  }
  const answer = endedAnswer(next) ?? overtakenAnswer(previous, next);
  if (answer) return isNews(answer, previous) ? describeEnd(answer) : null;
  const retry = waitingRetry(next);
  if (retry && !waitingRetry(previous)) return strings.answer.retries(retry.reason);
  return previous.status === 'idle' && next.status === 'responding' ? strings.composer.answering : null;
}

/** Once for each outage: the countdown itself would never fall silent. */
function waitingRetry({ items }: ChatState): AnswerItem['retry'] {
  const answer = items.at(-1);
  return answer?.kind === 'answer' && answer.status === 'streaming' ? answer.retry : null;
}

function waitingCard(chat: ChatState): ToolBlock | null {
  const answer = chat.items.at(-1);
  if (chat.status !== 'waiting-for-confirmation' || answer?.kind !== 'answer') return null;
  const card = answer.blocks.find((block) => block.kind === 'tool' && waitsForUser(block.status));
  return card?.kind === 'tool' ? card : null;
}

function describeCard(card: ToolBlock, { items }: ChatState): string {
  if (card.status === 'awaiting-answer') {
    const { text, options } = card.question ?? { text: '', options: [] };
    return strings.question.announcement(toDisplayText(text), options.length);
  }
  const answer = items.at(-1);
  const blocks = answer?.kind === 'answer' ? answer.blocks : [];
  const group = groupOf(
    card,
    blocks.filter((block) => block.kind === 'tool'),
  );
  const question = group.length > 1 ? `${countEdits(group)}?` : (card.approval?.question ?? '');
  return strings.approval.announcement(toDisplayText(question));
}

/** The first of the messages that are new although nothing was asked: the version that was switched to. */
function switchedItem(previous: ChatState, next: ChatState): TranscriptItem | null {
  if (previous.status !== 'idle' || next.status !== 'idle' || previous.items === next.items) return null;
  const known = new Set(previous.items.map((item) => item.id));
  return next.items.find((item) => !known.has(item.id)) ?? null;
}

/** How many prompts are out of sight behind another version of the last answer; null where none is. */
function laterPrompts({ items }: ChatState): number | null {
  return items.at(-1)?.branch?.later?.prompts ?? null;
}

/** The last answer, once the session is done with it: only then is its status its last one. */
function endedAnswer(chat: ChatState): AnswerItem | null {
  const answer = chat.items.at(-1);
  return chat.status === 'idle' && answer?.kind === 'answer' && answer.status !== 'streaming' ? answer : null;
}

/** An answer that has ended and been followed by the next prompt in one go, as a queue does. */
function overtakenAnswer(previous: ChatState, next: ChatState): AnswerItem | null {
  const index = previous.items.length - 1;
  const [before, answer, prompt] = [previous.items[index], next.items[index], next.items[index + 1]];
  if (before?.kind !== 'answer' || before.status !== 'streaming' || answer?.kind !== 'answer') return null;
  const isOver = answer.status !== 'streaming' && prompt?.kind === 'user' && !prompt.steers;
  return isOver ? answer : null;
}

/** An answer retried keeps its id, and one that came before those just dropped has been told of. */
function isNews(answer: AnswerItem, previous: ChatState): boolean {
  if (previous.status !== 'idle') return true;
  const known = previous.items.find((item) => item.id === answer.id);
  return known?.kind !== 'answer' || known.status !== answer.status;
}

function describeEnd(answer: AnswerItem): string {
  const { files } = summarizeRun(answer.blocks.filter((block) => block.kind === 'tool'));
  const text = answerText(answer);
  const applied = answer.speculated && files > 0 ? strings.speculation.applied(files) : '';
  const ended = endOf(answer);
  const isCut = answer.status === 'stopped' || answer.status === 'failed';
  const said = isCut || (text === '' && applied + ended !== '') ? '' : strings.answer.finished(cut(text));
  return [applied, ended, said].filter((part) => part !== '').join(' ');
}

function cut(text: string): string {
  return text.length <= SPOKEN ? text : `${text.slice(0, SPOKEN)}…`;
}
