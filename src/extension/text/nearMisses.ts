import { linesOf } from './textFile.ts';

/** A place in a file that resembles the text that an edit searched for. */
export interface NearMiss {
  /** 1-based. */
  readonly line: number;
  readonly lines: readonly string[];
  readonly whiteSpaceOnly: boolean;
}

const MAX_MISSES = 3;
const MAX_LINES_SHOWN = 8;
/** Only the first lines are compared, so that the search ends soon. */
const MAX_WANTED_LINES = 40;
const MAX_FILE_LINES = 50_000;

/** The most similar places, best first. */
export function nearMisses(text: string, wanted: string): NearMiss[] {
  const lines = linesOf(text).slice(0, MAX_FILE_LINES).map(squeeze);
  const sought = linesOf(wanted).slice(0, MAX_WANTED_LINES).map(squeeze);
  const byEquality = rank(lines, sought, (a, b) => (a === b && a !== '' ? 1 : 0));
  const ranked = byEquality.length > 0 ? byEquality : rankBySharedWords(lines, sought);
  const original = linesOf(text);
  return ranked.slice(0, MAX_MISSES).map((start) => ({
    line: start + 1,
    lines: original.slice(start, start + Math.min(sought.length, MAX_LINES_SHOWN)),
    whiteSpaceOnly: sought.every((line, index) => line === lines[start + index]),
  }));
}

/** Ranks places by how much their lines resemble the wanted lines. Keeps only the best of overlapping places. */
function rank(
  lines: readonly string[],
  sought: readonly string[],
  likeness: (a: string, b: string) => number,
): number[] {
  const scored: { start: number; score: number }[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    let score = 0;
    for (let index = 0; index < sought.length && start + index < lines.length; index += 1) {
      score += likeness(lines[start + index] ?? '', sought[index] ?? '');
    }
    if (score > 0) scored.push({ start, score });
  }
  scored.sort((a, b) => b.score - a.score || a.start - b.start);
  const chosen: number[] = [];
  for (const { start } of scored) {
    if (chosen.every((other) => Math.abs(other - start) >= sought.length)) chosen.push(start);
    if (chosen.length === MAX_MISSES) break;
  }
  return chosen;
}

/** Ranks places by the words that a line shares with the longest wanted line. */
function rankBySharedWords(lines: readonly string[], sought: readonly string[]): number[] {
  const index = sought.reduce((best, line, at) => (line.length > (sought[best] ?? '').length ? at : best), 0);
  const wanted = wordsOf(sought[index] ?? '');
  if (wanted.size === 0) return [];
  return lines
    .map((line, at) => ({ at, score: shared(wordsOf(line), wanted) }))
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ at }) => Math.max(0, at - index));
}

function shared(words: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  const both = [...wanted].filter((word) => words.has(word)).length;
  return both / Math.max(words.size, wanted.size);
}

function wordsOf(line: string): Set<string> {
  return new Set(line.slice(0, 500).match(/[\p{L}\p{N}_]+/gu) ?? []);
}

function squeeze(line: string): string {
  return line.slice(0, 2000).replace(/\s+/g, ' ').trim();
}
