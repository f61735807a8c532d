import type { Token, Tokens } from 'marked';

/** The element around the pieces of a list or table. */
export type Frame =
  | { readonly kind: 'list'; readonly ordered: boolean; readonly start: number | undefined; readonly loose: boolean }
  /** `head`: the Markdown of the first row and of the delimiter row. */
  | { readonly kind: 'table'; readonly head: string };

export interface CutBlock {
  /** Null if the block is not cut. The block is then a single piece. */
  readonly frame: Frame | null;
  /** The block's source in order; for a table, without `frame.head`. */
  readonly pieces: readonly string[];
}

/**
 * Characters. Shorter parts are joined, because each piece has a cost. Parsing a piece of this length takes only a few
 * milliseconds.
 */
const MIN_LENGTH = 1_000;

/**
 * Cuts a list between its items and a table between its rows, so that only the last piece of a growing list or table is
 * parsed again.
 */
export function cutBlock(token: Token, source: string): CutBlock {
  const cut = token.type === 'list' ? cutList(token as Tokens.List, source) : null;
  return cut ?? (token.type === 'table' ? cutTable(source) : null) ?? wholeBlock(source);
}

export function wholeBlock(source: string): CutBlock {
  return { frame: null, pieces: [source] };
}

const BULLET = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

function cutList({ items, ordered, start, loose }: Tokens.List, source: string): CutBlock | null {
  const ends: number[] = [];
  for (const { raw } of items) ends.push((ends.at(-1) ?? 0) + raw.length);
  const sources = cutAt(source, ends);
  if (!sources.every((item) => BULLET.test(item))) return null;
  return {
    frame: { kind: 'list', ordered, start: start === '' || start === 1 ? undefined : start, loose },
    pieces: gather(sources),
  };
}

function cutTable(source: string): CutBlock | null {
  const lines = source.match(/[^\n]+\n?|\n/g) ?? [];
  const [first = '', second = ''] = lines;
  if (!second.includes('-')) return null;
  return {
    frame: { kind: 'table', head: first + second },
    pieces: gather(lines.slice(2)),
  };
}

/** Cuts at each offset in `ends` except the last. Text after the last offset stays with the last part. */
function cutAt(source: string, ends: readonly number[]): string[] {
  return ends.map((end, index) => source.slice(ends[index - 1] ?? 0, index === ends.length - 1 ? undefined : end));
}

function gather(parts: readonly string[]): string[] {
  const pieces: string[] = [];
  for (const part of parts) {
    const last = pieces.at(-1);
    if (last === undefined || last.length >= MIN_LENGTH || part.length >= MIN_LENGTH) pieces.push(part);
    else pieces[pieces.length - 1] = last + part;
  }
  return pieces;
}
