/** Characters that are invisible, change the direction of the text after them, or end the line. */
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu;

/**
 * Characters that reorder the text around them. Direction marks are not included, because they only affect neighboring
 * characters, and some languages need them.
 */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/u;

/** Joiners and variation selectors inside an emoji are harmless, so `splitHidden` keeps them. */
const EMOJI =
  /\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*|[0-9#*]\ufe0f\u20e3/u;

const EMOJI_OR_HIDDEN_RUN = new RegExp(`${EMOJI.source}|(${HIDDEN.source})\\1*`, 'gu');

/**
 * Makes a text from a model or a disk safe to show on one line, so that `a\u{202e}txt.exe` is not mistaken for
 * `aexe.txt`. Idempotent. For display only, because files are found by the original text.
 */
export function toDisplayText(text: string): string {
  return text.replace(HIDDEN, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}

/**
 * Which hidden characters are replaced by their names. `line`: all. `block`: all except line ends and tabs. `prose`:
 * only those that reorder text.
 */
export type TextKind = 'line' | 'block' | 'prose';

export interface TextPiece {
  readonly text: string;
  /** True if the text is the name of a hidden character: "U+202E", or "U+200B×3" for three in a row. */
  readonly hidden: boolean;
}

/** Splits a text into pieces: text that is safe to render, and names of hidden characters. */
export function splitHidden(text: string, kind: TextKind): TextPiece[] {
  const pieces: TextPiece[] = [];
  let start = 0;
  for (const match of text.matchAll(EMOJI_OR_HIDDEN_RUN)) {
    const [run, char] = match;
    if (char === undefined || !isToBeNamed(text, match.index, run, char, kind)) continue;
    if (match.index > start) pieces.push({ text: text.slice(start, match.index), hidden: false });
    pieces.push({ text: toName(char, run.length / char.length), hidden: true });
    start = match.index + run.length;
  }
  if (start < text.length) pieces.push({ text: text.slice(start), hidden: false });
  return pieces;
}

function isToBeNamed(text: string, index: number, run: string, char: string, kind: TextKind): boolean {
  if (kind === 'line') return true;
  if (kind === 'prose') return REORDERING.test(char);
  if (char === '\t' || char === '\n') return false;
  // A carriage return at the end of a line is part of a Windows line end.
  return run !== '\r' || !/^(?:\n|$)/.test(text.slice(index + 1, index + 2));
}

function toName(char: string, count: number): string {
  const code = char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
  return count === 1 ? `U+${code}` : `U+${code}×${count}`;
}

export function toSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * Joins the lines of an agent's question to one line that is safe to show. If that line has more than `max` characters,
 * keeps the end, because a long text usually ends with what it asks.
 */
export function toEnding(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= max) return toDisplayText(line);
  const end = characters.slice(-max).join('');
  return `… ${toDisplayText(end.slice(end.indexOf(' ') + 1))}`;
}
