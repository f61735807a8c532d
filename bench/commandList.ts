import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../scripts/tools/launchBrowser.ts';
import { root } from '../scripts/tools/paths.ts';
import { quantile, toFigure, type Figure, type Measurement } from './figure.ts';
import { startBenchServer } from './webview/server.ts';

const ROUNDS = 4;
const KEYS = 20;
const FRAME = 1000 / 60;
const COMMANDS = 500;

/**
 * The time from a typed `/` to the frame that shows the list of 500 commands, in the page of `keystrokes`. The
 * yardstick is a letter typed into the same input, which does not open a list.
 */
export const commandList: Measurement = { name: 'commandList', run: measure };

async function measure(): Promise<Figure[]> {
  const server = await startBenchServer(join(root, 'dist', 'webview'));
  const browser = await launchBrowser();
  const samples: number[] = [];
  const letters: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
      await page.goto(`${server.url}/?state=commands-many`);
      await page.getByRole('log', { name: 'Conversation' }).waitFor();
      await page.getByRole('textbox', { name: 'Message Premove' }).click();
      await recordFrames(page);
      await delay(500);
      for (let n = 0; n < KEYS; n += 1) {
        letters.push(await timeOf(page, 'a'));
        samples.push(await timeOf(page, '/'));
      }
      await page.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
  const limit = quantile(letters, 0.95) + FRAME;
  const name = `From \`/\` to the list of ${COMMANDS} commands on screen`;
  const shared = {
    name,
    unit: 'ms',
    samples,
    yardstick: { name: 'a letter, without a list', samples: letters },
  } as const;
  return [
    toFigure({ ...shared, statistic: 'median' }),
    toFigure({
      ...shared,
      statistic: '95th percentile',
      target: {
        text: `at most one frame more than a letter (${limit.toFixed(1)} ms)`,
        isMet: (value) => value <= limit,
      },
    }),
  ];
}

/** Presses a key in the empty input, and removes its character. Returns the milliseconds until its effect is shown. */
async function timeOf(page: Page, key: string): Promise<number> {
  await page.evaluate(() => void (window.listFrame = undefined));
  // Random, so that the key is pressed at any point of a frame.
  await delay(30 + Math.random() * 30);
  await page.keyboard.press(key);
  await page.waitForFunction(() => window.listFrame !== undefined);
  const took = await page.evaluate(() => window.listFrame ?? 0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await page.waitForFunction(() => !document.querySelector('.input-list'));
  return took;
}

declare global {
  interface Window {
    /** Milliseconds from the last key to the paint that shows its effect; undefined until then. */
    listFrame: number | undefined;
  }
}

/** The effect of `/` is the list with its first entries; the effect of another key is the key's own frame. */
async function recordFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<number>) => void (window.listFrame = performance.now() - data);
    window.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key !== '/' && key !== 'a') return;
        const look = (): void => {
          const isShown = key === 'a' || document.querySelector('.input-list li') !== null;
          if (isShown) port2.postMessage(timeStamp);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { capture: true },
    );
  });
}
