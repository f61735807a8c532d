import { decideCommandEnter, type CommandEnterSituation } from './keyTables.ts';
import { createValueStore, type ValueStore } from './valueStore.ts';

/** Milliseconds for which a new card ignores keys, because they may have been meant for something else. */
export const GUARD_MS = 700;

export interface CardKeyPress {
  /** `KeyboardEvent.key`. */
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly repeat: boolean;
  readonly composing: boolean;
}

export interface CardSituation {
  /** `card`: on a card, outside its text fields. `empty-input`: in the empty composer. */
  readonly place: 'card' | 'empty-input' | 'elsewhere';
  readonly card: CardState | null;
}

export interface CardState {
  /**
   * Milliseconds since the last of these events:
   *
   * - The card appeared, or replaced another card as the keys' target.
   * - The window got the focus.
   * - A key scrolled the card's buttons into view.
   * - A card key had another effect, for example when Ctrl+Backspace deleted text of the input.
   * - For Ctrl+Enter only: the input became empty.
   */
  readonly age: number;
  /** The card's buttons are visible. */
  readonly isInView: boolean;
  /** The whole content has been shown; a long command is cut off at first. */
  readonly isRead: boolean;
  /** False, for example, while the user writes feedback or chooses a persistent rule. */
  readonly offersAllow: boolean;
  readonly hasOpenMenu: boolean;
}

/**
 * `reveal`: scroll the card's buttons into view. `read-first`: ask the user to show the whole content first. `swallow`:
 * only stop the key. `pass`: the key does not concern the card.
 */
export type CardKeyIntent = 'allow' | 'deny' | 'reveal' | 'read-first' | 'swallow' | 'pass';

/**
 * Ctrl+Enter or Cmd+Enter allows, and Ctrl+Backspace or Cmd+Backspace denies. The focus must be in the empty composer,
 * or on a card but outside its text fields.
 */
export function decideCardKey(press: CardKeyPress, { place, card }: CardSituation): CardKeyIntent {
  if (press.composing || !isCardKey(press) || !card) return 'pass';
  const isForCard = press.key === 'Enter' ? decideCommandEnter(enterAt(place)) === 'allow' : place !== 'elsewhere';
  if (!isForCard) return 'pass';
  // An entry of an open menu has the focus, and may allow more than the card's own button.
  if (press.repeat || card.age < GUARD_MS || card.hasOpenMenu) return 'swallow';
  if (!card.isInView) return 'reveal';
  if (press.key === 'Backspace') return 'deny';
  if (!card.offersAllow) return 'swallow';
  return card.isRead ? 'allow' : 'read-first';
}

function isCardKey({ key, ctrl, meta, shift, alt }: CardKeyPress): boolean {
  return ctrl !== meta && !shift && !alt && (key === 'Enter' || key === 'Backspace');
}

function enterAt(place: CardSituation['place']): CommandEnterSituation {
  return { cardFocused: place === 'card', cardWaits: true, inputEmpty: place === 'empty-input', answering: true };
}

/** The card keys that work from the current focus. */
export type WorkingKeys = 'none' | 'deny' | 'both';

/** Returns the keys for the hint. Ignores the guard time, and whether the card must first be scrolled into view. */
export function decideWorkingKeys({ place, card }: CardSituation): WorkingKeys {
  const situation = { place, card: card && { ...card, age: GUARD_MS, isInView: true } };
  const does = (key: string): CardKeyIntent => decideCardKey({ ...CTRL, key }, situation);
  if (does('Backspace') !== 'deny') return 'none';
  return does('Enter') === 'allow' ? 'both' : 'deny';
}

const CTRL = { ctrl: true, meta: false, shift: false, alt: false, repeat: false, composing: false };

export interface WaitingCard {
  /** Identifies the question: the calls that it is about. */
  readonly id: string;
  readonly element: HTMLElement;
  readonly isRead: () => boolean;
  readonly offersAllow: () => boolean;
  readonly allow: () => void;
  readonly deny: () => void;
  readonly readFirst: () => void;
  readonly isFeedbackOpen: () => boolean;
  readonly closeFeedback: () => void;
}

export interface CardKeys {
  /** The id of the card to outline, because the composer's keys act on it; null if there is none. */
  readonly outlined: ValueStore<string | null>;
  readonly working: ValueStore<WorkingKeys>;
  /** Returns a function that removes the card. */
  register(card: WaitingCard): () => void;
  /** Call this when a card's state may have changed. */
  cardChanged(): void;
  /** `empty`: neither text nor images. */
  inputChanged(change: { readonly focused?: boolean; readonly empty?: boolean }): void;
  readonly feedbackOpen: boolean;
  /** Closes the topmost open feedback field. */
  closeFeedback(): void;
  /** Returns a function that stops listening. */
  listen(page: Window): () => void;
}

