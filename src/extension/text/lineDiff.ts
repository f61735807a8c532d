import { structuredPatch, type StructuredPatchHunk } from 'diff';
import { resultTexts } from '../base/texts/resultTexts.ts';
import { decodeText, linesOf } from './textFile.ts';

export interface LineDiff {
  /** Number of lines. */
  readonly added: number;
  readonly removed: number;
  /** Unified hunks without file headers. Very long hunks are cut, with a note. */
  readonly hunks: string;
  readonly isWhole: boolean;
}

const CONTEXT_LINES = 3;
const TIME_LIMIT_MS = 200;
const MAX_HUNK_CHARACTERS = 200_000;

/**
 * Compares two texts by lines. Finding the smallest difference can take quadratic time. After `TIME_LIMIT_MS`,
 * everything between the first and the last difference counts as replaced.
 */
export function lineDiff(before: string, after: string): LineDiff {
  if (before === after) return { added: 0, removed: 0, hunks: '', isWhole: true };
  const patch = structuredPatch('', '', before, after, '', '', { context: CONTEXT_LINES, timeout: TIME_LIMIT_MS });
  const hunks = patch?.hunks ?? [coarseHunk(before, after)];
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const formatted = hunks.map(formatHunk).join('\n');
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    hunks: cut(formatted),
    isWhole: formatted.length <= MAX_HUNK_CHARACTERS,
  };
}

/**
 * Counts the changed lines between two contents of a file. Null: there is no file. Undefined: the content is unknown.
 * If a content is unknown or binary, the counts are 0.
 */
export function countChangedLines(
  before: Uint8Array | null | undefined,
  after: Uint8Array | null | undefined,
): Pick<LineDiff, 'added' | 'removed'> {
  const [old, fresh] = [textOf(before), textOf(after)];
  if (old === undefined || fresh === undefined) return { added: 0, removed: 0 };
  const [oldLines, freshLines] = [splitLines(old), splitLines(fresh)];
  // A line that is in only one of the texts is changed in any case. The removal of such lines makes the comparison of
  // a rewritten file fast.
  const [oldShared, freshShared] = [sharedLines(oldLines, freshLines), sharedLines(freshLines, oldLines)];
  const { added, removed } = lineDiff(oldShared.join(''), freshShared.join(''));
  return {
    added: freshLines.length - freshShared.length + added,
    removed: oldLines.length - oldShared.length + removed,
  };
}

/** The hunks between two contents of a file (null: no file). Empty if the contents are equal, or if one is binary. */
export function diffContents(before: Uint8Array | null, after: Uint8Array | null): string {
  const [old, fresh] = [textOf(before), textOf(after)];
  return old === undefined || fresh === undefined ? '' : lineDiff(old, fresh).hunks;
}

/** Keeps the line ends, because a line without an end differs from the same line with one. */
function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function sharedLines(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => known.has(line));
}

function textOf(bytes: Uint8Array | null | undefined): string | undefined {
  if (!bytes) return bytes === null ? '' : undefined;
  const decoded = decodeText(bytes);
  return decoded.kind === 'text' ? decoded.text : undefined;
}

function formatHunk(hunk: StructuredPatchHunk): string {
  const header = `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`;
  return [header, ...hunk.lines.map((line) => line.replace(/\r$/, ''))].join('\n');
}

/** The header of an empty range requires the line before the range, but the package `diff` gives the line after it. */
function range(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** One hunk from the first to the last difference, without context. */
function coarseHunk(before: string, after: string): StructuredPatchHunk {
  const old = linesOf(before);
  const fresh = linesOf(after);
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start += 1;
  let end = 0;
  const shorter = Math.min(old.length, fresh.length) - start;
  while (end < shorter && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const removed = old.slice(start, old.length - end);
  const added = fresh.slice(start, fresh.length - end);
  return {
    oldStart: start + 1,
    oldLines: removed.length,
    newStart: start + 1,
    newLines: added.length,
    lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
  };
}

function cut(hunks: string): string {
  if (hunks.length <= MAX_HUNK_CHARACTERS) return hunks;
  const end = hunks.lastIndexOf('\n', MAX_HUNK_CHARACTERS);
  return `${hunks.slice(0, end)}\n\\ ${resultTexts.diffCut()}`;
}
