import { stripVTControlCharacters } from 'node:util';
import type { TerminalScreen } from './screen.ts';

/** Characters that are kept from the end of a long output: at least this many, at most twice as many. */
const MAX_KEPT = 60_000;
/**
 * Maximum number of characters of a full-screen program's output that are kept as text. Longer output is passed to an
 * emulator, because the end of such output alone does not show the whole screen.
 */
const MAX_RAW = 1_000_000;
const MAX_LINES = 800;

/** Sequences of full-screen programs: alternate screen, cursor to a row and column, cursor up, erase screen. */
// eslint-disable-next-line no-control-regex -- matches control characters
const FULL_SCREEN = /\x1b\[(?:\?(?:47|1047|1049)h|\d+;\d+[Hf]|[1-9]?\d*[AJ])/;
/** Characters of earlier output that are tested again, because a sequence may be split between two pieces. */
const MAX_SEQUENCE = 16;

/**
 * The output of one command, in limited memory. The emulator keeps at most 800 lines and splits very long lines, so it
 * is used only for full-screen programs, such as agents.
 */
export class CommandOutput {
  private raw = '';
  private isFullScreen = false;
  /** Contains the output before `raw`. Undefined until `raw` exceeds `MAX_RAW`, and after the command has ended. */
  private screen: TerminalScreen | undefined;
  /** What `text` returns once the command has ended; set only if `screen` was set. */
  private last: string | undefined;
  private isDisposed = false;

  /** Resolves when the next output may be pushed. */
  async push(data: string): Promise<void> {
    this.isFullScreen ||= FULL_SCREEN.test(this.raw.slice(-MAX_SEQUENCE) + data);
    this.raw += data;
    if (this.isFullScreen) return this.raw.length > MAX_RAW ? this.emulate() : undefined;
    if (this.raw.length > MAX_KEPT * 2) this.raw = this.raw.slice(-MAX_KEPT);
  }

  /** The output so far; for a full-screen program, its screen and the lines above it. */
  async text(): Promise<string> {
    if (this.last !== undefined) return this.last;
    if (!this.isFullScreen) return toPlain(this.raw);
    if (this.screen) {
      await this.emulate();
      return textOf(this.screen);
    }
    const { raw } = this;
    const screen = await createScreen();
    try {
      await screen.write(raw);
      return textOf(screen);
    } finally {
      screen.dispose();
    }
  }

  /** Frees the emulator. Call when the command has ended. */
  async end(): Promise<void> {
    if (!this.screen) return;
    this.last = await this.text();
    this.dispose();
  }

  dispose(): void {
    this.isDisposed = true;
    this.screen?.dispose();
    this.screen = undefined;
    this.raw = '';
  }

  private async emulate(): Promise<void> {
    this.screen ??= await createScreen();
    const { raw, screen } = this;
    this.raw = '';
    if (this.isDisposed) return this.dispose();
    await screen.write(raw);
  }
}

function textOf(screen: TerminalScreen): string {
  return screen.readLines(MAX_LINES).join('\n').trim();
}

async function createScreen(): Promise<TerminalScreen> {
  const { createTerminalScreen } = await import('./screen.ts');
  return createTerminalScreen();
}

/** Removes control sequences, and text that a carriage return overwrites, as in a progress bar. */
function toPlain(raw: string): string {
  return stripVTControlCharacters(raw)
    .split(/(?<!\r)\r*\n/)
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).trimEnd())
    .join('\n')
    .trim();
}
