import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { SUGGESTION_DELAY_MS } from '../src/shared/followup.ts';
import { openChat } from '../test/support/vscode/chatPanel.ts';
import { startWorkbench } from '../test/support/vscode/workbench.ts';
import { anthropicStop, anthropicText } from '../test/unit/model/recorded.ts';
import { aheadOf, now } from './frameClock.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const ROUNDS = 20;
/** Milliseconds that the model takes for a suggestion, so that its answer is no part of the answer's bytes. */
const THINKING = 50;

/**
 * From the last byte of an answer to ghost text on the screen, less what the model takes for the suggestion (from the
 * request's arrival to its own last byte) and less the 300 ms that a suggestion waits: what is left is Premove's doing.
 */
export const suggestionOverhead: Measurement = { name: 'suggestion', run: measure };

async function measure(): Promise<Figure[]> {
  const model = await startTimedModel();
  const workbench = await startWorkbench({
    settings: {
      'premove.model': 'anthropic/claude-sonnet-5',
      'premove.providers': { anthropic: { kind: 'anthropic', baseUrl: model.url } },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-bench' },
  });
  try {
    const chat = await openChat(workbench);
    const screen = await followGhost(await workbench.panelFrame());
    // After a first answer without tools nothing is suggested.
    await chat.send('begin');
    await model.answered(1);
    const samples: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      await chat.send(`go on ${round}`);
      const shownAt = await screen.ghostOf(round);
      const { answeredAt, askedAt, suggestedAt } = model.times();
      samples.push(shownAt - answeredAt - (suggestedAt - askedAt) - SUGGESTION_DELAY_MS);
      await delay(200);
    }
    await workbench.close();
    return [
      toFigure({
        name: 'Last byte of an answer to ghost text on screen, less the model’s time and the 300 ms',
        unit: 'ms',
        statistic: 'median',
        samples,
        target: { text: 'at most 20 ms', isMet: (value) => value <= 20 },
      }),
    ];
  } finally {
    await model.close();
  }
}

/** Anthropic's wire with a watch: answers each prompt, and suggests the round's number after it. */
async function startTimedModel() {
  const times = { answeredAt: 0, askedAt: 0, suggestedAt: 0 };
  let answers = 0;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const suggests = (await readText(request)).includes('[SUGGESTION MODE');
    if (suggests) {
      times.askedAt = now();
      await delay(THINKING);
    } else answers += 1;
    const text = suggests ? `take step ${answers - 1}` : 'Done so far.';
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end([...anthropicText(text), anthropicStop()].join(''), () => {
      times[suggests ? 'suggestedAt' : 'answeredAt'] = now();
    });
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    times: () => ({ ...times }),
    async answered(count: number): Promise<void> {
      while (answers < count) await delay(20);
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

interface GhostWatch {
  /** When a round's suggestion was painted, in this process's time. */
  ghostOf(round: number): Promise<number>;
}

/** Notes each ghost text with the frame that shows it. */
async function followGhost(frame: Frame): Promise<GhostWatch> {
  await frame.evaluate(() => {
    const painted: Record<string, number> = {};
    Object.assign(window, { painted });
    const look = (): void => {
      const text = document.querySelector('[data-testid="ghost-text"]')?.textContent ?? '';
      if (text === '' || text in painted) return;
      painted[text] = Infinity;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (painted[text] = performance.timeOrigin + performance.now());
        port2.postMessage(null);
      });
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const ahead = await aheadOf(frame);
  return {
    async ghostOf(round) {
      const text = `take step ${round}`;
      for (const deadline = now() + 20_000; now() < deadline; await delay(50)) {
        const at = await frame.evaluate((wanted) => {
          const { painted } = window as unknown as { painted: Record<string, number> };
          return painted[wanted] ?? Infinity;
        }, text);
        if (Number.isFinite(at)) return at - ahead;
      }
      throw new Error(`No ghost text in round ${round}`);
    },
  };
}
