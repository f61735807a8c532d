import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import type { ConversationEntry } from '../src/extension/chat/conversation/conversationEntry.ts';
import { quickInput, quickRow, runCommand } from '../test/support/vscode/windowActions.ts';
import { startWorkbench, type Workbench } from '../test/support/vscode/workbench.ts';
import { until } from '../test/support/until.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';
import { packYardstick } from './packYardstick.ts';

const ROUNDS = 15;
const MEMORY_ROUNDS = 3;
/** Milliseconds that a changed window needs until it is idle. */
const SETTLE = 2000;
/** Milliseconds after which VS Code for the browser has saved its layout, which it does every five seconds. */
const STORED = 7000;
const MAX_TIME = 100;
const MAX_MEMORY = 25_000_000;
const MODEL = 'anthropic/claude-sonnet-5';

/** The time to show the hidden panel again, which VS Code keeps loaded, and the memory that it uses while hidden. */
export const reopening: Measurement = { name: 'reopening', run: measure };

async function measure(): Promise<Figure[]> {
  const workbench = await startWorkbench({
    copy: 'sample',
    settings: { 'premove.model': MODEL },
    extensions: [await packYardstick('emptyWebview', 'view.tsx')],
  });
  await workbench.openPanel();
  await workbench.panel.getByRole('log', { name: 'Conversation' }).waitFor();
  for (const turns of [3, 200, 2000]) await writeChat(workbench, turns);
  const figures = [
    await measureTime(workbench, 3),
    await measureTime(workbench, 2000),
    await measureMemory(workbench, 200),
  ];
  await workbench.close();
  return figures;
}

async function measureTime(workbench: Workbench, turns: number): Promise<Figure> {
  await openChat(workbench, turns);
  const { page, panel } = workbench;
  const input = panel.getByRole('textbox', { name: 'Message Premove' });
  const premove = await prepare(PREMOVE, await workbench.panelFrame(), input);
  await activityIcon(page, EMPTY.icon).click();
  const view = page.locator(webviewOf(EMPTY.extension)).contentFrame().frameLocator('#active-frame');
  const frame = await (await view.owner().elementHandle())?.contentFrame();
  if (!frame) throw new Error('The empty webview is not open.');
  const bare = await prepare(EMPTY, frame, view.getByRole('textbox', { name: 'Empty' }));
  const samples: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await hide(page);
    samples.push(await reopen(page, premove));
    await hide(page);
    empty.push(await reopen(page, bare));
  }
  return toFigure({
    name: `From the click that shows the hidden panel again until a frame shows it, ${turns.toLocaleString('en')} turns`,
    unit: 'ms',
    statistic: 'median',
    samples,
    yardstick: { name: 'an empty React webview, also kept loaded', samples: empty },
    target: { text: `at most ${MAX_TIME} ms`, isMet: (value) => value <= MAX_TIME },
  });
}

async function measureMemory(workbench: Workbench, turns: number): Promise<Figure> {
  const { page, reload } = workbench;
  await openChat(workbench, turns);
  const samples: number[] = [];
  for (let round = 0; round < MEMORY_ROUNDS; round += 1) {
    await hide(page);
    await delay(STORED);
    await reload();
    await delay(SETTLE);
    const without = await heapOf(page);
    await workbench.openPanel();
    await lastAnswer(workbench, turns).waitFor();
    await hide(page);
    await delay(SETTLE);
    samples.push((await heapOf(page)) - without);
  }
  return toFigure({
    name: `Memory of the hidden panel, ${turns} turns`,
    unit: 'bytes',
    statistic: 'median',
    samples,
    target: { text: 'at most 25 MB', isMet: (value) => value <= MAX_MEMORY },
  });
}

interface ViewName {
  /** Matches the name of the view's icon. */
  readonly icon: RegExp;
  readonly extension: string;
}

const PREMOVE: ViewName = { icon: /^Premove/, extension: 'premove.premove' };
const EMPTY: ViewName = { icon: /^Empty Webview/, extension: 'premove-bench.empty-webview' };

/** A view that is hidden and shown again. `x`, `y`: a point of its input in the window. */
interface View extends ViewName {
  readonly frame: Frame;
  readonly x: number;
  readonly y: number;
}

function webviewOf(extension: string): string {
  return `iframe.webview[src*="${extension}"]`;
}

/**
 * Makes the webview record in `shownAt` when it is rendered. Later steps fail if VS Code does not keep this webview.
 */
