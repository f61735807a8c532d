import { diff3MergeRegions } from 'node-diff3';
import {
  decodeText,
  encodeText,
  hasMixedLineEnds,
  lineEndingOf,
  type DecodedFile,
  type LineEnding,
  type TextEncoding,
} from './textFile.ts';

/** Three contents of one file; null if there is no file. */
export interface MergeInput {
  readonly base: Uint8Array | null;
  /** On disk. */
  readonly current: Uint8Array | null;
  /** The prepared edits. */
  readonly incoming: Uint8Array | null;
}

export type MergeResult =
  | { readonly kind: 'clean'; readonly bytes: Uint8Array | null }
  /** `bytes`: with both versions between conflict markers. */
  | { readonly kind: 'conflict'; readonly bytes: Uint8Array }
  /** One version deletes the file and the other changes it, or the contents are binary or too large. */
  | { readonly kind: 'unmergeable' };

/** The texts after the signs (`<<<<<<<`, `>>>>>>>`) of the conflict markers. */
export interface ConflictLabels {
  readonly current: string;
  readonly incoming: string;
}

/** Maximum steps of a comparison, about a second. If contents may need more steps, they count as too large. */
const MAX_WORK = 100_000_000;

/**
 * Merges two changed versions of a file. Encoding, line ends and the final line end do not conflict: the version that
 * changed them wins. If both versions changed them, the disk wins. Line ends can conflict only if a version mixes them.
 */
export function mergeThreeWays({ base, current, incoming }: MergeInput, labels: ConflictLabels): MergeResult {
  if (isSame(current, incoming) || isSame(base, incoming)) return { kind: 'clean', bytes: current };
  if (isSame(base, current)) return { kind: 'clean', bytes: incoming };
  if (!current || !incoming) return { kind: 'unmergeable' };
  const texts = [base ?? new Uint8Array(), current, incoming].map(decodeText);
  const isMixed = texts.some((each) => each.kind === 'text' && hasMixedLineEnds(each.text));
  const [before, now, prepared] = texts.map((each) => toLines(each, isMixed));
  if (!before || !now || !prepared) return { kind: 'unmergeable' };
  // Without a base, the encoding and line ends on disk win.
  const old = base ? before : { ...prepared, lines: [] };

  const merged = mergeLines(old.lines, now.lines, prepared.lines, labels);
  if (!merged) return { kind: 'unmergeable' };
  const choose = <K extends keyof TextLines>(key: K): TextLines[K] => (now[key] === old[key] ? prepared : now)[key];
  const lineEnding = choose('lineEnding');
  const end = choose('endsLine') && merged.lines.length > 0 ? lineEnding : '';
  const bytes = encodeText(merged.lines.join(lineEnding) + end, choose('encoding'));
  return { kind: merged.hasConflict ? 'conflict' : 'clean', bytes };
}

/**
 * Whether a line is a conflict marker with one of these labels. A line `=======` does not count, because it may be the
 * file's own.
 */
export function hasConflictMarkers(bytes: Uint8Array, labels: ConflictLabels): boolean {
  const decoded = decodeText(bytes);
  if (decoded.kind !== 'text') return false;
  const { begin, end } = markersOf(labels);
  return decoded.text.split(/\r?\n/).some((line) => line === begin || line === end);
}

interface TextLines {
  readonly lines: Lines;
  readonly encoding: TextEncoding;
  readonly lineEnding: LineEnding;
  readonly endsLine: boolean;
}

type Lines = readonly string[];

/**
 * Splits a content into lines; undefined if it is binary. `isMixed`: a version mixes line ends, so lines keep their
 * carriage returns.
 */
function toLines(file: DecodedFile, isMixed: boolean): TextLines | undefined {
  if (file.kind === 'binary') return undefined;
  const { text, encoding } = file;
  const lineEnding = isMixed ? '\n' : lineEndingOf(text);
  const lines = text.split(lineEnding);
  const endsLine = lines.at(-1) === '';
  return { lines: endsLine ? lines.slice(0, -1) : lines, encoding, lineEnding, endsLine };
}

/** Undefined if the comparison would take too long. */
function mergeLines(
  base: Lines,
  current: Lines,
  incoming: Lines,
  labels: ConflictLabels,
): { readonly lines: Lines; readonly hasConflict: boolean } | undefined {
  const versions = [base, current, incoming] as const;
  const head = countEqual(versions, (lines, index) => lines[index]);
  const tail = countEqual(versions, (lines, index) => lines[lines.length - 1 - index], head);
  const [old, now, prepared] = versions.map((lines) => lines.slice(head, lines.length - tail)) as [Part, Part, Part];
  if (workOf(old, now) + workOf(old, prepared) > MAX_WORK) return undefined;

  const parts: Lines[] = [base.slice(0, head)];
  let hasConflict = false;
  for (const region of diff3MergeRegions(now, old, prepared)) {
    if (region.stable) {
      parts.push(region.bufferContent);
      continue;
    }
    const { aContent: ofCurrent, bContent: ofIncoming } = region;
    const both = [ofCurrent, ofIncoming];
    const start = countEqual(both, (lines, index) => lines[index]);
    const end = countEqual(both, (lines, index) => lines[lines.length - 1 - index], start);
    const [one, other] = both.map((lines) => lines.slice(start, lines.length - end)) as [Part, Part];
    parts.push(ofCurrent.slice(0, start));
    if (one.length > 0 || other.length > 0) {
      hasConflict = true;
      const markers = markersOf(labels);
      parts.push([markers.begin, ...one, SEPARATOR, ...other, markers.end]);
    }
    parts.push(ofCurrent.slice(ofCurrent.length - end));
  }
  return { lines: [...parts, base.slice(base.length - tail)].flat(), hasConflict };
}

type Part = string[];

const SEPARATOR = '=======';

function markersOf(labels: ConflictLabels): { readonly begin: string; readonly end: string } {
  return { begin: `<<<<<<< ${labels.current}`, end: `>>>>>>> ${labels.incoming}` };
}

/** Counts the equal lines at one end of all versions. `taken` lines at the other end are already counted. */
function countEqual(
  versions: readonly Lines[],
  lineAt: (lines: Lines, index: number) => string | undefined,
  taken = 0,
): number {
  const shortest = Math.min(...versions.map((lines) => lines.length)) - taken;
  let count = 0;
  const isEqual = (): boolean => new Set(versions.map((lines) => lineAt(lines, count))).size === 1;
  while (count < shortest && isEqual()) count += 1;
  return count;
}

/** Upper bound for the steps of `node-diff3`. */
function workOf(from: Lines, to: Lines): number {
  const counts = new Map<string, number>();
  for (const line of to) counts.set(line, (counts.get(line) ?? 0) + 1);
  const longest = Math.min(from.length, to.length);
  return from.reduce((sum, line) => sum + (counts.has(line) ? longest + (counts.get(line) ?? 0) : 0), 0);
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one && other ? Buffer.compare(one, other) === 0 : one === other;
}
