/** Pixels of the longer side: what vision models take without scaling down themselves. */
export const LONG_SIDE = 1568;
/** Pixels of a thumbnail's longer side. */
export const THUMBNAIL_SIDE = 96;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size within a square of `side` pixels, in proportion; never larger than it is, never nothing. */
export function fitWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
