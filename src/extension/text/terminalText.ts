/** Characters. A longer unfinished sequence counts as text. */
const MAX_SEQUENCE = 4096;
/** Characters. A longer line without an end is returned in pieces. */
const MAX_LINE = 64 * 1024;

/** CSI, OSC, other strings, and short sequences. */
const SEQUENCE =
  // eslint-disable-next-line no-control-regex -- matches control characters
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[ -/]*[0-Z\\`-~])/g;

/** A sequence at the end that the next piece may complete. */
// eslint-disable-next-line no-control-regex -- matches control characters
const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?|[ -/]*)$/;

/** Sequences that only color text (SGR). */
// eslint-disable-next-line no-control-regex -- matches control characters
const COLOR = /\x1b\[[\d;:]{0,40}m/g;
const COLOR_ONLY = new RegExp(`^${COLOR.source}$`);

/** Control characters except backspace, tab and line ends; an escape only if it does not begin a color. */
// eslint-disable-next-line no-control-regex -- matches control characters
const CONTROLS = /\x1b(?!\[[\d;:]{0,40}m)|[\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;

/** Maximum number of colors that are kept from overwritten text, because the new text may continue in them. */
const MAX_COLORS = 8;

/**
 * Converts terminal output to text with colors (SGR), piece by piece. Drops other sequences and control characters, and
 * the earlier versions of an overwritten line, such as a progress bar.
 */
export class TerminalText {
  private rest = '';
  private line = '';

  /** Returns the completed lines, and an unfinished line longer than `MAX_LINE`. */
  push(piece: string): string {
    const text = this.withoutSequences(this.rest + piece);
    const all = this.line + text;
    const end = all.lastIndexOf('\n') + 1;
    this.line = lastVersion(all.slice(end), false);
    const lines = toLines(all.slice(0, end));
    if (this.line.length <= MAX_LINE) return lines;
    const long = this.line;
    this.line = '';
    return lines + long;
  }

  get unfinished(): string {
    return lastVersion(this.line, true);
  }

  /** Returns the unfinished line, without an unfinished sequence. Nothing may be pushed afterwards. */
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
    const colored = whole.includes('\x1b')
      ? whole.replace(SEQUENCE, (sequence) => (COLOR_ONLY.test(sequence) ? sequence : ''))
      : whole;
    return colored.replace(CONTROLS, '');
  }
}

/** Removes the colors from the output of `TerminalText`, for models and files. */
export function withoutColors(text: string): string {
  return text.includes('\x1b') ? text.replace(COLOR, '') : text;
}

/** Converts a complete text, without colors. */
export function toPlainText(text: string): string {
  const terminal = new TerminalText();
  return withoutColors(terminal.push(text) + terminal.end());
}

function toLines(text: string): string {
  const lines = text.includes('\r') ? text.replace(/(?<!\r)\r+\n/g, '\n') : text;
  if (!/[\r\b]/.test(lines)) return lines;
  return lines
    .split('\n')
    .map((line) => lastVersion(line, true))
    .join('\n');
}

/**
 * Returns the last version of a line, with the colors that are active before and after it. An incomplete line keeps a
 * carriage return at its end, because the next piece may overwrite or end the line.
 */
function lastVersion(line: string, isComplete: boolean): string {
  if (!/[\r\b]/.test(line)) return line;
  const versions = line.split('\r');
  const last = versions.findLastIndex((version) => withoutColors(version) !== '');
  const before = colorsIn(versions.slice(0, Math.max(0, last)).join(''));
  const after = colorsIn(versions.slice(last + 1).join(''));
  const returned = !isComplete && last < versions.length - 1 ? '\r' : '';
  return before + eraseBackspaced(versions[last] ?? '') + returned + after;
}

function eraseBackspaced(line: string): string {
  if (!line.includes('\b')) return line;
  const kept: string[] = [];
  /** Indexes of the characters in `kept`; the other entries are colors. */
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

const CHARACTER = new RegExp(`${COLOR.source}|.`, 'gsu');

/** The colors since the last reset, at most `MAX_COLORS`. */
function colorsIn(text: string): string {
  if (!text.includes('\x1b')) return '';
  const colors = text.match(COLOR) ?? [];
  const reset = colors.findLastIndex((color) => /\[0*m$/.test(color));
  return colors.slice(Math.max(reset, colors.length - MAX_COLORS, 0)).join('');
}
