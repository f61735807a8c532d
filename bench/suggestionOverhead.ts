import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { SUGGESTION_DELAY_MS } from '../src/shared/followup.ts';
import { openChat } from '../test/support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../test/support/vscode/workbench.ts';
import { anthropicStop, anthropicText } from '../test/unit/model/wire/recorded.ts';
import { clockOffsetOf, now } from './frameClock.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';
import { packYardstick } from './packYardstick.ts';

const ROUNDS = 20;
/**
 * Milliseconds between an answer's text and its end. Without this delay, the answer would end while the panel still
 * renders the prompt and the answer, and the figure would include that rendering. A real answer takes much longer.
 */
const ANSWER_DELAY = 200;
/** Milliseconds that the model takes for a suggestion, so that the suggestion arrives separately from the answer. */
const SUGGESTION_TIME = 50;

/**
 * The time from the last byte of an answer to ghost text on screen, minus the model's time for the suggestion and minus
 * the 300 ms delay. The model's time is from the request's arrival to the last byte of the suggestion. The rest is due
 * to Premove and VS Code. The yardstick is VS Code alone, measured alternately in the same window. Its extension
 * (`bareSuggestion/`) only reads the answer, sends the request, posts the result to its page, waits, and renders the
 * result.
 */
export const suggestionOverhead: Measurement = { name: 'suggestion', run: measure };

async function measure(): Promise<Figure[]> {
  const models = [await startTimedModel(), await startTimedModel()] as const;
  const [model, bareModel] = models;
  const workbench = await startWorkbench({
    settings: {
      'premove.model': 'anthropic/claude-sonnet-5',
      'premove.providers': { anthropic: { kind: 'anthropic', baseUrl: model.url } },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-bench' },
    extensions: [await packYardstick('bareSuggestion', 'view.ts')],
  });
  try {
    await workbench.executeCommand('bareSuggestion.view.focus');
    const askBare = () => workbench.executeCommand('bareSuggestion.ask', bareModel.url);
    const bare: Subject = { model: bareModel, screen: await followGhost(await bareFrame(workbench)), ask: askBare };
    const chat = await openChat(workbench);
    const ask = (round: number) => chat.send(`go on ${round}`);
    const ours: Subject = { model, screen: await followGhost(await workbench.panelFrame()), ask };
    // Premove does not suggest a prompt after a first answer without a tool call.
    await chat.send('begin');
    await model.answered(1);
    await askBare();
    const samples: { readonly premove: Sample; readonly bare: Sample }[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      samples.push({ premove: await measureRound(ours, round), bare: await measureRound(bare, round) });
    }
    await workbench.close();
    return toFigures(samples);
  } finally {
    for (const { close } of models) await close();
  }
}

interface Subject {
  readonly model: Awaited<ReturnType<typeof startTimedModel>>;
  readonly screen: GhostWatch;
  ask(round: number): Promise<unknown>;
}

/** Milliseconds. */
interface Sample {
  /** From the last byte of the answer to the arrival of the suggestion's request. */
  readonly asking: number;
  /** From the last byte of the answer to the ghost text, minus the model's time and the delay. */
  readonly whole: number;
}

async function measureRound({ model, screen, ask }: Subject, round: number): Promise<Sample> {
  const [shownAt] = await Promise.all([screen.ghostOf(round), ask(round)]);
  const { answeredAt, askedAt, suggestedAt } = model.times();
  await delay(200);
  return {
    asking: askedAt - answeredAt,
    whole: shownAt - answeredAt - (suggestedAt - askedAt) - SUGGESTION_DELAY_MS,
  };
}

function toFigures(samples: readonly { readonly premove: Sample; readonly bare: Sample }[]): Figure[] {
  const figure = (name: string, part: keyof Sample) => ({
    name,
    unit: 'ms' as const,
    statistic: 'median' as const,
    samples: samples.map(({ premove }) => premove[part]),
    yardstick: { name: 'two fetches, a message and a rendered span', samples: samples.map(({ bare }) => bare[part]) },
  });
  return [
    toFigure({
      ...figure(
        'From the last byte of an answer until the ghost text is on screen, without the model’s time and the 300 ms',
        'whole',
      ),
      target: { text: 'at most 20 ms', isMet: (value) => value <= 20 },
    }),
    toFigure(figure('The part of this time until the suggestion’s request arrives', 'asking')),
  ];
}

async function bareFrame({ page }: Workbench): Promise<Frame> {
  const webview = page.locator('iframe.webview[src*="premove-bench.bare-suggestion"]').contentFrame();
  const view = webview.frameLocator('#active-frame');
  await view.getByTestId('ghost-text').waitFor({ state: 'attached' });
  const frame = await (await view.owner().elementHandle())?.contentFrame();
  if (!frame) throw new Error('The yardstick’s view is not open.');
  return frame;
}

/**
 * Starts a model server with Anthropic's wire format that records times. It answers each prompt, and suggests a text
 * with the prompt's number.
 */
async function startTimedModel() {
  const times = { answeredAt: 0, askedAt: 0, suggestedAt: 0 };
  let answers = 0;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const suggests = (await readText(request)).includes('[SUGGESTION MODE');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (suggests) {
      times.askedAt = now();
      await delay(SUGGESTION_TIME);
      const text = anthropicText(`take step ${answers - 1}`).join('');
      response.end(text + anthropicStop(), () => (times.suggestedAt = now()));
    } else {
      response.write(anthropicText('Done so far.').join(''));
      await delay(ANSWER_DELAY);
      answers += 1;
      response.end(anthropicStop(), () => (times.answeredAt = now()));
    }
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
  /** The time at which a round's suggestion was painted, on this process's clock. */
  ghostOf(round: number): Promise<number>;
}

/** Records the frame in which each ghost text appears. */
async function followGhost(frame: Frame): Promise<GhostWatch> {
  await frame.evaluate(() => {
    const paintedAt = new Map<string, number>();
    const waiting = new Map<string, (at: number) => void>();
    const note = (text: string, at: number): void => {
      paintedAt.set(text, at);
      waiting.get(text)?.(at);
    };
    const whenPainted = (text: string): Promise<number> =>
      new Promise((resolve) => {
        const at = paintedAt.get(text);
        if (at === undefined) waiting.set(text, resolve);
        else resolve(at);
      });
    let latest = '';
    const look = (): void => {
      const text = document.querySelector('[data-testid="ghost-text"]')?.textContent ?? '';
      if (text === '' || text === latest) return;
      latest = text;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => note(text, performance.timeOrigin + performance.now());
        port2.postMessage(null);
      });
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { whenPainted });
  });
  const offset = await clockOffsetOf(frame);
  return {
    async ghostOf(round) {
      // Requested once, in advance, because polling would use the page's thread while it renders the ghost text.
      const painted = frame.evaluate((text) => {
        const { whenPainted } = window as unknown as { whenPainted(text: string): Promise<number> };
        return whenPainted(text);
      }, `take step ${round}`);
      const late = delay(20_000, null, { ref: false });
      const at = await Promise.race([painted, late]);
      if (at === null) throw new Error(`No ghost text in round ${round}`);
      return at - offset;
    },
  };
}
