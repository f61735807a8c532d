import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../scripts/tools/launchBrowser.ts';
import { root } from '../scripts/tools/paths.ts';
import type { AnswerItem, TranscriptItem } from '../src/shared/chatState.ts';
import { quantile, toFigure, type Figure, type Measurement } from './figure.ts';
import { startBenchServer } from './webview/server.ts';

const ROUNDS = 5;
const TURNS = 2;
const KEYS = 20;
const MESSAGES = 200;
/** Of four characters each, a second. */
const TOKENS = 200;
const FRAME = 1000 / 60;

/**
 * From a key to the frame that shows it (requestAnimationFrame, then a MessageChannel's message, which comes after the
 * paint), in the built webview in a bare page: in VS Code for the browser, workbench and webview share a thread. The
 * yardstick is a plain <textarea> in the same page, typed into by turns.
 */
export const keystrokes: Measurement = { name: 'keystrokes', run: measure };

const SITUATIONS = ['empty chat', `${MESSAGES} messages`, `${MESSAGES} messages, an answer streaming`] as const;
type Situation = (typeof SITUATIONS)[number];

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
            target: {
              text: `at most a frame over the empty chat’s (${(empty + FRAME).toFixed(1)} ms)`,
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
    await composer.waitFor();
    const textarea = await addTextarea(page);
    await recordKeystrokes(page);
    if (situation !== 'empty chat') await fill(page);
    await delay(500);
    if (situation === SITUATIONS[2]) await stream(page);
    const samples: Samples = { composer: [], textarea: [] };
    for (let turn = 0; turn < TURNS; turn += 1) {
      samples.composer.push(...(await type(page, composer)));
      samples.textarea.push(...(await type(page, textarea)));
    }
    return samples;
  } finally {
    await page.close();
  }
}

/** Milliseconds of each key. The pauses vary, so that keys meet a frame at any point of it. */
async function type(page: Page, field: Locator): Promise<number[]> {
  await field.click();
  await page.keyboard.type('warm up ');
  await delay(200);
  await page.evaluate(() => window.keystrokes.splice(0));
  for (let n = 0; n < KEYS; n += 1) {
    await page.keyboard.press(n % 6 === 5 ? 'Space' : 'abcde'.charAt(n % 6));
    await delay(30 + Math.random() * 30);
  }
  await delay(200);
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
    const drawn: number[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.keystrokes.push(...drawn.splice(0).map((pressed) => performance.now() - pressed));
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          drawn.push(timeStamp);
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

async function fill(page: Page): Promise<void> {
  const items = Array.from({ length: MESSAGES }, (_, index) => (index % 2 === 0 ? question(index) : answer(index)));
  await page.evaluate((added) => {
    for (const item of added) window.fakeHost.dispatch({ type: 'item-added', item });
  }, items);
  await page.getByText(`Question ${MESSAGES - 2}:`).waitFor();
}

/** Goes on until the page is closed; what came in one frame travels in one delta, as the host does it. */
async function stream(page: Page): Promise<void> {
  const id = 'streaming';
  const item: AnswerItem = { ...answer(0), id, status: 'streaming', blocks: [{ kind: 'text', text: '' }] };
  await page.evaluate(
    ({ item, text, charactersPerMs }) => {
      const { fakeHost } = window;
      fakeHost.dispatch({ type: 'status-changed', status: 'responding' }, { type: 'item-added', item });
      const started = performance.now();
      let sent = 0;
      setInterval(() => {
        const due = Math.floor((performance.now() - started) * charactersPerMs);
        const piece = Array.from({ length: due - sent }, (_, n) => text.charAt((sent + n) % text.length)).join('');
        sent = due;
        if (piece) fakeHost.dispatch({ type: 'text-appended', itemId: item.id, index: 0, text: piece });
      }, 16);
    },
    { item, text: PROSE, charactersPerMs: (TOKENS * 4) / 1000 },
  );
}

function question(index: number): TranscriptItem {
  return {
    kind: 'user',
    id: `u-${index}`,
    text: `Question ${index}: what does this part do, and why is it there?`,
    images: [],
    branch: null,
  };
}

function answer(index: number): AnswerItem {
  const shared = { status: 'done', error: null, retry: null, context: null, branch: null, speculated: false } as const;
  const usage = { input: 1500, output: 400, cacheRead: 0, cacheWrite: 0, cost: 0.011 };
  return {
    kind: 'answer',
    id: `a-${index}`,
    blocks: [{ kind: 'text', text: PROSE }],
    usage,
    citations: [],
    amended: [],
    ...shared,
  };
}

const PROSE = `The parser reads **one line at a time** and keeps what it cannot use yet in \`rest\`. That is why a chunk may end
anywhere, even inside a character.

- it never looks back more than one line
- a line that is too long is cut, and *said to be cut*
- the last line counts although nothing ends it

\`\`\`ts
export function* toLines(chunks: Iterable<string>): Generator<string> {
  let rest = '';
  for (const chunk of chunks) {
    const lines = (rest + chunk).split('\\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}
\`\`\`

Everything behind it sees whole lines, so the rest of the code has no word about chunks at all.

`;
