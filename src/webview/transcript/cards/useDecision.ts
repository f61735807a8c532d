import { useState, type RefObject } from 'react';
import type { Request } from '../../../shared/protocol.ts';
import { MAX_DECIDED } from '../../../shared/protocol.ts';
import type { NextDecision } from '../../state/nextDecision.ts';
import { usePanel } from '../../state/panel.ts';
import { useAcceptsClicks } from './useAcceptsClicks.ts';
import { focusCard } from './useNextDecision.ts';

type Decide = Extract<Request, { type: 'decide' }>;

export interface Decision {
  /** Clicks are ignored: cards have just changed, or a decision is being sent. */
  readonly disabled: boolean;
  /**
   * Makes the same decision on all the calls, unless `disabled`. If the focus is in the card, the focus moves to the
   * edit `next`.
   */
  decide(callIds: readonly string[], answer: Omit<Decide, 'type' | 'callId' | 'others'>, next?: NextDecision): void;
}

/**
 * Sends the decisions of a card's buttons. If the focus is in `card`, a decision moves the focus to the card's next
 * edit, or else to the composer.
 */
export function useDecision(card: RefObject<HTMLElement | null>): Decision {
  const panel = usePanel();
  const acceptsClicks = useAcceptsClicks();
  const [sending, setSending] = useState(false);
  const disabled = !acceptsClicks || sending;

  async function send(callIds: readonly string[], answer: Omit<Decide, 'type' | 'callId' | 'others'>): Promise<void> {
    for (let at = 0; at < callIds.length; at += MAX_DECIDED) {
      const [callId = '', ...others] = callIds.slice(at, at + MAX_DECIDED);
      // The reason is sent once, because the model should read it once.
      const fields = at === 0 ? answer : { ...answer, reason: undefined };
      await panel.request({ type: 'decide', callId, ...(others.length > 0 && { others }), ...fields });
    }
  }

  return {
    disabled,
    decide(callIds, answer, next) {
      if (disabled) return;
      setSending(true);
      // The focused button is disabled, and then removed with its card or row.
      const hadFocus = card.current?.contains(document.activeElement) ?? false;
      panel.nextDecision.set(hadFocus && next ? next : null);
      if (hadFocus && next && card.current) focusCard(card.current);
      else if (hadFocus) panel.focusComposer();
      send(callIds, answer).then(
        () => setSending(false),
        (error: unknown) => {
          setSending(false);
          panel.problem.set(error instanceof Error ? error.message : String(error));
        },
      );
    },
  };
}
