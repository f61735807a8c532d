import { silentLog } from '../src/extension/base/silentLog.ts';
import type { Clock } from '../src/extension/ports/clock.ts';
import { systemClock } from '../src/extension/node/systemClock.ts';
import { createTerminalWatch } from '../src/extension/terminal/createTerminalWatch.ts';
import { createTerminalScreen } from '../src/extension/terminal/screen.ts';
import type { TerminalWatch } from '../src/extension/terminal/terminalWatch.ts';
import { createFakeTerminals } from '../test/support/fakeTerminals.ts';
import { createMemento } from '../test/support/memento.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const ROUNDS = 5;
/** Milliseconds for which a screen does not change. */
const IDLE = 5_000;
const FRAMES = 250;
/** A frame of an agent: a spinner and some lines that are drawn again. */
const FRAME = `\x1b[3A\r\x1b[J✻ Thinking…\r\n${'a line of the answer '.repeat(4)}\r\n${'x'.repeat(100)}\r\n`;

/** The raw output of an agent that waits for a prompt, in the alternate screen. */
const IDLE_SCREEN = '\x1b[?1049h⏺ Done.\r\n\r\n❯ ';
/** The raw output of Claude Code while it asks for a permission. */
const QUESTION_SCREEN = [
  '\x1b[?1049h⏺ Bash(npm test)',
  '',
  'Do you want to proceed?',
  '❯ 1. Yes',
  '  2. No, and tell Claude what to do differently',
].join('\r\n');

/** The cost of the watch of terminals: while it is off, while an agent does nothing, and while an agent writes. */
export const terminalWatch: Measurement = { name: 'terminalWatch', run: measure };

async function measure(): Promise<Figure[]> {
  const off = await idleEffects('off', IDLE_SCREEN);
  const idle = (await idleEffects('on', IDLE_SCREEN)) + (await idleEffects('on', QUESTION_SCREEN));
  const watched: number[] = [];
  const emulated: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    watched.push(await timeOutput(true));
    emulated.push(await timeOutput(false));
  }
  return [
    toFigure({
      name: 'Subscriptions and timers of the watch of terminals, mode `off`',
      unit: '',
      statistic: 'exact',
      samples: [off],
      target: { text: 'none', isMet: (value) => value === 0 },
    }),
    toFigure({
      name: 'Timers that the watch sets in five seconds, while an agent’s screen does not change',
      unit: '',
      statistic: 'exact',
      samples: [idle],
      target: { text: 'none', isMet: (value) => value === 0 },
    }),
    toFigure({
      name: 'Output of an agent, 250 frames: emulated, and read by the rules',
      unit: 'ms',
      statistic: 'median',
      samples: watched,
      yardstick: { name: 'emulated only', samples: emulated },
    }),
  ];
}

function createWatch(mode: 'off' | 'on', clock: Clock) {
  const terminals = createFakeTerminals();
  const watch: TerminalWatch = createTerminalWatch({
    terminals: terminals.port,
    settings: () => ({ mode, prompts: 'unified', maxCostPerDay: 1 }),
    isTrusted: () => true,
    memento: createMemento(),
    chooseModel: async () => ({ kind: 'none', message: '' }),
    allowance: async () => 'within',
    count: () => {},
    language: 'en',
    clock,
    log: silentLog,
  });
  watch.refresh();
  return { terminals, watch };
}

/**
 * With `off`, counts all subscriptions and timers; with `on`, only timers that are set after the screen has settled.
 * Throws if the question of `QUESTION_SCREEN` has no card, because the figure would then leave out open cards.
 */
async function idleEffects(mode: 'off' | 'on', screen: string): Promise<number> {
  let timers = 0;
  const clock: Clock = {
    ...systemClock,
    setTimeout(callback, ms) {
      timers += 1;
      return systemClock.setTimeout(callback, ms);
    },
  };
  const { terminals, watch } = createWatch(mode, clock);
  const agent = terminals.run(terminals.open('zsh'));
  await wait(200);
  agent.write(screen);
  if (mode === 'on') {
    await wait(3_000);
    const isOpen = watch.cards.some(({ content }) => content.kind === 'question');
    if (isOpen !== (screen === QUESTION_SCREEN)) throw new Error(isOpen ? 'Unexpected card' : 'No card');
    timers = 0;
  }
  await wait(IDLE);
  const count = timers + (mode === 'off' && terminals.isFollowed ? 1 : 0);
  watch.dispose();
  return count;
}

/** Milliseconds from the first frame until the emulator has processed the last one. */
async function timeOutput(isWatched: boolean): Promise<number> {
  const frames = Array.from({ length: FRAMES }, () => FRAME);
  if (!isWatched) {
    const screen = createTerminalScreen();
    const started = performance.now();
    for (const frame of frames) await screen.write(frame);
    const time = performance.now() - started;
    screen.dispose();
    return time;
  }
  const { terminals, watch } = createWatch('on', systemClock);
  const agent = terminals.run(terminals.open('zsh'));
  await wait(200);
  const started = performance.now();
  for (const frame of frames) agent.write(frame);
  await agent.drained();
  const time = performance.now() - started;
  watch.dispose();
  return time;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
