import { MAX_IMAGE_BYTES, MAX_THUMBNAIL_CHARACTERS, type ImageType } from '../../../shared/protocol.ts';
import { sniffImage } from '../../../shared/sniffImage.ts';

const MAX_SOURCE_BYTES = 40_000_000;
/** An image with this many pixels needs 400 MB of memory. */
const MAX_PIXELS = 100_000_000;
/** Bytes. PNG keeps text in screenshots sharp, but a larger image becomes a JPEG. */
const MAX_PNG_BYTES = 1_200_000;
const JPEG_QUALITIES = [0.9, 0.75, 0.5];
/** Maximum pixels of the longer side that vision models accept without scaling. */
const LONG_SIDE = 1568;
/** Pixels. */
const THUMBNAIL_SIDE = 96;

export interface PreparedImage {
  readonly kind: 'image';
  readonly mimeType: ImageType;
  /** Base64. */
  readonly data: string;
  /** A `data:` URL. */
  readonly thumbnail: string;
  /** The source is animated; only its first frame is used. */
  readonly animated: boolean;
}

export type ImageProblem = 'not-an-image' | 'svg' | 'too-large' | 'unreadable';

/**
 * Redraws a file as an image type that every provider accepts. The file's own bytes are never sent, because they may
 * contain a photo's location and other hidden data. Rejects if the file cannot be read or redrawn, or if its thumbnail
 * is too large.
 */
export async function prepareImage(
  file: Blob,
): Promise<PreparedImage | { readonly kind: 'problem'; readonly problem: ImageProblem }> {
  if (file.size > MAX_SOURCE_BYTES) return { kind: 'problem', problem: 'too-large' };
  const sniffed = sniffImage(new Uint8Array(await file.arrayBuffer()));
  if (!sniffed) return { kind: 'problem', problem: 'not-an-image' };
  if (sniffed.type === 'svg') return { kind: 'problem', problem: 'svg' };
  if (sniffed.width * sniffed.height > MAX_PIXELS) return { kind: 'problem', problem: 'too-large' };
  const picture = await createImageBitmap(new Blob([file], { type: `image/${sniffed.type}` })).catch(() => null);
  if (!picture) return { kind: 'problem', problem: 'unreadable' };
  try {
    const blob = await encode(picture, sniffed.type === 'jpeg');
    if (!blob) return { kind: 'problem', problem: 'too-large' };
    const [data, thumbnail] = await Promise.all([toDataUrl(blob), drawThumbnail(picture)]);
    const mimeType = blob.type === 'image/png' ? 'image/png' : 'image/jpeg';
    return { kind: 'image', mimeType, data: data.slice(data.indexOf(',') + 1), thumbnail, animated: sniffed.animated };
  } finally {
    picture.close();
  }
}

async function encode(picture: ImageBitmap, isPhoto: boolean): Promise<Blob | null> {
  const size = fitWithin(picture, LONG_SIDE);
  if (!isPhoto) {
    const png = await draw(picture, size, null).convertToBlob({ type: 'image/png' });
    if (png.size <= MAX_PNG_BYTES) return png;
  }
  // Local servers read JPEG, but often not WebP.
  const canvas = draw(picture, size, 'white');
  for (const quality of JPEG_QUALITIES) {
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (jpeg.size <= MAX_IMAGE_BYTES) return jpeg;
  }
  return null;
}

async function drawThumbnail(picture: ImageBitmap): Promise<string> {
  const canvas = draw(picture, fitWithin(picture, THUMBNAIL_SIDE), null);
  const url = await toDataUrl(await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 }));
  if (url.length > MAX_THUMBNAIL_CHARACTERS) throw new Error('The thumbnail of the image is too large');
  return url;
}

function draw(picture: ImageBitmap, { width, height }: Size, background: string | null): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The image could not be redrawn');
  if (background !== null) {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The image could not be read'));
    reader.readAsDataURL(blob);
  });
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The proportional size within a square of `side` pixels; never larger than the image. */
export function fitWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
