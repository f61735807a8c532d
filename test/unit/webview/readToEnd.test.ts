import { expect, it } from 'vitest';
import { isInView, layoutOf, readingAfter, uncoveredPart, UNREAD } from '../../../src/webview/strips/readToEnd.ts';

it('the end of a question is in view if no box around it hides it', () => {
  const question = { top: 0, bottom: 100 };
  const list = { top: 20, bottom: 200 };
  expect(isInView({ top: 99, bottom: 100 }, [question, list])).toBe(true);
  // The end is below the visible part of the question, or above or below the visible part of the list.
  expect(isInView({ top: 299, bottom: 300 }, [question, list])).toBe(false);
  expect(isInView({ top: 9, bottom: 10 }, [question, list])).toBe(false);
  expect(
    isInView({ top: 149, bottom: 150 }, [
      { top: 50, bottom: 150 },
      { top: 0, bottom: 100 },
    ]),
  ).toBe(false);
});

it.each([
  ['fits', { list: 300, question: 200, answers: 100 }, { overflows: false, isPinned: false }],
  ['is longer than the list', { list: 300, question: 400, answers: 100 }, { overflows: true, isPinned: true }],
  ['leaves no room for its answers', { list: 300, question: 250, answers: 100 }, { overflows: true, isPinned: true }],
  ['has high answers', { list: 300, question: 250, answers: 200 }, { overflows: true, isPinned: false }],
])('the layout of a question that %s', (_title, heights, layout) => {
  expect(layoutOf(heights)).toEqual(layout);
});

it.each([13, 20, 39, 59, 78])('an end that pinned answers hide by %i pixels is not in view', (hidden) => {
  const list = { top: 100, bottom: 400 };
  const question = list.bottom - 68 + hidden;
  const end = { top: question - 1, bottom: question };
  // Before the answers are drawn at the list's lower edge, they follow the question.
  const following = { top: question, bottom: question + 68 };
  const pinned = { top: list.bottom - 68, bottom: list.bottom };
  expect(isInView(end, [uncoveredPart(list, following, true)])).toBe(false);
  expect(isInView(end, [uncoveredPart(list, pinned, true)])).toBe(false);
  // Scrolled to the end.
  const scrolled = { top: end.top - hidden, bottom: end.bottom - hidden };
  expect(isInView(scrolled, [uncoveredPart(list, pinned, true)])).toBe(true);
});

it('answers that are not pinned cover nothing', () => {
  const list = { top: 100, bottom: 400 };
  expect(uncoveredPart(list, { top: 390, bottom: 590 }, false)).toEqual({ top: 100, bottom: 390 });
  expect(uncoveredPart(list, { top: 450, bottom: 650 }, false)).toEqual(list);
});

it('positions may differ by a fraction of a pixel', () => {
  expect(isInView({ top: 99.7, bottom: 100.7 }, [{ top: 0, bottom: 100 }])).toBe(true);
});

it('a question stays read if its end is scrolled out of view, but not if its size changes', () => {
  const read = readingAfter(UNREAD, '100 of 300', true);
  expect(read.isRead).toBe(true);
  const scrolled = readingAfter(read, '100 of 300', false);
  expect(scrolled.isRead).toBe(true);
  const smaller = readingAfter(scrolled, '60 of 300', false);
  expect(smaller.isRead).toBe(false);
  // The end was in view at the earlier size only.
  expect(readingAfter(smaller, '60 of 300', false).isRead).toBe(false);
  expect(readingAfter(smaller, '100 of 300', false).isRead).toBe(false);
  expect(readingAfter(smaller, '60 of 300', true).isRead).toBe(true);
});

it('a question whose end is in view stays read at any size', () => {
  expect(readingAfter(readingAfter(UNREAD, '100 of 100', true), '120 of 120', true).isRead).toBe(true);
});
