/** The measures of an element that scrolls, in pixels. */
export type ScrollMeasures = Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>;

/** Whether the end of the content is visible. False while the element is hidden, because then it has no height. */
export function isAtEnd({ scrollTop, clientHeight, scrollHeight }: ScrollMeasures): boolean {
  // `scrollTop` can be a fraction of a pixel below its maximum.
  return clientHeight > 0 && scrollTop + clientHeight >= scrollHeight - 1;
}
