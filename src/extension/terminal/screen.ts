import headless from '@xterm/headless';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { linesFrom, toStyledLine, type BufferLine } from './emulator/bufferLines.ts';
import { PendingOutput } from './emulator/pendingOutput.ts';
import { listenForProgress } from './emulator/progress.ts';
import { Transcript } from './emulator/transcript.ts';
import type { StyledLine } from './lines.ts';

/**
 * The real width is unknown. A wider screen is correct, because programs end their lines themselves. A narrower screen
 * would wrap lines and show a rewritten text twice.
 */
const COLUMNS = 400;

/**
 * The real height is unknown. With fewer rows than the terminal, all further rows would overwrite the last row; surplus
 * rows stay empty. 200 rows cover a 4K display in portrait orientation.
 */
const ROWS = 200;

/** With the rows of the screen, these are the 800 lines of seed 003 (3.2). */
const SCROLLBACK = 600;

/**
 * Final characters of control sequences with a repeat count. xterm repeats them up to two billion times, so sequences
 * with a count above `COLUMNS` are ignored.
 */
const REPEATED = ['b', 'I', 'L', 'M', 'S', 'T', 'Z'];

/**
 * A terminal's screen, made from its program's raw output. Load this file on first use, because it contains the
 * emulator.
 */
export interface TerminalScreen extends Disposable {
  /** Resolves when the data has been processed or dropped. If data arrives too fast, the oldest is dropped. */
  write(data: string): Promise<void>;
  /**
   * Returns the last `count` lines, oldest first, without trailing blank lines. Includes lines above the screen; for
   * the alternate screen, lines of earlier settled screens.
   */
  readLines(count: number): readonly string[];
  /** Like `readLines`, but without the lines of settled screens. */
  readCurrent(count: number): readonly string[];
  /** The lines of `readCurrent`, with their styles. */
  readStyled(count: number): readonly StyledLine[];
  /** Records the alternate screen as settled. Call this after a pause in the output. */
  settle(): void;
  /** Whether the program is at work. False after a bell or a notification, because the program then calls the user. */
  readonly onDidReportProgress: Event<boolean>;
}

export function createTerminalScreen(): TerminalScreen {
  const terminal = new headless.Terminal({
    cols: COLUMNS,
    rows: ROWS,
    scrollback: SCROLLBACK,
    allowProposedApi: true,
    logLevel: 'off',
  });
  const progress = new Emitter<boolean>();
  const transcript = new Transcript();
  const pending = new PendingOutput((data, done) => terminal.write(data, done));
  listenForProgress(terminal, (active) => progress.fire(active));
  for (const final of REPEATED) terminal.parser.registerCsiHandler({ final }, ([count]) => Number(count) > COLUMNS);
  // Links are ignored: one line can contain any number of links, and xterm keeps all of them until it drops the line.
  terminal.parser.registerOscHandler(8, () => true);
  terminal.buffer.onBufferChange(() => transcript.clear());

  const isAlternate = (): boolean => terminal.buffer.active.type === 'alternate';
  const textsFrom = (first: number): string[] => linesFrom(terminal.buffer.active, first).map(({ text }) => text);
  const current = (count: number): readonly BufferLine[] => {
    const first = isAlternate() ? 0 : Math.max(0, terminal.buffer.active.length - ROWS - count);
    return linesFrom(terminal.buffer.active, first).slice(-count);
  };
  const currentTexts = (count: number): string[] => current(count).map(({ text }) => text);

  return {
    onDidReportProgress: progress.event,
    write: (data) => pending.push(data),
    readLines(count) {
      if (count <= 0) return [];
      return isAlternate() ? transcript.endingWith(textsFrom(0)).slice(-count) : currentTexts(count);
    },
    readCurrent: (count) => (count <= 0 ? [] : currentTexts(count)),
    readStyled: (count) => (count <= 0 ? [] : current(count).map(toStyledLine)),
    settle() {
      if (isAlternate()) transcript.settle(textsFrom(0));
    },
    dispose() {
      pending.dispose();
      progress.dispose();
      terminal.dispose();
    },
  };
}
