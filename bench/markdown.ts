import { renderToStaticMarkup } from 'react-dom/server';
import { parsePiece } from '../src/webview/markdown/parsePiece.ts';
import { splitBlocks, type MarkdownBlock } from '../src/webview/markdown/splitBlocks.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const ROUNDS = 3;

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Texts that parsers are slow at; none is longer than what is drawn as Markdown. */
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

/** The longest single step of drawing Markdown that was written to be slow: finding the blocks, or one piece of one. */
export const markdown: Measurement = { name: 'markdown', run: measure };

function measure(): Promise<Figure[]> {
  for (const text of HOSTILE) longestStep(text);
  const samples = HOSTILE.map((text) => Math.min(...Array.from({ length: ROUNDS }, () => longestStep(text))));
  const figure = toFigure({
    name: 'Longest step of drawing hostile Markdown',
    unit: 'ms',
    statistic: 'maximum',
    samples,
    target: { text: 'none above 50 ms', isMet: (longest) => longest <= 50 },
  });
  return Promise.resolve([figure]);
}

/** Milliseconds that this thread has worked. */
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

/** The Node that runs the bench has it, the types of the Node that VS Code's oldest supported version has do not. */
const { threadCpuUsage } = process as unknown as { readonly threadCpuUsage: typeof process.cpuUsage };
