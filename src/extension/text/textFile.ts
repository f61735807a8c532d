import { isUtf8 } from 'node:buffer';

/**
 * Bytes that cannot be decoded without loss are binary; the encoding is never guessed. `encodeText` restores the same
 * bytes.
 */
export type DecodedFile = TextFile | { readonly kind: 'binary' };

export interface TextFile {
  readonly kind: 'text';
  /** Without the byte order mark, with the file's line ends. */
  readonly text: string;
  readonly encoding: TextEncoding;
}

export type TextEncoding = 'utf8' | 'utf8-bom' | 'utf16le' | 'utf16be';

export type LineEnding = '\n' | '\r\n';

const BYTE_ORDER_MARKS: readonly { readonly encoding: TextEncoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf8-bom', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf16be', bytes: [0xfe, 0xff] },
];

/** Detects UTF-16 only by its byte order mark. NUL means binary, because edited text never contains it. */
export function decodeText(bytes: Uint8Array): DecodedFile {
  const mark = BYTE_ORDER_MARKS.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte));
  const encoding = mark?.encoding ?? 'utf8';
  const body = bytes.subarray(mark?.bytes.length ?? 0);
  const text = decodeBody(body, encoding);
  if (text === undefined || text.includes('\0')) return { kind: 'binary' };
  return { kind: 'text', text, encoding };
}

export function encodeText(text: string, encoding: TextEncoding): Uint8Array {
  const mark = BYTE_ORDER_MARKS.find((candidate) => candidate.encoding === encoding)?.bytes ?? [];
  const wide = encoding === 'utf16le' || encoding === 'utf16be';
  const body = Buffer.from(text, wide ? 'utf16le' : 'utf8');
  if (encoding === 'utf16be') body.swap16();
  return concat(mark, body);
}

/** The most frequent line end; `\n` if both are equally frequent, or if there are none. */
export function lineEndingOf(text: string): LineEnding {
  let windows = 0;
  let total = 0;
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) {
    total += 1;
    if (text[index - 1] === '\r') windows += 1;
  }
  return windows > total / 2 ? '\r\n' : '\n';
}

export function hasMixedLineEnds(text: string): boolean {
  return /(?:^|[^\r])\n/.test(text) && text.includes('\r\n');
}

export function withLineEnding(text: string, ending: LineEnding): string {
  const unix = text.replaceAll('\r\n', '\n');
  return ending === '\n' ? unix : unix.replaceAll('\n', '\r\n');
}

/** A final line end does not begin another line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function decodeBody(body: Uint8Array, encoding: TextEncoding): string | undefined {
  if (encoding === 'utf8' || encoding === 'utf8-bom') {
    return isUtf8(body) ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8') : undefined;
  }
  if (body.length % 2 !== 0) return undefined;
  const copy = Buffer.from(body);
  if (encoding === 'utf16be') copy.swap16();
  return copy.toString('utf16le');
}

function concat(mark: readonly number[], body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(mark.length + body.length);
  bytes.set(mark);
  bytes.set(body, mark.length);
  return bytes;
}
