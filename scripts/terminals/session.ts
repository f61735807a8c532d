import headless from '@xterm/headless';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recording, ExpectedReading } from '../../test/support/terminalCorpus.ts';
import { loadPty, type Pty } from './pty.ts';

const COLUMNS = 100;
const ROWS = 34;
/** A screen counts as settled after this many milliseconds without output. A spinner writes more often. */
const QUIET = 700;

export interface SessionOptions {
  readonly program: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The width of the terminal; 100 by default. */
  readonly columns?: number;
}

/** A recorded run of a program. `screen` is what a user sees, at the real size of the terminal. */
export class Session {
  readonly recording: { events: Recording['events'][number][]; marks: Record<string, ExpectedReading> } = {
    events: [],
    marks: {},
  };
  private readonly pty: Pty;
  private readonly terminal: headless.Terminal;
  private readonly started = Date.now();
  private lastOutput = Date.now();
  private hasExited = false;
  private steps = 0;
  /** Whether `step` may end, for example because the shell shows its prompt again. */
  isReady = (): boolean => true;

  constructor({ program, args = [], cwd, env, columns = COLUMNS }: SessionOptions) {
    this.pty = loadPty().spawn(program, args, { cols: columns, rows: ROWS, cwd, env });
    this.terminal = new headless.Terminal({ cols: columns, rows: ROWS, allowProposedApi: true });
    // Programs ask the terminal for its colors and the cursor's place, and wait for the answers.
    this.terminal.onData((answer) => this.pty.write(answer));
    this.pty.onData((data) => {
      this.lastOutput = Date.now();
      this.recording.events.push([this.lastOutput - this.started, data]);
      this.terminal.write(data);
    });
    this.pty.onExit(() => (this.hasExited = true));
  }

  get screen(): string {
    const buffer = this.terminal.buffer.active;
    const lines = Array.from({ length: ROWS }, (_, at) =>
      buffer
        .getLine(buffer.baseY + at)
        ?.translateToString(true)
        .trimEnd(),
    );
    return lines.join('\n').trimEnd();
  }

  /** Types text, and gives the program time to show it. */
  async type(text: string): Promise<void> {
    this.pty.write(text);
    await sleep(400);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.type(key);
  }

  /**
   * Adds output that the program did not write, as another process in the same terminal would. This part of the
   * recording is artificial.
   */
  async insert(output: string): Promise<void> {
    this.recording.events.push([Date.now() - this.started, output]);
    await new Promise<void>((resolve) => this.terminal.write(output, resolve));
  }

  /** Inserts output in the last line that matches, where the match begins. Then moves the cursor back. */
  async insertAt(pattern: RegExp, output: string): Promise<void> {
    const buffer = this.terminal.buffer.active;
    const lines = this.screen.split('\n');
    const row = lines.findLastIndex((line) => pattern.test(line));
    if (row < 0) throw new Error(`There is no ${pattern} on this screen:\n${this.screen}`);
    const rows = row - buffer.cursorY;
    const move = rows === 0 ? '' : `\x1b[${Math.abs(rows)}${rows < 0 ? 'A' : 'B'}`;
    await this.insert(`\x1b7${move}\x1b[${lines[row]!.search(pattern) + 1}G${output}\x1b8`);
  }

  async resize(columns: number): Promise<void> {
    this.terminal.resize(columns, ROWS);
    this.pty.resize(columns, ROWS);
    await sleep(400);
  }

  /** Types a command in a shell, or keys in a program, and records the screen that settles after them. */
  async step(keys: string, quiet = 90, timeout = 20_000): Promise<void> {
    this.lastOutput = Date.now();
    this.pty.write(keys);
    await sleep(20);
    for (const end = Date.now() + timeout; Date.now() < end; await sleep(15))
      if (Date.now() - this.lastOutput > quiet && this.isReady()) break;
    this.steps += 1;
    this.recording.events.push([Date.now() - this.started, { mark: `step ${this.steps}` }]);
  }

  async waitFor(pattern: RegExp, timeout = 60_000): Promise<void> {
    for (const end = Date.now() + timeout; Date.now() < end; await sleep(50)) if (pattern.test(this.screen)) return;
    throw new Error(`Waited for ${pattern} on this screen:\n${this.screen}`);
  }

  /** Waits until the screen no longer matches, for at most `timeout` milliseconds. Does not fail. */
  async waitWhile(pattern: RegExp, timeout = 20_000): Promise<void> {
    for (const end = Date.now() + timeout; pattern.test(this.screen) && Date.now() < end; await sleep(50));
  }

  /** Waits until there has been no output for `QUIET` milliseconds, but at most `timeout` milliseconds. */
  async settle(timeout = 12_000): Promise<void> {
    for (const end = Date.now() + timeout; Date.now() - this.lastOutput < QUIET && Date.now() < end; await sleep(50));
  }

  /** Records the reading that is expected of the current screen. */
  mark(name: string, expected: ExpectedReading): void {
    if (name in this.recording.marks) throw new Error(`There are two marks ${name}.`);
    this.recording.marks[name] = expected;
    this.recording.events.push([Date.now() - this.started, { mark: name }]);
    console.log(`\n── ${name}: ${expected.state}\n${this.screen}`);
  }

  async close(): Promise<void> {
    if (!this.hasExited) this.pty.kill('SIGKILL');
    while (!this.hasExited) await sleep(20);
    this.terminal.dispose();
  }
}

export const KEYS = { enter: '\r', escape: '\x1b', up: '\x1b[A', down: '\x1b[B', shiftTab: '\x1b[Z' } as const;
