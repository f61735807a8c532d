/**
 * Finds the longest end of `before` with which a streamed text begins. Line ends `\n` and `\r\n` are equal. Takes
 * linear time, with the search of Knuth, Morris and Pratt for a pattern that still grows.
 */
export class OverlapSearch {
  private readonly before: string;
  private readonly minimum: number;
  /** The beginning of the streamed text, without `\r`: the pattern. */
  private readonly codes: number[] = [];
  /** For each prefix of the pattern, the length of its longest proper prefix that is also its suffix. */
  private readonly borders: number[] = [];
  /** For each character of the pattern, the offset of its end in the streamed text. */
  private readonly ends: number[] = [];
  private pushed = 0;
  /** The number of searched characters of `before`. */
  private position = 0;
  /** The number of characters at the beginning of the pattern that are found directly before `position`. */
  private matched = 0;
  private decided: number | undefined;

  /** A shorter overlap than `minimum` characters does not count. */
  constructor(before: string, minimum: number) {
    this.before = before.replaceAll('\r', '');
    this.minimum = minimum;
    this.search();
  }

  /** The length of the overlap in the streamed text, 0 if there is none; undefined if that depends on later text. */
  get length(): number | undefined {
    return this.decided;
  }

  push(text: string): void {
    for (let index = 0; index < text.length && this.decided === undefined; index += 1) {
      const code = text.charCodeAt(index);
      this.pushed += 1;
      if (code === CARRIAGE_RETURN) continue;
      this.borders.push(this.codes.length === 0 ? 0 : this.extend(this.borders.at(-1) ?? 0, code));
      this.codes.push(code);
      this.ends.push(this.pushed);
      this.search();
    }
  }

  end(): number {
    this.search(true);
    return this.decided ?? 0;
  }

  private search(isWhole = false): void {
    while (this.decided === undefined) {
      const longest = this.before.length - this.position + this.matched;
      if (longest < this.minimum) this.decided = 0;
      else if (this.position === this.before.length) this.decided = this.ends[this.matched - 1] ?? 0;
      else if (this.matched === this.codes.length && !isWhole) return;
      else {
        this.matched = this.extend(this.matched, this.before.charCodeAt(this.position));
        this.position += 1;
      }
    }
  }

  /**
   * The first `matched` characters of the pattern were found, and `code` follows them. Returns how many characters of
   * the pattern are found up to and including `code`.
   */
  private extend(matched: number, code: number): number {
    let length = matched;
    while (length > 0 && this.codes[length] !== code) length = this.borders[length - 1] ?? 0;
    return this.codes[length] === code ? length + 1 : 0;
  }
}

const CARRIAGE_RETURN = 13;
