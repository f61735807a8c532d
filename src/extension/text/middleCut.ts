/** Characters reserved for the note about the cut. */
const MARKER_ROOM = 60;

/** Removes the remains of an escape sequence that the cut divided. */
export interface CutRepair {
  head(text: string): string;
  tail(text: string): string;
}

const NO_REPAIR: CutRepair = { head: (text) => text, tail: (text) => text };

/**
 * Collects a text in limited memory: beyond the cap, only its beginning and end. The end gets two thirds, because
 * commands print their outcome there.
 */
export class MiddleCut {
  private readonly cap: number;
  private readonly headRoom: number;
  private readonly tailRoom: number;
  private head = '';
  /** Everything after `head`; beyond the cap, all but the end may be dropped. */
  private rest = '';
  private length = 0;

  /** `text` returns at most `cap` characters, or 60 if `cap` is smaller. */
  constructor(cap: number) {
    this.cap = cap;
    const room = Math.max(0, Math.floor(cap) - MARKER_ROOM);
    this.headRoom = Math.floor(room / 3);
    this.tailRoom = room - this.headRoom;
  }

  push(text: string): void {
    this.length += text.length;
    const missing = this.headRoom - this.head.length;
    if (missing > 0) this.head += text.slice(0, missing);
    this.rest += missing > 0 ? text.slice(missing) : text;
    // Does not cut at every push, because that would copy the end for every few characters.
    if (this.isCut && this.rest.length > 2 * this.cap) {
      this.rest = this.rest.slice(this.rest.length - this.tailRoom);
    }
  }

  get isCut(): boolean {
    return this.length > this.cap;
  }

  /** Number of pushed characters, including those dropped since. */
  get total(): number {
    return this.length;
  }

  /** Returns the whole text, or its beginning and end with a note between them. */
  text(repair: CutRepair = NO_REPAIR): string {
    if (!this.isCut) return this.head + this.rest;
    // Half a surrogate pair is not valid text.
    const head = repair.head(this.head.replace(/[\ud800-\udbff]$/, ''));
    const tail = repair.tail(this.end(this.tailRoom));
    const omitted = this.length - head.length - tail.length;
    return `${head}\n[… ${omitted} characters are left out here …]\n${tail}`;
  }

  /**
   * Returns the last `count` characters, or one less to avoid half a surrogate pair. If the text is cut, `count` must
   * not exceed the size of the end that is kept.
   */
  end(count: number): string {
    const last = this.rest.length >= count ? this.rest.slice(-count || this.rest.length) : this.head + this.rest;
    return last.slice(Math.max(0, last.length - count)).replace(/^[\udc00-\udfff]/, '');
  }
}

/** The result has at most `cap` characters, or 60 if `cap` is smaller. */
export function cutMiddle(text: string, cap: number): string {
  if (text.length <= cap) return text;
  const cut = new MiddleCut(cap);
  cut.push(text);
  return cut.text();
}

/** Cuts a text to the length that a row of the panel shows. */
export function cutForDisplay(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Characters. */
const MAX_SHOWN = 4000;
