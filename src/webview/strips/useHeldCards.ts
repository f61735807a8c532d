import { useEffect, useReducer, type Dispatch } from 'react';
import { terminalAnswerResultSchema } from '../../shared/protocol.ts';
import type { TerminalAction, TerminalCard } from '../../shared/terminalCard.ts';
import { useChat, usePanel } from '../state/panel.ts';
import { heldCardsAfter, NO_CARDS, shownCards, type CardEvent, type HeldCards } from './heldCards.ts';

export interface ShownCards {
  readonly shown: ReturnType<typeof shownCards>;
  readonly held: HeldCards;
  readonly dispatch: Dispatch<CardEvent>;
  /** The focus stays on the card until the host has sent or refused the answer. */
  answer(id: string, action: TerminalAction): void;
}

export function useHeldCards(): ShownCards {
  const panel = usePanel();
  const cards = useChat((chat) => chat.terminals);
  const [held, dispatch] = useReducer(heldCardsAfter, NO_CARDS);
  // Dispatched during rendering, not in an effect, so that a card in use is never removed from the page.
  if (held.cards !== cards) dispatch({ type: 'cards', cards });

  const { answered } = held;
  useEffect(() => {
    if (answered !== null) panel.focusComposer();
  }, [answered, panel]);

  return {
    shown: shownCards(held),
    held,
    dispatch,
    answer(id, action) {
      dispatch({ type: 'sent', id });
      panel
        .request({ type: 'terminal', id, action })
        .then((result) => terminalAnswerResultSchema.parse(result).outcome)
        .catch((error: unknown) => {
          panel.problem.set(error instanceof Error ? error.message : String(error));
          return 'refused' as const;
        })
        .then((outcome) => dispatch({ type: 'handled', id, outcome }))
        .catch(() => {});
    },
  };
}

/** A key that changes whenever a click on the card could have another effect. */
export function shownKey({ id, content }: TerminalCard, isEnded: boolean): string {
  if (isEnded) return `${id}.ended`;
  return content.kind === 'question' ? `${id}.${content.revision}` : id;
}
