import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { usePanel } from '../state/panel.ts';
import { whileShown } from '../state/whileShown.ts';
import { isInView, layoutOf, readingAfter, uncoveredPart, UNREAD } from './readToEnd.ts';

interface ReadToEnd {
  readonly box: RefObject<HTMLDivElement | null>;
  /** At the end of the box's content. */
  readonly end: RefObject<HTMLDivElement | null>;
  /** After the box. */
  readonly answers: RefObject<HTMLDivElement | null>;
  /** See `layoutOf`. */
  readonly overflows: boolean;
  readonly isPinned: boolean;
  /** The end of the content has been visible at the current size. */
  readonly isRead: boolean;
}

/**
 * Reports whether the end of a box's content has been visible in the scrolling list of cards, not covered by the
 * answers. A new `revision` or another size makes the content unread.
 */
export function useReadToEnd(revision: number): ReadToEnd {
  const { shown } = usePanel();
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const answers = useRef<HTMLDivElement>(null);
  const [{ overflows, isPinned }, setLayout] = useState({ overflows: false, isPinned: false });
  const [{ of, reading }, setReading] = useState({ of: revision, reading: UNREAD });

  const measure = useCallback(() => {
    const { list, card } = placeOf(box.current);
    const [content, last, foot] = [box.current, end.current, answers.current];
    // A hidden page has no sizes.
    if (!content || !last || !foot || !list || !card || list.clientHeight === 0) return;
    // Measured without the answers' own position, which changes while they are pinned.
    const beforeAnswers = foot.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
    const layout = layoutOf({
      list: list.clientHeight,
      question: beforeAnswers - card.getBoundingClientRect().top,
      answers: foot.offsetHeight,
    });
    setLayout((previous) =>
      previous.overflows === layout.overflows && previous.isPinned === layout.isPinned ? previous : layout,
    );
    const uncovered = uncoveredPart(list.getBoundingClientRect(), foot.getBoundingClientRect(), layout.isPinned);
    const isEndInView = isInView(last.getBoundingClientRect(), [uncovered]);
    // Uses the page's height, because the list's height also changes while the user types.
    const size = `${document.documentElement.clientHeight}: ${content.clientWidth} x ${content.clientHeight}`;
    setReading((previous) => {
      const known = previous.of === revision ? previous.reading : UNREAD;
      const next = readingAfter(known, size, isEndInView);
      return next === previous.reading ? previous : { of: revision, reading: next };
    });
  }, [revision]);

  useLayoutEffect(() => {
    const { list, card } = placeOf(box.current);
    const [content, foot] = [box.current, answers.current];
    if (!list || !card || !content || !foot) return;
    // A new text starts at its first line.
    const above = list.getBoundingClientRect().top - card.getBoundingClientRect().top;
    if (above > 0) list.scrollTop -= above;
    return whileShown(shown, () => {
      const sizes = new ResizeObserver(measure);
      // The content's height also changes with the font.
      for (const element of [list, content, ...content.children, foot]) sizes.observe(element);
      // Notices layout changes that show or hide the end. The observer counts a covered end as visible, so `measure`
      // also runs on scrolling.
      const views = new IntersectionObserver(measure);
      if (end.current) views.observe(end.current);
      list.addEventListener('scroll', measure, { passive: true });
      return () => {
        sizes.disconnect();
        views.disconnect();
        list.removeEventListener('scroll', measure);
      };
    });
  }, [measure, shown]);

  // Answers that are no longer pinned can uncover the end, which no observer notices.
  useLayoutEffect(measure, [measure, isPinned]);

  return { box, end, answers, overflows, isPinned, isRead: of === revision && reading.isRead };
}

function placeOf(content: HTMLElement | null) {
  return {
    list: content?.closest<HTMLElement>('.terminal-list'),
    card: content?.closest<HTMLElement>('.terminal-card'),
  };
}
