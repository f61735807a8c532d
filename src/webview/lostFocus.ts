import type { Panel } from './state/panel.ts';
import { whileShown } from './state/whileShown.ts';

const CONTROL = 'button, vscode-button, [role="button"]';

/**
 * Moves the focus to the composer when a pressed button is removed or disabled; otherwise the next typed text would be
 * lost. If a focused button disappears that was not pressed, the composer does not get the focus: the user may be about
 * to press Enter, which would send the composer's text.
 */
export function catchLostFocus(page: Document, { shown, focusComposer }: Panel): void {
  whileShown(shown, () => {
    const observer = new MutationObserver(() => {
      const focused = page.activeElement;
      if (focused && focused !== page.body && !focused.matches('[disabled]')) return;
      observer.disconnect();
      if (page.hasFocus()) focusComposer();
    });
    const onClick = ({ target }: Event): void => {
      const isPress = target instanceof Element && target.closest(CONTROL) !== null;
      if (isPress) observer.observe(page.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    };
    /** The user moves the focus, so the composer must not take it. */
    const onMove = (event: Event): void => {
      if (event.type === 'pointerdown' || (event as KeyboardEvent).key === 'Tab') observer.disconnect();
    };
    const hidden = new AbortController();
    const options = { capture: true, signal: hidden.signal };
    page.addEventListener('click', onClick, options);
    page.addEventListener('pointerdown', onMove, options);
    page.addEventListener('keydown', onMove, options);
    return () => {
      hidden.abort();
      observer.disconnect();
    };
  });
}
