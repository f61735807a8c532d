import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import type { WaitingCard } from '../../state/cardKeys.ts';
import { usePanel } from '../../state/panel.ts';

export interface CardKeysOptions extends Pick<WaitingCard, 'allow' | 'deny' | 'readFirst' | 'closeFeedback'> {
  /** Another one for another question. */
  readonly id: string;
  readonly card: RefObject<HTMLElement | null>;
  readonly isRead: boolean;
  readonly offersAllow: boolean;
}

/** Lets the keys answer this card for as long as it is there. */
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
      closeFeedback: () => latest.current.closeFeedback(),
    });
  }, [cards, id, card]);
}

/** Whether the keys in the input answer this card. */
export function useOutlined(id: string): boolean {
  const { cards } = usePanel();
  return useSyncExternalStore(cards.outlined.subscribe, () => cards.outlined.get() === id);
}
