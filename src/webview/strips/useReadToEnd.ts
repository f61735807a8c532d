import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { usePanel } from '../state/panel.ts';
import { whileShown } from '../state/whileShown.ts';
import { isInView, readingAfter, UNREAD } from './readToEnd.ts';

interface ReadToEnd {
  readonly box: RefObject<HTMLDivElement | null>;
  /** The element at the end of the box's content. */
  readonly end: RefObject<HTMLDivElement | null>;
  /** Whether the box is too small for its content, so that it scrolls. */
  readonly overflows: boolean;
  /** Whether the end of this content has been visible at the current size. */
  readonly isRead: boolean;
}

/**
 * Reports whether the end of a box's content has been visible, both in the box and in the list of cards, which also
 * scrolls. With a new `revision` or another size, the content counts as unread.
 */
export function useReadToEnd(revision: number): ReadToEnd {
  const { shown } = usePanel();
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  const [{ of, reading }, setReading] = useState({ of: revision, reading: UNREAD });

  const measure = useCallback(() => {
    const content = box.current;
    const last = end.current?.getBoundingClientRect();
    // A hidden page has no sizes.
    if (!content || !last || content.clientHeight === 0) return;
    const { clientHeight, scrollHeight } = content;
    const boxes = [content, content.closest('.terminal-list') ?? content];
    const isEndInView = isInView(
      last,
      boxes.map((each) => each.getBoundingClientRect()),
    );
    setOverflows(scrollHeight > clientHeight + 1);
    setReading((previous) => {
      const known = previous.of === revision ? previous.reading : UNREAD;
      const next = readingAfter(known, `${clientHeight} of ${scrollHeight}`, isEndInView);
      return next === previous.reading ? previous : { of: revision, reading: next };
    });
  }, [revision]);

  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    // A new text starts at its first line, even if the end of the previous text was visible.
    current.scrollTop = 0;
    measure();
    return whileShown(shown, () => {
      const sizes = new ResizeObserver(measure);
      // The content also changes its height when only the font changes.
      for (const element of [current, ...current.children]) sizes.observe(element);
      // Notices each scroll and each change of the layout that shows or hides the end.
      const views = new IntersectionObserver(measure);
      if (end.current) views.observe(end.current);
      return () => {
        sizes.disconnect();
        views.disconnect();
      };
    });
  }, [measure, shown]);

  return { box, end, overflows, isRead: of === revision && reading.isRead };
}
