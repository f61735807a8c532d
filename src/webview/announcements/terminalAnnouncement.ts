import type { ChatState } from '../../shared/chatState.ts';
import { toDisplayText, toEnding } from '../../shared/displayText.ts';
import type { TerminalCard } from '../../shared/terminalCard.ts';
import { strings } from '../strings/strings.ts';

const words = strings.terminals.announce;

/** Only this many characters at the end of a question are announced, because a long text usually asks at its end. */
const MAX_QUESTION = 200;

/**
 * The announcement of new and changed cards, or otherwise of removed questions. Empty if only offers or problems were
 * removed, because their announcement no longer holds. Null if nothing has changed.
 */
export function terminalAnnouncement(previous: ChatState, next: ChatState): string | null {
  if (previous.terminals === next.terminals) return null;
  const known = new Map(previous.terminals.map((card) => [card.id, card]));
  const changed = next.terminals.filter((card) => textOf(card) !== textOf(known.get(card.id)));
  if (changed.length > 0) return changed.map(describe).join(' ');
  const shown = new Set(next.terminals.map(({ id }) => id));
  const removed = previous.terminals.filter(({ id }) => !shown.has(id));
  if (removed.length === 0) return null;
  const questions = removed.filter(({ content }) => content.kind === 'question');
  return questions.map(({ agent, terminal }) => words.removed(agent, toDisplayText(terminal))).join(' ');
}

/** The text whose change is announced. Differs between kinds of cards. */
function textOf(card: TerminalCard | undefined): string | undefined {
  switch (card?.content.kind) {
    case 'question':
      return `question ${card.content.text}`;
    case 'problem':
      return `problem ${card.content.message}`;
    default:
      return card?.content.kind;
  }
}

function describe({ agent, terminal, content }: TerminalCard): string {
  switch (content.kind) {
    case 'question':
      return words.question(agent, toDisplayText(terminal), toEnding(content.text, MAX_QUESTION));
    case 'offer':
      return words.offer(agent, toDisplayText(terminal));
    case 'problem':
      return words.problem(agent, toDisplayText(terminal), toDisplayText(content.message));
  }
}
