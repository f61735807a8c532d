import { setImmediate } from 'node:timers/promises';
import { createInitialChatState } from '../src/shared/chatReducer.ts';
import { hostMessageSchema, type HostMessage } from '../src/shared/protocol.ts';
import { CacheSafeParamsStore } from '../src/extension/background/cacheSafeParams.ts';
import { AnswerPresenter } from '../src/extension/chat/view/answerPresenter.ts';
import { createChatClient } from '../src/extension/chat/agent/chatClient.ts';
import { ChatStore } from '../src/extension/chat/view/chatStore.ts';
import { FormMemory } from '../src/extension/continue/form.ts';
import { Conversation } from '../src/extension/chat/conversation/conversation.ts';
import { IdeContextFeed, IdeContextStore } from '../src/extension/chat/context/ideContextFeed.ts';
import type { ChatModel } from '../src/extension/model/chatModel.ts';
import { UNKNOWN_PRICING } from '../src/extension/model/pricing.ts';
import { withRetry } from '../src/extension/model/retry.ts';
import { DeltaStream } from '../src/extension/panel/deltaStream.ts';
import { createToolRegistry } from '../src/extension/tools/registry.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';
import { DELIVERIES, DELTAS, type Delivery } from './stream/recordings.ts';
import { ReplayClock, replayFetch, type Replay } from './stream/replay.ts';
import { WIRES, type ReplayedWire } from './stream/wires.ts';

const ROUNDS = 25;
const WARM_UP = 3;
const MAX_RATIO = 2;

/**
 * The host's work per delta of a streamed answer, compared with the vendor's SDK alone. It includes all steps from the
 * bytes to the messages for the webview: adapter, retry, the client's turn, the conversation, the panel's state,
 * serialized deltas. The stream comes from memory, so the network is not included.
 */
export const streamReplay: Measurement = { name: 'stream', run: measure };

async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const delivery of DELIVERIES) {
    for (const wire of WIRES) figures.push(await compare(wire, delivery));
  }
  return [...figures, await measureValidation()];
}

async function compare(wire: ReplayedWire, delivery: Delivery): Promise<Figure> {
  const { events, characters } = wire.record();
  const replay = toReplay(events, delivery);
  const ours: number[] = [];
  const alone: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const clock = new ReplayClock();
    const send = replayFetch(replay, clock);
    const sdk = await timed(characters, () => wire.readWithSdk(send));
    const host = await timed(characters, () => showInPanel(wire.createModel(send, clock), clock, stringify));
    if (round < 0) continue;
    alone.push(sdk);
    ours.push(host);
  }
  return toFigure({
    name: `Host work for a delta, ${wire.name}, ${delivery.name}`,
    unit: 'µs',
    statistic: 'median',
    samples: ours,
    yardstick: { name: 'the SDK alone', samples: alone },
    target: { text: `at most ${MAX_RATIO} × the SDK alone`, isMet: (value, sdk) => value <= MAX_RATIO * sdk },
  });
}

/**
 * Microseconds of processor time that this thread takes per delta. Unlike elapsed time, it does not depend on other
 * programs. `characters` is the number that `read` must find.
 */
async function timed(characters: number, read: () => Promise<number>): Promise<number> {
  // Lets pending work of the previous round finish first.
  await setImmediate();
  const before = threadCpuUsage();
  const seen = await read();
  const { user, system } = threadCpuUsage(before);
  if (seen !== characters) throw new Error(`${seen} of ${characters} characters arrived.`);
  return (user + system) / DELTAS;
}

/** Exists in the Node that runs the bench, but not in the types, which match the oldest supported VS Code's Node. */
const { threadCpuUsage } = process as unknown as { readonly threadCpuUsage: typeof process.cpuUsage };

/** Sends an answer through the host. Returns the number of characters that the panel shows at the end. */
async function showInPanel(chatModel: ChatModel, clock: ReplayClock, post: (message: HostMessage) => void) {
  const store = new ChatStore(createInitialChatState('bench'));
  const stream = new DeltaStream(store, clock, post);
  const conversation = new Conversation('bench', { clock, onDidAppend: () => {} });
  const registry = createToolRegistry([]);
  const presenter = new AnswerPresenter(store, conversation, registry, clock);
  const model = { id: 'bench/m', label: 'm', name: 'm', chatModel: withRetry(chatModel, { clock }) };
  const client = createChatClient({
    conversation,
    registry,
    cacheSafeParams: new CacheSafeParamsStore(),
    systemPrompt: { text: '', refresh: () => Promise.resolve() },
    ideContext: new IdeContextFeed(new IdeContextStore()),
    approvalMode: () => 'default',
    loadPricing: () => Promise.resolve(UNKNOWN_PRICING),
    forms: new FormMemory(),
    maxSessionTurns: () => null,
    clock,
  });
  stream.sendSnapshot();
  const prompt = { kind: 'prompt', parts: [{ type: 'text', text: 'Go on' }] } as const;
  const events = client.sendMessageStream(prompt, model, new AbortController().signal, 'bench');
  for await (const event of events) presenter.handle(event);
  clock.advance(1_000);
  stream.dispose();
  const answer = store.state.items.at(-1);
  const blocks = answer?.kind === 'answer' ? answer.blocks : [];
  return blocks.reduce((sum, block) => sum + (block.kind === 'tool' ? 0 : block.text.length), 0);
}

/** VS Code does the same before it passes a message to the webview's process. */
function stringify(message: HostMessage): void {
  JSON.stringify(message);
}

/** The webview's validation of the same messages. */
async function measureValidation(): Promise<Figure> {
  const [[wire], [delivery]] = [WIRES, DELIVERIES];
  if (!wire || !delivery) throw new Error('There is nothing to replay.');
  const clock = new ReplayClock();
  const messages: string[] = [];
  const model = wire.createModel(replayFetch(toReplay(wire.record().events, delivery), clock), clock);
  await showInPanel(model, clock, (message) => messages.push(JSON.stringify(message)));
  const samples: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const before = threadCpuUsage();
    for (const message of messages) hostMessageSchema.parse(JSON.parse(message));
    const { user, system } = threadCpuUsage(before);
    if (round >= 0) samples.push((user + system) / DELTAS);
  }
  const name = `Webview’s check of a delta, ${delivery.name}`;
  return toFigure({ name, unit: 'µs', statistic: 'median', samples });
}

function toReplay(events: readonly string[], { pace, toChunks }: Delivery): Replay {
  return { chunks: toChunks(events), duration: (DELTAS / pace) * 1000 };
}
