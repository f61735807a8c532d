/** Characters between the key of an option and its text. */
const MARKS = ' )].:、．：';

/** `label` is empty if `send` is clear by itself. */
interface Answer {
  readonly send: string;
  readonly label: string;
}

/**
 * Returns the answer with the label that the lines show; undefined unless the lines show `send` before `label`, with
 * only `MARKS` between them. If `label` is empty, `send` must be shown as whole words. Without this check, a model
 * could offer a text that the agent has never shown.
 *
 * A label that the model has shortened is continued to the end of the option. Otherwise, the user could allow what the
 * button leaves out. `all`: the answers of the same question.
 */
export function findOnScreen<T extends Answer>(answer: T, all: readonly T[], lines: readonly string[]): T | undefined {
  const screen = toScreen(lines);
  const { text } = screen;
  const { send, label } = answer;
  if (label === '') {
    // Programs write the default of `[Y/n]` with a capital letter.
    const isShown = send.length === 1 ? hasWord(text.toLowerCase(), send.toLowerCase()) : hasWord(text, send);
    return isShown ? answer : undefined;
  }
  const places = placesOf(answer, text);
  const place = places.findLast(({ start }) => isAtLineStart(screen, start)) ?? places.at(-1);
  if (!place) return undefined;
  const others = all.flatMap((other) => (other === answer ? [] : placesOf(other, text).map(({ start }) => start)));
  const next = Math.min(...others.filter((start) => start >= place.end));
  let stop = isOneBlock(screen, place.start, next) ? next : Math.min(optionEnd(screen, place), next);
  while (stop > place.end && BEFORE_KEY.includes(text[stop - 1]!)) stop -= 1;
  return { ...answer, label: text.slice(place.label, stop) };
}

/** Characters before the key of the next option in the same line: `A) Extend / (B) Rewrite`. */
const BEFORE_KEY = ' /|,;·([';

/** Positions in the screen's text: where the key and the label start, and where the label ends. */
interface Place {
  readonly start: number;
  readonly label: number;
  readonly end: number;
}

function placesOf({ send, label }: Answer, text: string): Place[] {
  const words = toScreen([label]).text;
  return positionsOf(text, words).flatMap((at) => {
    let end = at;
    while (end > 0 && MARKS.includes(text[end - 1]!)) end -= 1;
    const start = end - send.length;
    const isKeyed = end < at && text.endsWith(send, end) && !isWordCharacter(text[start - 1]);
    return isKeyed ? [{ start, label: at, end: at + words.length }] : [];
  });
}

interface Screen {
  /** All lines in one, without the borders of boxes. */
  readonly text: string;
  readonly rows: readonly Row[];
}

/** A line that is not empty, and its positions in the screen's text. */
interface Row {
  readonly start: number;
  readonly end: number;
  /** The column of the first letter or digit, because a cursor may precede the option. */
  readonly indent: number;
  readonly isAfterBlank: boolean;
}

function toScreen(lines: readonly string[]): Screen {
  const rows: Row[] = [];
  let text = '';
  let isAfterBlank = false;
  for (const line of lines) {
    const plain = line.replaceAll(/[│┃]/gu, ' ').trimEnd();
    const words = plain.trimStart().replaceAll(/\s+/gu, ' ');
    if (words !== '') {
      const start = text === '' ? 0 : text.length + 1;
      text = text === '' ? words : `${text} ${words}`;
      rows.push({ start, end: text.length, indent: Math.max(0, plain.search(/[\p{L}\p{N}]/u)), isAfterBlank });
    }
    isAfterBlank = words === '';
  }
  return { text, rows };
}

function isAtLineStart({ text, rows }: Screen, position: number): boolean {
  const row = rows.findLast(({ start }) => start <= position);
  return row !== undefined && /^[^\p{L}\p{N}]*$/u.test(text.slice(row.start, position));
}

/**
 * Whether all lines between two options belong to the first option: the next option begins a line, and no line between
 * the options is empty.
 */
function isOneBlock(screen: Screen, start: number, next: number): boolean {
  if (!Number.isFinite(next) || !isAtLineStart(screen, next)) return false;
  return !screen.rows.some((row) => row.start > start && row.start <= next && row.isAfterBlank);
}

/** An option consists of its line and the directly following lines with a deeper indentation. */
function optionEnd({ rows }: Screen, { start, end }: Place): number {
  const indent = rows.findLast((row) => row.start <= start)?.indent ?? 0;
  let at = rows.findLastIndex((row) => row.start < end);
  for (;;) {
    const next = rows[at + 1];
    if (!next || next.isAfterBlank || next.indent <= indent) return rows[at]?.end ?? end;
    at += 1;
  }
}

function hasWord(text: string, word: string): boolean {
  return positionsOf(text, word).some((at) => !isWordCharacter(word[0]) || !isWordCharacter(text[at - 1]));
}

/** Returns where the part occurs in the text. Ignores occurrences that end within a word. */
function positionsOf(text: string, part: string): number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(part); at >= 0 && part !== ''; at = text.indexOf(part, at + 1)) {
    if (!isWordCharacter(part.at(-1)) || !isWordCharacter(text[at + part.length])) positions.push(at);
  }
  return positions;
}

/** Whether the character can be part of a word in a script that separates words with spaces. */
function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d_]/u.test(character);
}
