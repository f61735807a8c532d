import { watch } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { durableWrite } from '../src/extension/node/durableWrite.ts';
import { startModelServer, type Answer, type ModelServer } from '../test/support/modelServer.ts';
import { openChat, type ChatPanel } from '../test/support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../test/support/vscode/workbench.ts';
import { clockOffsetOf, now } from './frameClock.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';
import { temporaryFolder } from '../scripts/tools/processes.ts';
import { removeFolder } from '../scripts/tools/supervision.mjs';

const ROUNDS = 5;
const SIZES = [1, 20, 90] as const;
const VARIANTS = SIZES.flatMap((size) => [false, true].map((isPreviewed) => ({ size, isPreviewed })));
/**
 * Milliseconds. VS Code needs many seconds for a diff of 90 files on a busy machine; the figures do not contain them.
 */
const OPENING_TIMEOUT = 60_000;
const SUGGESTION = /^\[SUGGESTION MODE/;

/**
 * The time from Enter on a suggestion with prepared edits to the changed bytes on disk, in the real UI. The key goes
 * through the webview to the host, which compares every base and then writes. The yardstick is the same durable writes
 * by this process. `watchFor` observes both.
 */
export const applyToDisk: Measurement = { name: 'apply', run: measure };

async function measure(): Promise<Figure[]> {
  const server = await startModelServer();
  const direct = temporaryFolder();
  const files = Object.fromEntries(SIZES.flatMap(namesOf).map((name) => [name, content(0)]));
  const workbench = await startWorkbench({
    files,
    settings: {
      'premove.model': 'anthropic/claude-sonnet-5',
      'premove.providers': { anthropic: { kind: 'anthropic', baseUrl: server.url } },
      'premove.approvalMode': 'auto-edit',
      'premove.enableSpeculation': true,
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-bench' },
  });
  try {
    for (const [path, text] of Object.entries(files)) await writeInto(direct, path, text);
    const moves = Array.from({ length: ROUNDS }, (_, round) =>
      VARIANTS.map((variant): Move => ({ ...variant, version: 2 * round + (variant.isPreviewed ? 2 : 1) })),
    ).flat();
    scriptAnswers(server, moves);
    const chat = await openChat(workbench);
    const clock = await followEnter(await workbench.panelFrame());
    await chat.send('Begin');
    const samples: (Move & { readonly accepted: number; readonly written: number })[] = [];
    for (const move of moves) {
      await fillIn(move, workbench, chat);
      const written = await writeDirectly(move, direct);
      const accepted = await enter(move, workbench, clock);
      samples.push({ ...move, accepted, written });
    }
    await workbench.close();
    return VARIANTS.map(({ size, isPreviewed }) => {
      const meant = samples.filter((sample) => sample.size === size && sample.isPreviewed === isPreviewed);
      const what = `Enter to bytes on disk, ${size === 1 ? '1 file' : `${size} files`}`;
      return toFigure({
        name: isPreviewed ? `${what}, preview open` : what,
        unit: 'ms',
        statistic: 'median',
        samples: meant.map(({ accepted }) => accepted),
        yardstick: { name: 'the same durable writes by Node', samples: meant.map(({ written }) => written) },
      });
    });
  } finally {
    removeFolder(direct);
    await server.close();
  }
}

/** One accepted suggestion, which raises the version of `size` files by one. */
interface Move {
  readonly size: number;
  /** The version that the files get. */
  readonly version: number;
  /** The diff is open before Enter is pressed. */
  readonly isPreviewed: boolean;
}

const promptOf = ({ version, size }: Move): string => `raise ${size} of the versions to ${version}`;
/** Moves of different sizes change different files. */
const namesOf = (size: number): string[] => Array.from({ length: size }, (_, n) => `src/of${size}module${n}.ts`);
const line = (version: number): string => `export const version = ${version};`;

/** 2 kB. */
function content(version: number): string {
  const lines = Array.from({ length: 40 }, (_, n) => `export const value${n} = 'some text in line ${n}';`);
  return `${[line(version), ...lines].join('\n')}\n`;
}

/**
 * Each move is the suggestion that follows the previous move. A move takes two requests: the edits, then the answer.
 */
function scriptAnswers(server: ModelServer, moves: readonly Move[]): void {
  const call = (name: string, more: object) => (file: string) => ({ name, arguments: { file_path: file, ...more } });
  // Premove does not suggest a prompt after a first answer without a tool call.
  server.on(
    'Begin',
    { tools: [call('read_file', {})('src/of1module0.ts')] },
    { text: 'The versions can be raised now.' },
  );
  server.on(SUGGESTION, ...moves.map((move): Answer => ({ text: promptOf(move) })));
  server.otherwise(SUGGESTION, { text: '' });
  for (const move of moves) {
    server.on(
      promptOf(move),
      {
        tools: namesOf(move.size).map(
          call('edit', { old_string: line(move.version - 1), new_string: line(move.version) }),
        ),
      },
      { text: 'Raised.' },
    );
  }
}

/**
 * Waits until the move is ready, fills its text into the composer, and waits until Enter can send it. A click on the
 * composer could hit the Tab hint of the ghost text, which fills the suggestion in. So the composer gets the focus in
 * another way.
 */
async function fillIn(move: Move, { page, panel }: Workbench, chat: ChatPanel): Promise<void> {
  const diff = page.locator('.multiDiffEditor');
  await diff.waitFor({ state: 'detached' });
  await chat.ghost.filter({ hasText: promptOf(move) }).waitFor();
  await chat.speculationBar.filter({ hasText: 'Ready' }).waitFor();
  if (move.isPreviewed) {
    await chat.speculationBar.getByRole('button', { name: 'Preview' }).click();
    await diff.filter({ hasText: line(move.version) }).waitFor({ timeout: OPENING_TIMEOUT });
    // The diff takes the focus, which returns late on a busy machine. The 0.7 seconds in which Enter does not send
    // anything (see below) start only then.
    await delay(2000);
  } else {
    await chat.composer.focus();
  }
  await chat.composer.and(panel.locator(':focus')).waitFor({ timeout: OPENING_TIMEOUT });
  await page.keyboard.press('Tab');
  while ((await chat.draft()) !== promptOf(move)) await delay(20);
  // Enter does not send anything for 0.7 seconds after the focus has returned, and after the host has reported that the
  // diff is shown. On a busy machine, this report arrives a second after the focus.
  await delay(move.isPreviewed ? 2500 : 800);
}

async function enter(move: Move, { page, workspaceDir }: Workbench, clock: EnterClock): Promise<number> {
  const ended = watchFor(workspaceDir, move);
  await page.keyboard.press('Enter');
  return (await ended) - (await clock.enteredAt());
}

async function writeDirectly(move: Move, folder: string): Promise<number> {
  const ended = watchFor(folder, move);
  await delay(100);
  const began = now();
  for (const file of namesOf(move.size)) await durableWrite(join(folder, file), content(move.version));
  return (await ended) - began;
}

/** Resolves with the time at which all files of a move have been seen with their new content. */
async function watchFor(folder: string, move: Move): Promise<number> {
  const missing = new Set(namesOf(move.size));
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`Not written: ${[...missing].join(', ')}`)), 20_000);
  try {
    return await new Promise<number>((resolve, reject) => {
      const watcher = watch(join(folder, 'src'), { signal: controller.signal }, (_, name) => {
        const file = `src/${name}`;
        const at = now();
        if (!missing.has(file)) return;
        readFile(join(folder, file), 'utf8').then((text) => {
          if (text !== content(move.version)) return;
          missing.delete(file);
          if (missing.size === 0) resolve(at);
        }, reject);
      });
      watcher.on('error', reject);
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
    });
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

interface EnterClock {
  /** The time at which the last Enter reached the browser, on this process's clock. */
  enteredAt(): Promise<number>;
}

/** Records the time at which Enter reaches the browser. */
async function followEnter(frame: Frame): Promise<EnterClock> {
  await frame.evaluate(() => {
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter') Object.assign(window, { enteredAt: performance.timeOrigin + event.timeStamp });
      },
      { capture: true },
    );
  });
  const offset = await clockOffsetOf(frame);
  return {
    enteredAt: async () =>
      (await frame.evaluate(() => (window as unknown as { enteredAt: number }).enteredAt)) - offset,
  };
}

async function writeInto(folder: string, path: string, text: string): Promise<void> {
  await mkdir(join(folder, 'src'), { recursive: true });
  await writeFile(join(folder, path), text);
}
