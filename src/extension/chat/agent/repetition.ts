/**
 * Detects, while a text grows, that its end repeats one piece of at most `MAX_PERIOD` characters. Each character costs
 * constant time: the hash of the last `WINDOW` characters leads to their previous occurrence, and from there on the
 * text is compared with itself. The numbers of list items are left out, because they would hide that a numbered list
 * repeats one item.
 */
export class RepetitionFinder {
  private readonly recent = new Uint16Array(RING);
  /** A hash table: for each slot, the end and the hash of the last window. */
  private readonly places = new Int32Array(TABLE).fill(-RING);
  private readonly hashes = new Int32Array(TABLE);
  private length = 0;
  private hash = 0;
  /** The number of characters after which the text now repeats itself; 0 if the text does not repeat itself. */
  private period = 0;
  /** Number of characters at the end of the text that repeat with `period`. */
  private run = 0;
  /** The `run` at which the text counts as repeated. */
  private limit = 0;
  private line: 'start' | 'number' | 'inside' = 'start';

  /** Returns true if the text now repeats itself. */
  add(text: string): boolean {
    let isRepeated = false;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (this.counts(code)) isRepeated = this.addCode(code) || isRepeated;
    }
    return isRepeated;
  }

  private addCode(code: number): boolean {
    const { recent, length } = this;
    recent[length & MASK] = code;
    const leaving = length < WINDOW ? 0 : (recent[(length - WINDOW) & MASK] ?? 0);
    this.hash = (Math.imul(this.hash, BASE) + code - Math.imul(leaving, LEAVING)) | 0;
    this.length = length + 1;
    if (this.period > 0 && recent[(length - this.period) & MASK] === code) this.run += 1;
    else this.period = 0;
    if (length >= WINDOW) this.findPeriod(length);
    return this.period > 0 && this.run >= this.limit && this.run >= this.raiseLimitForData();
  }

  private findPeriod(at: number): void {
    const { hash, places, hashes } = this;
    const slot = (hash ^ (hash >>> 15)) & (TABLE - 1);
    const period = at - (places[slot] ?? 0);
    if (this.period === 0 && hashes[slot] === hash && period <= MAX_PERIOD) {
      this.period = period;
      this.run = WINDOW + period;
      this.limit = Math.max(MIN_ROUNDS * period, MIN_CHARACTERS);
    }
    places[slot] = at;
    hashes[slot] = hash;
  }

  /**
   * Raises the limit for a piece with few letters, because tables and data legitimately repeat digits and short words.
   */
  private raiseLimitForData(): number {
    const start = this.length - this.period;
    let letters = 0;
    for (let at = start; at < this.length && letters < MIN_LETTERS; at += 1) {
      if (isLetter(this.recent[at & MASK] ?? 0)) letters += 1;
    }
    if (letters < MIN_LETTERS) this.limit = Math.max(this.limit, MIN_DATA_CHARACTERS);
    return this.limit;
  }

  /** False for the digits of a number at the beginning of a line. */
  private counts(code: number): boolean {
    if (code === NEWLINE) this.line = 'start';
    else if (this.line !== 'inside') {
      const isDigit = code >= ZERO && code <= NINE;
      if (isDigit) this.line = 'number';
      else if (this.line === 'number' || !isIndent(code)) this.line = 'inside';
      return !isDigit;
    }
    return true;
  }
}

/** Characters by which an earlier occurrence is found. A repeated piece may be shorter. */
const WINDOW = 24;
const MAX_PERIOD = 4_000;
const RING = 4_096;
const MASK = RING - 1;
const TABLE = 8_192;
const MIN_ROUNDS = 5;
/** The minimum number of characters of all occurrences together. Ten equal lines of code are normal. */
const MIN_CHARACTERS = 600;
const MIN_DATA_CHARACTERS = 6_000;
const MIN_LETTERS = 8;

/** The base of the rolling hash, modulo 2³². */
const BASE = 0x01000193;
const LEAVING = power(BASE, WINDOW);

const NEWLINE = 10;
const ZERO = 48;
const NINE = 57;

function power(base: number, exponent: number): number {
  let result = 1;
  for (let count = 0; count < exponent; count += 1) result = Math.imul(result, base);
  return result;
}

/** True for characters that can precede a list item's number: white space, `>` of quotes and `|` of tables. */
function isIndent(code: number): boolean {
  return code === 32 || code === 9 || code === 62 || code === 124;
}

/**
 * True for ASCII letters, and for all characters from U+00C0 on, because these include the letters of all other
 * scripts.
 */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 0xc0;
}
