import { MiddleCut, type CutMend } from '../text/middleCut.ts';
import type { KeptOutput, KeptText } from '../ports/keptOutput.ts';
import { TerminalText, withoutColours } from '../text/terminalText.ts';

/** Characters of a command's output that the model is given. */
export const MAX_SHELL_OUTPUT = 30_000;
/** Characters, with the colours, of what a row shows of it. */
const MAX_PAINTED = 20_000;
/** What a running command shows: so many lines of its end, in so many characters. */
const LIVE_LINES = 12;
const LIVE_CHARACTERS = 2000;

export interface CollectedOutput {
  /** At most `MAX_SHELL_OUTPUT` characters. */
  readonly text: string;
  /** For people: `text` with its colours (SGR sequences), cut shorter; missing if there are none. */
  readonly painted?: string;
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
  private readonly painted = new MiddleCut(MAX_PAINTED);
  private hasColours = false;
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

  /** The last lines with their colours, the one that has no end yet among them. */
  live(): string {
    const { unfinished } = this.text;
    const room = Math.max(0, LIVE_CHARACTERS - unfinished.length);
    const end = this.painted.end(room) + unfinished.slice(-LIVE_CHARACTERS);
    const whole = end.length < LIVE_CHARACTERS ? end : WHOLE_COLOURS.tail(end);
    return whole.trimEnd().split('\n').slice(-LIVE_LINES).join('\n');
  }

  /** Nothing more will come. */
  async end(): Promise<CollectedOutput> {
    await this.add(this.text.end());
    await this.opening;
    const file = this.file === 'lost' ? undefined : this.file;
    await file?.close();
    const { total, isCut } = this.shown;
    const painted = this.hasColours ? { painted: this.painted.text(WHOLE_COLOURS) } : {};
    const kept = file ? { kept: { path: file.path, isWhole: file.isWhole } } : {};
    return { text: this.shown.text(), ...painted, total, isCut, ...kept };
  }

  private add(painted: string): Promise<void> | undefined {
    const text = withoutColours(painted);
    this.painted.push(painted);
    this.hasColours ||= text !== painted;
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

/** A cut may go through a colour. */
const WHOLE_COLOURS: CutMend = {
  // eslint-disable-next-line no-control-regex -- the beginning of a sequence is looked for
  head: (text) => text.replace(/\x1b(?:\[[\d;:]*)?$/, ''),
  tail: (text) => text.replace(/^\[?[\d;:]{0,40}m/, ''),
};
