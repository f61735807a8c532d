/**
 * What draws nothing, turns the direction of what follows, or ends the line: controls, halves of pairs, private use,
 * zero-width characters, direction marks and overrides.
 */
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu;

/** Reorders text that is not its own; marks (U+200E, U+200F, U+061C), which languages need, do not. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/u;

/** Joiners and selectors inside of an emoji hide nothing. */
const EMOJI =
  /\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*|[0-9#*]\ufe0f\u20e3/u;

const EMOJI_OR_HIDDEN_RUN = new RegExp(`${EMOJI.source}|(${HIDDEN.source})\\1*`, 'gu');

/**
 * A name, path or pattern that a model or a disk gave, as people may be shown it: one line, and what hides is written
 * out as `\u{202e}`, so that `a\u{202e}txt.exe` does not pass for `aexe.txt`. Applied twice it changes nothing more.
 * For showing only: files are found by what was given.
 */
export function toDisplayText(text: string): string {
  return text.replace(HIDDEN, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}

/** `line`: all that hides. `block`: the same, but lines and tabs are what they are. `prose`: only what turns text. */
export type TextKind = 'line' | 'block' | 'prose';

export interface TextPiece {
  readonly text: string;
  /** The piece is the name of what hides there: "U+202E", and "U+200B×3" for three in a row. */
  readonly hidden: boolean;
}

/** A text from a model or a disk in pieces, those that hide told apart from those that may be drawn as they are. */
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
  if (kind === 'prose') return TURNING.test(char);
  if (char === '\t' || char === '\n') return false;
  // The end of a line as Windows writes it.
  return run !== '\r' || !/^(?:\n|$)/.test(text.slice(index + 1, index + 2));
}

function toName(char: string, count: number): string {
  const code = char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
  return count === 1 ? `U+${code}` : `U+${code}×${count}`;
}
