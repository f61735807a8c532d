import { sniffImage, type SniffedImage } from '../../shared/sniffImage.ts';
import { counted } from '../text/capLines.ts';
import { baseName } from '../text/paths.ts';
import { sniffPdf } from './pdfFile.ts';
import { failed, type ToolOutcome } from './tool.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';

/** Bytes. Larger files would exceed providers' limits: for one image, and for a request with a document in it. */
const MAX_IMAGE_BYTES = 3_500_000;
const MAX_PDF_BYTES = 12_000_000;
/** Pixels per side, and pages per PDF: providers' limits. */
const MAX_SIDE = 8000;
const MAX_PAGES = 100;

const ACCEPTED_MIME_TYPES: Partial<Record<SniffedImage['type'], string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/**
 * Returns the outcome of reading an image or a PDF; undefined for other bytes, and for SVG, which is text. Fails for a
 * file that providers would refuse, because every later request of the conversation would contain the file and fail.
 */
export function readMedia(display: string, bytes: Uint8Array): ToolOutcome | undefined {
  const image = sniffImage(bytes);
  if (image?.type === 'svg') return undefined;
  if (image) return readImage(display, bytes, image);
  return readPdf(display, bytes);
}

function readImage(display: string, bytes: Uint8Array, { type, width, height }: SniffedImage): ToolOutcome {
  const kind = type.toUpperCase();
  const mimeType = ACCEPTED_MIME_TYPES[type];
  if (mimeType === undefined) {
    return failed(
      `${display} is a ${kind} image, which models do not accept. Convert it to PNG first.`,
      resultTexts.imageNotSupported(),
    );
  }
  if (width === 0 || height === 0) {
    return failed(`${display} begins like a ${kind} image, but is damaged or incomplete.`, resultTexts.brokenImage());
  }
  const size = `${width} × ${height} pixels, ${toSize(bytes.length)}`;
  if (bytes.length > MAX_IMAGE_BYTES || Math.max(width, height) > MAX_SIDE) {
    const limits = `${toSize(MAX_IMAGE_BYTES)} and ${MAX_SIDE} pixels per side`;
    return failed(
      `${display} is a ${kind} image of ${size}. Models accept at most ${limits}. Scale it down first.`,
      resultTexts.imageTooLarge(),
    );
  }
  return {
    ok: true,
    content: [
      { type: 'text', text: `[${display}: a ${kind} image, ${size}]` },
      { type: 'image', mimeType, data: toBase64(bytes) },
    ],
    summary: resultTexts.image(width, height),
  };
}

function readPdf(display: string, bytes: Uint8Array): ToolOutcome | undefined {
  const pdf = sniffPdf(bytes);
  if (!pdf) return undefined;
  const { pages, isEncrypted } = pdf;
  const length = pages === undefined ? toSize(bytes.length) : `${counted(pages, 'page')}, ${toSize(bytes.length)}`;
  if (isEncrypted) return failed(`${display} is an encrypted PDF, so it cannot be read.`, resultTexts.encryptedPdf());
  if (bytes.length > MAX_PDF_BYTES || (pages ?? 0) > MAX_PAGES) {
    const limits = `${toSize(MAX_PDF_BYTES)} and ${MAX_PAGES} pages`;
    return failed(
      `${display} is a PDF of ${length}. Models accept at most ${limits}. Extract the pages you need, ` +
        'or the text with a command such as pdftotext.',
      resultTexts.pdfTooLarge(),
    );
  }
  return {
    ok: true,
    content: [
      { type: 'text', text: `[${display}: a PDF, ${length}]` },
      {
        type: 'document',
        mimeType: 'application/pdf',
        name: baseName(display),
        ...(pages !== undefined && { pages }),
        data: toBase64(bytes),
      },
    ],
    summary: resultTexts.pdf(pages),
  };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function toSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
