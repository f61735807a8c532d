import { withoutToolOutput } from '../agents/toolOutput.ts';
import { findTypedText } from '../typedText.ts';

/**
 * Maximum number of lines that are kept after they left the screen. With the screen's 200 rows, these are the 800 lines
 * of seed 003 (3.2).
 */
const MAX_LINES = 600;

/**
 * What a program in the alternate screen has shown. A line is added when a settled screen (see `TerminalScreen.settle`)
 * no longer contains it, so a line that stays on the screen is added only once. Output of tools is replaced, because a
 * line that is kept without the lines around it could no longer be recognized as output. For the same reason, text that
 * the user has typed and not sent is removed.
 */
export class Transcript {
  private gone: string[] = [];
  private settled: readonly string[] = [];

  settle(screen: readonly string[]): void {
    const masked = withoutToolOutput(findTypedText(screen).lines);
    this.gone = [...this.gone, ...missingFrom(masked, this.settled)].slice(-MAX_LINES);
    this.settled = masked;
  }

  /** Returns the kept lines that left the screen, then this screen, which may be newer than the last settled screen. */
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
