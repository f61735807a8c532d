/** Vertical positions on the screen, in pixels. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

export interface WaitingSpan extends Span {
  /** The message that the piece belongs to. */
  readonly message: unknown;
}

/**
 * The indices of the pieces to mount next, the nearest to the view first. They belong to one message, and all or none
 * begin above the view, so the caller can keep one edge of the message in place.
 */
export function nextBatch(waiting: readonly WaitingSpan[], view: Span): number[] {
  const byDistance = waiting
    .map((span, index) => ({ span, index, distance: Math.max(view.top - span.bottom, span.top - view.bottom, 0) }))
    .sort((a, b) => a.distance - b.distance);
  const first = byDistance[0]?.span;
  return byDistance
    .filter(({ span }) => span.message === first?.message && isAbove(span, view) === (first && isAbove(first, view)))
    .map(({ index }) => index);
}

export function isAbove(span: Span, view: Span): boolean {
  return span.top < view.top;
}
