/** Pixels from the top of the viewport. */
export type Edges = Pick<DOMRect, 'top' | 'bottom'>;

/** Whether a question has been read to its end, at its current size. */
export interface Reading {
  readonly size: string;
  readonly isRead: boolean;
}

export const UNREAD: Reading = { size: '', isRead: false };

/** Pixels. */
export interface CardHeights {
  /** The visible part of the list of cards. */
  readonly list: number;
  /** From the card's upper edge to the end of the question and its notes. */
  readonly question: number;
  /** The answers, with the notes about them. */
  readonly answers: number;
}

/** Maximum share of the list's height that pinned answers may cover. */
const MAX_PINNED = 0.6;

/**
 * `overflows`: the card, to the end of its answers, is taller than the list, so the list must scroll. `isPinned`: the
 * answers stay at the list's lower edge, because the list must scroll and the answers leave enough of it uncovered.
 */
export function layoutOf({ list, question, answers }: CardHeights): { overflows: boolean; isPinned: boolean } {
  // Heights can differ by a fraction of a pixel.
  const overflows = question + answers > list + 1;
  return { overflows, isPinned: overflows && answers <= list * MAX_PINNED };
}

/**
 * The part of the list in which a question is visible above its answers. The answers can be measured just before they
 * move to the list's lower edge, so the height of pinned answers is always subtracted.
 */
export function uncoveredPart(list: Edges, answers: Edges, isPinned: boolean): Edges {
  const covered = isPinned ? answers.bottom - answers.top : 0;
  return { top: list.top, bottom: Math.min(list.bottom - covered, answers.top) };
}

export function isInView(element: Edges, boxes: readonly Edges[]): boolean {
  // Positions can differ by a fraction of a pixel.
  return boxes.every(({ top, bottom }) => element.top < bottom + 1 && element.bottom > top - 1);
}

/** After a change of the size, the end must be in view again, because the user may never have seen it at this size. */
export function readingAfter(previous: Reading, size: string, isEndInView: boolean): Reading {
  const isRead = isEndInView || (previous.isRead && previous.size === size);
  return previous.size === size && previous.isRead === isRead ? previous : { size, isRead };
}
