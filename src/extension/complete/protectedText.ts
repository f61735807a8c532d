import type { DraftChip } from '../../shared/draftChip.ts';

/** A text in which markers such as `⟦1⟧` replace the parts that must not be translated. */
export interface ProtectedText {
  readonly masked: string;
  /** In order: `⟦1⟧` replaces the first part. */
  readonly parts: readonly ProtectedPart[];
}

interface ProtectedPart {
  readonly text: string;
  /** Offsets count from the beginning of the part. */
  readonly chips: readonly DraftChip[];
}

/** Protects chips, code, web addresses, and texts that look like a marker. */
export function protect(text: string, chips: readonly DraftChip[]): ProtectedText {
  const ranges = joinRanges([
    ...chips.filter(({ from, to }) => from < to && to <= text.length),
    ...codeRanges(withBlank(text, chips)),
  ]);
  const parts: ProtectedPart[] = [];
  let masked = '';
  let end = 0;
  for (const { from, to } of ranges) {
    const inside = chips.filter((chip) => chip.from >= from && chip.to <= to && chip.from < chip.to);
    parts.push({
      text: text.slice(from, to),
      chips: inside.map((chip) => ({ ...chip, from: chip.from - from, to: chip.to - from })),
    });
    masked += `${text.slice(end, from)}${markerOf(parts.length)}`;
    end = to;
  }
  return { masked: masked + text.slice(end), parts };
}

/** Replaces the markers by the parts. Null if a marker is missing, repeated or unknown. */
export function restore(
  translated: string,
  parts: readonly ProtectedPart[],
): { readonly text: string; readonly chips: DraftChip[] } | null {
  const found = [...translated.matchAll(MARKER)];
  const numbers = new Set(found.map(([, number]) => Number(number)));
  if (found.length !== parts.length || numbers.size !== parts.length) return null;
  const chips: DraftChip[] = [];
  let text = '';
  let end = 0;
  for (const match of found) {
    const part = parts[Number(match[1]) - 1];
    if (!part) return null;
    text += translated.slice(end, match.index);
    const start = text.length;
    chips.push(...part.chips.map((chip) => ({ ...chip, from: chip.from + start, to: chip.to + start })));
    text += part.text;
    end = match.index + match[0].length;
  }
  return { text: text + translated.slice(end), chips };
}

interface TextRange {
  readonly from: number;
  readonly to: number;
}

const MARKER = /⟦(\d+)⟧/g;

function markerOf(number: number): string {
  return `⟦${number}⟧`;
}

/** Spaces replace chips, so that a backtick or tilde inside pasted text does not begin code. */
function withBlank(text: string, chips: readonly DraftChip[]): string {
  let blank = '';
  for (const { from, to } of joinRanges(chips)) {
    blank += text.slice(blank.length, from);
    blank += ' '.repeat(Math.max(0, Math.min(to, text.length) - blank.length));
  }
  return blank + text.slice(blank.length);
}

function codeRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let fence: { readonly from: number; readonly mark: string } | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const end = at + line.length;
    if (fence) {
      const closes =
        mark !== undefined && mark[0] === fence.mark[0] && mark.length >= fence.mark.length && line.trim() === mark;
      if (closes) {
        ranges.push({ from: fence.from, to: end });
        fence = undefined;
      }
    } else if (mark) fence = { from: at, mark };
    else
      for (const { index, 0: found } of line.matchAll(INLINE))
        ranges.push({ from: at + index, to: at + index + found.length });
    at = end + 1;
  }
  if (fence) ranges.push({ from: fence.from, to: text.length });
  return ranges;
}

const INLINE = /(?<!`)(`{1,3})(?!`).*?(?<!`)\1(?!`)|https?:\/\/[^\s<>"')\]]+|⟦\d+⟧/g;

function joinRanges(ranges: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = joined.at(-1);
    if (last && from < last.to) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else joined.push({ from, to });
  }
  return joined;
}
