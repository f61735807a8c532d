/** Minimum pixels between the popover and its button or an edge of the panel. */
const GAP = 4;

/** Places a popover above its button, or below the button if there is no room above, but always inside the panel. */
export function placePopover(popover: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const above = top - GAP - height;
  popover.style.top = `${above >= GAP ? above : Math.max(GAP, Math.min(bottom + GAP, window.innerHeight - height - GAP))}px`;
  popover.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
}
