import type { TerminalCard } from '../../shared/terminalCard.ts';

/**
 * The host's cards, and the cards of ended questions that the user was using. An ended card stays until the user closes
 * it or leaves it without typed text, so that no text is lost and the focus stays where the user is.
 */
export interface HeldCards {
  /** The host's last cards. */
  readonly cards: readonly TerminalCard[];
  /** Cards that the host has removed. */
  readonly ended: readonly TerminalCard[];
  /** The id of the card with the focus; null if the focus is elsewhere. */
  readonly focused: string | null;
  /** The answers that the user has typed, by the card's id. */
  readonly drafts: Readonly<Record<string, string>>;
  /** The id of the card whose answer the host is handling; null if there is none. */
  readonly sending: string | null;
  /** The id of the last card that had the focus when `handled` removed it; null if there is none. */
  readonly answered: string | null;
}

/**
 * `cards`: the host's cards have changed. `sent`: an answer goes to the host. `handled`: the host has sent or refused
 * the answer. `closed`: the user hides the card.
 */
export type CardEvent =
  | { readonly type: 'cards'; readonly cards: readonly TerminalCard[] }
  | { readonly type: 'focused' | 'left' | 'sent' | 'closed'; readonly id: string }
  | { readonly type: 'handled'; readonly id: string; readonly outcome: 'sent' | 'refused' }
  | { readonly type: 'typed'; readonly id: string; readonly text: string };

export const NO_CARDS: HeldCards = {
  cards: [],
  ended: [],
  focused: null,
  drafts: {},
  sending: null,
  answered: null,
};

export function heldCardsAfter(state: HeldCards, event: CardEvent): HeldCards {
  switch (event.type) {
    case 'cards':
      return followHost(state, event.cards);
    case 'focused':
      return { ...state, focused: event.id };
    case 'left':
      return state.focused === event.id ? { ...state, focused: null } : state;
    case 'typed':
      return { ...state, drafts: { ...state.drafts, [event.id]: event.text } };
    case 'sent':
      return { ...state, sending: event.id };
    case 'handled':
      return afterAnswer(state, event.id, event.outcome);
    case 'closed':
      return release(state, event.id);
  }
}

/** The cards to show, the newest first. While the host handles an answer, its card does not count as ended. */
export function shownCards({ cards, ended, sending }: HeldCards): { card: TerminalCard; isEnded: boolean }[] {
  const live = cards.map((card) => ({ card, isEnded: false }));
  const held = ended.map((card) => ({ card, isEnded: card.id !== sending }));
  return [...live, ...held].sort((a, b) => b.card.since - a.card.since);
}

function followHost(state: HeldCards, cards: readonly TerminalCard[]): HeldCards {
  const known = new Set(cards.map(({ id }) => id));
  const gone = [...state.ended, ...state.cards].filter(({ id }) => !known.has(id));
  const ended = gone.filter(({ id, content }) => content.kind === 'question' && isUsed(state, id));
  const shown = new Set([...known, ...ended.map(({ id }) => id)]);
  const drafts = Object.fromEntries(Object.entries(state.drafts).filter(([id]) => shown.has(id)));
  return { ...state, cards, ended, drafts };
}

function isUsed(state: HeldCards, id: string): boolean {
  const { ended, focused, sending } = state;
  const isHeld = ended.some((card) => card.id === id);
  return isHeld || focused === id || sending === id || hasDraft(state, id);
}

function hasDraft({ drafts }: HeldCards, id: string): boolean {
  return (drafts[id] ?? '').trim() !== '';
}

/**
 * If the host has removed the card, the card is removed here too. After a refusal, it stays if the user has typed text,
 * or if another card shows the refusal.
 */
function afterAnswer(state: HeldCards, id: string, outcome: 'sent' | 'refused'): HeldCards {
  const next = { ...state, sending: state.sending === id ? null : state.sending };
  const card = state.ended.find((each) => each.id === id);
  if (!card) return next;
  const isKept = hasDraft(state, id) || state.cards.some((each) => showsRefusal(each, card));
  if (outcome === 'refused' && isKept) return next;
  return { ...release(next, id), answered: state.focused === id ? id : state.answered };
}

function showsRefusal({ agent, terminal, content }: TerminalCard, answered: TerminalCard): boolean {
  if (agent !== answered.agent || terminal !== answered.terminal) return false;
  return content.kind === 'problem' || (content.kind === 'question' && content.refusal !== null);
}

/** Removes what the user has done on a card, and the card itself if its question has ended. */
function release(state: HeldCards, id: string): HeldCards {
  const { [id]: _, ...drafts } = state.drafts;
  const ended = state.ended.filter((card) => card.id !== id);
  return { ...state, ended, drafts, focused: state.focused === id ? null : state.focused };
}
