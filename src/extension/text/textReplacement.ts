import { commonEnds } from './replaceText.ts';

/** Offsets in UTF-16 units. */
export interface TextReplacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the single replacement that changes `before` into `after` and keeps their common beginning and end, so that
 * VS Code keeps cursors, collapsed regions and the undo stack. Undefined if the texts are equal. Never splits a
 * surrogate pair or CRLF.
 */
export function minimalReplacement(before: string, after: string): TextReplacement | undefined {
  if (before === after) return undefined;
  let { prefix, suffix } = commonEnds(before, after);
  while (prefix > 0 && (splits(before, prefix) || splits(after, prefix))) prefix -= 1;
  while (suffix > 0 && (splits(before, before.length - suffix) || splits(after, after.length - suffix))) suffix -= 1;
  return { start: prefix, end: before.length - suffix, text: after.slice(prefix, after.length - suffix) };
}

function splits(text: string, offset: number): boolean {
  const pair = text.slice(offset - 1, offset + 1);
  return pair === '\r\n' || /^[\ud800-\udbff][\udc00-\udfff]$/.test(pair);
}
