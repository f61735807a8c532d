/** Room in a cut text for the line that says so. */
const MARKER_ROOM = 60;

/** Takes away what a cut has left of a sequence, at the end of the first part and at the beginning of the last. */
export interface CutMend {
  head(text: string): string;
  tail(text: string): string;
}

const NO_MEND: CutMend = { head: (text) => text, tail: (text) => text };

/**
 * Gathers a text of any length in the space of its cap: all of it while it fits, then its beginning and its end. The
 * end gets two thirds, because that is where commands say what came of them.
 */
export class MiddleCut {
  private readonly cap: number;
  private readonly headRoom: number;
  private readonly tailRoom: number;
  private head = '';
  /** All that follows `head`; cut at its front once the whole has outgrown the cap. */
  private rest = '';
  private length = 0;

  /** `cap`: how many characters `text` may have. */
  constructor(cap: number) {
    this.cap = cap;
    const room = Math.max(0, cap - MARKER_ROOM);
    this.headRoom = Math.floor(room / 3);
    this.tailRoom = room - this.headRoom;
  }

  push(text: string): void {
    this.length += text.length;
    const missing = this.headRoom - this.head.length;
    if (missing > 0) this.head += text.slice(0, missing);
    this.rest += missing > 0 ? text.slice(missing) : text;
    // Cutting at each piece would copy the end for every few characters of a chatty command.
    if (this.isCut && this.rest.length > 2 * this.cap) this.rest = this.rest.slice(-this.tailRoom);
  }

  get isCut(): boolean {
    return this.length > this.cap;
  }

  /** Characters that were gathered. */
  get total(): number {
    return this.length;
  }

  /** Everything, or its beginning and end with a line between them that says how much is left out. */
  text(mend: CutMend = NO_MEND): string {
    if (!this.isCut) return this.head + this.rest;
    // Half a surrogate pair is no text.
    const head = mend.head(this.head.replace(/[\ud800-\udbff]$/, ''));
    const tail = mend.tail(this.end(this.tailRoom));
    const omitted = this.length - head.length - tail.length;
    return `${head}\n[… ${omitted} characters are left out here …]\n${tail}`;
  }

  /** The last characters of what was gathered. */
  end(count: number): string {
    const last = this.rest.length >= count ? this.rest.slice(-count || this.rest.length) : this.head + this.rest;
    return last.slice(Math.max(0, last.length - count)).replace(/^[\udc00-\udfff]/, '');
  }
}

/** The text in at most `cap` characters, its middle left out where it is longer. */
export function cutMiddle(text: string, cap: number): string {
  if (text.length <= cap) return text;
  const cut = new MiddleCut(cap);
  cut.push(text);
  return cut.text();
}

/** The beginning of a text, as much as a row of the panel shows; a cut is marked. */
export function cutForDisplay(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Characters. */
const MAX_SHOWN = 4000;
