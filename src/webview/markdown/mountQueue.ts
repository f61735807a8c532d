import { createContext } from 'react';
import { flushSync } from 'react-dom';
import type { Panel } from '../state/panel.ts';
import { nextFrame } from '../state/whileShown.ts';
import { isAbove, nextBatch, type Span, type WaitingSpan } from './mountOrder.ts';

/**
 * Mounts pieces of Markdown over several frames, the nearest to the view first, without moving the visible content.
 * React's transitions slice only the rendering: they lay out everything at once, and start again after each keystroke.
 */
export interface MountQueue {
  /** Whether the current frame has time left to mount a piece. */
  claim(): boolean;
  /** Calls `mount` when the content may be mounted. Returns a function that cancels the call. */
  add(placeholder: Element, mount: () => void): () => void;
  isWaiting(element: Element): boolean;
  /**
   * Mounts a message's pieces from the message's top until the view is filled. The saved position is an offset from
   * that top, and is right only after the pieces above that position are mounted. Returns a function that ends this
   * early.
   */
  pin(place: PinnedPlace): () => void;
  /** `following`: whether the view follows the end. */
  setFollowing(following: boolean): void;
  dispose(): void;
}

export interface PinnedPlace {
  /** Null until the message is rendered. */
  readonly message: () => Element | null;
  /** The view's position, according to the heights known so far. */
  readonly scrollTop: () => number;
  /** Called when the view is filled, or the pinning ends early. */
  readonly onEnd: () => void;
}

/** If null, everything is mounted at once. */
export const MountQueueContext = createContext<MountQueue | null>(null);

/** Milliseconds per frame; layout and paint take about as long again. */
const SLICE = 8;

interface Waiting {
  readonly placeholder: Element;
  readonly mount: () => void;
}

/** Pieces are in messages (`article`), and messages in a scrolling element (`role="log"`). */
export function createMountQueue(shown: Panel['shown']): MountQueue {
  const waiting = new Set<Waiting>();
  /** When `claim` was first called in the current frame; null before that. */
  let begun: number | null = null;
  let cancelFrame: (() => void) | undefined;
  let pinned: PinnedPlace | null = null;
  let isFollowing = false;
  /** Messages that the list has measured. */
  const measured = new WeakSet<Element>();
  /** Corrects the scroll position after heights have changed. */
  let restore: () => void = () => {};
  // Created late, because observers run in the order of creation, and the list's observer must place the rows first.
  let observer: ResizeObserver | undefined;

  function schedule(): void {
    cancelFrame ??= nextFrame(shown, onFrame);
  }

  function claim(): boolean {
    schedule();
    begun ??= performance.now();
    return performance.now() - begun < SLICE;
  }

  function onFrame(): void {
    cancelFrame = undefined;
    begun = null;
    const scroller = [...waiting][0]?.placeholder.closest('[role="log"]');
    const message = pinned?.message();
    const view = scroller?.getBoundingClientRect();
    if (message && !(view && isWaitingAbove(message, view.bottom))) unpin();
    if (!scroller || !view) return;
    mountNext(scroller, view);
    schedule();
  }

  function mountNext(scroller: Element, view: Span): void {
    const top = pinned?.message()?.getBoundingClientRect().top;
    const entries = [...waiting];
    const order = nextBatch(entries.map(toSpan), top === undefined ? view : { top, bottom: top });
    const batch = order.flatMap((index) => entries[index] ?? []);
    const message = batch[0]?.placeholder.closest('article');
    // When the list first renders a row, the list itself measures the row and keeps the other rows in place.
    if (message && measured.has(message)) keepPlace(scroller, view, message, batch[0]);
    else if (message) measured.add(message);
    for (const entry of batch) {
      // Mounting an entry may have removed a later one.
      if (!claim() || !waiting.delete(entry)) break;
      flushSync(entry.mount);
    }
  }

  function keepPlace(scroller: Element, view: Span, message: Element, first: Waiting | undefined): void {
    const { top, bottom } = message.getBoundingClientRect();
    const endsInView = isAbove({ top, bottom }, view) && bottom <= view.bottom + 1;
    const edge = endsInView || (first && isAbove(toSpan(first), view)) ? 'bottom' : 'top';
    const place = edge === 'top' ? top : bottom;
    restore = () => {
      if (isFollowing) scroller.scrollTop = scroller.scrollHeight;
      else if (pinned) scroller.scrollTop = pinned.scrollTop();
      else if (message.isConnected) scroller.scrollTop += message.getBoundingClientRect()[edge] - place;
    };
    observer ??= new ResizeObserver(() => {
      observer?.disconnect();
      restore();
    });
    observer.observe(message);
  }

  function isWaitingAbove(message: Element, bottom: number): boolean {
    return [...waiting].some((entry) => message.contains(entry.placeholder) && toSpan(entry).top < bottom);
  }

  function unpin(): void {
    const ended = pinned;
    pinned = null;
    ended?.onEnd();
  }

  return {
    claim,
    add(placeholder, mount) {
      const entry = { placeholder, mount };
      waiting.add(entry);
      schedule();
      return () => waiting.delete(entry);
    },
    isWaiting: (element) => [...waiting].some(({ placeholder }) => element.contains(placeholder)),
    pin(place) {
      pinned = place;
      schedule();
      return () => {
        if (pinned === place) unpin();
      };
    },
    setFollowing(following) {
      isFollowing = following;
    },
    dispose() {
      cancelFrame?.();
      cancelFrame = undefined;
      observer?.disconnect();
    },
  };
}

function toSpan({ placeholder }: Waiting): WaitingSpan {
  const { top, bottom } = placeholder.getBoundingClientRect();
  return { top, bottom, message: placeholder.closest('article') };
}
