const CONTROL = 'button, vscode-button, [role="button"]';

/**
 * A button that goes away or is disabled because it was pressed takes the focus with it, and what is typed next is lost.
 * This gives the focus to the composer then. Without a press the focus stays lost: the next Enter may have been meant
 * for the button that has gone, and would send what is in the composer.
 */
export function catchLostFocus(page: Document, focusComposer: () => void): void {
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
  /** The user moves the focus, and so knows where it is. */
  const onMove = (event: Event): void => {
    if (event.type === 'pointerdown' || (event as KeyboardEvent).key === 'Tab') observer.disconnect();
  };
  page.addEventListener('click', onClick, { capture: true });
  page.addEventListener('pointerdown', onMove, { capture: true });
  page.addEventListener('keydown', onMove, { capture: true });
}
