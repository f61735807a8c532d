import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../scripts/tools/launchBrowser.ts';
import { root } from '../scripts/tools/paths.ts';
import { quantile, toFigure, type Figure, type Measurement } from './figure.ts';
import { fillTranscript, MESSAGES, streamAnswer } from './webview/longChat.ts';
import { startBenchServer } from './webview/server.ts';

const ROUNDS = 5;
/** In each round, keys go to the composer and to the text area this many times, alternately. */
const ALTERNATIONS = 2;
const KEYS = 20;
const FRAME = 1000 / 60;

/**
 * The time from a key to the frame that shows it (requestAnimationFrame, then a MessageChannel's message, which arrives
 * after the paint). Measured in the built webview in a bare page, because in VS Code for the browser, workbench and
 * webview share a thread. The yardstick is a plain <textarea> in the same page; keys go to both alternately.
 */
export const keystrokes: Measurement = { name: 'keystrokes', run: measure };

const SITUATIONS = [
  'empty chat',
  `${MESSAGES.toLocaleString('en')} messages`,
  `${MESSAGES.toLocaleString('en')} messages, an answer streaming`,
  'a completion streaming',
] as const;
type Situation = (typeof SITUATIONS)[number];

const COMPLETING = SITUATIONS[3];
/** The text that `type` types repeatedly. */
const WORDS = 'abcde '.repeat(100);

function keyAt(n: number): string {
  const character = WORDS.charAt(n % WORDS.length);
  return character === ' ' ? 'Space' : character;
}

interface Samples {
  readonly composer: number[];
  readonly textarea: number[];
}

async function measure(): Promise<Figure[]> {
  const server = await startBenchServer(join(root, 'dist', 'webview'));
  const browser = await launchBrowser();
  try {
    const samples = new Map<Situation, Samples>(SITUATIONS.map((name) => [name, { composer: [], textarea: [] }]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const situation of SITUATIONS) {
        const measured = await measureOnce(situation, browser, server.url);
        samples.get(situation)?.composer.push(...measured.composer);
        samples.get(situation)?.textarea.push(...measured.textarea);
      }
    }
    return SITUATIONS.flatMap((situation) => toFigures(situation, samples));
  } finally {
    await browser.close();
    await server.close();
  }
}

function toFigures(situation: Situation, samples: ReadonlyMap<Situation, Samples>): Figure[] {
  const { composer, textarea } = samples.get(situation) ?? { composer: [], textarea: [] };
  const empty = quantile(samples.get('empty chat')?.composer ?? [], 0.95);
  // The text area of the same page shows what the stream costs without the composer.
  const beside = quantile(textarea, 0.95);
  const shared = { unit: 'ms', samples: composer, yardstick: { name: '`<textarea>`', samples: textarea } } as const;
  return [
    toFigure({ ...shared, name: `Keystroke to frame, ${situation}`, statistic: 'median' }),
    toFigure({
      ...shared,
      name: `Keystroke to frame, ${situation}`,
      statistic: '95th percentile',
      ...(situation === 'empty chat'
        ? {}
        : {
            target:
              situation === 'a completion streaming'
                ? { text: 'at most 1.15 × the text area', isMet: (value) => value <= 1.15 * beside }
                : {
                    text: `at most one frame more than the empty chat (${(empty + FRAME).toFixed(1)} ms)`,
                    isMet: (value) => value <= empty + FRAME,
                  },
          }),
    }),
  ];
}

async function measureOnce(situation: Situation, browser: Browser, url: string): Promise<Samples> {
  const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
  try {
    await page.goto(`${url}/?state=empty-chat`);
    const composer = page.getByRole('textbox', { name: 'Message Premove' });
    await page.getByRole('log', { name: 'Conversation' }).waitFor();
    const textarea = await addTextarea(page);
    await recordKeystrokes(page);
    if (situation.includes('messages')) await fillTranscript(page);
    await delay(500);
    if (situation === SITUATIONS[2]) await streamAnswer(page);
    const samples: Samples = { composer: [], textarea: [] };
    for (let count = 0; count < ALTERNATIONS; count += 1) {
      const complete = situation === COMPLETING ? () => streamCompletion(page) : undefined;
      samples.composer.push(...(await type(page, composer, complete)));
      samples.textarea.push(...(await type(page, textarea)));
    }
    return samples;
  } finally {
    await page.close();
  }
}

/**
 * Asks for a completion, which streams 100 characters per second, ahead of the keys. Its text is what `type` types, so
 * the completion stays, and each key changes the gray text too.
 */
async function streamCompletion(page: Page): Promise<void> {
  await page.evaluate(() => void window.fakeHost.held.push('complete-input'));
  await page.keyboard.press('Alt+KeyC');
  await page.evaluate((text) => {
    const { fakeHost } = window;
    const request = fakeHost.requests.findLast(({ type }) => type === 'complete-input');
    const id = request?.type === 'complete-input' ? request.id : '';
    const started = performance.now();
    setInterval(() => {
      const sent = 20 + Math.floor((performance.now() - started) / 10);
      fakeHost.send({ kind: 'completion', id, text: text.slice(0, sent) });
    }, 32);
  }, WORDS);
  await page.getByTestId('completion-text').waitFor();
}

/** Types, and returns the milliseconds of each key. The pauses vary, so that keys arrive at any point of a frame. */
async function type(page: Page, field: Locator, prepare?: () => Promise<void>): Promise<number[]> {
  await field.click();
  await page.keyboard.type('warm up ');
  await prepare?.();
  await delay(200);
  await page.evaluate(() => window.keystrokes.splice(0));
  for (let n = 0; n < KEYS; n += 1) {
    await page.keyboard.press(keyAt(n));
    await delay(30 + Math.random() * 30);
  }
  await delay(200);
  if (prepare) await page.getByTestId('completion-text').waitFor();
  return page.evaluate(() => window.keystrokes.splice(0));
}

declare global {
  interface Window {
    keystrokes: number[];
  }
}

async function recordKeystrokes(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.keystrokes = [];
    const rendered: number[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.keystrokes.push(...rendered.splice(0).map((pressed) => performance.now() - pressed));
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          rendered.push(timeStamp);
          port2.postMessage(null);
        }),
      { capture: true },
    );
  });
}

async function addTextarea(page: Page): Promise<Locator> {
  await page.evaluate(() => {
    const textarea = document.createElement('textarea');
    textarea.setAttribute('aria-label', 'Yardstick');
    Object.assign(textarea.style, {
      position: 'fixed',
      top: '0',
      left: '0',
      width: '100%',
      height: '60px',
      zIndex: '9',
    });
    document.body.append(textarea);
  });
  return page.getByRole('textbox', { name: 'Yardstick' });
}
