import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { renderToStaticMarkup } from 'react-dom/server';
import { launchBrowser } from '../scripts/tools/launchBrowser.ts';
import { root } from '../scripts/tools/paths.ts';
import { parsePiece } from '../src/webview/markdown/parsePiece.ts';
import { splitBlocks, type MarkdownBlock } from '../src/webview/markdown/splitBlocks.ts';
import { answerItem } from '../test/support/chatItems.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';
import { longAnswer } from './webview/longAnswer.ts';
import { longestTask } from './webview/longestTask.ts';
import { startBenchServer } from './webview/server.ts';

const ROUNDS = 3;
/** Milliseconds above which browsers call a task long. */
const LONG = 50;
/** Characters of the long answer. */
const CHARACTERS = 200_000;

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/**
 * Texts that are slow to parse. None of their pieces is too long for Markdown, but the estimated cost of most pieces is
 * too high, so the panel shows these pieces as plain text.
 */
const HOSTILE: readonly string[] = [
  ...['', '- ', '# ', '> ', '| a |\n|-|\n| '].map((start) => start + '*a_ '.repeat(2_450)),
  '*a_ '.repeat(190),
  `${'*a '.repeat(190)}${'a* '.repeat(190)}`,
  `- a${'*'.repeat(4_900)}b`,
  `- ${'~~a'.repeat(2_000)}`,
  lines(130, (level) => `${'  '.repeat(level)}- a`),
  lines(1_000, (level) => `${'  '.repeat(level % 30)}- a`),
  lines(100, () => `${'- '.repeat(39)}a`),
  lines(200, () => `${'> '.repeat(39)}a`),
  lines(200, () => `${'> - '.repeat(19)}a`),
  `> a\n${'a\n'.repeat(9_000)}`,
  lines(500, () => 'a  '),
  `- ${'['.repeat(4_900)}`,
  `- ${'[a]('.repeat(2_400)}`,
  `- ${'[a][b] '.repeat(1_200)}`,
  `${'['.repeat(490)}a${'](b)'.repeat(490)}`,
  '<'.repeat(19_000),
  '<a '.repeat(6_000),
  '&'.repeat(19_000),
  lines(190, (index) => '`'.repeat(index + 1)).replaceAll('\n', ' '),
  '` '.repeat(9_000),
  'www.a.b '.repeat(2_400),
  'a@b.c '.repeat(3_000),
  `|${'a|'.repeat(4_000)}\n|${'-|'.repeat(4_000)}\n`,
  `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${`|${'a|'.repeat(300)}\n`.repeat(30)}`,
  `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${'a\n'.repeat(2_000)}`,
  '- a\n'.repeat(4_900),
];

/**
 * The time to render Markdown: the longest step for hostile text, and the longest task when a long answer is opened.
 */
export const markdown: Measurement = { name: 'markdown', run: measure };

async function measure(): Promise<Figure[]> {
  return [measureHostile(), await measureOpening()];
}

function measureHostile(): Figure {
  for (const text of HOSTILE) longestStep(text);
  const samples = HOSTILE.map((text) => Math.min(...Array.from({ length: ROUNDS }, () => longestStep(text))));
  return toFigure({
    name: 'Longest step of rendering hostile Markdown',
    unit: 'ms',
    statistic: 'maximum',
    samples,
    target: { text: `none above ${LONG} ms`, isMet: (longest) => longest <= LONG },
  });
}

async function measureOpening(): Promise<Figure> {
  const text = longAnswer(CHARACTERS);
  const server = await startBenchServer(join(root, 'dist', 'webview'));
  const browser = await launchBrowser();
  try {
    const ours: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await openAnswer(browser, server.url, text));
      plain.push(await openPlain(browser, server.url, text));
    }
    return toFigure({
      name: `Longest task, opening an answer of ${CHARACTERS / 1000} kB`,
      unit: 'ms',
      statistic: 'maximum',
      samples: ours,
      yardstick: { name: 'the same text in a `<pre>`', samples: plain },
      target: { text: `none above ${LONG} ms`, isMet: (longest) => longest <= LONG },
    });
  } finally {
    await browser.close();
    await server.close();
  }
}

async function openAnswer(browser: Browser, url: string, text: string): Promise<number> {
  const page = await openPanel(browser, url);
  const item = answerItem({ id: 'long', blocks: [{ kind: 'text', text }] });
  const longest = await longestTask(page, async () => {
    await page.evaluate((added) => window.fakeHost.dispatch({ type: 'item-added', item: added }), item);
    // An answer opens at its end, so once its first heading exists, all of it has been rendered.
    await page.getByRole('heading', { name: '1. What the parser of chapter 1 does' }).waitFor({ state: 'attached' });
  });
  await page.close();
  return longest;
}

async function openPlain(browser: Browser, url: string, text: string): Promise<number> {
  const page = await openPanel(browser, url);
  const longest = await longestTask(page, () =>
    page.evaluate((content) => {
      const element = document.createElement('pre');
      element.textContent = content;
      document.querySelector('[role="log"]')?.append(element);
      return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }, text),
  );
  await page.close();
  return longest;
}

async function openPanel(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
  await page.goto(`${url}/?state=empty-chat`);
  await page.getByRole('log', { name: 'Conversation' }).waitFor();
  return page;
}

/** The longest step, in milliseconds of this thread's work. */
function longestStep(text: string): number {
  const begun = threadTime();
  const { blocks } = splitBlocks(text);
  const steps = [threadTime() - begun];
  for (const { frame, pieces } of blocks) {
    for (const { source } of pieces.filter(({ plain }) => !plain)) {
      const before = threadTime();
      renderToStaticMarkup(parsePiece(frame?.kind === 'table' ? frame.head + source : source, shapeOf(frame), {}));
      steps.push(threadTime() - before);
    }
  }
  return Math.max(...steps);
}

function shapeOf(frame: MarkdownBlock['frame']): 'block' | 'rows' | 'items' {
  if (frame === null) return 'block';
  return frame.kind === 'table' ? 'rows' : 'items';
}

function threadTime(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}

/** Exists in the Node that runs the bench, but not in the types, which match the oldest supported VS Code's Node. */
const { threadCpuUsage } = process as unknown as { readonly threadCpuUsage: typeof process.cpuUsage };
