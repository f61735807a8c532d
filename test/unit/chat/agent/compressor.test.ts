import { describe, expect, test } from 'vitest';
import { silentLog } from '../../../../src/extension/base/silentLog.ts';
import { CacheSafeParamsStore } from '../../../../src/extension/background/cacheSafeParams.ts';
import type { BackgroundRequest } from '../../../../src/extension/background/spending.ts';
import type { ClientEvent, Emit } from '../../../../src/extension/chat/agent/clientEvent.ts';
import { findSummaryModel } from '../../../../src/extension/chat/agent/summaryModel.ts';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import type { ConversationEntry } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import type { ConversationNode } from '../../../../src/extension/chat/conversation/conversationNode.ts';
import type { ModelError, ModelRequest, SelectedModel } from '../../../../src/extension/model/chatModel.ts';
import { textOf } from '../../../../src/extension/model/message.ts';
import { UNKNOWN_PRICING } from '../../../../src/extension/model/pricing.ts';
import { estimateInput } from '../../../../src/extension/model/tokens.ts';
import type { Log } from '../../../../src/extension/ports/log.ts';
import { createBareClient } from '../../../support/bareClient.ts';
import { longText } from '../../../support/longText.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createScriptedModel, type ScriptedStep } from '../../../support/scriptedModel.ts';

const WINDOW = 8_000;

interface Options {
  readonly contextWindow?: number;
  /** The context window in the table of models. If it is given, the model does not have a window of its own. */
  readonly windowOf?: number | 'unknown';
  readonly system?: string;
  /** `never`: the model is never resolved. */
  readonly otherModel?: SelectedModel | 'never';
  /** The entries of a chat that is opened again. */
  readonly entries?: readonly ConversationEntry[];
}

/** A chat client whose model answers its requests with `steps`, in order. A request for a summary takes a step too. */
function start(
  steps: readonly ScriptedStep[],
  { contextWindow = WINDOW, windowOf, otherModel, system = 'system', entries: loaded = [] }: Options = {},
) {
  const clock = createManualClock();
  const entries: ConversationEntry[] = [];
  const conversation = new Conversation('c', { clock, onDidAppend: (entry) => void entries.push(entry) });
  conversation.load(loaded);
  const scripted = createScriptedModel(steps);
  const cacheSafeParams = new CacheSafeParamsStore();
  const counted: BackgroundRequest[] = [];
  const logged: string[] = [];
  const log: Log = { ...silentLog, warn: (message) => void logged.push(message) };
  const kept: (readonly ConversationNode[])[] = [];
  const client = createBareClient({
    conversation,
    clock,
    cacheSafeParams,
    systemPrompt: { textFor: () => system, refresh: () => Promise.resolve() },
    loadPricing: async () => ({ ...UNKNOWN_PRICING, ...(typeof windowOf === 'number' && { contextWindow: windowOf }) }),
    compression: {
      otherModel: (signal) => {
        const find = () => (otherModel === 'never' ? new Promise<never>(() => {}) : Promise.resolve(otherModel));
        return findSummaryModel(find, { clock, log }, signal);
      },
      onDidRequest: (request) => counted.push(request),
      onDidCompress: (nodes) => kept.push(nodes),
    },
  });
  const window = windowOf === undefined ? { contextWindow } : {};
  const model: SelectedModel = { id: 'fake/m', label: 'm', name: 'm', chatModel: scripted, ...window };
  const abort = new AbortController();
  let prompts = 0;
  const collect = async (work: (emit: Emit) => Promise<unknown>): Promise<ClientEvent[]> => {
    const events: ClientEvent[] = [];
    await work((event) => events.push(event));
    return events;
  };
  return {
    client,
    clock,
    conversation,
    entries,
    scripted,
    abort,
    counted,
    logged,
    kept,
    cacheSafeParams,
    /** Sends a prompt. Returns the events. */
    send: (text: string) => {
      const request = { kind: 'prompt', parts: [{ type: 'text', text }] } as const;
      return collect((emit) => client.sendMessage(request, model, abort.signal, `p${(prompts += 1)}`, emit));
    },
    force: (signal = abort.signal) => collect((emit) => client.compress({ model, focus: '' }, emit, signal)),
  };
}

