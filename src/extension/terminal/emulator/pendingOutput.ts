import type { Disposable } from '../../base/disposable.ts';
import { StringLimit } from './stringLimit.ts';

/** Maximum number of characters that wait for the emulator. If a program writes more, the oldest are dropped. */
const MAX_PENDING = 4 * 1024 * 1024;
/**
 * Maximum number of characters that are written to the emulator at once. The emulator waits at least a millisecond
 * between two writes.
 */
const MAX_PIECE = 256 * 1024;
/** Maximum number of characters without a width in a row: enough for emoji families and stacked accents. */
const MAX_JOINED = 12;

/** Ends an escape sequence whose end was in the dropped output. */
const CANCEL = '\x18';

/** Characters without a width. The emulator adds them to the cell of the character before them, without a limit. */
const JOINING = String.raw`[\p{M}\p{Cf}\u1160-\u11ff]`;
const ANY_JOINING = new RegExp(JOINING, 'u');
const TOO_MANY_JOINING = new RegExp(`(${JOINING}{${MAX_JOINED}})${JOINING}+`, 'gu');
const JOINING_AT_END = new RegExp(`${JOINING}{1,${MAX_JOINED}}$`, 'u');

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
  /** The first half of a surrogate pair, or ESC, if the last piece ended with it. It is written with the next piece. */
  private half = '';
  /** The characters without a width at the end of the last piece. */
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
    if (!this.joined && !ANY_JOINING.test(text)) return text;
    const before = this.joined;
    const shortened = (before + text).replace(TOO_MANY_JOINING, '$1');
    this.joined = JOINING_AT_END.exec(shortened)?.[0] ?? '';
    return shortened.slice(before.length);
  }
}
