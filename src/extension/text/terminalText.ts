/** A sequence that never ends is text after so many characters. */
const MAX_SEQUENCE = 4096;
/** A line that never ends is given out in pieces of this many characters. */
const MAX_LINE = 64 * 1024;

/** What colours text, moves the cursor, sets a title: CSI, OSC, other strings, and the short ones. */
const SEQUENCE =
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[ -/]*[0-Z\\`-~])/g;

/** One that the next piece may complete. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?|[ -/]*)$/;

/** What colours text, and nothing else (SGR). */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const COLOUR = /\x1b\[[\d;:]{0,40}m/g;
const COLOUR_ONLY = new RegExp(`^${COLOUR.source}$`);

/** Controls; an escape only if it begins no colour. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /\x1b(?!\[[\d;:]{0,40}m)|[\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;

/** Colours of drawings that were drawn over, at most: the text may go on in them. */
const MAX_COLOURS = 8;

/**
 * Makes what a program writes for a terminal into text with colours (SGR sequences), piece by piece: no other sequences,
 * no controls, and of a line that was drawn over and over, as progress bars are, what it said last.
 */
export class TerminalText {
  private rest = '';
  private line = '';

  /** The lines that are complete with this piece. */
  push(piece: string): string {
    const text = this.withoutSequences(this.rest + piece);
    const all = this.line + text;
    const end = all.lastIndexOf('\n') + 1;
    this.line = redraw(all.slice(end), false);
    const lines = toLines(all.slice(0, end));
    if (this.line.length <= MAX_LINE) return lines;
    const long = this.line;
    this.line = '';
    return lines + long;
  }

  /** The line that has no end yet, as it stands. */
  get unfinished(): string {
    return redraw(this.line, true);
  }

  /** Nothing more will come: what is left. */
  end(): string {
    const last = this.unfinished;
    this.rest = '';
    this.line = '';
    return last;
  }

  private withoutSequences(text: string): string {
    const unfinished = text.includes('\x1b') ? UNFINISHED.exec(text) : null;
    const isHeld = unfinished !== null && text.length - unfinished.index <= MAX_SEQUENCE;
    this.rest = isHeld ? text.slice(unfinished.index) : '';
    const whole = isHeld ? text.slice(0, unfinished.index) : text;
    const coloured = whole.includes('\x1b')
      ? whole.replace(SEQUENCE, (sequence) => (COLOUR_ONLY.test(sequence) ? sequence : ''))
      : whole;
    return coloured.replace(CONTROLS, '');
  }
}

/** What `TerminalText` gives, without its colours: for models and files. */
export function withoutColours(text: string): string {
  return text.includes('\x1b') ? text.replace(COLOUR, '') : text;
}

/** A text that is there as a whole, without its colours. */
export function toPlainText(text: string): string {
  const terminal = new TerminalText();
  return withoutColours(terminal.push(text) + terminal.end());
}

function toLines(text: string): string {
  const lines = text.includes('\r') ? text.replace(/(?<!\r)\r+\n/g, '\n') : text;
  if (!/[\r\b]/.test(lines)) return lines;
  return lines
    .split('\n')
    .map((line) => redraw(line, true))
    .join('\n');
}

/**
 * The line as it was last drawn. A line that goes on keeps a return that only colours follow: the next piece may draw
 * over the line, or end it.
 */
function redraw(line: string, isOver: boolean): string {
  if (!/[\r\b]/.test(line)) return line;
  const drawings = line.split('\r');
  const last = drawings.findLastIndex((drawing) => withoutColours(drawing) !== '');
  const before = coloursIn(drawings.slice(0, Math.max(0, last)).join(''));
  const after = coloursIn(drawings.slice(last + 1).join(''));
  const returned = !isOver && last < drawings.length - 1 ? '\r' : '';
  return before + eraseBackspaced(drawings[last] ?? '') + returned + after;
}

function eraseBackspaced(line: string): string {
  if (!line.includes('\b')) return line;
  const kept: string[] = [];
  /** Where in `kept` the characters are that can be erased; the others are colours. */
  const places: number[] = [];
  for (const [char] of line.matchAll(CHARACTER)) {
    if (char === '\b') {
      const erased = places.pop();
      if (erased !== undefined) kept[erased] = '';
    } else {
      if (!char.startsWith('\x1b')) places.push(kept.length);
      kept.push(char);
    }
  }
  return kept.join('');
}

const CHARACTER = new RegExp(`${COLOUR.source}|.`, 'gsu');

/** The colours that a text leaves behind it: the last ones, from the last reset on. */
function coloursIn(text: string): string {
  if (!text.includes('\x1b')) return '';
  const colours = text.match(COLOUR) ?? [];
  const reset = colours.findLastIndex((colour) => /\[0*m$/.test(colour));
  return colours.slice(Math.max(reset, colours.length - MAX_COLOURS, 0)).join('');
}
