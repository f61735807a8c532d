/** A line with the style of each character (UTF-16 unit). */
export interface StyledLine {
  readonly text: string;
  /** A key per character. Characters with the same background have the same key. */
  readonly backgrounds: readonly string[];
  /** `dim`: SGR 2. `inverse`: SGR 7, also with SGR 2. */
  readonly looks: readonly Look[];
}

export type Look = 'plain' | 'dim' | 'inverse';

/** Status and help below a composer or a menu. */
export const MAX_FOOTER_LINES = 10;

export function countText(lines: readonly string[]): number {
  return lines.filter((line) => line.trim() !== '').length;
}

export function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) return [];
  return lines.slice(first, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

/** The lines between `end` and the last line above it that matches `border`; if none does, all lines above `end`. */
export function linesBelow(lines: readonly string[], end: number, border: RegExp): readonly string[] {
  const above = lines.slice(0, end);
  return above.slice(above.findLastIndex((line) => border.test(line)) + 1);
}

/** Removes the indentation that all lines with text share. */
export function withoutIndent(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/u));
  const indent = indents.reduce((least, one) => Math.min(least, one), Infinity);
  return indent === 0 ? lines : lines.map((line) => line.slice(indent));
}