const long = (name: string, tokens = 1_000): string => longText(name, tokens);
const kinds = (events: readonly ClientEvent[]): string[] => events.map(({ type }) => type);
const textsOf = ({ messages }: ModelRequest): string => messages.map(textOf).join('\n');
const notices = (events: readonly ClientEvent[]) =>
  events.flatMap((event) => (event.type === 'compression-end' ? [event.notice] : []));
const TOO_LONG: ModelError = { kind: 'context-too-long', message: 'too long', retryable: false };
const UNAVAILABLE: ModelError = { kind: 'overloaded', message: 'The server is overloaded.', retryable: false };

/** Five prompts with answers, together about 75 % of the window. */
const FILLED: readonly ScriptedStep[] = ['1', '2', '3', '4', '5'].map((name) => long(`answer ${name}`, 600));
async function fill({ send }: ReturnType<typeof start>): Promise<void> {
  for (const name of ['1', '2', '3', '4', '5']) await send(long(`prompt ${name}`, 520));
}

describe('a chat before its next request', () => {
  test('is compressed before the request, by a fork of the conversation', async () => {
    const chat = start([...FILLED, '## Goal\nA summary.', 'done']);
    await fill(chat);
    const before = chat.scripted.requests.length;
    const events = await chat.send('the last prompt');
    const names = kinds(events);
    expect(names.slice(0, 4)).toEqual(['prompt-recorded', 'compression-start', 'compressed', 'turn-start']);
    const [asked, next] = chat.scripted.requests.slice(before);
    expect(asked?.promptId).toBe('compression');
    // The request for the summary begins with the bytes that the provider has cached, up to the last prompt.
    const earlier = chat.scripted.requests[before - 1];
    expect(asked?.messages.slice(0, earlier?.messages.length)).toEqual(earlier?.messages);
    expect([asked?.system, asked?.tools]).toEqual([earlier?.system, earlier?.tools]);
    const sent = next && textsOf(next);
    expect(sent).toContain('A summary.');
    expect(sent).toContain('prompt 1');
    expect(sent).toContain('the last prompt');
    expect(sent).not.toContain('answer 1');
    expect(next && estimateInput(next)).toBeLessThan(0.7 * WINDOW);
  });

  test('keeps its whole history, and adds the cost of the summary to the answer before it', async () => {
    const chat = start([...FILLED, 'A summary.', 'done']);
    await fill(chat);
    const { leaf } = chat.conversation;
    await chat.send('go on');
    const path = chat.conversation.path();
    expect(path.map(({ kind }) => kind)).toEqual([
      ...[1, 2, 3, 4, 5].flatMap(() => ['prompt', 'answer']),
      'prompt',
      'summary',
      'answer',
    ]);
    expect(chat.counted).toMatchObject([{ promptId: 'compression', leaf }]);
    expect(chat.kept).toHaveLength(1);
    const summary = path.find((node) => node.kind === 'summary');
    expect(summary?.after).toBeLessThan(summary?.before ?? 0);
    expect(summary?.messages).toBeGreaterThan(3);
  });

  test('is not compressed if the limit is not reached', async () => {
    const chat = start(['short', 'answer']);
    await chat.send('a');
    expect(kinds(await chat.send('b'))).not.toContain('compression-start');
  });

  test.each([
    ['compressed above 128,000 tokens if the window is unknown', 'unknown', true],
    ['compressed if it fills the window in the table of models', 180_000, true],
    ['not compressed if the window in the table of models is much larger', 1_000_000, false],
  ] as const)('is %s', async (_, windowOf, expected) => {
    const chat = start([long('a', 70_000), long('b', 60_000), 'A summary.', 'done'], { windowOf });
    await chat.send('1');
    await chat.send('2');
    expect(kinds(await chat.send('3')).includes('compressed')).toBe(expected);
  });

  test('is not compressed if its newest messages alone fill the window, and shows no notice', async () => {
    const chat = start(['answer', 'again']);
    const events = await chat.send(long('one huge prompt', 6_000));
    expect(kinds(events)).toEqual(['prompt-recorded', 'turn-start', 'text-delta', 'end']);
  });
});

