import type { OnShellOutput } from '../../ports/shell.ts';

/** Extracts the text between two marks from a terminal's output. A mark may arrive in pieces. */
export class MarkedOutput {
  /** Resolves when the end mark has arrived or the stream has ended. */
  readonly ended: Promise<void>;
  private readonly marks: { readonly beginMark: string; readonly endMark: string };
  private readonly onOutput: OnShellOutput;
  private state: 'before' | 'inside' | 'after' = 'before';
  private rest = '';
  private end = (): void => {};

  constructor(marks: { readonly beginMark: string; readonly endMark: string }, onOutput: OnShellOutput) {
    this.marks = marks;
    this.onOutput = onOutput;
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  get hasBegun(): boolean {
    return this.state !== 'before';
  }

  /** Waits for each `onOutput` before reading on. */
  async readFrom(stream: AsyncIterable<string>): Promise<void> {
    try {
      for await (const data of stream) await this.push(data);
    } finally {
      if (this.state === 'inside' && this.rest !== '') await this.onOutput(this.rest);
      this.end();
    }
  }

  private async push(data: string): Promise<void> {
    this.rest += data;
    if (this.state === 'before') {
      if (this.cut(this.marks.beginMark) === undefined) return;
      this.state = 'inside';
    }
    if (this.state !== 'inside') return;
    const last = this.cut(this.marks.endMark);
    if (last !== undefined) {
      this.state = 'after';
      if (last !== '') await this.onOutput(last);
      this.end();
      return;
    }
    const held = heldLength(this.rest, this.marks.endMark);
    const text = this.rest.slice(0, this.rest.length - held);
    this.rest = this.rest.slice(this.rest.length - held);
    if (text !== '') await this.onOutput(text);
  }

  /** Removes the mark and the text before it, and returns the text. Undefined if the mark has not arrived. */
  private cut(mark: string): string | undefined {
    const at = this.rest.indexOf(mark);
    if (at < 0) return undefined;
    const before = this.rest.slice(0, at);
    this.rest = this.rest.slice(at + mark.length);
    return before;
  }
}

/** The length of the end of `text` that may be an incomplete mark. */
function heldLength(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1) {
    if (mark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
