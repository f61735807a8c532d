/** Pixels to the button, and minimum pixels to the panel's edges. */
const GAP = 4;

/**
 * Places a popover above its button, or below the button if there is no room above. If neither place has room, the
 * popover covers the button to stay inside the panel.
 */
export function placePopover(popover: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const above = top - GAP - height;
  popover.style.top = `${above >= GAP ? above : Math.max(GAP, Math.min(bottom + GAP, window.innerHeight - height - GAP))}px`;
  popover.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
}
