import { watch } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { removeFolder, temporaryFolder } from '../scripts/tools/workFolders.ts';
import { durableWrite } from '../src/extension/node/durableWrite.ts';
import { startModelServer, type Answer, type ModelServer } from '../test/support/modelServer.ts';
import { openChat, type ChatPanel } from '../test/support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../test/support/vscode/workbench.ts';
import { clockOffsetOf, now } from './frameClock.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const ROUNDS = 15;
const SIZES = [1, 20] as const;
const SUGGESTION = /^\[SUGGESTION MODE/;

/**
 * The time from Enter on a suggestion with prepared edits to the changed bytes on disk, in the real UI. The key goes
 * through the webview to the host, which compares every base and then writes. The yardstick is the same durable writes
 * by this process. The same watcher observes both.
 */
export const applyToDisk: Measurement = { name: 'apply', run: measure };

async function measure(): Promise<Figure[]> {
  const server = await startModelServer();
  const direct = temporaryFolder('direct');
  const workbench = await startWorkbench({
    files: fileset(SIZES[1], 0),
    settings: {
      'premove.model': 'anthropic/claude-sonnet-5',
      'premove.providers': { anthropic: { kind: 'anthropic', baseUrl: server.url } },
      'premove.approvalMode': 'auto-edit',
      'premove.enableSpeculation': true,
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-bench' },
  });
  try {
    for (const [path, text] of Object.entries(fileset(SIZES[1], 0))) await writeInto(direct, path, text);
    const moves = Array.from({ length: ROUNDS }, (_, round) => SIZES.map((size) => ({ round, size }))).flat();
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
    return SIZES.map((size) => {
      const ofSize = samples.filter((sample) => sample.size === size);
      return toFigure({
        name: `Enter to bytes on disk, ${size === 1 ? '1 file' : `${size} files`}`,
        unit: 'ms',
        statistic: 'median',
        samples: ofSize.map(({ accepted }) => accepted),
        yardstick: { name: 'the same durable writes by Node', samples: ofSize.map(({ written }) => written) },
      });
    });
  } finally {
    removeFolder(direct);
    await server.close();
  }
}

/** One accepted suggestion; `round` determines the version that `size` files get. */
interface Move {
  readonly round: number;
  readonly size: (typeof SIZES)[number];
}

const promptOf = ({ round, size }: Move): string => `raise ${size} of the versions, time ${round + 1}`;
const fileName = (index: number): string => `src/module${index}.ts`;
/** The small move and the large move use different files. */
const firstOf = ({ size }: Move): number => (size === 1 ? 0 : 1);
const filesOf = (move: Move): string[] => Array.from({ length: move.size }, (_, n) => fileName(firstOf(move) + n));
const line = (version: number): string => `export const version = ${version};\n`;

/** About 4 KB each. */
function content(version: number): string {
  return (
    line(version) +
    Array.from({ length: 80 }, (_, n) => `export const value${n} = 'some text in line ${n}';\n`).join('')
  );
}

function fileset(count: number, version: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count + 1 }, (_, index) => [fileName(index), content(version)]));
}

/** Each move is the suggestion after the previous one. It reads, edits and answers in three requests. */
function scriptAnswers(server: ModelServer, moves: readonly Move[]): void {
  const call = (name: string, more: object) => (file: string) => ({ name, arguments: { file_path: file, ...more } });
  // No suggestion follows a first answer without a tool call.
  server.on('Begin', { tools: [call('read_file', {})(fileName(0))] }, { text: 'The versions can be raised now.' });
  server.on(SUGGESTION, ...moves.map((move): Answer => ({ text: promptOf(move) })));
  server.otherwise(SUGGESTION, { text: '' });
  for (const move of moves) {
    server.on(
      promptOf(move),
      { tools: filesOf(move).map(call('read_file', {})) },
      {
        tools: filesOf(move).map(
          call('edit', { old_string: line(move.round).trim(), new_string: line(move.round + 1).trim() }),
        ),
      },
      { text: 'Raised.' },
    );
  }
}

/**
 * Waits until the move is ready, fills its text into the composer, and lets everything settle. The composer already has
 * the focus from the previous prompt; a click on the ghost text would accept it.
 */
async function fillIn(move: Move, { page }: Workbench, chat: ChatPanel): Promise<void> {
  await chat.ghost.filter({ hasText: promptOf(move) }).waitFor();
  await chat.speculationBar.filter({ hasText: 'Ready' }).waitFor();
  await page.keyboard.press('Tab');
  while ((await chat.draft()) !== promptOf(move)) await delay(20);
  await delay(500);
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
  for (const file of filesOf(move)) await durableWrite(join(folder, file), content(move.round + 1));
  return (await ended) - began;
}

/** Resolves with the time at which all files of a move have been seen with their new content. */
async function watchFor(folder: string, move: Move): Promise<number> {
  const missing = new Set(filesOf(move));
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`Not written: ${[...missing].join(', ')}`)), 20_000);
  try {
    return await new Promise<number>((resolve, reject) => {
      const watcher = watch(join(folder, 'src'), { signal: controller.signal }, (_, name) => {
        const file = `src/${name}`;
        const at = now();
        if (!missing.has(file)) return;
        readFile(join(folder, file), 'utf8').then((text) => {
          if (text !== content(move.round + 1)) return;
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
  /** When the last Enter reached the browser, on this process's clock. */
  enteredAt(): Promise<number>;
}

/** Records when Enter reaches the browser. */
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
