import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { usePanel } from '../state/panel.ts';
import { whileShown } from '../state/whileShown.ts';
import { isAtEnd } from './readToEnd.ts';

interface ReadToEnd {
  readonly box: RefObject<HTMLDivElement | null>;
  /** Whether the box is too small for its content, so that it scrolls. */
  readonly overflows: boolean;
  /** Whether the end of this content has been visible in the box. */
  readonly isRead: boolean;
  /** Call when the box has been scrolled. */
  readonly onScroll: () => void;
}

/** Reports whether the end of a box's content has been visible. With a new `revision`, the content counts as unread. */
export function useReadToEnd(revision: number): ReadToEnd {
  const { shown } = usePanel();
  const box = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  const [readRevision, setReadRevision] = useState<number | null>(null);

  const measure = useCallback(() => {
    const { current } = box;
    if (!current) return;
    setOverflows(current.scrollHeight > current.clientHeight + 1);
    if (isAtEnd(current)) setReadRevision(revision);
  }, [revision]);

  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    // A new text starts at its first line, even if the end of the previous text was visible.
    current.scrollTop = 0;
    measure();
    return whileShown(shown, () => {
      const observer = new ResizeObserver(measure);
      // The content also changes its height when only the font changes.
      for (const element of [current, ...current.children]) observer.observe(element);
      return () => observer.disconnect();
    });
  }, [measure, shown]);

  return { box, overflows, isRead: readRevision === revision, onScroll: measure };
}
