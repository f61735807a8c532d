import { lineEndingOf, withLineEnding, type LineEnding } from './textFile.ts';

export interface Replacement {
  /** 1-based lines at which `old` begins, including overlapping occurrences. */
  readonly lines: readonly number[];
  /** The text with all non-overlapping occurrences replaced. */
  readonly text: string;
  /** Number of replaced occurrences. */
  readonly count: number;
}

/**
 * Replaces all occurrences of `old`, which must not be empty. `\n` and `\r\n` match each other. Outside the part in
 * which `old` and `fresh` differ, line ends stay. Within this part, each line keeps its line end if the number of lines
 * stays the same. Otherwise, all these lines get the text's most frequent line end.
 */
export function replaceText(text: string, old: string, fresh: string): Replacement {
  const unixText = withLineEnding(text, '\n');
  const [unixOld, unixFresh] = [withLineEnding(old, '\n'), withLineEnding(fresh, '\n')];
  const starts = occurrences(unixText, unixOld);
  const { prefix, suffix } = commonEnds(unixOld, unixFresh);
  const middle = unixFresh.slice(prefix, unixFresh.length - suffix);
  const usual = lineEndingOf(text);
  const toRaw = rawPositions(text);

  let result = '';
  let done = 0;
  let count = 0;
  let free = 0;
  for (const start of starts) {
    if (start < free) continue;
    free = start + unixOld.length;
    const kept = toRaw(start + prefix);
    const end = toRaw(free - suffix);
    result += text.slice(done, kept) + withLineEndsOf(text.slice(kept, end), middle, usual);
    done = end;
    count += 1;
  }
  return { lines: lineNumbers(unixText, starts), text: result + text.slice(done), count };
}

/** Replaces the whole of `text` with `fresh`. The common beginning and end of the two texts keep their line ends. */
export function replaceWholeText(text: string, fresh: string): string {
  return text === '' ? fresh : replaceText(text, text, fresh).text;
}

/**
 * Replaces the line ends of `fresh`, which are all `\n`, with those of `old`, line by line. If the numbers of lines
 * differ, uses `usual` for all lines.
 */
function withLineEndsOf(old: string, fresh: string, usual: LineEnding): string {
  const ends = old.match(/\r?\n/g) ?? [];
  const lines = fresh.split('\n');
  if (ends.length !== lines.length - 1) return withLineEnding(fresh, usual);
  return lines.map((line, index) => line + (ends[index] ?? '')).join('');
}

/**
 * Returns the lengths, in characters, of the common beginning and the common end of two texts. The two parts do not
 * overlap.
 */
export function commonEnds(a: string, b: string): { prefix: number; suffix: number } {
  const shorter = Math.min(a.length, b.length);
  let prefix = 0;
  while (prefix < shorter && a[prefix] === b[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < shorter - prefix && a[a.length - 1 - suffix] === b[b.length - 1 - suffix]) suffix += 1;
  return { prefix, suffix };
}

function occurrences(text: string, part: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) starts.push(at);
  return starts;
}

/** Maps a position in the text whose line ends are all `\n` to a position in `text`. Positions must ascend. */
function rawPositions(text: string): (position: number) => number {
  let raw = 0;
  let unix = 0;
  return (position) => {
    while (unix < position) {
      const carriage = text.indexOf('\r\n', raw);
      const plain = carriage < 0 ? Infinity : carriage - raw;
      if (unix + plain >= position) {
        raw += position - unix;
        unix = position;
      } else {
        raw = carriage + 2;
        unix += plain + 1;
      }
    }
    return raw;
  };
}

function lineNumbers(text: string, starts: readonly number[]): number[] {
  let line = 1;
  let at = 0;
  return starts.map((start) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < start; next = text.indexOf('\n', at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  });
}
