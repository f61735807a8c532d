/**
 * Maximum number of characters of a string sequence that spans several pieces of output. Titles, links and
 * notifications are far shorter.
 */
const MAX_STRING = 64 * 1024;

/** Begins a string sequence: OSC, DCS, SOS, PM or APC. */
const INTRODUCER = /\x1b[\]PX^_]|[\x90\x98\x9d-\x9f]/g; // eslint-disable-line no-control-regex -- matches control characters
/** Ends an OSC sequence: BEL, CAN, SUB, ESC or ST. The other string sequences do not end with BEL. */
const END_OF_OSC = /[\x07\x18\x1a\x1b\x9c]/; // eslint-disable-line no-control-regex -- matches control characters
const END_OF_OTHERS = /[\x18\x1a\x1b\x9c]/; // eslint-disable-line no-control-regex -- matches control characters
const CANCEL = '\x18';

/**
 * Cuts string sequences that do not end. The emulator would collect up to ten million characters, and use up to 32
 * bytes of memory for each.
 */
export class StringLimit {
  /** Matches the end of the open sequence; undefined if no sequence is open. */
  private end: RegExp | undefined;
  private length = 0;
  private isDropping = false;

  /** Returns what the emulator should receive: the text, its end, nothing, or `CANCEL` to end a long sequence. */
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

  /** Searches the text from index `from` for a sequence that does not end in it. Returns the text unchanged. */
  private enter(text: string, from = 0): string {
    this.end = undefined;
    this.isDropping = false;
    // ESC ends every sequence, so only a sequence that begins at the last ESC or after it can stay open.
    INTRODUCER.lastIndex = Math.max(from, text.lastIndexOf('\x1b'));
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
