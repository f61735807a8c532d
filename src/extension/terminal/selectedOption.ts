import type { TerminalReading } from './reading.ts';
import type { StyledLine } from './lines.ts';

/** The background of a text; undefined if its characters have different backgrounds. */
function backgroundOf({ backgrounds }: StyledLine, from: number, length: number): string | undefined {
  const [first, ...others] = backgrounds.slice(from, from + length);
  return others.every((each) => each === first) ? first : undefined;
}

/** The border of the dialog, before the first option. */
const BEFORE = /^\s*┃\s{2,}$/u;

/**
 * Returns the index of the only option whose background differs from the line's. Undefined if there is not exactly one
 * such option, or if an option has several backgrounds. If several lines contain all options, reads the lowest.
 */
export function findSelectedOption(lines: readonly StyledLine[], options: readonly string[]): number | undefined {
  for (const line of lines.toReversed()) {
    const columns = columnsOf(line.text, options);
    if (!columns) continue;
    const base = line.backgrounds[columns[0]! - 2];
    const found = options.map((option, at) => backgroundOf(line, columns[at]!, option.length));
    if (base === undefined || found.includes(undefined)) return undefined;
    const selected = found.filter((each) => each !== base);
    return selected.length === 1 ? found.findIndex((each) => each !== base) : undefined;
  }
  return undefined;
}

/**
 * The column of each option. Undefined if the line does not begin with exactly these options, at least two spaces
 * apart.
 */
function columnsOf(text: string, options: readonly string[]): number[] | undefined {
  const columns: number[] = [];
  let end = 0;
  for (const option of options) {
    const start = text.indexOf(option, end);
    const gap = text.slice(end, start);
    if (start < 0 || !(columns.length === 0 ? BEFORE.test(gap) : /^\s{2,}$/u.test(gap))) return undefined;
    columns.push(start);
    end = start + option.length;
  }
  return options.length > 1 && /^(?:\s{2}|$)/u.test(text.slice(end)) ? columns : undefined;
}

/**
 * Returns the index of the option at the menu's cursor. Undefined if there is no menu, if more than one option can be
 * chosen, or if the cursor is unknown.
 */
export function cursorOf(
  { menu, options = [] }: TerminalReading,
  readStyled: () => readonly StyledLine[],
): number | undefined {
  if (menu?.kind === 'cursor') return menu.at;
  return menu?.kind === 'color' ? findSelectedOption(readStyled(), options) : undefined;
}
