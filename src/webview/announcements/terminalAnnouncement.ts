import type { ChatState } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { TerminalCard } from '../../shared/terminalCard.ts';
import { strings } from '../strings/strings.ts';

const words = strings.terminals.announce;

/**
 * The announcement of new cards about terminals, or otherwise of questions that have ended; null if there are neither.
 */
export function terminalAnnouncement(previous: ChatState, next: ChatState): string | null {
  if (previous.terminals === next.terminals) return null;
  const known = new Set(previous.terminals.map(({ id }) => id));
  const added = next.terminals.filter(({ id }) => !known.has(id));
  if (added.length > 0) return added.map(describe).join(' ');
  const shown = new Set(next.terminals.map(({ id }) => id));
  const ended = previous.terminals.filter(({ id, content }) => content.kind === 'question' && !shown.has(id));
  return ended.map(({ agent, terminal }) => words.ended(agent, toDisplayText(terminal))).join(' ') || null;
}

function describe({ agent, terminal, content }: TerminalCard): string {
  switch (content.kind) {
    case 'question':
      return words.question(agent, toDisplayText(terminal), toDisplayText(content.text.replaceAll(/\s+/g, ' ')));
    case 'offer':
      return words.offer(agent, toDisplayText(terminal));
    case 'problem':
      return toDisplayText(content.message);
  }
}
