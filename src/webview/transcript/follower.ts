import type { Panel } from '../state/panel.ts';
import { nextFrame, whileShown } from '../state/whileShown.ts';

/** Pixels from the end that still count as the end. */
const NEAR_END = 24;

/** A scroll position, in pixels. */
export interface ScrollPlace extends Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'> {
  /** The rows' height; `scrollHeight` can be larger after the view was cleared. */
  readonly contentHeight: number;
}

/** Whether a view stays at the end after it was scrolled from `before` to `now`. */
export function followsAfterScroll(following: boolean, before: ScrollPlace, now: ScrollPlace): boolean {
  if (distanceToEnd(now) <= 1) return true;
  // The view scrolls up by itself only if rows have less height than estimated, or if the view has grown. The view may
  // have shrunk again since, so any change of its height counts. Even a few pixels count as a scroll by the
  // user, because a smooth scroll moves only a few pixels in its first frame.
  const isOwnScroll = now.contentHeight < before.contentHeight || now.clientHeight !== before.clientHeight;
  const movedUp = now.scrollTop < before.scrollTop - 1 && !isOwnScroll;
  return !movedUp && (following || distanceToEnd(now) < NEAR_END);
}

/** Whether a turn of the wheel scrolls up, away from the end. The event arrives before the view moves. */
export function scrollsUpByWheel(
  deltaY: number,
  { scrollTop, scrollHeight, clientHeight }: Omit<ScrollPlace, 'contentHeight'>,
): boolean {
  return deltaY < 0 && scrollHeight > clientHeight && scrollTop > 0;
}

function distanceToEnd({ scrollTop, scrollHeight, clientHeight }: Omit<ScrollPlace, 'contentHeight'>): number {
  return scrollHeight - scrollTop - clientHeight;
}

/** Keeps a scrolling element at the end of its growing content, until the user scrolls away. */
export interface Follower {
  readonly following: boolean;
  follow(): void;
  /**
   * Stops following, and ignores all scrolling until the returned function is called. That function follows again if
   * the view is near the end. It does nothing if `hold` or `follow` has been called since.
   */
  hold(): () => void;
  /**
   * Stays in place while content is added, until the returned function is called. If the view still follows
   * then, and no other pause lasts, that function goes to the end.
   */
  pause(): () => void;
  dispose(): void;
}

export function createFollower(
  scroller: HTMLElement,
  content: HTMLElement,
  shown: Panel['shown'],
  startAtEnd: boolean,
  onChange: (following: boolean) => void,
): Follower {
  let following = startAtEnd;
  /** Identifies the last call of `hold`; null if its hold has ended. */
  let held: object | null = null;
  const pauses = new Set<object>();
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
    // Recorded at once; otherwise rows that shrink and grow again would look like the user scrolling up.
    last = place();
  }

  function onScroll(): void {
    if (held) return;
    const now = place();
    set(followsAfterScroll(following, last, now));
    last = now;
  }

  function onWheel({ deltaY }: WheelEvent): void {
    if (scrollsUpByWheel(deltaY, scroller)) set(false);
  }

  const endObserving = whileShown(shown, () => {
    const observer = new ResizeObserver(() => {
      if (following && pauses.size === 0) toEnd();
    });
    observer.observe(content);
    observer.observe(scroller);
    return () => observer.disconnect();
  });
  scroller.addEventListener('scroll', onScroll, { passive: true });
  scroller.addEventListener('wheel', onWheel, { passive: true });
  onChange(following);
  if (following) toEnd();

  return {
    get following() {
      return following;
    },
    follow() {
      held = null;
      pauses.clear();
      set(true);
      toEnd();
    },
    hold() {
      const own = {};
      held = own;
      set(false);
      return () => {
        if (held !== own) return;
        held = null;
        last = place();
        set(distanceToEnd(last) < NEAR_END);
      };
    },
    pause() {
      const own = {};
      pauses.add(own);
      return () => {
        if (pauses.delete(own) && following && pauses.size === 0) toEnd();
      };
    },
    dispose() {
      endObserving();
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('wheel', onWheel);
    },
  };
}

/** Frames in which the list measures its rows after it has scrolled. */
export const MEASURING_FRAMES = 4;

export function afterFrames(shown: Panel['shown'], count: number, action: () => void): void {
  if (count === 0) action();
  else nextFrame(shown, () => afterFrames(shown, count - 1, action));
}

/** `action` runs now, or in a later frame. */
export function onceNotBusy(shown: Panel['shown'], isBusy: () => boolean, action: () => void): void {
  if (isBusy()) nextFrame(shown, () => onceNotBusy(shown, isBusy, action));
  else action();
}