async function prepare(name: ViewName, frame: Frame, input: Locator): Promise<View> {
  await frame.evaluate(() => {
    window.shownAt = [];
    window.addEventListener('message', ({ data }: MessageEvent<{ kind?: string; shown?: boolean }>) => {
      if (data.kind !== 'visibility' || !data.shown) return;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.shownAt.push(performance.timeOrigin + performance.now());
        port2.postMessage(null);
      });
    });
  });
  const box = await input.boundingBox();
  if (!box) throw new Error('The input is not shown.');
  return { ...name, frame, x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Milliseconds from the press on the icon to the frame in which the input accepts clicks and the webview has rendered
 * the host's update.
 */
async function reopen(page: Page, { icon, extension, frame, x, y }: View): Promise<number> {
  const before = await frame.evaluate(() => window.shownAt.length);
  await page.evaluate(
    ([x, y, webview]) => {
      window.reopened = new Promise((resolve) => {
        let pressed = 0;
        window.addEventListener('pointerdown', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true });
        const look = (): void => {
          const isShown = document.elementFromPoint(x, y)?.matches(webview);
          if (pressed === 0 || !isShown) return void requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          const epoch = performance.timeOrigin;
          port1.onmessage = () => resolve({ pressed: epoch + pressed, shown: epoch + performance.now() });
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      });
    },
    [x, y, webviewOf(extension)] as const,
  );
  await activityIcon(page, icon).click();
  const { pressed, shown } = await page.evaluate(() => window.reopened);
  await until(
    'the webview was rendered again',
    async () => (await frame.evaluate(() => window.shownAt.length)) > before,
  );
  const drawn = await frame.evaluate((index) => window.shownAt[index] ?? Number.NaN, before);
  return Math.max(shown, drawn) - pressed;
}

async function hide(page: Page): Promise<void> {
  await activityIcon(page, /^Explorer/).click();
  await delay(500);
}

function activityIcon(page: Page, name: RegExp): Locator {
  return page.locator('.activitybar').getByRole('tab', { name });
}

/** Writes a chat into the workspace's storage, as Premove would have saved it. */
async function writeChat({ userDataDir }: Workbench, turns: number): Promise<void> {
  const all = join(userDataDir, 'User', 'workspaceStorage');
  const [storage] = (await readdir(all, { recursive: true })).filter((path) => path.endsWith('premove.premove'));
  if (storage === undefined) throw new Error('Premove has stored nothing for the workspace.');
  const folder = join(all, storage, 'conversations');
  await mkdir(folder, { recursive: true });
  const lines = [{ type: 'premove-conversation', version: 1 }, ...entriesOf(turns)].map((entry) =>
    JSON.stringify(entry),
  );
  await writeFile(join(folder, `${randomUUID()}.jsonl`), `${lines.join('\n')}\n`);
}

function entriesOf(turns: number): ConversationEntry[] {
  return Array.from({ length: turns }, (_, turn): ConversationEntry[] => {
    const [prompt, answer] = [`prompt-${turn}`, `answer-${turn}`];
    const at = Date.now() - (turns - turn) * 60_000;
    return [
      {
        type: 'prompt',
        id: prompt,
        parent: turn === 0 ? null : `answer-${turn - 1}`,
        at,
        parts: [{ type: 'text', text: turn === 0 ? titleOf(turns) : `Question ${turn}: what does this part do?` }],
      },
      { type: 'answer', id: answer, parent: prompt, at, modelId: MODEL, promptId: prompt },
      {
        type: 'answered',
        id: answer,
        outcome: 'stopped',
        stopReason: 'done',
        message: { role: 'assistant', parts: [{ type: 'text', text: answerText(turn) }] },
        usage: { input: 1500, cacheRead: 0, cacheWrite: 0, output: 400 },
      },
    ];
  }).flat();
}

function titleOf(turns: number): string {
  return `A chat of ${turns} turns`;
}

/** Each answer has different blocks. */
function answerText(turn: number): string {
  return `The parser of chapter ${turn} reads **one line at a time** and keeps what it cannot use yet in \`rest\`.

- it never looks back more than one line, ${turn} or not
- a line that is too long is cut, and *said to be cut*

\`\`\`ts
export function* toLines${turn}(chunks: Iterable<string>): Generator<string> {
  for (const chunk of chunks) yield* chunk.split('\\n');
}
\`\`\`

That was answer ${turn}.
`;
}

async function openChat(workbench: Workbench, turns: number): Promise<void> {
  const { page } = workbench;
  await workbench.openPanel();
  await runCommand(page, 'Premove: Chats…');
  await quickInput(page).getByText('Chats', { exact: true }).waitFor();
  await quickInput(page).locator('input.input').fill(titleOf(turns));
  await quickRow(page, titleOf(turns)).click();
  await lastAnswer(workbench, turns).waitFor();
  await delay(SETTLE);
}

function lastAnswer({ panel }: Workbench, turns: number): Locator {
  return panel.getByText(`That was answer ${turns - 1}.`);
}

/** Bytes used by the window's process after a garbage collection: scripts, the page's elements, and buffers. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const usage = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = usage;
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}

declare global {
  interface Window {
    /** The times at which the webview was rendered after it was shown, in milliseconds since the epoch. */
    shownAt: number[];
    reopened: Promise<{ pressed: number; shown: number }>;
  }
}
