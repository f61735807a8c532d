import { createHash } from 'node:crypto';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { Clock } from '../ports/clock.ts';
import { isFromToolOutput, toModelLines } from './modelReader/modelLines.ts';
import { findAnswer } from './typedAnswer.ts';
import { findTypedText, maskTypedText, withoutTypedText } from './typedText.ts';
import type { StyledLine } from './lines.ts';
import type { TerminalScreen } from './screen.ts';

/** Milliseconds between two looks (readings of the screen) while the screen changes. */
const LOOK_MS = 500;
/** Milliseconds without output after which a screen counts as settled. */
const SETTLED_MS = 1_000;
/** Lines of a look. A model reads the same number first, and more only if needed (`LINE_STEPS`). */
const LOOK_LINES = 80;
/** Maximum average length of the lines that a model reads, in characters: the width of the emulated screen. */
const LINE_LENGTH = 400;
/** The largest number of lines that a model reads (`LINE_STEPS`, seed 003). */
const MAX_LINES = 800;

/** The screen of an agent at one moment. */
export interface ScreenLook {
  readonly lines: readonly string[];
  /** Typed and not sent. */
  readonly typed: string;
  /** Hash of the lines without the typed text. */
  readonly hash: string;
  /** When the lines, without the typed text, last changed. Milliseconds since the epoch. */
  readonly changedAt: number;
  /** When the user last typed since `changedAt`; null if never. */
  readonly typedAt: number | null;
  /** The program has not written anything for `LOOK_MS`. */
  readonly isQuiet: boolean;
  /** The program reports progress. */
  readonly isBusy: boolean;
}

export interface AgentScreenOptions {
  readonly screen: TerminalScreen;
  readonly clock: Clock;
  readonly onDidLook: (look: ScreenLook) => void;
}

/**
 * Reads the screen of one agent: every `LOOK_MS` while output arrives, once more when the screen has settled, and when
 * `schedule` is called.
 */
export class AgentScreen implements Disposable {
  private readonly options: AgentScreenOptions;
  private readonly progress: Disposable;
  private timer: { readonly at: number; readonly handle: Disposable } | undefined;
  private writtenAt: number;
  /** At the last look; undefined before the first look. */
  private typed: string | undefined;
  private hash = '';
  private changedAt: number;
  private typedAt: number | null = null;
  private isBusy = false;
  private isSettled = true;
  private disposed = false;
  private readonly written = new Emitter<void>();

  constructor(options: AgentScreenOptions) {
    this.options = options;
    const { screen, clock } = options;
    this.writtenAt = clock.now();
    this.changedAt = clock.now();
    this.progress = screen.onDidReportProgress((active) => (this.isBusy = active));
  }

  /** Resolves at the end of the output, or at the first output after `dispose`. */
  async feed(output: AsyncIterable<string>): Promise<void> {
    for await (const data of output) {
      if (this.disposed) return;
      await this.options.screen.write(data);
      if (this.disposed) return;
      this.writtenAt = this.options.clock.now();
      this.isSettled = false;
      this.written.fire();
      this.schedule(LOOK_MS);
    }
  }

  look(): ScreenLook {
    const { screen, clock } = this.options;
    const lines = screen.readCurrent(LOOK_LINES);
    const readStyled = (count: number): readonly StyledLine[] => screen.readStyled(count);
    let typed = findTypedText(lines, readStyled);
    const missing = lines.length - typed.lines.length;
    // Several typed lines move other lines out of the look, which must not count as a change.
    if (missing > 0) typed = findTypedText(screen.readCurrent(LOOK_LINES + missing), readStyled);
    const hash = hashOf(typed.lines);
    const now = clock.now();
    const isChanged = hash !== this.hash;
    // Other lines can change when the user types, for example the help below the prompt.
    const isTyping = typed.text !== (this.typed ?? typed.text) && (!isChanged || typed.text !== '');
    if (isChanged) {
      this.hash = hash;
      this.changedAt = this.writtenAt;
      this.typedAt = null;
    }
    if (isTyping) this.typedAt = now;
    this.typed = typed.text;
    const { changedAt, typedAt, isBusy } = this;
    const isQuiet = now - this.writtenAt >= LOOK_MS;
    return { lines, typed: typed.text, hash, changedAt, typedAt, isBusy, isQuiet };
  }

