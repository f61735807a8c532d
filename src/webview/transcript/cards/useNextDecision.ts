import { useLayoutEffect, type RefObject } from 'react';
import type { ToolBlock } from '../../../shared/toolBlock.ts';
import type { NextDecision } from '../../state/nextDecision.ts';
import { usePanel } from '../../state/panel.ts';
import { nextFrame } from '../../state/whileShown.ts';

/**
 * Focuses the card until the next decision's button is enabled. The card is focusable only until it loses the focus.
 */
export function focusCard(card: HTMLElement): void {
  card.tabIndex = -1;
  card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true });
  card.focus({ preventScroll: true });
}

/**
 * Focuses the next decision's button when it is enabled, unless the user has moved the focus. `ApprovalCard`
 * needs this hook too, because the last undecided edit of a group has a card of its own.
 */
export function useNextDecision(
  card: RefObject<HTMLElement | null>,
  tools: readonly ToolBlock[],
  disabled: boolean,
): void {
  const { nextDecision, shown } = usePanel();
  useLayoutEffect(() => {
    const next = nextDecision.get();
    const { current } = card;
    if (!next || !current || !tools.some(({ callId }) => callId === next.callId)) return;
    if (tools.some(({ callId }) => callId === next.after)) return;
    if (!mayTakeFocus(current)) return nextDecision.set(null);
    if (document.activeElement !== current) focusCard(current);
    if (disabled) return;
    nextDecision.set(null);
    const button = buttonOf(current, next);
    // The toolkit enables its buttons in the next frame.
    nextFrame(shown, () => {
      if (mayTakeFocus(current)) button?.focus();
    });
  });
}

function mayTakeFocus(card: HTMLElement): boolean {
  const { activeElement, body } = document;
  return document.hasFocus() && (activeElement === card || activeElement === body);
}

/**
 * The button of the next decision. A card of several edits has two buttons per edit. A card of one edit has *Allow
 * once* first and *Deny* last.
 */
function buttonOf(card: HTMLElement, { callId, kind }: NextDecision): HTMLElement | null {
  const place = kind === 'deny' ? ':last-of-type' : ':first-of-type';
  return (
    card.querySelector<HTMLElement>(`[data-call="${CSS.escape(callId)}"] [data-decision="${kind}"]`) ??
    card.querySelector<HTMLElement>(`.approval-actions > .split${place} > .button`)
  );
}
