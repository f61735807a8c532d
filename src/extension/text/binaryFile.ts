import { counted } from './capLines.ts';

const SAMPLE_BYTES = 64 * 1024;

/** Describes a file that cannot be decoded. The result completes a sentence that begins with the file's name. */
export function describeBinary(bytes: Uint8Array): string {
  const size = counted(bytes.length, 'byte');
  if (looksLikeText(bytes)) {
    return (
      `is text (${size}) in an unknown encoding, not UTF-8. The user can set the encoding in files.encoding, or open ` +
      'the file with "Reopen with Encoding".'
    );
  }
  return `is a binary file (${size}) and cannot be read as text. Inspect it with a command that knows its format.`;
}

/**
 * Whether the only control characters are those of text. Accepts bytes beyond ASCII, because text in an old encoding
 * has them.
 */
function looksLikeText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  return sample.length > 0 && sample.every((byte) => byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b);
}
