import { countText, MAX_FOOTER_LINES } from '../lines.ts';
import { displayWidth, isWrapped, screenWidth } from './wrapping.ts';
import { isFirstLabel, isNextLabel, type Choice } from './choices.ts';

/** The options of a dialog. A cursor or a color marks one of them. */
export interface Menu {
  readonly choices: readonly Choice[];
  /** Index of the option at the cursor; -1 if the menu shows no cursor. A color may mark the option instead. */
  readonly cursor: number;
  /** If more than one option can be chosen, the key of an option does not send the answer. */
  readonly isMultiple: boolean;
  /** Indexes of lines; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** An option with a number. A cursor or white space may precede the number. */
const OPTION = /^(\s*(?:[❯›▶►●]\s*)?)(\d{1,2})([.)])\s+(\S.*)$/u;
const CURSOR = /^\s*[❯›▶►●]/u;
const HORIZONTAL_LINE = /^[\s─━╌┄-]+$/u;
const CHECKBOX = /^(?:\[[ xX✔✓]?\]|[☐☑☒◯◉◻◼])\s+/u;
/** The key that also chooses this option: `(y)`, `(esc)`. */
const SHORTCUT = /\s\((?:[a-z]|esc)\)$/u;

/** Finds the numbered menu at the end of the screen. */
export function findMenu(lines: readonly string[]): Menu | undefined {
  const width = screenWidth(lines);
  for (let start = lines.length - 1; start >= 0; start -= 1) {
    const option = OPTION.exec(lines[start]!);
    if (!option || !isFirstLabel(option[2]!)) continue;
    const menu = readMenu(lines, start, width);
    return menu.choices.length > 1 && isAtEnd(lines, menu.end) ? menu : undefined;
  }
  return undefined;
}

function readMenu(lines: readonly string[], start: number, width: number): Menu {
  const choices: Choice[] = [];
  let cursor = -1;
  let isMultiple = false;
  let end = start;
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at]!;
    const [, before = '', label, mark, text] = OPTION.exec(line) ?? [];
    if (label !== undefined && text !== undefined) {
      const last = choices.at(-1);
      if (last && !isNextLabel(last.label, label)) break;
      if (CURSOR.test(before)) cursor = choices.length;
      isMultiple ||= CHECKBOX.test(text);
      choices.push({ label, mark: `${label}${mark}`, text: withoutExtras(text) });
      end = at + 1;
    } else if (line.trim() === '' || HORIZONTAL_LINE.test(line)) continue;
    else if (/^\s{3,}/.test(line) && at === end) {
      const last = choices.at(-1)!;
      // An indented line is the option's wrapped text, or a description, which is dropped.
      if (isWrapped(lines[at - 1]!, line, width))
        choices[choices.length - 1] = { ...last, text: join(last.text, line) };
      end = at + 1;
    } else break;
  }
  return {
    choices: choices.map((choice) => ({ ...choice, text: choice.text.replace(SHORTCUT, '') })),
    cursor,
    isMultiple,
    start,
    end,
  };
}

function isAtEnd(lines: readonly string[], end: number): boolean {
  return countText(lines.slice(end)) <= MAX_FOOTER_LINES;
}

/**
 * The column of the cursor; `Infinity` if the menu shows no cursor. The cursor of a dialog is near the left border;
 * that of a quoted menu is not.
 */
export function cursorColumn(lines: readonly string[], { start, end }: Menu): number {
  return (
    lines
      .slice(start, end)
      .find((line) => CURSOR.test(line))
      ?.search(/\S/u) ?? Infinity
  );
}

/** Removes a checkbox, a shortcut, and a description in a second column. */
function withoutExtras(text: string): string {
  return text
    .replace(CHECKBOX, '')
    .split(/\s{2,}/u, 1)[0]!
    .replace(SHORTCUT, '');
}

function join(text: string, line: string): string {
  return `${text} ${line.trim()}`;
}

/** Finds options in one column, with a cursor before one of them. At most three lines with text may follow. */
export function findUnlabelledMenu(lines: readonly string[]): Menu | undefined {
  const at = lines.findLastIndex((line) => /^\s*[❯›] \S/u.test(line));
  const [, indent, text] = /^(\s*[❯›] )(\S.*)$/u.exec(lines[at] ?? '') ?? [];
  if (indent === undefined || text === undefined) return undefined;
  const column = displayWidth(indent);
  const isOption = (line: string | undefined): boolean =>
    line !== undefined && line.length > column && line.slice(0, column).trim() === '' && line[column] !== ' ';
  let start = at;
  while (isOption(lines[start - 1])) start -= 1;
  let end = at + 1;
  while (isOption(lines[end])) end += 1;
  if (end - start < 2 || countText(lines.slice(end)) > 3) return undefined;
  const choices = lines
    .slice(start, end)
    .map((line) => ({ label: '', mark: '', text: line.replace(/^\s*[❯›]?\s*/u, '') }));
  return { choices, cursor: at - start, isMultiple: false, start, end };
}
