import { setImmediate } from 'node:timers/promises';
import { createInitialChatState } from '../src/shared/chatReducer.ts';
import { hostMessageSchema, type HostMessage } from '../src/shared/protocol.ts';
import { AnswerPresenter } from '../src/extension/chat/view/answerPresenter.ts';
import type { ContinueRequest } from '../src/extension/chat/agent/chatClient.ts';
import { ChatStore } from '../src/extension/chat/view/chatStore.ts';
import { planContinuation } from '../src/extension/chat/conversation/continuationPlan.ts';
import { Conversation } from '../src/extension/chat/conversation/conversation.ts';
import type { ChatModel } from '../src/extension/model/chatModel.ts';
import { withRetry } from '../src/extension/model/retry.ts';
import { DeltaStream } from '../src/extension/panel/deltaStream.ts';
import { createToolRegistry } from '../src/extension/tools/registry.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';
import { DELIVERIES, DELTAS, type Delivery } from './stream/recordings.ts';
import { ReplayClock, replayFetch, type Replay } from './stream/replay.ts';
import { createBareClient } from '../test/support/bareClient.ts';
import { WIRES, type ReplayedWire } from './stream/wires.ts';

const ROUNDS = 25;
const WARM_UP = 3;
/** Replays in a sample: processor time is counted in steps of several milliseconds, and a replay takes about ten. */
const REPLAYS = 5;
const MAX_RATIO = 2;
const MAX_CONTINUED_RATIO = 1.15;

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
  return [...figures, await compareContinuation(), await measureValidation()];
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

/** The host's work per delta of a continuation, compared with that of an answer. */
async function compareContinuation(): Promise<Figure> {
  const [[wire], [delivery]] = [WIRES, DELIVERIES];
  if (!wire || !delivery) throw new Error('There is nothing to replay.');
  const { events, characters } = wire.record();
  const replay = toReplay(events, delivery);
  const continued: number[] = [];
  const answers: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const show = (prefix: string) => {
      const clock = new ReplayClock();
      const model = wire.createModel(replayFetch(replay, clock), clock);
      return timed(prefix.length + characters, () => showInPanel(model, clock, stringify, prefix));
    };
    const answer = await show('');
    const continuation = await show(PREFIX);
    if (round < 0) continue;
    answers.push(answer);
    continued.push(continuation);
  }
  return toFigure({
    name: `Host work for a delta of a continuation, ${wire.name}, ${delivery.name}`,
    unit: 'µs',
    statistic: 'median',
    samples: continued,
    yardstick: { name: 'an answer', samples: answers },
    target: {
      text: `at most ${MAX_CONTINUED_RATIO} × an answer`,
      isMet: (value, answer) => value <= MAX_CONTINUED_RATIO * answer,
    },
  });
}

/** Text of about a thousand tokens. */
const PREFIX = Array.from({ length: 100 }, (_, index) => `Step ${index}: stop the worker and back up its folder.`).join(
  '\n',
);

/**
 * Microseconds of processor time that this thread takes per delta. Unlike elapsed time, it does not depend on other
 * programs. `read` replays the stream once; `characters` is the number that it must find.
 */
async function timed(characters: number, read: () => Promise<number>): Promise<number> {
  // Lets pending work of the previous sample finish first.
  await setImmediate();
  const before = threadCpuUsage();
  for (let replay = 0; replay < REPLAYS; replay += 1) {
    const seen = await read();
    if (seen !== characters) throw new Error(`${seen} of ${characters} characters arrived.`);
  }
  const { user, system } = threadCpuUsage(before);
  return (user + system) / (REPLAYS * DELTAS);
}

/** Exists in the Node that runs the bench, but not in the types, which match the oldest supported VS Code's Node. */
const { threadCpuUsage } = process as unknown as { readonly threadCpuUsage: typeof process.cpuUsage };

/**
 * Sends an answer through the host. If `prefix` is given, the answer continues this text. Returns the number of
 * characters that the panel shows at the end.
 */
async function showInPanel(
  chatModel: ChatModel,
  clock: ReplayClock,
  post: (message: HostMessage) => void,
  prefix = '',
) {
  const store = new ChatStore(createInitialChatState('bench'));
  const stream = new DeltaStream(store, clock, post);
  const conversation = new Conversation('bench', { clock, onDidAppend: () => {} });
  const registry = createToolRegistry([]);
  const presenter = new AnswerPresenter(store, conversation, registry, clock);
  const model = { id: 'bench/m', label: 'm', name: 'm', chatModel: withRetry(chatModel, { clock }) };
  const client = createBareClient({ conversation, registry, clock });
  stream.sendSnapshot();
  const prompt = { kind: 'prompt', parts: [{ type: 'text', text: 'Go on' }] } as const;
  const request = prefix === '' ? prompt : toContinue(conversation, prefix);
  await client.sendMessage(request, model, new AbortController().signal, 'bench', (event) => presenter.handle(event));
  clock.advance(1_000);
  stream.dispose();
  const answer = store.state.items.at(-1);
  const blocks = answer?.kind === 'answer' ? answer.blocks : [];
  return blocks.reduce((sum, block) => sum + (block.kind === 'tool' ? 0 : block.text.length), 0);
}

/** A request that continues an answer of this text. */
function toContinue(conversation: Conversation, prefix: string): ContinueRequest {
  const { id: parent } = conversation.addPrompt([{ type: 'text', text: 'Go on' }]);
  const { id } = conversation.openAnswer({ modelId: 'bench/m', promptId: 'before' });
  const message = { role: 'assistant', parts: [{ type: 'text', text: prefix }] } as const;
  conversation.closeAnswer(id, { outcome: 'stopped', stopReason: 'length', message, usage: null });
  const node = conversation.node(id);
  const plan = node?.kind === 'answer' ? planContinuation(node, false) : undefined;
  if (plan?.kind !== 'join') throw new Error('The answer cannot be continued.');
  conversation.switchTo(parent);
  return { kind: 'continue', message: plan.message };
}

/** Serializes a message, as VS Code does before it passes the message to the webview's process. */
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
    for (let replay = 0; replay < REPLAYS; replay += 1) {
      for (const message of messages) hostMessageSchema.parse(JSON.parse(message));
    }
    const { user, system } = threadCpuUsage(before);
    if (round >= 0) samples.push((user + system) / (REPLAYS * DELTAS));
  }
  const name = `Check of a delta by the webview, ${delivery.name}`;
  return toFigure({ name, unit: 'µs', statistic: 'median', samples });
}

function toReplay(events: readonly string[], { pace, toChunks }: Delivery): Replay {
  return { chunks: toChunks(events), duration: (DELTAS / pace) * 1000 };
}
