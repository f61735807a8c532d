import headless from '@xterm/headless';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { linesFrom, toStyledLine, type BufferLine } from './emulator/bufferLines.ts';
import { PendingOutput } from './emulator/pendingOutput.ts';
import { listenForProgress } from './emulator/progress.ts';
import { Transcript } from './emulator/transcript.ts';
import type { StyledLine } from './lines.ts';

/**
 * The width of the real terminal is unknown. A wider screen shows the output correctly, because programs end their
 * lines themselves. A narrower screen would wrap these lines, and a text that the program rewrites would be shown
 * twice.
 */
const COLUMNS = 400;

/**
 * The height is unknown too, and full-screen programs address rows by number. If this screen has fewer rows than the
 * real terminal, all further rows overwrite the last row. If it has more rows, the rows at the bottom stay empty. 200
 * rows cover a terminal on a whole 4K display in portrait orientation.
 */
const ROWS = 200;

/** With the rows of the screen, these are the 800 lines to which seed 003 (3.2) expands a question's context. */
const SCROLLBACK = 600;

/**
 * Final characters of the control sequences whose number is a repeat count. xterm repeats them up to two billion times,
 * so sequences with a count above `COLUMNS` are ignored.
 */
const REPEATED = ['b', 'I', 'L', 'M', 'S', 'T', 'Z'];

/**
 * The screen of a terminal, made from the raw data that its program writes. Load this file on first use, because it
 * contains the emulator.
 */
export interface TerminalScreen extends Disposable {
  /**
   * Resolves when the emulator has processed or dropped the data. If data arrives faster than the emulator processes
   * it, the oldest data is dropped.
   */
  write(data: string): Promise<void>;
  /**
   * Returns the last `count` lines, oldest first, without blank lines at the end. Lines that scrolled off come before
   * the screen. The alternate screen does not keep such lines, so there the lines of settled screens come first.
   */
  readLines(count: number): readonly string[];
  /**
   * Like `readLines`, but without the lines of settled screens. A question that has left the alternate screen is not
   * included.
   */
  readCurrent(count: number): readonly string[];
  /** The lines of `readCurrent`, with their styles. */
  readStyled(count: number): readonly StyledLine[];
  /** Records the alternate screen as settled. Call this after a pause in the output. */
  settle(): void;
  /** Fires when the program reports whether it is at work. A notification of the program counts as false. */
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
  // Links are ignored. A program can write any number of links into one line, and xterm keeps each link as long as the
  // line.
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
