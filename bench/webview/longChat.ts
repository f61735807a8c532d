import type { Page } from 'playwright-core';
import type { AnswerItem, TranscriptItem } from '../../src/shared/transcriptItem.ts';
import { answerItem, userItem } from '../../test/support/chatItems.ts';

/** The messages of a chat after weeks of use, in the bare page of `server.ts`. The panel must stay fast with them. */
export const MESSAGES = 2000;
/** Tokens per second, of four characters each. */
const TOKENS = 200;

export async function fillTranscript(page: Page): Promise<void> {
  const items = Array.from({ length: MESSAGES }, (_, index) => (index % 2 === 0 ? question(index) : answer(index)));
  await page.evaluate((added) => {
    for (const item of added) window.fakeHost.dispatch({ type: 'item-added', item });
  }, items);
  await page.getByText(`Question ${MESSAGES - 2}:`).waitFor();
}

/**
 * Streams 200 tokens per second until the page is closed. Sends the text of each frame in one delta, twice as often as
 * the host. A list of ten thousand characters is present from the start, so that the growing answer is long.
 */
export async function streamAnswer(page: Page): Promise<void> {
  const id = 'streaming';
  const begun = prose(0) + items(0, 100);
  const item: AnswerItem = { ...answer(0), id, status: 'streaming', blocks: [{ kind: 'text', text: begun }] };
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
        if (piece) fakeHost.dispatch({ type: 'text-delta', itemId: item.id, index: 0, text: piece });
      }, 16);
    },
    { item, text: items(100, 20) + table(50) + prose(0), charactersPerMs: (TOKENS * 4) / 1000 },
  );
}

function question(index: number): TranscriptItem {
  return userItem({ id: `u-${index}`, text: `Question ${index}: what does this part do, and why is it there?` });
}

function answer(index: number): AnswerItem {
  const usage = { input: 1500, output: 400, cacheRead: 0, cacheWrite: 0, cost: 0.011 };
  return answerItem({ id: `a-${index}`, blocks: [{ kind: 'text', text: prose(index) }], usage });
}

/** Markdown that contains `index`, so that no two answers have the same text. */
function prose(index: number): string {
  return `The parser of chapter ${index} reads **one line at a time** and keeps what it cannot use yet in \`rest\`. That is why a chunk may end
anywhere, even inside a character.

- it never looks back more than one line, ${index} or not
- a line that is too long is cut, and *said to be cut*
- the last line counts although nothing ends it

\`\`\`ts
export function* toLines${index}(chunks: Iterable<string>): Generator<string> {
  let rest = '';
  for (const chunk of chunks) {
    const lines = (rest + chunk).split('\\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}
\`\`\`

Everything behind line ${index} sees whole lines, so the rest of the code has no word about chunks at all.

`;
}

function items(from: number, count: number): string {
  const item = (_: unknown, n: number) =>
    `- \`part${from + n}\` reads **one line** of its chapter and *never* looks back at the others, whatever is in it\n`;
  return Array.from({ length: count }, item).join('');
}

function table(count: number): string {
  const row = (_: unknown, n: number) =>
    `| \`part${n}\` | **one line** of its chapter | ${n * 17} | with [a page](https://example.com/${n}) |\n`;
  return `\n| Part | Reads | Lines | Documented |\n|:--|---|--:|---|\n${Array.from({ length: count }, row).join('')}\n`;
}
