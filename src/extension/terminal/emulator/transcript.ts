import { withoutToolOutput } from '../agents/toolOutput.ts';
import { findTypedText } from '../typedText.ts';

/**
 * Lines that are kept after they left the screen. With the screen's 200 rows, these are the 800 lines of seed 003
 * (3.2).
 */
const MAX_LINES = 600;

/**
 * The lines that a program in the alternate screen has shown. A line is added when a settled screen no longer contains
 * it (see `TerminalScreen.settle`). Tool output and unsent typed text are removed first, because they can be recognized
 * only among the lines around them.
 */
export class Transcript {
  private gone: string[] = [];
  private settled: readonly string[] = [];

  settle(screen: readonly string[]): void {
    const masked = withoutToolOutput(findTypedText(screen).lines);
    this.gone = [...this.gone, ...missingFrom(masked, this.settled)].slice(-MAX_LINES);
    this.settled = masked;
  }

  /** Returns the kept lines, then `screen`, which may be newer than the last settled screen. */
  endingWith(screen: readonly string[]): readonly string[] {
    return [...this.gone, ...missingFrom(withoutToolOutput(screen), this.settled), ...screen];
  }

  clear(): void {
    this.gone = [];
    this.settled = [];
  }
}

function missingFrom(screen: readonly string[], earlier: readonly string[]): readonly string[] {
  const shown = new Set(screen);
  return earlier.filter((line) => line.trim() !== '' && !shown.has(line));
}
