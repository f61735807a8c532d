import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import type { WaitingCard } from '../../state/cardKeys.ts';
import { usePanel } from '../../state/panel.ts';

export interface CardKeysOptions extends Pick<WaitingCard, 'allow' | 'deny' | 'readFirst' | 'closeFeedback'> {
  /** A new question has a new id. */
  readonly id: string;
  readonly card: RefObject<HTMLElement | null>;
  readonly isRead: boolean;
  readonly offersAllow: boolean;
  readonly isFeedbackOpen: boolean;
}

/** Lets keys act on this card while it is mounted. */
export function useCardKeys(options: CardKeysOptions): void {
  const { cards } = usePanel();
  const { id, card } = options;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
    cards.cardChanged();
  });
  useEffect(() => {
    if (!card.current) return;
    return cards.register({
      id,
      element: card.current,
      isRead: () => latest.current.isRead,
      offersAllow: () => latest.current.offersAllow,
      allow: () => latest.current.allow(),
      deny: () => latest.current.deny(),
      readFirst: () => latest.current.readFirst(),
      isFeedbackOpen: () => latest.current.isFeedbackOpen,
      closeFeedback: () => latest.current.closeFeedback(),
    });
  }, [cards, id, card]);
}

/** Whether the composer's keys act on this card. */
export function useOutlined(id: string): boolean {
  const { cards } = usePanel();
  return useSyncExternalStore(cards.outlined.subscribe, () => cards.outlined.get() === id);
}
