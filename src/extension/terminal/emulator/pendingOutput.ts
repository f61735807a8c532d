import type { Disposable } from '../../base/disposable.ts';
import { StringLimit } from './stringLimit.ts';

/** Characters that may wait for the emulator. Beyond this limit, the oldest are dropped. */
const MAX_PENDING = 4 * 1024 * 1024;
/** Characters per write. The emulator waits at least a millisecond between two writes. */
const MAX_PIECE = 256 * 1024;
/** Consecutive zero-width characters: enough for emoji families and stacked accents. */
const MAX_JOINED = 12;

/** Ends an escape sequence whose end was dropped. */
const CANCEL = '\x18';

/** Zero-width characters. The emulator adds them to the cell of the character before them, without a limit. */
const JOINING = /[\p{M}\p{Cf}\u1160-\u11ff]/u;
const TOO_MANY_JOINING = new RegExp(`(${JOINING.source}{${MAX_JOINED}})${JOINING.source}+`, 'gu');
const JOINING_AT_END = new RegExp(`${JOINING.source}{1,${MAX_JOINED}}$`, 'u');
/** The soft hyphen, the first character that `JOINING` matches. */
const FIRST_JOINING = 0xad;

const HALF = /[\ud800-\udbff\x1b]$/; // eslint-disable-line no-control-regex -- matches control characters

interface Piece {
  readonly data: string;
  readonly done: () => void;
}

/** Queues output for the emulator, in few large pieces. Limits the queue, stacked accents and unfinished sequences. */
export class PendingOutput implements Disposable {
  private pieces: Piece[] = [];
  private length = 0;
  private isWriting = false;
  private wasCut = false;
  private readonly strings = new StringLimit();
  /** The first half of a surrogate pair, or ESC, if the last piece ended with it. The next piece begins with it. */
  private half = '';
  /** The zero-width characters at the end of the last piece. */
  private joined = '';

  private readonly write: (data: string, done: () => void) => void;

  constructor(write: (data: string, done: () => void) => void) {
    this.write = write;
  }

  /** Resolves when the data has been written or dropped. */
  push(data: string): Promise<void> {
    return new Promise((resolve) => {
      for (let at = 0; at < data.length || at === 0; at += MAX_PIECE) {
        const isLast = at + MAX_PIECE >= data.length;
        this.pieces.push({ data: data.slice(at, at + MAX_PIECE), done: isLast ? resolve : () => {} });
      }
      this.length += data.length;
      this.dropOldest();
      this.writeNext();
    });
  }

  dispose(): void {
    const dropped = this.pieces;
    this.pieces = [];
    this.length = 0;
    for (const { done } of dropped) done();
  }

  private dropOldest(): void {
    if (this.length <= MAX_PENDING) return;
    let dropped = 0;
    while (this.length > MAX_PENDING / 2) {
      this.length -= this.pieces[dropped]!.data.length;
      dropped += 1;
    }
    for (const { done } of this.pieces.splice(0, dropped)) done();
    this.wasCut = true;
  }

  private writeNext(): void {
    if (this.isWriting || this.pieces.length === 0) return;
    let size = 0;
    let taken = 0;
    while (taken < this.pieces.length && (taken === 0 || size + this.pieces[taken]!.data.length <= MAX_PIECE)) {
      size += this.pieces[taken]!.data.length;
      taken += 1;
    }
    const pieces = this.pieces.splice(0, taken);
    this.length -= size;
    this.isWriting = true;
    this.write(this.prepare(pieces.map(({ data }) => data).join('')), () => {
      this.isWriting = false;
      for (const { done } of pieces) done();
      this.writeNext();
    });
  }

  private prepare(data: string): string {
    let text = this.half + data;
    this.half = HALF.test(text) ? text.slice(-1) : '';
    if (this.half) text = text.slice(0, -1);
    if (this.wasCut) text = CANCEL + text;
    this.wasCut = false;
    text = this.strings.limit(text);
    const before = this.joined;
    text = before + text;
    if (hasTooManyJoining(text)) text = text.replace(TOO_MANY_JOINING, '$1');
    this.joined = JOINING_AT_END.exec(text)?.[0] ?? '';
    return text.slice(before.length);
  }
}

/** For speed, tests only every `MAX_JOINED`-th UTF-16 unit. Each run that is too long contains such a unit. */
function hasTooManyJoining(text: string): boolean {
  for (let at = 0; at < text.length; at += MAX_JOINED) {
    if (text.charCodeAt(at) < FIRST_JOINING) continue;
    // Three units contain a whole character, even if `at` is the second half of a surrogate pair.
    if (!JOINING.test(text.slice(at, at + 3))) continue;
    // Each character has one unit or two.
    const nearby = text.slice(Math.max(0, at - MAX_JOINED + 1), at + 2 * (MAX_JOINED + 1));
    if (nearby.search(TOO_MANY_JOINING) >= 0) return true;
  }
  return false;
}
