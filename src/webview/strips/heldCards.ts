import type { TerminalCard } from '../../shared/terminalCard.ts';

/**
 * The host's cards, and cards of ended questions that are in use. An ended card stays until the user closes it or
 * leaves it without typed text, so that no text is lost. After the host has sent or refused the card's answer, the card
 * may be removed sooner.
 */
export interface HeldCards {
  readonly cards: readonly TerminalCard[];
  /** Still shown, although the host has removed them. */
  readonly ended: readonly TerminalCard[];
  /** A card's id; null if the focus is elsewhere. */
  readonly focused: string | null;
  /** Typed answers by card id. */
  readonly drafts: Readonly<Record<string, string>>;
  /** The id of the card whose answer the host is handling; null if there is none. */
  readonly sending: string | null;
  /**
   * The event `handled` may drop the focused card and move the focus to the composer. The id of the last such card;
   * null if there is none.
   */
  readonly answered: string | null;
  /** Ids of shown cards whose answer the host has refused. */
  readonly refused: readonly string[];
}

/**
 * `left`: the focus leaves the card. `sent`: an answer goes to the host. `handled`: the host has sent or refused the
 * answer. `closed`: the user closes the card, or has left it after its question ended, or an action removes it.
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
  refused: [],
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
      return dropCard(state, event.id);
  }
}

/**
 * The cards to show. Questions come first, so that their buttons are in view; in each group, the newest is first. While
 * the host handles an answer, the card with that answer does not count as ended.
 */
export function shownCards({ cards, ended, sending }: HeldCards): { card: TerminalCard; isEnded: boolean }[] {
  const live = cards.map((card) => ({ card, isEnded: false }));
  const held = ended.map((card) => ({ card, isEnded: card.id !== sending }));
  return [...live, ...held].sort((a, b) => rankOf(a.card) - rankOf(b.card) || b.card.since - a.card.since);
}

function rankOf({ content }: TerminalCard): number {
  return content.kind === 'question' ? 0 : 1;
}

function followHost(state: HeldCards, cards: readonly TerminalCard[]): HeldCards {
  const known = new Set(cards.map(({ id }) => id));
  const gone = [...state.ended, ...state.cards].filter(({ id }) => !known.has(id));
  const used = gone.filter(({ id, content }) => content.kind === 'question' && isUsed(state, id));
  const repeated = used.filter((card) => showsOnlyRefusal(state, card) && findRefusal(cards, card));
  const ended = used.filter((card) => !repeated.includes(card));
  const shown = new Set([...known, ...ended.map(({ id }) => id)]);
  const drafts = Object.fromEntries(Object.entries(state.drafts).filter(([id]) => shown.has(id)));
  const refused = state.refused.filter((id) => shown.has(id));
  const left = repeated.find(({ id }) => id === state.focused);
  const focused = (left && findRefusal(cards, left)?.id) ?? state.focused;
  return { ...state, cards, ended, drafts, refused, focused };
}

/**
 * Whether the card of an ended question only says that the answer was refused. Such a card has no draft, and does not
 * show the reason for the refusal.
 */
function showsOnlyRefusal(state: HeldCards, { id, content }: TerminalCard): boolean {
  const isShownHere = content.kind === 'question' && content.refusal !== null;
  return state.refused.includes(id) && state.sending !== id && !isShownHere && !hasDraft(state, id);
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
 * Drops the card if it is in `ended`, unless the answer was refused and the user has typed text. If a dropped card had
 * the focus, the focus moves to a card that shows the refusal, or else to the composer.
 */
function afterAnswer(state: HeldCards, id: string, outcome: 'sent' | 'refused'): HeldCards {
  const isRefused = outcome === 'refused';
  const next = {
    ...state,
    sending: state.sending === id ? null : state.sending,
    refused: isRefused ? [...state.refused.filter((each) => each !== id), id] : state.refused,
  };
  const card = state.ended.find((each) => each.id === id);
  if (!card || (isRefused && hasDraft(state, id))) return next;
  const released = dropCard(next, id);
  if (state.focused !== id) return released;
  const refusal = isRefused ? findRefusal(state.cards, card) : undefined;
  return refusal ? { ...released, focused: refusal.id } : { ...released, answered: id };
}

/** Finds another card that shows why `answered` was refused. */
function findRefusal(cards: readonly TerminalCard[], answered: TerminalCard): TerminalCard | undefined {
  return cards.find((card) => showsRefusal(card, answered));
}

function showsRefusal({ agent, terminal, content }: TerminalCard, answered: TerminalCard): boolean {
  if (agent !== answered.agent || terminal !== answered.terminal) return false;
  return content.kind === 'problem' || (content.kind === 'question' && content.refusal !== null);
}

/** Drops the draft and the focus of a card, and the card itself if its question has ended. */
function dropCard(state: HeldCards, id: string): HeldCards {
  const { [id]: _, ...drafts } = state.drafts;
  const ended = state.ended.filter((card) => card.id !== id);
  const focused = state.focused === id ? null : state.focused;
  return { ...state, ended, drafts, focused };
}
