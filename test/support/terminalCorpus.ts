/**
 * The corpus of terminal screens in `test/corpus/terminal/`: recordings of real programs, with the reading that a
 * person gives at certain moments. `scripts/recordTerminals.ts` makes the recordings.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createTerminalScreen } from '../../src/extension/terminal/screen.ts';
import type { TerminalReading } from '../../src/extension/terminal/reading.ts';

export const CORPUS = join(import.meta.dirname, '..', 'corpus', 'terminal');

/** Maximum number of lines to read of a screen: the 800 lines to which seed 003 (3.2) expands a question's context. */
const LINES = 800;

/**
 * Milliseconds without output after which a screen is read and settled: the pause of the recorder before it presses a
 * key. The product reads a screen after 500 ms and settles it after 1,000 ms. With a time between the two, the product
 * reads every screen of the corpus too, and the corpus has more screens than with 1,000 ms.
 */
const QUIET = 700;

/** A person's reading of a screen. `message`: parts of the message. `options`: all options. */
export interface ExpectedReading {
  readonly state: TerminalReading['state'];
  readonly messageType?: TerminalReading['messageType'];
  readonly message?: string | readonly string[];
  readonly options?: readonly string[];
  /** What to type for the options, with `⏎` for Enter. */
  readonly keys?: readonly string[];
  /** The screen shows text, for example of a file, that imitates a question or other output of an agent. */
  readonly hostile?: true;
}

/** Milliseconds since the start, and output or a mark. A mark names the expected reading of the screen at that time. */
export type RecordedEvent = readonly [number, string | { readonly mark: string }];

export interface Recording {
  readonly events: readonly RecordedEvent[];
  /** By the names of the marks. A recording without marks is ordinary work: its screens are not questions. */
  readonly marks: Readonly<Record<string, ExpectedReading>>;
}

export interface CorpusScreen {
  /** `<recording>/<mark>`. */
  readonly name: string;
  /** The first part of the recording's name: an agent, or `ordinary`. */
  readonly agent: string;
  readonly lines: readonly string[];
  /** Undefined for a settled screen without a mark. */
  readonly expected?: ExpectedReading;
}

export async function recordingNames(): Promise<string[]> {
  const files = await readdir(CORPUS);
  return files.filter((file) => file.endsWith('.vt.gz')).map((file) => file.slice(0, -'.vt.gz'.length));
}

export async function readRecording(name: string): Promise<Recording> {
  const text = gunzipSync(await readFile(join(CORPUS, `${name}.vt.gz`))).toString('utf8');
  const [marks = '{}', ...events] = text.split('\n');
  return {
    marks: JSON.parse(marks) as Recording['marks'],
    events: events.map((line) => JSON.parse(line) as RecordedEvent),
  };
}

/** Replays a recording. Returns its marked screens, and the screens that settled without a mark. */
export async function replay(name: string, { events, marks }: Recording): Promise<CorpusScreen[]> {
  const screen = createTerminalScreen();
  const [agent = ''] = name.split('-');
  const screens: CorpusScreen[] = [];
  const add = (part: string, expected?: ExpectedReading): void => {
    const lines = screen.readCurrent(LINES);
    screens.push({ name: `${name}/${part}`, agent, lines, ...(expected && { expected }) });
  };
  let output: string[] = [];
  const flush = async (): Promise<void> => {
    await screen.write(output.join(''));
    output = [];
  };
  for (const [at, [time, event]] of events.entries()) {
    if (typeof event === 'string') {
      output.push(event);
      const next = events[at + 1];
      if (next && (typeof next[1] !== 'string' || next[0] - time < QUIET)) continue;
      await flush();
      screen.settle();
      add(`at ${time}`);
    } else {
      await flush();
      const expected = marks[event.mark];
      if (expected?.state !== 'processing') screen.settle();
      add(event.mark, expected);
    }
  }
  screen.dispose();
  return screens;
}

/** The screens of `written.txt`: a title with the expected reading, then the lines. */
export async function writtenScreens(): Promise<CorpusScreen[]> {
  const text = await readFile(join(CORPUS, 'written.txt'), 'utf8');
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.trimEnd().split('\n');
      const [, name = '', expected = ''] = /^(\S+) (\{.*\})$/.exec(title) ?? [];
      const agent = name.split('-')[0] ?? '';
      return { name: `written/${name}`, agent, lines, expected: JSON.parse(expected) as ExpectedReading };
    });
}

/** Compares a reading with the expected reading. Returns one line per difference. */
export function differences(reading: TerminalReading, expected: ExpectedReading): string[] {
  const { state, messageType, options, message = [], keys } = expected;
  const parts = typeof message === 'string' ? [message] : message;
  // Compared without white space, because a program may wrap the text.
  const flat = (text: string): string => text.replace(/\s+/g, '');
  const typed = reading.answers?.map((answer) => shown(answer.keys) + (answer.enter ? '⏎' : ''));
  return [
    ...(reading.state === state ? [] : [`state ${reading.state} instead of ${state}`]),
    ...(messageType === undefined || reading.messageType === messageType ? [] : [`type ${reading.messageType}`]),
    ...(options === undefined || isSame(reading.options, options)
      ? []
      : [`options ${JSON.stringify(reading.options)}`]),
    ...(keys === undefined || isSame(typed, keys) ? [] : [`keys ${JSON.stringify(typed)}`]),
    ...parts.filter((part) => !flat(reading.message ?? '').includes(flat(part))).map((part) => `no "${part}"`),
  ];
}

function shown(keys: string): string {
  return keys.replaceAll('\x1b[A', '↑').replaceAll('\x1b[B', '↓').replaceAll('\x1b[C', '→');
}

function isSame(one: readonly string[] | undefined, other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
