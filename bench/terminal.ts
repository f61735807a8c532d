import headless from '@xterm/headless';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readScreen } from '../src/extension/terminal/extract.ts';
import { createTerminalScreen } from '../src/extension/terminal/screen.ts';
import {
  readRecording,
  recordingNames,
  replay,
  writtenScreens,
  type CorpusScreen,
} from '../test/support/terminalCorpus.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const MEGABYTE = 1024 * 1024;
const ROUNDS = 9;
const STATES = ['processing', 'has_question', 'idle'] as const;

/** The speed and the memory of a terminal's screen, and how well the rules read the corpus. */
export const terminal: Measurement = {
  name: 'terminal',
  run: async () => [...(await throughput()), await memory(), ...(await accuracy())],
};

/** At least 5 MB of recorded output, as it comes from the terminal. */
async function recordedOutput(): Promise<readonly string[]> {
  const recordings = await Promise.all((await recordingNames()).map(readRecording));
  const pieces = recordings.flatMap(({ events }) =>
    events.flatMap(([, event]) => (typeof event === 'string' ? [event] : [])),
  );
  const output: string[] = [];
  for (let size = 0; size < 5 * MEGABYTE;) for (const piece of pieces) size += output[output.push(piece) - 1]!.length;
  return output;
}

async function throughput(): Promise<Figure[]> {
  const output = await recordedOutput();
  const size = output.reduce((sum, { length }) => sum + length, 0);
  const samples: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const screen = createTerminalScreen();
    samples.push(await timed(() => writeAll(output, (piece) => screen.write(piece))));
    screen.dispose();
    const emulator = new headless.Terminal({ cols: 400, rows: 200, scrollback: 600, allowProposedApi: true });
    const write = (piece: string): Promise<void> => new Promise((resolve) => emulator.write(piece, resolve));
    alone.push(await timed(() => writeAll(output, write)));
    emulator.dispose();
  }
  const perSecond = Math.round(size / MEGABYTE / (samples.toSorted((a, b) => a - b)[ROUNDS >> 1]! / 1000));
  return [
    toFigure({
      name: `${Math.round(size / MEGABYTE)} MB of terminal output to the screen (${perSecond} MB per second)`,
      unit: 'ms',
      statistic: 'median',
      samples,
      yardstick: { name: '`@xterm/headless` alone', samples: alone },
      target: { text: 'at most 1.3 × `@xterm/headless` alone', isMet: (value, other) => value <= 1.3 * other },
    }),
  ];
}

/** Waits after each megabyte, because a screen drops output that arrives faster than it can be emulated. */
async function writeAll(output: readonly string[], write: (piece: string) => Promise<void>): Promise<void> {
  let batch: Promise<void>[] = [];
  let size = 0;
  for (const piece of output) {
    batch.push(write(piece));
    size += piece.length;
    if (size < MEGABYTE) continue;
    await Promise.all(batch);
    [batch, size] = [[], 0];
  }
  await Promise.all(batch);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The heap that a screen holds after 100 MB of output, a quarter of which is meant to make the heap grow. */
async function memory(): Promise<Figure> {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const used = async (): Promise<number> => {
    // Waits after each collection, because the memory of buffers is freed only some time later.
    for (let round = 0; round < 4; round += 1) {
      gc();
      await sleep(50);
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const hostile = ['\u0301', '\x1b]8;;https://example.com/\x07x\x1b]8;;\x07\r', '\x1b]9;no end ', 'x', '界', '\ud83d'];
  const before = await used();
  const screen = createTerminalScreen();
  for (let size = 0, at = 0; size < 100 * MEGABYTE; at += 1) {
    const piece = at % 4 === 0 ? hostile[(at / 4) % hostile.length]! : `line ${at} of a build that does not end\r\n`;
    const data = piece.repeat(Math.ceil(MEGABYTE / 4 / piece.length));
    size += data.length;
    await screen.write(data);
  }
  screen.settle();
  const after = await used();
  screen.dispose();
  return toFigure({
    name: 'Memory of a screen after 100 MB of output',
    unit: 'bytes',
    statistic: 'exact',
    samples: [after - before],
    target: { text: 'at most 20 MB', isMet: (value) => value <= 20e6 },
  });
}

async function accuracy(): Promise<Figure[]> {
  const names = await recordingNames();
  const replayed = await Promise.all(names.map(async (name) => replay(name, await readRecording(name))));
  const screens = [...replayed.flat(), ...(await writtenScreens())];
  const expected = screens.filter((screen) => screen.expected && screen.expected.state !== 'unknown');
  const ordinary = screens.filter(({ agent }) => agent === 'ordinary');
  const agents = ['claude', 'codex', 'opencode'];
  const questions = ordinary.filter(({ lines }) => readScreen(lines).state === 'has_question').length;
  return [
    ...STATES.flatMap((state) => precisionAndRecall(`\`${state}\``, expected, state)),
    ...agents.flatMap((agent) => {
      const shown = expected.filter((screen) => screen.agent === agent);
      return STATES.flatMap((state) => precisionAndRecall(`\`${state}\` of ${agent}`, shown, state));
    }),
    toFigure({
      name: `Questions read in ${ordinary.length} screens of ordinary work`,
      unit: '',
      statistic: 'exact',
      samples: [questions],
      target: { text: 'none', isMet: (value) => value === 0 },
    }),
  ];
}

/** `unknown` counts as a miss for recall, not for precision. */
function precisionAndRecall(name: string, screens: readonly CorpusScreen[], state: (typeof STATES)[number]): Figure[] {
  const isRead = ({ lines }: CorpusScreen): boolean => readScreen(lines).state === state;
  const isExpected = ({ expected }: CorpusScreen): boolean => expected?.state === state;
  const right = screens.filter((screen) => isRead(screen) && isExpected(screen)).length;
  const shares = {
    Precision: right / screens.filter(isRead).length,
    Recall: right / screens.filter(isExpected).length,
  };
  return Object.entries(shares).map(([kind, share]) =>
    toFigure({
      name: `${kind} of ${name} without a model, ${screens.filter(isExpected).length} screens`,
      unit: '%',
      statistic: 'exact',
      samples: [share * 100],
      target: { text: 'at least 95 %', isMet: (value) => value >= 95 },
    }),
  );
}
