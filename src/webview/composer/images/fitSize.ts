/** Pixels of the longer side that vision models accept without scaling. */
export const LONG_SIDE = 1568;
/** Pixels of a thumbnail's longer side. */
export const THUMBNAIL_SIDE = 96;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The proportional size that fits into a square of `side` pixels; never larger than the image, at least one pixel. */
export function fitWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
