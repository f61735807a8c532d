import { MAX_IMAGE_BYTES, type ImageType, type Request } from '../../shared/protocol.ts';
import { imageTexts } from '../base/texts/refusalTexts.ts';

type AttachRequest = Extract<Request, { type: 'attach' }>;

/** Why an image cannot be attached, as a text for the user; undefined if it can be attached. */
export function findImageProblem({ mimeType, data, thumbnail }: Omit<AttachRequest, 'type'>): string | undefined {
  const bytes = fromBase64(data);
  if (!bytes || bytes.length === 0) return imageTexts.unreadable();
  if (bytes.length > MAX_IMAGE_BYTES) return imageTexts.tooLarge();
  if (!MAGIC[mimeType](bytes)) return imageTexts.notOfType(FORMATS[mimeType]);
  return isThumbnail(thumbnail) ? undefined : imageTexts.badPreview();
}

/** Checks each format's first bytes, because file names and the browser's types are not reliable. */
const MAGIC: Readonly<Record<ImageType, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1')),
  'image/gif': (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
  'image/webp': (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

const FORMATS: Readonly<Record<ImageType, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
};

/** Undefined unless the whole text is base64, because Node's decoder accepts any text. */
function fromBase64(text: string): Buffer | undefined {
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  return isBase64 ? Buffer.from(text, 'base64') : undefined;
}

/** A thumbnail is rendered unchecked, so only formats that contain nothing but an image are allowed. */
function isThumbnail(url: string): boolean {
  return /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(url);
}
