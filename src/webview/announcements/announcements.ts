import type { ChatState } from '../../shared/chatState.ts';
import type { ToolBlock } from '../../shared/toolBlock.ts';
import { callsOf, type AnswerItem, type TranscriptItem } from '../../shared/transcriptItem.ts';
import { toDisplayText, toSentence } from '../../shared/displayText.ts';
import { queueAnnouncement } from './queueAnnouncements.ts';
import { speculationAnnouncement } from './speculationAnnouncement.ts';
import { terminalAnnouncement } from './terminalAnnouncement.ts';
import { strings } from '../strings/strings.ts';
import { countEdits, groupOf } from '../transcript/cards/groupedEdits.ts';
import { endReason } from '../transcript/answer/answerEnd.ts';
import { formatAmount } from '../transcript/answer/usageParts.ts';
import { answerText, summarizeRun, waitsForUser } from '../transcript/answer/answerParts.ts';

/** Maximum number of announced characters of an answer or a command's output. */
const MAX_ANNOUNCED = 1_000;

/**
 * The announcement for a change of the chat. Empty if there is none and the last announcement no longer holds. Null if
 * the last announcement stays, or if another chat is shown.
 */
export function announcementFor(previous: ChatState, next: ChatState): string | null {
  if (previous.conversationId !== next.conversationId) return null;
  const announcements = [
    chatAnnouncement(previous, next),
    changesAnnouncement(previous, next),
    summaryAnnouncement(previous, next),
    queueAnnouncement(previous, next),
    speculationAnnouncement(previous, next),
    noteAnnouncement(previous, next),
    terminalAnnouncement(previous, next),
  ];
  const made = announcements.filter((each) => each !== null);
  return made.length === 0 ? noteClosing(previous, next) : made.filter((each) => each !== '').join(' ');
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
  if (answer) return isUnannounced(answer, previous) ? describeEnd(answer) : null;
  const retry = waitingRetry(next);
  if (retry && !waitingRetry(previous)) return strings.answer.retries(retry.reason);
  const hasBegun = previous.status === 'idle' && next.status === 'responding';
  return hasBegun && !isCompressing(next) ? strings.composer.answering : null;
}

function changesAnnouncement(previous: ChatState, next: ChatState): string | null {
  if (previous.items === next.items) return null;
  for (const [index, item] of next.items.entries()) {
    const known = previous.items[index];
    if (item === known || item.kind !== 'answer' || known?.kind !== 'answer' || known.id !== item.id) continue;
    const [before, { changes }] = [known.changes, item];
    if (!before || !changes || before === changes) continue;
    const { announcements, changed, lost } = strings.changes;
    const state = before.state === changes.state ? '' : announcements[changes.state];
    const left = changes.changed.length > 0 ? changed(changes.changed) : '';
    const failed = changes.lost.length > 0 ? lost(changes.lost) : '';
    return [state, left, failed].filter(Boolean).join(' ') || null;
  }
  return null;
}

function isCompressing({ items }: ChatState): boolean {
  const last = items.at(-1);
  return last?.kind === 'summary' && last.state === 'running';
}

function summaryAnnouncement(previous: ChatState, next: ChatState): string | null {
  if (isCompressing(next) && !isCompressing(previous)) return strings.summary.running;
  const running = previous.items.findLast(({ kind }) => kind === 'summary');
  const item = next.items.findLast(({ kind }) => kind === 'summary');
  if (item?.kind !== 'summary' || item === running || running?.kind !== 'summary') return null;
  if (running.state !== 'running' || item.state !== 'done') return null;
  return strings.summary.announcement(item.messages, item.before, item.after);
}

function noteAnnouncement(previous: ChatState, { note }: ChatState): string | null {
  if (!note || note.id === previous.note?.id) return null;
  const parts = note.sections.flatMap(({ heading, text, rows }) => [
    heading,
    ...rows.map(
      ({ name, detail, amount }) =>
        `${name} ${detail} ${amount ? formatAmount(amount) || strings.commands.nothing : ''}`,
    ),
    text,
  ]);
  const texts = parts.map((part) => toDisplayText(part.replaceAll(/\s+/g, ' ').trim())).filter((part) => part !== '');
  return strings.commands.announcement(note.title, cut(texts.map(toSentence).join(' ')));
}