describe('a summary that is not smaller', () => {
  const system = long('system', 5_400);

  test('changes nothing, and switches automatic compression off until the user compresses the chat', async () => {
    const chat = start([long('a', 520), long('a summary', 900), 'done', 'again', 'Short.'], { system });
    await chat.send('first');
    const events = await chat.send('second');
    expect(notices(events)).toEqual([
      'The summary was not shorter than the messages, so nothing was changed. This chat is not compressed automatically ' +
        'any more. Choose Compress context in the More menu to try again.',
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'end', stopReason: 'done' });
    expect(chat.conversation.path().some(({ kind }) => kind === 'summary')).toBe(false);
    expect(kinds(await chat.send('third'))).not.toContain('compression-start');
    expect(chat.client.automaticCompression).toBe('not-shorter');
    expect(kinds(await chat.force())).toEqual(['compression-start', 'compressed']);
    expect(chat.client.automaticCompression).toBe('on');
  });

  test('keeps automatic compression off after a reload, and in a copy of the chat', async () => {
    const chat = start([long('a', 520), long('a summary', 900), 'done'], { system });
    for (const prompt of ['first', 'second']) await chat.send(prompt);
    for (const entries of [chat.entries, chat.conversation.entries()]) {
      const again = start(['again', 'Short.'], { system, entries });
      expect(kinds(await again.send('third'))).not.toContain('compression-start');
      await again.force();
      expect(again.conversation.compressesAutomatically).toBe(true);
    }
  });
});

describe('a summary that fails', () => {
  test('is reported in whole sentences if the server ends its message without a full stop', async () => {
    const chat = start([...FILLED, { error: { ...UNAVAILABLE, message: 'Service unavailable' } }, 'answered']);
    await fill(chat);
    expect(notices(await chat.send('go on'))).toEqual([
      'The chat could not be compressed: Service unavailable. Choose Compress context in the More menu to try again.',
    ]);
  });

  test('changes nothing, shows the reason, and switches automatic compression off until the user compresses the chat', async () => {
    const chat = start([...FILLED, { error: UNAVAILABLE }, 'answered', 'again', 'A summary.']);
    await fill(chat);
    const events = await chat.send('go on');
    expect(notices(events)).toEqual([
      'The chat could not be compressed: The server is overloaded. Choose Compress context in the More menu to try again.',
    ]);
    expect(chat.conversation.path().some(({ kind }) => kind === 'summary')).toBe(false);
    expect(events.at(-1)).toMatchObject({ type: 'end', stopReason: 'done' });
    expect(kinds(await chat.send('more'))).not.toContain('compression-start');
    expect(chat.client.automaticCompression).toBe('failed');
    expect(kinds(await chat.force())).toEqual(['compression-start', 'compressed']);
  });

  test('is requested again without tools if the model called tools instead of writing', async () => {
    const calls = { calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] };
    const chat = start([...FILLED, calls, 'A summary.', 'done']);
    await fill(chat);
    expect(kinds(await chat.send('go on'))).toContain('compressed');
    const plain = chat.scripted.requests.at(-2);
    expect(plain?.tools).toEqual([]);
    expect(plain && textsOf(plain)).toContain('answer 1');
  });

  test('has a notice with the reason if the model writes nothing', async () => {
    const chat = start([...FILLED, '', '']);
    await fill(chat);
    const [notice] = notices(await chat.force());
    expect(notice).toBe('The chat could not be compressed: The model wrote no summary.');
  });
});

