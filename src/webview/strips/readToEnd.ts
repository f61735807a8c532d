/** The vertical position of an element on the page, in pixels. */
export type Edges = Pick<DOMRect, 'top' | 'bottom'>;

/** Whether a question has been read to its end, at its current size. */
export interface Reading {
  readonly size: string;
  readonly isRead: boolean;
}

export const UNREAD: Reading = { size: '', isRead: false };

/** Whether an element is visible in all the boxes that scroll it. */
export function isInView(element: Edges, boxes: readonly Edges[]): boolean {
  // Positions can differ by a fraction of a pixel.
  return boxes.every(({ top, bottom }) => element.top < bottom + 1 && element.bottom > top - 1);
}

/**
 * The reading after a scroll or a change of the size. If the size has changed, the end must be in view again, because
 * the user may never have seen it at this size.
 */
export function readingAfter(previous: Reading, size: string, isEndInView: boolean): Reading {
  const isRead = isEndInView || (previous.isRead && previous.size === size);
  return previous.size === size && previous.isRead === isRead ? previous : { size, isRead };
}
