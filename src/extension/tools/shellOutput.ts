import { MiddleCut } from './middleCut.ts';
import type { KeptOutput, KeptText } from './keptOutput.ts';
import { TerminalText } from './terminalText.ts';

/** Characters of a command's output that the model is given. */
export const MAX_SHELL_OUTPUT = 30_000;
/** What a running command shows: so many lines of its end, in so many characters. */
const LIVE_LINES = 12;
const LIVE_CHARACTERS = 2000;

export interface CollectedOutput {
  /** At most `MAX_SHELL_OUTPUT` characters. */
  readonly text: string;
  /** Characters of the whole. */
  readonly total: number;
  /** True where `text` is not all of it. */
  readonly isCut: boolean;
  /** Where the whole is, if it could be kept. */
  readonly kept?: { readonly path: string; readonly isWhole: boolean };
}

/**
 * Takes a command's output as it comes, holds what is shown of it, and writes the whole to a file as soon as it is
 * more than that. Never holds more in memory than a few times the cap.
 */
export class ShellOutput {
  private readonly keep: Pick<KeptOutput, 'create'>;
  private readonly text = new TerminalText();
  private readonly shown = new MiddleCut(MAX_SHELL_OUTPUT);
  private file: KeptText | 'lost' | undefined;
  private opening: Promise<void> | undefined;
  /** What came while the file was being made. */
  private waiting = '';

  constructor(keep: Pick<KeptOutput, 'create'>) {
    this.keep = keep;
  }

  /** While the promise it returns is pending, the command should wait. */
  push(chunk: string): Promise<void> | undefined {
    return this.add(this.text.push(chunk));
  }

  /** The last lines, the one that has no end yet among them. */
  live(): string {
    const { unfinished } = this.text;
    const room = Math.max(0, LIVE_CHARACTERS - unfinished.length);
    const end = this.shown.end(room) + unfinished.slice(-LIVE_CHARACTERS);
    return end.trimEnd().split('\n').slice(-LIVE_LINES).join('\n');
  }

  /** Nothing more will come. */
  async end(): Promise<CollectedOutput> {
    await this.add(this.text.end());
    await this.opening;
    const file = this.file === 'lost' ? undefined : this.file;
    await file?.close();
    const { total, isCut } = this.shown;
    return { text: this.shown.text(), total, isCut, ...(file && { kept: { path: file.path, isWhole: file.isWhole } }) };
  }

  private add(text: string): Promise<void> | undefined {
    if (text === '') return undefined;
    const before = this.shown.isCut ? undefined : this.shown.text();
    this.shown.push(text);
    if (!this.shown.isCut) return undefined;
    if (this.file) return this.file === 'lost' ? undefined : this.file.write(text);
    this.waiting += (before ?? '') + text;
    this.opening ??= this.open();
    return this.opening;
  }

  private async open(): Promise<void> {
    this.file = (await this.keep.create()) ?? 'lost';
    const { waiting } = this;
    this.waiting = '';
    if (this.file !== 'lost') await this.file.write(waiting);
  }
}