describe('stopping a summary', () => {
  test('changes nothing, shows nothing, and keeps automatic compression on', async () => {
    const stop = new AbortController();
    const step: ScriptedStep = () => {
      stop.abort();
      return 'too late';
    };
    const chat = start([...FILLED, step, 'A summary.']);
    await fill(chat);
    const { leaf } = chat.conversation;
    expect(notices(await chat.force(stop.signal))).toEqual([null]);
    expect(chat.conversation.leaf).toBe(leaf);
    expect(kinds(await chat.force())).toEqual(['compression-start', 'compressed']);
  });
});

describe('a request that the provider reports as too long', () => {
  test.each<[string, ScriptedStep]>([
    ['with an error', { error: TOO_LONG }],
    ['with a stop reason', { text: 'cut', stopReason: 'context-full' }],
  ])('%s is repeated once, after the older messages alone were summarized', async (_, full) => {
    const chat = start([...FILLED, ...FILLED, full, 'A summary.', 'done'], { contextWindow: 100_000 });
    await fill(chat);
    await fill(chat);
    const events = await chat.send('third');
    expect(kinds(events)).toContain('compressed');
    expect(events.at(-1)).toMatchObject({ type: 'end', stopReason: 'done' });
    const [asked, retried] = chat.scripted.requests.slice(-2);
    expect(asked && textsOf(asked)).not.toContain('third');
    expect(retried && textsOf(retried)).toContain('A summary.');
    // The failed answer is on another branch.
    expect(
      chat.conversation
        .path()
        .map(({ kind }) => kind)
        .slice(-3),
    ).toEqual(['prompt', 'summary', 'answer']);
  });

  test('is not sent a third time', async () => {
    const full = { error: TOO_LONG };
    const chat = start([...FILLED, ...FILLED, full, 'A summary.', full], { contextWindow: 100_000 });
    await fill(chat);
    await fill(chat);
    expect((await chat.send('third')).at(-1)).toMatchObject({ type: 'end', error: { kind: 'context-too-long' } });
    expect(chat.scripted.remaining).toBe(0);
  });

  test('keeps its failed answer on the shown branch if the summary fails too', async () => {
    const chat = start([long('a', 9_000), { error: TOO_LONG }, { error: UNAVAILABLE }], { contextWindow: 100_000 });
    await chat.send('first');
    const events = await chat.send('second');
    expect(kinds(events)).toContain('compression-end');
    expect(chat.conversation.path().at(-1)).toMatchObject({ kind: 'answer', close: { outcome: 'failed' } });
  });

  test('is repeated after a summary in pieces if the older messages alone are too long', async () => {
    const full = { error: TOO_LONG };
    const answers = Array.from({ length: 8 }, (_, index) => long(`answer ${index}`, 900));
    const pieces = ['Piece 1.', 'Piece 2.', 'Piece 3.', 'Piece 4.', 'Piece 5.', 'Piece 6.'];
    const chat = start([...answers, full, full, ...pieces, 'done'], { contextWindow: 100_000 });
    for (let index = 0; index < 8; index += 1) await chat.send(`prompt ${index}`);
    expect(kinds(await chat.send('go on'))).toContain('compressed');
    const summaries = chat.scripted.requests.filter(({ promptId }) => promptId === 'compression').slice(1);
    expect(summaries.length).toBeGreaterThan(1);
    // Each piece includes the summary of the pieces before.
    expect(summaries[1] && textsOf(summaries[1])).toContain('Piece 1.');
  });
});

describe('another model for summaries', () => {
  test('summarizes without the effort and the thinking of the chat’s model', async () => {
    const other = createScriptedModel(['A summary.']);
    const otherModel: SelectedModel = { id: 'fake/o', label: 'o', name: 'o', chatModel: other, contextWindow: 50_000 };
    const chat = start(FILLED, { otherModel });
    await fill(chat);
    expect(kinds(await chat.force())).toEqual(['compression-start', 'compressed']);
    expect(other.requests).toMatchObject([{ model: 'o', thinking: 'off', promptId: 'compression' }]);
    expect(chat.counted).toMatchObject([{ model: { id: 'fake/o' } }]);
    expect(chat.conversation.path().at(-1)).toMatchObject({ kind: 'summary', modelId: 'fake/o' });
  });

  test('is replaced by the chat’s own model if it is not resolved in time', async () => {
    const chat = start([...FILLED, 'A summary.', 'done'], { otherModel: 'never' });
    await fill(chat);
    const sending = chat.send('go on');
    await chat.clock.advance(10_000);
    const events = await sending;
    expect(kinds(events).slice(0, 4)).toEqual(['prompt-recorded', 'compression-start', 'compressed', 'turn-start']);
    expect(chat.counted).toMatchObject([{ model: { id: 'fake/m' } }]);
    expect(chat.logged).toEqual([
      "The conversation's own model writes the summary, because the summary model was not ready in time",
    ]);
  });
});

