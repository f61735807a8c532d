import headless from '@xterm/headless';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { PendingOutput } from './emulator/pendingOutput.ts';
import { listenForSignals, type TerminalSignal } from './emulator/signals.ts';
import { Transcript } from './emulator/transcript.ts';

/**
 * The width of the real terminal is unknown. A wider screen replays a recording correctly, because programs end their
 * lines themselves; a narrower one wraps them and doubles their frames.
 */
const COLUMNS = 400;

/**
 * The height is unknown too, and programs that fill the screen address its rows by number. On a lower screen, all rows
 * below its end would overwrite the last one. On a higher screen, the rows below stay empty. 200 rows cover a terminal
 * on a whole 4K display in portrait orientation.
 */
const ROWS = 200;

/** With the screen, this is the 800 lines that seed 003 (3.2) expands a question's context to. */
const SCROLLBACK = 600;

export type { TerminalSignal };

/** Final characters of sequences that xterm repeats as often as their number says, which may be two billion times. */
const REPEATED = ['b', 'I', 'L', 'M', 'S', 'T', 'Z'];

/**
 * The screen of a terminal, made from the raw data that its program writes. Load this file on first use: it contains
 * the emulator.
 */
export interface TerminalScreen extends Disposable {
  /** Resolves when the emulator has processed the data. If data arrives much faster than that, the oldest is dropped. */
  write(data: string): Promise<void>;
  /**
   * Returns the last `count` lines, oldest first, without blank lines at the end. Above the screen are the lines that
   * scrolled off, or in the alternate screen, which keeps none, the lines of settled screens.
   */
  readLines(count: number): readonly string[];
  /**
   * Does the same without the lines of settled screens. A question that has left the alternate screen is not in these
   * lines.
   */
  readCurrent(count: number): readonly string[];
  /** Records the alternate screen as settled. The caller has the clock, and calls this after a time without output. */
  settle(): void;
  readonly onDidSignal: Event<TerminalSignal>;
}

export function createTerminalScreen(): TerminalScreen {
  const terminal = new headless.Terminal({
    cols: COLUMNS,
    rows: ROWS,
    scrollback: SCROLLBACK,
    allowProposedApi: true,
    logLevel: 'off',
  });
  const signals = new Emitter<TerminalSignal>();
  const transcript = new Transcript();
  const pending = new PendingOutput((data, done) => terminal.write(data, done));
  listenForSignals(terminal, (signal) => signals.fire(signal));
  for (const final of REPEATED) terminal.parser.registerCsiHandler({ final }, ([count]) => Number(count) > COLUMNS);
  // A program can write any number of links into one line, and xterm keeps each as long as the line.
  terminal.parser.registerOscHandler(8, () => true);
  terminal.buffer.onBufferChange(() => transcript.clear());

  const isAlternate = (): boolean => terminal.buffer.active.type === 'alternate';
  const linesFrom = (first: number): string[] => {
    const buffer = terminal.buffer.active;
    const lines: string[] = [];
    for (let at = Math.max(0, first); at < buffer.length; at += 1)
      lines.push(buffer.getLine(at)?.translateToString(true).trimEnd() ?? '');
    return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
  };

  const current = (count: number): string[] =>
    linesFrom(isAlternate() ? 0 : terminal.buffer.active.length - ROWS - count).slice(-count);

  return {
    onDidSignal: signals.event,
    write: (data) => pending.push(data),
    readLines(count) {
      if (count <= 0) return [];
      return isAlternate() ? transcript.before(linesFrom(0)).slice(-count) : current(count);
    },
    readCurrent: (count) => (count <= 0 ? [] : current(count)),
    settle() {
      if (isAlternate()) transcript.settle(linesFrom(0));
    },
    dispose() {
      pending.dispose();
      signals.dispose();
      terminal.dispose();
    },
  };
}
