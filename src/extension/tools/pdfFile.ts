import { inflateSync } from 'node:zlib';

/** Facts about a PDF that are known without rendering it. */
export interface PdfFile {
  /** The number of pages; undefined if it cannot be read without a full parser. */
  readonly pages: number | undefined;
  /** Whether the file is encrypted, with or without a password for opening it. */
  readonly isEncrypted: boolean;
}

/** Limits of the search for the page tree: object streams, and bytes that one stream may unpack to. */
const MAX_STREAMS = 200;
const MAX_UNPACKED = 4 * 1024 * 1024;

/** Undefined if the bytes are not a PDF. */
export function sniffPdf(bytes: Uint8Array): PdfFile | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Some writers put a few bytes before the header.
  if (!file.subarray(0, 1024).includes('%PDF-')) return undefined;
  const text = file.toString('latin1');
  const sources = [text, ...objectStreams(file, text)];
  const counts = sources.flatMap((source) => [...source.matchAll(PAGE_TREE_NODE)].map(([match]) => countIn(match)));
  return {
    pages: counts.reduce((most, count) => Math.max(most, count), 0) || undefined,
    isEncrypted: /\/Encrypt\b/.test(text),
  };
}

/** A node of the page tree. The root has the largest `/Count`: the number of pages. */
const PAGE_TREE_NODE = /<<[^<>]{0,2000}\/Type\s*\/Pages\b[^>]{0,2000}/g;

function countIn(dictionary: string): number {
  return Number(/\/Count\s+(\d{1,7})/.exec(dictionary)?.[1] ?? 0);
}

/** Returns the unpacked object streams, because newer files compress the objects of the page tree. */
function objectStreams(file: Buffer, text: string): string[] {
  const found = [...text.matchAll(/\/Type\s*\/ObjStm\b[^]{0,400}?stream\r?\n/g)].slice(0, MAX_STREAMS);
  return found.flatMap((match) => {
    const start = match.index + match[0].length;
    const end = file.indexOf('endstream', start);
    if (end < 0) return [];
    try {
      return [inflateSync(file.subarray(start, end), { maxOutputLength: MAX_UNPACKED }).toString('latin1')];
    } catch {
      return []; // The stream has another compression, is encrypted, or is too large.
    }
  });
}