describe('a stop while another model is resolved', () => {
  test('ends the compression at once, and no summary is requested', async () => {
    const chat = start([...FILLED, 'A summary.'], { otherModel: 'never' });
    await fill(chat);
    const asked = chat.scripted.requests.length;
    const compressing = chat.force();
    await chat.clock.advance(0);
    chat.abort.abort();
    expect(notices(await compressing)).toHaveLength(1);
    expect([chat.scripted.requests.length - asked, chat.logged]).toEqual([0, []]);
  });
});

describe('a compression that the user starts', () => {
  test('shortens one prompt with 300 calls', async () => {
    const chat = start(['A summary.', 'done'], { contextWindow: 1_000_000 });
    const { conversation } = chat;
    const prompt = conversation.addPrompt([{ type: 'text', text: 'Rename it everywhere.' }]);
    const view = { status: 'success', detail: '', summary: '', added: 0, removed: 0, files: [], diff: '' } as const;
    for (let index = 0; index < 300; index += 1) {
      const call = { type: 'tool-call', id: `call-${index}`, name: 'read_file', input: { index } } as const;
      const { id } = conversation.openAnswer({ modelId: 'fake/m', promptId: prompt.id });
      const message = { role: 'assistant', parts: [call] } as const;
      conversation.closeAnswer(id, {
        ...{ outcome: 'stopped', stopReason: 'tools', message, usage: null, cost: null, context: null },
      });
      const content = [{ type: 'text', text: long(`file ${index}`, 100) }] as const;
      const result = { type: 'tool-result', callId: call.id, name: call.name, content, isError: false } as const;
      conversation.addResult(id, { result, view });
    }
    expect(kinds(await chat.force())).toEqual(['compression-start', 'compressed']);
    await chat.send('go on');
    const request = chat.scripted.requests.at(-1);
    const calls = request?.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-call' ? part.id : [])),
    );
    const results = request?.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-result' ? part.callId : [])),
    );
    expect(results).toEqual(calls);
    expect(calls?.length).toBeLessThan(120);
    expect(request && textsOf(request)).toContain('Rename it everywhere.');
  });

  test('shows a notice if there is nothing to compress', async () => {
    const chat = start(['hello']);
    await chat.send('hi');
    const events = await chat.force();
    expect(kinds(events)).toEqual(['compression-start', 'compression-end']);
    expect(notices(events)).toEqual(['There is nothing to compress yet. The newest messages always stay as they are.']);
  });

  test('clears the cached prefix, because the next request begins with other bytes', async () => {
    const chat = start([...FILLED, 'A summary.']);
    await fill(chat);
    expect(chat.cacheSafeParams.current).toBeDefined();
    await chat.force();
    expect(chat.cacheSafeParams.current).toBeUndefined();
  });

  test('is not repeated automatically before the context is full if the user has undone it', async () => {
    const chat = start([...FILLED, 'A summary.', 'answer']);
    await fill(chat);
    await chat.force();
    const summary = chat.conversation.path().at(-1);
    chat.conversation.changeSummary(summary?.id ?? '', { undone: true });
    expect(chat.client.automaticCompression).toBe('undone');
    expect(kinds(await chat.send('go on'))).not.toContain('compression-start');
    const request = chat.scripted.requests.at(-1);
    expect(request && textsOf(request)).toContain('answer 1');
  });
});
