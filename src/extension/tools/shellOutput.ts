import { MiddleCut, type CutRepair } from '../text/middleCut.ts';
import type { KeptOutput, KeptText } from '../ports/keptOutput.ts';
import { TerminalText, withoutColors } from '../text/terminalText.ts';

/** Characters for the model. */
export const MAX_SHELL_OUTPUT = 30_000;
/** Characters for the row, colors included. */
const MAX_PAINTED = 20_000;
/** For the live output: last lines, and characters. */
const LIVE_LINES = 12;
const LIVE_CHARACTERS = 2000;

export interface CollectedOutput {
  /** At most `MAX_SHELL_OUTPUT` characters. */
  readonly text: string;
  /** The output with its colors (SGR), at most `MAX_PAINTED` characters; missing if the output has no colors. */
  readonly painted?: string;
  /** Characters of the whole output. */
  readonly total: number;
  readonly isCut: boolean;
  /** The file with the output; missing if `text` is whole, or if no file could be created. */
  readonly outputFile?: { readonly path: string; readonly isWhole: boolean };
}

/**
 * Collects a command's output. An output that exceeds the shown part is written to a file. Holds at most a few times
 * `MAX_SHELL_OUTPUT` in memory if the caller waits for `push`.
 */
export class ShellOutput {
  private readonly keptOutput: KeptOutput;
  private readonly text = new TerminalText();
  private readonly shown = new MiddleCut(MAX_SHELL_OUTPUT);
  private readonly painted = new MiddleCut(MAX_PAINTED);
  private hasColors = false;
  private file: KeptText | 'lost' | undefined;
  private opening: Promise<void> | undefined;
  /** Output that is not yet in the file, because the file has not been created. */
  private waiting = '';

  constructor(keptOutput: KeptOutput) {
    this.keptOutput = keptOutput;
  }

  /** The caller should pause the command until the promise resolves. */
  push(chunk: string): Promise<void> | undefined {
    return this.add(this.text.push(chunk));
  }

  /** Returns the last lines with their colors, including an unfinished line. */
  live(): string {
    const { unfinished } = this.text;
    const room = Math.max(0, LIVE_CHARACTERS - unfinished.length);
    const end = this.painted.end(room) + unfinished.slice(-LIVE_CHARACTERS);
    const whole = end.length < LIVE_CHARACTERS ? end : WHOLE_COLORS.tail(end);
    return whole.trimEnd().split('\n').slice(-LIVE_LINES).join('\n');
  }

  /** Must be called after the last chunk. */
  async end(): Promise<CollectedOutput> {
    await this.add(this.text.end());
    await this.opening;
    const file = this.file === 'lost' ? undefined : this.file;
    await file?.close();
    const { total, isCut } = this.shown;
    const painted = this.hasColors ? { painted: this.painted.text(WHOLE_COLORS) } : {};
    const outputFile = file ? { outputFile: { path: file.path, isWhole: file.isWhole } } : {};
    return { text: this.shown.text(), ...painted, total, isCut, ...outputFile };
  }

  private add(painted: string): Promise<void> | undefined {
    const text = withoutColors(painted);
    this.painted.push(painted);
    this.hasColors ||= text !== painted;
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
    this.file = (await this.keptOutput.create()) ?? 'lost';
    const { waiting } = this;
    this.waiting = '';
    if (this.file !== 'lost') await this.file.write(waiting);
  }
}

/** Removes the remains of a color sequence that a cut divided. */
const WHOLE_COLORS: CutRepair = {
  // eslint-disable-next-line no-control-regex -- matches the beginning of a sequence
  head: (text) => text.replace(/\x1b(?:\[[\d;:]*)?$/, ''),
  tail: (text) => text.replace(/^\[?[\d;:]{0,40}m/, ''),
};
