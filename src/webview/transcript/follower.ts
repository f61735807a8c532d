/** Pixels from the end that still count as being there. */
const NEAR_END = 24;

/** Pixels: how far it is scrolled, how much there is to see, and how much of it is in view. */
export interface ScrollPlace extends Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'> {
  /** Of the rows; there is more to see than they are while a view that was cleared fills again. */
  readonly contentHeight: number;
}

/** Whether a view keeps to the end after it was scrolled from `before` to `now`. */
export function followsAfterScroll(following: boolean, before: ScrollPlace, now: ScrollPlace): boolean {
  if (behindEnd(now) <= 1) return true;
  // The list itself moves the view up only where rows turn out lower than thought; a user moves it in place. The first
  // frame of a smooth scroll moves it by a few pixels.
  const movedUp = now.scrollTop < before.scrollTop - 1 && now.contentHeight >= before.contentHeight;
  return !movedUp && (following || behindEnd(now) < NEAR_END);
}

/** Whether turning the wheel, which is told before anything moves, leads away from the end. */
export function leavesByWheel(
  deltaY: number,
  { scrollTop, scrollHeight, clientHeight }: Omit<ScrollPlace, 'contentHeight'>,
): boolean {
  return deltaY < 0 && scrollHeight > clientHeight && scrollTop > 0;
}

function behindEnd({ scrollTop, scrollHeight, clientHeight }: ScrollPlace): number {
  return scrollHeight - scrollTop - clientHeight;
}

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
  let last = place();

  function place(): ScrollPlace {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    return { scrollTop, scrollHeight, clientHeight, contentHeight: content.offsetHeight };
  }

  function set(next: boolean): void {
    if (next === following) return;
    following = next;
    onChange(next);
  }

  function toEnd(): void {
    scroller.scrollTop = scroller.scrollHeight;
    // A row that turned out lower and has grown since must not look like the user's scrolling up.
    last = place();
  }

  function onScroll(): void {
    if (held) return;
    const now = place();
    set(followsAfterScroll(following, last, now));
    last = now;
  }

  function onWheel({ deltaY }: WheelEvent): void {
    if (leavesByWheel(deltaY, scroller)) set(false);
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
      last = place();
      set(behindEnd(last) < NEAR_END);
    },
    dispose() {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('wheel', onWheel);
    },
  };
}

/** Runs `action` after so many frames, in which the list measures its rows. */
export function afterFrames(count: number, action: () => void): void {
  if (count === 0) action();
  else requestAnimationFrame(() => afterFrames(count - 1, action));
}

/** Runs `action` after the frames in which `isBusy`. */
export function afterFramesOf(isBusy: () => boolean, action: () => void): void {
  if (isBusy()) requestAnimationFrame(() => afterFramesOf(isBusy, action));
  else action();
}
