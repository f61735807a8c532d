import { Anthropic } from '@anthropic-ai/sdk';
import { createInitialChatState } from '../src/shared/chatState.ts';
import { hostMessageSchema } from '../src/shared/protocol.ts';
import { AnswerPresenter } from '../src/extension/chat/answerPresenter.ts';
import { ChatStore } from '../src/extension/chat/chatStore.ts';
import { createAnthropicModel } from '../src/extension/model/anthropic.ts';
import type { ModelRequest } from '../src/extension/model/chatModel.ts';
import { userMessage } from '../src/extension/model/message.ts';
import { withRetry } from '../src/extension/model/retry.ts';
import { DeltaStream } from '../src/extension/panel/deltaStream.ts';
import { systemClock } from '../src/extension/ports/clock.ts';
import { sse } from '../test/support/wireServer.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const DELTAS = 10_000;
const ROUNDS = 9;
const WARM_UP = 2;
/** Never called. */
const BASE_URL = 'http://127.0.0.1:9';

/**
 * What the host adds to the vendor's SDK for each piece of a streamed answer: adapter, retry, the panel's state, the
 * deltas to the webview as the text they travel as, and the check at the webview's border. The stream comes from
 * memory, one event a chunk, so that the network is in neither figure.
 */
export const streamReplay: Measurement = { name: 'stream', run: measure };

async function measure(): Promise<Figure[]> {
  const ours: number[] = [];
  const sdk: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const [alone, whole] = [await timed(readWithSdk), await timed(showInPanel)];
    if (round < 0) continue;
    sdk.push(alone);
    ours.push(whole);
  }
  return [
    toFigure({
      name: 'Host work for one streamed delta',
      unit: 'µs',
      statistic: 'median',
      samples: ours,
      yardstick: { name: 'the SDK alone', samples: sdk },
    }),
  ];
}

/** Microseconds a delta. */
async function timed(replay: () => Promise<number>): Promise<number> {
  const started = performance.now();
  const characters = await replay();
  const ms = performance.now() - started;
  if (characters !== DELTAS * WORD.length) throw new Error(`${characters} characters arrived.`);
  return (ms * 1000) / DELTAS;
}

async function readWithSdk(): Promise<number> {
  const client = new Anthropic({ apiKey: 'sk-ant-bench', baseURL: BASE_URL, fetch: replayFetch, maxRetries: 0 });
  const messages = [{ role: 'user' as const, content: 'Go on' }];
  const stream = await client.messages.create({ model: 'm', max_tokens: 32_000, messages, stream: true });
  let characters = 0;
  for await (const event of stream) {
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
      characters += event.delta.text.length;
  }
  return characters;
}

async function showInPanel(): Promise<number> {
  const adapter = createAnthropicModel({
    apiKey: 'sk-ant-bench',
    baseUrl: BASE_URL,
    clock: systemClock,
    fetch: replayFetch,
  });
  const model = withRetry(adapter, { clock: systemClock });
  const store = new ChatStore(createInitialChatState('bench'));
  const presenter = new AnswerPresenter(store, systemClock);
  const stream = new DeltaStream(store, systemClock, (message) => {
    hostMessageSchema.parse(JSON.parse(JSON.stringify(message)));
  });
  presenter.handle({ type: 'model-info', answerId: 'answer', modelId: 'anthropic/m' });
  for await (const event of model.stream(REQUEST, new AbortController().signal)) {
    if (event.type === 'text-delta') presenter.handle({ type: 'content', text: event.text });
  }
  stream.dispose();
  const [answer] = store.state.items;
  const [block] = answer?.kind === 'answer' ? answer.blocks : [];
  return block?.kind === 'text' ? block.text.length : 0;
}

const REQUEST: ModelRequest = {
  model: 'm',
  system: '',
  tools: [],
  messages: [userMessage('Go on')],
  cacheAnchors: [],
  cacheKey: 'bench',
  thinking: 'inherit',
  promptId: 'bench',
};

const WORD = 'word ';
const USAGE = { input_tokens: 10, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
const EVENTS = [
  {
    type: 'message_start',
    message: {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', content: [], model: 'm', usage: USAGE },
      ...{ stop_reason: null, stop_sequence: null },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...Array.from({ length: DELTAS }, () => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: WORD },
  })),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: DELTAS } },
  { type: 'message_stop' },
].map((event) => new TextEncoder().encode(sse(event, event.type)));

const replayFetch: typeof fetch = async () => {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = EVENTS[next];
      next += 1;
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};
