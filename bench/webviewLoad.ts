import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../scripts/tools/launchBrowser.ts';
import { root } from '../scripts/tools/paths.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';
import { fillTranscript, MESSAGES, streamAnswer } from './webview/longChat.ts';
import { startBenchServer } from './webview/server.ts';

const ROUNDS = 3;
/** Milliseconds of streaming in each round. */
const STREAMED = 10_000;
const MAX_HEAP = 100_000_000;
/** Milliseconds above which browsers call a task long. */
const LONG = 50;

/**
 * The built webview with a long chat in a bare page. After the page has loaded, the chat is filled. Then an answer
 * streams while a user scrolls and types. The figures are the longest task that blocked the page's thread since the
 * user began, and the heap at the end, after a garbage collection.
 */
export const webviewLoad: Measurement = { name: 'webview', run: measure };

interface Sample {
  /** Bytes. */
  readonly heap: number;
  /** Milliseconds; 0 if there was no long task. */
  readonly longest: number;
}

async function measure(): Promise<Figure[]> {
  const server = await startBenchServer(join(root, 'dist', 'webview'));
  const browser = await launchBrowser();
  try {
    const longChat: Sample[] = [];
    const emptyChat: Sample[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      longChat.push(await measureOnce(browser, server.url, useLongChat));
      emptyChat.push(await measureOnce(browser, server.url, useEmptyChat));
    }
    const messages = `${MESSAGES.toLocaleString('en')} messages`;
    return [
      toFigure({
        name: `Webview heap, ${messages}, after an answer streamed`,
        unit: 'bytes',
        statistic: 'maximum',
        samples: longChat.map(({ heap }) => heap),
        yardstick: { name: 'an empty chat', samples: emptyChat.map(({ heap }) => heap) },
        target: { text: 'at most 100 MB', isMet: (value) => value <= MAX_HEAP },
      }),
      toFigure({
        name: `Longest task, ${messages}, while an answer streams and a user scrolls and types`,
        unit: 'ms',
        statistic: 'maximum',
        samples: longChat.map(({ longest }) => longest),
        yardstick: { name: 'an empty chat', samples: emptyChat.map(({ longest }) => longest) },
        target: { text: `none above ${LONG} ms`, isMet: (value) => value <= LONG },
      }),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measureOnce(browser: Browser, url: string, use: (page: Page) => Promise<void>): Promise<Sample> {
  const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
  try {
    await page.goto(`${url}/?state=empty-chat`);
    // The page's start is measured separately, as the time until the composer accepts text.
    await page.getByRole('log', { name: 'Conversation' }).waitFor();
    await delay(500);
    await use(page);
    const longest = await page.evaluate(() => Math.max(0, ...window.longTasks));
    return { longest, heap: await heapOf(page) };
  } finally {
    await page.close();
  }
}

async function useLongChat(page: Page): Promise<void> {
  await fillTranscript(page);
  await streamAnswer(page);
  await use(page);
}

async function useEmptyChat(page: Page): Promise<void> {
  await use(page);
}

/** Types and scrolls up and down for the duration of a round, and records long tasks meanwhile. */
async function use(page: Page): Promise<void> {
  await recordLongTasks(page);
  const composer = page.getByRole('textbox', { name: 'Message Premove' });
  const transcript = page.getByRole('log', { name: 'Conversation' });
  for (const end = Date.now() + STREAMED; Date.now() < end;) {
    await composer.click();
    await page.keyboard.type('what is next ', { delay: 40 });
    await transcript.hover();
    for (const direction of [-1, -1, -1, 1, 1, 1, 1]) {
      await page.mouse.wheel(0, direction * 2000);
      await delay(100);
    }
  }
}

declare global {
  interface Window {
    longTasks: number[];
  }
}

async function recordLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
}

/** Bytes in use after a garbage collection, including the fake host's own copy of the chat. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