export function createCardKeys(now: () => number = () => performance.now()): CardKeys {
  const cards = new Set<WaitingCard>();
  const outlined = createValueStore<string | null>(null);
  const working = createValueStore<WorkingKeys>('none');
  let input = { focused: false, empty: true };
  let target: WaitingCard | null = null;
  /** The last target's id, until its card is removed. The focus may leave a card briefly, as when a menu closes. */
  let lastTarget: string | null = null;
  /** When each waiting card appeared, by card id. */
  const appeared = new Map<string, number>();
  let since = 0;
  /**
   * When the input became empty. A second Ctrl+Enter after a send must not allow a card. Only Ctrl+Enter is ignored for
   * the guard time, so that the user can delete the text and deny the card at once. If Ctrl+Backspace deletes the text,
   * `onKey` restarts the guard time for both keys.
   */
  let emptied = 0;

  function findTarget(): WaitingCard | null {
    const focused = [...cards].find(({ element }) => element.contains(element.ownerDocument.activeElement));
    if (focused) return focused;
    return input.focused && input.empty ? topmost(cards) : null;
  }

  function withOpenFeedback(): ReadonlySet<WaitingCard> {
    return new Set([...cards].filter((card) => card.isFeedbackOpen()));
  }

  function update(): void {
    const next = findTarget();
    if (next && next.id !== lastTarget) {
      since = lastTarget === null ? Math.max(since, appeared.get(next.id) ?? 0) : now();
      lastTarget = next.id;
    }
    target = next;
    const isFromInput = next !== null && !next.element.contains(next.element.ownerDocument.activeElement);
    outlined.set(isFromInput ? next.id : null);
    const hasFocus = next?.element.ownerDocument.hasFocus() ?? false;
    working.set(hasFocus ? decideWorkingKeys(situation()) : 'none');
  }

  function situation(key?: string): CardSituation {
    const from = key === 'Enter' ? Math.max(since, emptied) : since;
    return { place: placeOf(target), card: target && stateOf(target, now() - from) };
  }

  function onKey(event: KeyboardEvent): void {
    update();
    const press = toPress(event);
    const intent = decideCardKey(press, situation(press.key));
    if (intent === 'pass') {
      // Restarts the guard time. For example, Ctrl+Backspace deletes words of the input, and the press after the last
      // word must not deny the card.
      if (isCardKey(press)) since = now();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (intent === 'allow') target?.allow();
    else if (intent === 'deny') target?.deny();
    else if (intent === 'read-first') target?.readFirst();
    else if (intent === 'reveal') {
      actionsOf(target)?.scrollIntoView({ block: 'nearest' });
      since = now();
    }
  }

  function stateOf(card: WaitingCard, age: number): CardState {
    return {
      age,
      isInView: isInView(card),
      isRead: card.isRead(),
      offersAllow: card.offersAllow(),
      hasOpenMenu: card.element.querySelector('[role="menu"]') !== null,
    };
  }

  /** Updates twice, because a menu that returns the focus to its button is removed only after the event. */
  function onFocusIn(): void {
    update();
    queueMicrotask(update);
  }

  /** Restarts the guard time, because the user may still press keys meant for another window. */
  function onReturn(): void {
    since = now();
    update();
  }

  return {
    outlined,
    working,
    cardChanged: update,
    register(card) {
      cards.add(card);
      appeared.set(card.id, now());
      update();
      return () => {
        cards.delete(card);
        appeared.delete(card.id);
        if (card.id === lastTarget) {
          lastTarget = null;
          since = now();
        }
        update();
      };
    },
    inputChanged(change) {
      if (change.empty === true && !input.empty) emptied = now();
      input = { ...input, ...change };
      update();
    },
    get feedbackOpen() {
      return withOpenFeedback().size > 0;
    },
    closeFeedback: () => topmost(withOpenFeedback())?.closeFeedback(),
    listen(page) {
      page.addEventListener('keydown', onKey, { capture: true });
      page.addEventListener('focus', onReturn);
      page.addEventListener('blur', update);
      page.document.addEventListener('focusin', onFocusIn);
      page.document.addEventListener('focusout', update);
      return () => {
        page.removeEventListener('keydown', onKey, { capture: true });
        page.removeEventListener('focus', onReturn);
        page.removeEventListener('blur', update);
        page.document.removeEventListener('focusin', onFocusIn);
        page.document.removeEventListener('focusout', update);
      };
    },
  };
}

/** `Node.DOCUMENT_POSITION_FOLLOWING`. */
const FOLLOWING = 4;

function topmost(cards: ReadonlySet<WaitingCard>): WaitingCard | null {
  const [first = null, ...others] = cards;
  return others.reduce((top, card) => {
    const isBefore = top && card.element.compareDocumentPosition(top.element) & FOLLOWING;
    return isBefore ? card : top;
  }, first);
}

function placeOf(card: WaitingCard | null): CardSituation['place'] {
  const focused = card?.element.ownerDocument.activeElement;
  if (!card || !focused) return 'elsewhere';
  if (!card.element.contains(focused)) return 'empty-input';
  return focused.matches('textarea, input:not([type="radio"])') ? 'elsewhere' : 'card';
}

/** The card's buttons. The content above them may be taller than the panel. */
function actionsOf(card: WaitingCard | null): Element | null {
  return card?.element.querySelector('.approval-actions, .plan-actions') ?? null;
}

function isInView(card: WaitingCard): boolean {
  const actions = actionsOf(card)?.getBoundingClientRect();
  const view = card.element.closest('.transcript-scroller')?.getBoundingClientRect();
  return !actions || !view || (actions.top >= view.top - 1 && actions.bottom <= view.bottom + 1);
}

function toPress(event: KeyboardEvent): CardKeyPress {
  return {
    key: event.key,
    ctrl: event.ctrlKey,
    meta: event.metaKey,
    shift: event.shiftKey,
    alt: event.altKey,
    repeat: event.repeat,
    // 229: in Chromium the first key of a composition arrives before `compositionstart`.
    composing: event.isComposing || event.keyCode === 229,
  };
}
