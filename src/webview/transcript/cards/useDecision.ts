import { useState, type RefObject } from 'react';
import type { Request } from '../../../shared/protocol.ts';
import { MAX_DECIDED } from '../../../shared/protocol.ts';
import { usePanel } from '../../state/panel.ts';
import { useArmed } from './useArmed.ts';

type Decide = Extract<Request, { type: 'decide' }>;

export interface Decision {
  /** Clicks are ignored, because the card has just appeared or has been decided on. */
  readonly disabled: boolean;
  /** Decides on all the calls in the same way. */
  decide(callIds: readonly string[], answer: Omit<Decide, 'type' | 'callId' | 'others'>): void;
}

/** The effect of a card's buttons. If the focus is in `card`, it moves to the composer after a decision. */
export function useDecision(card: RefObject<HTMLElement | null>): Decision {
  const panel = usePanel();
  const armed = useArmed();
  const [decided, setDecided] = useState(false);
  const disabled = !armed || decided;

  async function send(callIds: readonly string[], answer: Omit<Decide, 'type' | 'callId' | 'others'>): Promise<void> {
    for (let at = 0; at < callIds.length; at += MAX_DECIDED) {
      const [callId = '', ...others] = callIds.slice(at, at + MAX_DECIDED);
      // Sent once, because the model should read the reason once.
      const words = at === 0 ? answer : { ...answer, reason: undefined };
      await panel.request({ type: 'decide', callId, ...(others.length > 0 && { others }), ...words });
    }
  }

  return {
    disabled,
    decide(callIds, answer) {
      if (disabled) return;
      setDecided(true);
      // The card is removed with its focused button.
      if (card.current?.contains(document.activeElement)) panel.focusComposer();
      send(callIds, answer).then(
        () => setDecided(false),
        (error: unknown) => {
          setDecided(false);
          panel.problem.set(error instanceof Error ? error.message : String(error));
        },
      );
    },
  };
}
