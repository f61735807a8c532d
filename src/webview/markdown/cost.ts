/**
 * Estimates how long a piece of Markdown takes to parse and render, in microseconds on a slow machine. The parser is
 * quadratic in emphasis marks and in lines per paragraph, and copies tokens for each level of nesting. The weights were
 * measured (`npm run bench -- markdown`).
 */
export function estimateCost(source: string): number {
  let cost = source.length * PER_CHARACTER;
  let columns = 0;
  let marks = 0;
  let lines = 0;
  let fence: string | undefined;
  const endParagraph = (): void => {
    cost += PER_MARK_PAIR * marks * marks + PER_LINE_PAIR * lines * lines;
    [marks, lines] = [0, 0];
  };
  for (const line of source.split('\n')) {
    const [, opening] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      if (opening?.startsWith(fence)) fence = undefined;
      continue;
    }
    if (opening !== undefined) {
      fence = opening;
      continue;
    }
    const [prefix = ''] = MARKERS.exec(line) ?? [];
    const isItem = /[-+*.)>]/.test(prefix);
    if (isItem || line.trim() === '') endParagraph();
    if (isItem) cost += PER_MARKER * (prefix.match(MARKER)?.length ?? 0) + PER_INDENT * prefix.search(/\S/);
    if (DELIMITER_ROW.test(line)) columns = Math.max(columns, line.match(/-+/g)?.length ?? 0);
    // The parser fills each row of a table up to the head's columns.
    cost += PER_LINE + PER_CELL * columns;
    for (const [pattern, weight] of INLINE) cost += weight * (line.match(pattern)?.length ?? 0);
    marks += line.match(DELIMITER_RUN)?.length ?? 0;
    lines += 1;
    if (columns > 0) endParagraph();
  }
  endParagraph();
  return cost;
}

/** A low estimate, so that mounted content is rarely shorter than its placeholder. */
export function estimateLines(source: string): number {
  return source
    .split('\n')
    .reduce((sum, line) => sum + (line === '' ? 0 : Math.ceil(line.length / LINE_LENGTH) / 2), 0);
}

/** Characters per line in a wide panel. */
const LINE_LENGTH = 100;

/** Microseconds per piece: half of the delay that users notice, because layout needs the other half. */
export const MAX_COST = 25_000;

const PER_CHARACTER = 0.2;
const PER_LINE = 30;
const PER_LINE_PAIR = 0.065;
const PER_MARK_PAIR = 0.15;
const PER_MARKER = 60;
const PER_INDENT = 5;
const PER_CELL = 30;

const INLINE: readonly (readonly [RegExp, number])[] = [
  [/https?:|www\.|@/g, 35],
  [/[[\]]/g, 7],
  [/`/g, 4],
  [/[&\\<!]/g, 2],
];

/** Does not match underscores inside a word, as in `snake_case`, because they cannot open or close emphasis. */
const DELIMITER_RUN = /\*+|~+|(?<!\w)_+|(?<!_)_+(?!\w)/g;
/** Quote and list markers at a line's start, which nest the line. */
const MARKERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/;
const MARKER = />|[-+*]|\d{1,9}[.)]/g;
const FENCE = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/;
const DELIMITER_ROW = /^[ \t]*(?:\|[ \t]*)?(?::?-+:?[ \t]*\|[ \t]*)+(?::?-+:?[ \t]*)?$/;
