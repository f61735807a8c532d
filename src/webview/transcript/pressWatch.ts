/**
 * Watches whether a pointer is pressed, until the returned function is called. That function runs `action` at once, or
 * after the click if a pointer is pressed: what is pressed must not move, or the click would be lost.
 */
export function watchPress(page: EventTarget): (action: () => void) => void {
  let isPressed = false;
  const watching = new AbortController();
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    const onPointer = () => void (isPressed = type === 'pointerdown');
    page.addEventListener(type, onPointer, { capture: true, signal: watching.signal });
  }

  return (action) => {
    watching.abort();
    if (!isPressed) {
      action();
      return;
    }
    const released = new AbortController();
    const onRelease = (): void => {
      released.abort();
      // The browser sends the click after the release, but before timers.
      setTimeout(action);
    };
    for (const type of ['pointerup', 'pointercancel']) {
      page.addEventListener(type, onRelease, { capture: true, signal: released.signal });
    }
  };
}
