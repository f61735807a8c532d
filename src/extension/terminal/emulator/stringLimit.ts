/**
 * Maximum number of characters of a string sequence in several pieces of output. Titles, links and notifications are far
 * shorter.
 */
const MAX_STRING = 64 * 1024;

/** Begins a string sequence: OSC, then DCS, SOS, PM and APC. */
const INTRODUCER = /\x1b[\]PX^_]|[\x90\x98\x9d-\x9f]/g; // eslint-disable-line no-control-regex -- matches control characters
/** Ends one: ESC, CAN, SUB, ST, and for OSC also BEL. */
const END_OF_OSC = /[\x07\x18\x1a\x1b\x9c]/; // eslint-disable-line no-control-regex -- matches control characters
const END_OF_OTHERS = /[\x18\x1a\x1b\x9c]/; // eslint-disable-line no-control-regex -- matches control characters
const CANCEL = '\x18';

/**
 * Cuts string sequences that do not end. The emulator collects up to ten million characters of such a sequence, each of
 * which can take 32 bytes.
 */
export class StringLimit {
  /** Matches the end of the open sequence; undefined if no sequence is open. */
  private end: RegExp | undefined;
  private length = 0;
  private isDropping = false;

  /** Returns what the emulator gets of the next piece of output. */
  limit(text: string): string {
    if (!this.end) return this.enter(text);
    const end = text.search(this.end);
    if (end >= 0) {
      const rest = this.isDropping ? text.slice(text[end] === '\x1b' ? end : end + 1) : text;
      return this.enter(rest, this.isDropping ? 0 : end);
    }
    this.length += text.length;
    if (this.length <= MAX_STRING) return text;
    const first = this.isDropping ? '' : CANCEL;
    this.isDropping = true;
    return first;
  }

  /** Looks for a sequence that begins in this text, from an index on, and does not end in it. */
  private enter(text: string, from = 0): string {
    this.end = undefined;
    this.isDropping = false;
    INTRODUCER.lastIndex = from;
    let found: RegExpExecArray | null;
    while ((found = INTRODUCER.exec(text))) {
      const start = found.index + found[0].length;
      const end = /[\]\x9d]$/.test(found[0]) ? END_OF_OSC : END_OF_OTHERS;
      const length = text.slice(start).search(end);
      if (length < 0) {
        this.end = end;
        this.length = text.length - start;
        return text;
      }
      INTRODUCER.lastIndex = start + length;
    }
    return text;
  }
}
