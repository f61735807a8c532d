/** Pixels from the end that still count as being there. */
const NEAR_END = 24;

/** Keeps a scrolling element at the end of what grows in it, until the user scrolls away. */
export interface Follower {
  readonly following: boolean;
  /** Back to the end. */
  follow(): void;
  /** Leaves the view alone, whatever becomes of its content, until `release`. */
  hold(): void;
  /** From now on, follows if the view is at the end. */
  release(): void;
  dispose(): void;
}

export function createFollower(
  scroller: HTMLElement,
  content: HTMLElement,
  startAtEnd: boolean,
  onChange: (following: boolean) => void,
): Follower {
  let following = startAtEnd;
  let held = false;
  let lastTop = scroller.scrollTop;
  let lastHeight = scroller.scrollHeight;

  function set(next: boolean): void {
    if (next === following) return;
    following = next;
    onChange(next);
  }

  function toEnd(): void {
    scroller.scrollTop = scroller.scrollHeight;
  }

  function isNearEnd(): boolean {
    return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END;
  }

  function onScroll(): void {
    if (held) return;
    const { scrollTop, scrollHeight } = scroller;
    // The list itself moves the view up only where rows turn out lower than thought; a user moves it in place.
    const movedUp = scrollTop < lastTop - 1 && scrollHeight >= lastHeight;
    if (isNearEnd()) set(true);
    else if (movedUp) set(false);
    lastTop = scrollTop;
    lastHeight = scrollHeight;
  }

  function onWheel(event: WheelEvent): void {
    if (event.deltaY < 0 && scroller.scrollHeight > scroller.clientHeight && scroller.scrollTop > 0) set(false);
  }

  const observer = new ResizeObserver(() => {
    if (following) toEnd();
  });
  observer.observe(content);
  observer.observe(scroller);
  scroller.addEventListener('scroll', onScroll, { passive: true });
  scroller.addEventListener('wheel', onWheel, { passive: true });
  onChange(following);
  if (following) toEnd();

  return {
    get following() {
      return following;
    },
    follow() {
      held = false;
      set(true);
      toEnd();
    },
    hold() {
      held = true;
      set(false);
    },
    release() {
      if (!held) return;
      held = false;
      lastTop = scroller.scrollTop;
      lastHeight = scroller.scrollHeight;
      set(isNearEnd());
    },
    dispose() {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('wheel', onWheel);
    },
  };
}