/** Announces that a note was closed, because the note's announcement named the key that closes the note. */
function noteClosing({ note }: ChatState, next: ChatState): string | null {
  return note && !next.note ? strings.commands.closed(note.title) : null;
}

/** The retry that the last answer waits for. Announced once, not for every second of the countdown. */
function waitingRetry({ items }: ChatState): AnswerItem['retry'] {
  const answer = items.at(-1);
  return answer?.kind === 'answer' && answer.status === 'streaming' ? answer.retry : null;
}

function waitingCard(chat: ChatState): ToolBlock | null {
  const answer = chat.items.at(-1);
  if (chat.status !== 'waiting-for-confirmation' || answer?.kind !== 'answer') return null;
  return callsOf(answer.blocks).find(({ status }) => waitsForUser(status)) ?? null;
}

function describeCard(card: ToolBlock, { items }: ChatState): string {
  if (card.status === 'awaiting-answer') {
    const { text, options } = card.question ?? { text: '', options: [] };
    return strings.question.announcement(toDisplayText(text), options.length);
  }
  const answer = items.at(-1);
  const blocks = answer?.kind === 'answer' ? answer.blocks : [];
  const group = groupOf(card, callsOf(blocks));
  const question = group.length > 1 ? `${countEdits(group)}?` : (card.approval?.question ?? '');
  const { announcement, agentAnnouncement } = strings.approval;
  return card.madeBy === undefined
    ? announcement(toDisplayText(question))
    : agentAnnouncement(toDisplayText(card.madeBy), toDisplayText(question));
}

/** The first item that is new although the session stayed idle, for example after a switch to another branch. */
function switchedItem(previous: ChatState, next: ChatState): TranscriptItem | null {
  if (previous.status !== 'idle' || next.status !== 'idle' || previous.items === next.items) return null;
  const known = new Set(previous.items.map((item) => item.id));
  return next.items.find((item) => !known.has(item.id)) ?? null;
}

/** How many hidden prompts follow the last item or a sibling; null if there are none. */
function laterPrompts({ items }: ChatState): number | null {
  return items.at(-1)?.branch?.later?.prompts ?? null;
}

/** Null until the session is idle, because the status of the last answer is final only then. */
function endedAnswer(chat: ChatState): AnswerItem | null {
  const answer = chat.items.at(-1);
  return chat.status === 'idle' && answer?.kind === 'answer' && answer.status !== 'streaming' ? answer : null;
}

/** An answer that ended in the same update in which the next prompt was sent. */
function overtakenAnswer(previous: ChatState, next: ChatState): AnswerItem | null {
  const index = previous.items.length - 1;
  const [before, answer, prompt] = [previous.items[index], next.items[index], next.items[index + 1]];
  if (before?.kind !== 'answer' || before.status !== 'streaming' || answer?.kind !== 'answer') return null;
  const isOver = answer.status !== 'streaming' && prompt?.kind === 'user' && !prompt.steers;
  return isOver ? answer : null;
}

/**
 * Compares ids, because after items were dropped, an announced answer can be the last one again. Compares statuses,
 * because a failed answer that is resumed keeps its id.
 */
function isUnannounced(answer: AnswerItem, previous: ChatState): boolean {
  if (previous.status !== 'idle') return true;
  const known = previous.items.find((item) => item.id === answer.id);
  return known?.kind !== 'answer' || known.status !== answer.status;
}

function describeEnd(answer: AnswerItem): string {
  const { files } = summarizeRun(answer.blocks.filter((block) => block.kind === 'tool'));
  const text = answerText(answer);
  const applied = answer.speculated && files > 0 ? strings.speculation.applied(files) : '';
  const ended = endReason(answer);
  const isInterrupted = answer.status === 'stopped' || answer.status === 'failed';
  const finished = isInterrupted || (text === '' && applied + ended !== '') ? '' : strings.answer.finished(cut(text));
  return [applied, ended, finished].filter((part) => part !== '').join(' ');
}

function cut(text: string): string {
  return text.length <= MAX_ANNOUNCED ? text : `${text.slice(0, MAX_ANNOUNCED)}…`;
}