  /**
   * The last lines for a model, without tool output and typed text. Lines of earlier settled screens come first if
   * `count` exceeds `LOOK_LINES` and the program uses the alternate screen.
   */
  readLines(count: number): readonly string[] {
    const masked = maskTypedText(this.readAll(count), (last) => this.options.screen.readStyled(last));
    return withinLength(toModelLines(masked).slice(-count), count * LINE_LENGTH);
  }

  isFromToolOutput(text: string): boolean {
    return isFromToolOutput(text, this.readAll(MAX_LINES));
  }

  /** The last lines, without lines of earlier settled screens and without typed text. */
  readShown(count: number): readonly string[] {
    return withoutTypedText(this.options.screen.readCurrent(count));
  }

  /**
   * The last `MAX_LINES` lines, including lines that have scrolled off and lines of earlier settled screens. Leaves out
   * typed text.
   */
  readWhole(): readonly string[] {
    return withoutTypedText(this.options.screen.readLines(MAX_LINES));
  }

  /** Whether the screen shows an earlier look's lines, with this text typed. */
  findAnswer(before: readonly string[], text: string): ReturnType<typeof findAnswer> {
    if (this.disposed) return 'gone';
    // The typed text can move lines out of a look.
    const lines = this.options.screen.readCurrent(2 * LOOK_LINES);
    return findAnswer(before, lines, text, (count) => this.options.screen.readStyled(count));
  }

  readStyled(): readonly StyledLine[] {
    return this.options.screen.readStyled(LOOK_LINES);
  }

  /** Resolves when the agent has written something, on `dispose`, or after `ms`. */
  waitForChange(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        timer.dispose();
        subscription.dispose();
        resolve();
      };
      const timer = this.options.clock.setTimeout(done, ms);
      const subscription = this.written.event(done);
    });
  }

  /** Looks again after `ms`, or earlier if already scheduled. */
  schedule(ms: number): void {
    const { clock } = this.options;
    const at = clock.now() + ms;
    if (this.disposed || (this.timer && this.timer.at <= at)) return;
    this.timer?.handle.dispose();
    this.timer = { at, handle: clock.setTimeout(() => this.onTime(), ms) };
  }

  dispose(): void {
    this.disposed = true;
    this.timer?.handle.dispose();
    this.written.fire();
    this.written.dispose();
    this.progress.dispose();
    this.options.screen.dispose();
  }

  /** Returns up to `MAX_LINES` lines, because the mark of a tool's output can be above the last `count` lines. */
  private readAll(count: number): readonly string[] {
    const { screen } = this.options;
    return count <= LOOK_LINES ? screen.readCurrent(MAX_LINES) : screen.readLines(MAX_LINES);
  }

  private onTime(): void {
    this.timer = undefined;
    const { clock, onDidLook, screen } = this.options;
    const idle = clock.now() - this.writtenAt;
    const look = this.look();
    if (!look.isQuiet) this.schedule(LOOK_MS);
    else if (!this.isSettled && idle < SETTLED_MS) this.schedule(SETTLED_MS - idle);
    else if (!this.isSettled) {
      this.isSettled = true;
      screen.settle();
    }
    onDidLook(look);
  }
}

/** Drops the first lines if all together exceed `max` characters. */
function withinLength(lines: readonly string[], max: number): readonly string[] {
  let length = 0;
  return lines.slice(lines.findLastIndex((line) => (length += line.length) > max) + 1);
}

function hashOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n').trimEnd()).digest('base64url');
}
