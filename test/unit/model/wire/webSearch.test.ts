import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../../src/extension/model/chatModel.ts';
import { idSearchesWeb, searchesWeb } from '../../../../src/extension/model/webSearch.ts';
import { systemClock } from '../../../../src/extension/node/systemClock.ts';
import { collectEvents } from '../../../support/scriptedModel.ts';
import { until } from '../../../support/until.ts';
import { startWireServer, type WireServer } from '../../../support/wireServer.ts';
import {
  PAUSED_SEARCH,
  RECORDED_SEARCHES,
  SEARCHED_PAGES,
  SEARCHED_TEXT,
  type RecordedSearch,
} from './recordedSearch.ts';
import { createRequest } from './requests.ts';
import { WIRES } from './wires.ts';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

const REQUEST = createRequest({ tools: [], searchesWeb: true });
const WIRES_WITH_SEARCH = WIRES.flatMap((wire) => {
  const recorded = RECORDED_SEARCHES[wire.name];
  return recorded ? [{ ...wire, recorded }] : [];
});

const textOf = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
const pagesOf = (events: readonly ModelEvent[]): unknown[] =>
  events.flatMap((event) => (event.type === 'citation' ? [{ url: event.url, title: event.title }] : []));

describe.each(WIRES_WITH_SEARCH)('a web search over the $name wire', ({ recorded, create }) => {
  const { stream, tools, usage }: RecordedSearch = recorded;
  const signal = (): AbortSignal => new AbortController().signal;

  it('declares only the provider’s own tool', async () => {
    server.push({ steps: [stream] });
    await collectEvents(create(server.url, systemClock).stream(REQUEST, signal()));
    const body = JSON.parse(server.requests.at(-1)?.body ?? '{}') as { tools?: unknown[] };
    expect(body.tools).toEqual(tools);
  });

  it('streams the text and each cited page once, and counts the searches', async () => {
    const bytes = new TextEncoder().encode(stream);
    const third = Math.floor(bytes.length / 3);
    server.push({ steps: [bytes.slice(0, third), bytes.slice(third, 2 * third), bytes.slice(2 * third)] });
    const events = await collectEvents(create(server.url, systemClock).stream(REQUEST, signal()));
    expect(textOf(events)).toBe(SEARCHED_TEXT);
    expect(pagesOf(events)).toEqual(SEARCHED_PAGES);
    expect(events.filter(({ type }) => type.startsWith('tool-call'))).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'end', stopReason: 'done', usage });
  });

  it('closes the connection if the request is aborted while the provider searches', async () => {
    const controller = new AbortController();
    const before = server.requests.length;
    server.push({ steps: [stream.slice(0, 300), new Promise(() => {})] });
    const reading = collectEvents(create(server.url, systemClock).stream(REQUEST, controller.signal));
    await until('a request', () => server.requests.length > before);
    controller.abort();
    expect((await reading).at(-1)).toMatchObject({ type: 'end', stopReason: 'aborted' });
    expect(await server.requests.at(-1)?.abortedByClient).toBe(true);
  });
});

it('Anthropic’s paused answer is sent back as the server wrote it', async () => {
  const model = WIRES.find(({ name }) => name === 'Anthropic')?.create(server.url, systemClock);
  server.push({ steps: [PAUSED_SEARCH.stream] });
  server.push({ steps: [RECORDED_SEARCHES['Anthropic']?.stream ?? ''] });
  const { signal } = new AbortController();
  const paused = (await collectEvents(model!.stream(REQUEST, signal))).at(-1);
  expect(paused).toMatchObject({ type: 'end', stopReason: 'paused' });
  if (paused?.type !== 'end') return;
  const messages = [...REQUEST.messages, paused.message];
  const events = await collectEvents(model!.stream({ ...REQUEST, messages }, signal));
  expect(textOf(events)).toBe(SEARCHED_TEXT);
  const body = JSON.parse(server.requests.at(-1)?.body ?? '{}') as { messages: unknown[] };
  expect(body.messages.at(-1)).toEqual({ role: 'assistant', content: PAUSED_SEARCH.content });
});

it.each([
  ['anthropic', 'anthropic', 'https://api.anthropic.com', 'claude-sonnet-5', true],
  ['anthropic', 'anthropic', 'https://api.anthropic.com', 'claude-3-5-haiku-20241022', true],
  ['anthropic', 'anthropic', 'https://api.anthropic.com', 'claude-3-opus-20240229', false],
  ['anthropic', 'anthropic', 'https://proxy.example', 'claude-sonnet-5', true],
  ['work', 'anthropic', 'https://api.anthropic.com', 'claude-sonnet-5', true],
  ['work', 'anthropic', 'https://proxy.example', 'claude-sonnet-5', false],
  ['openai', 'openai', 'https://api.openai.com/v1', 'gpt-5.6-luna', true],
  ['openai', 'openai', 'https://api.openai.com/v1', 'gpt-5-chat-latest', false],
  ['openai', 'openai', 'https://api.openai.com/v1', 'gpt-4.1-nano', false],
  ['openai', 'openai', 'https://api.openai.com/v1', 'gpt-4-turbo', false],
  ['openai', 'openai', 'https://api.openai.com/v1', 'o3-mini', false],
  ['openai', 'openai-chat', 'https://api.openai.com/v1', 'gpt-5.6-luna', false],
  ['gemini', 'gemini', 'https://generativelanguage.googleapis.com', 'gemini-3.6-flash', true],
  ['gemini', 'gemini', 'https://generativelanguage.googleapis.com', 'gemini-2.5-flash-image', false],
  ['gemini', 'gemini', 'https://generativelanguage.googleapis.com', 'gemma-3-27b', false],
  ['openrouter', 'openai-chat', 'https://openrouter.ai/api/v1', 'openai/gpt-5', false],
  ['ollama', 'openai-chat', 'http://127.0.0.1:11434/v1', 'gpt-oss', false],
  ['constructor', 'openai', 'not an address', 'gpt-5', false],
] as const)(
  'for the provider %s (%s, %s), the model %s searches the web: %s',
  (name, kind, baseUrl, model, expected) => {
    expect(searchesWeb({ name, kind, baseUrl }, model)).toBe(expected);
  },
);

it.each([
  ['openai/gpt-5-mini', {}, true],
  ['openai/gpt-5-mini', { openai: { kind: 'openai-chat' } }, false],
  ['work/claude-haiku-4-5', { work: { kind: 'anthropic', baseUrl: 'https://api.anthropic.com' } }, true],
  ['ollama/qwen3', {}, false],
  ['vscode/copilot/gpt-5', {}, false],
  ['tour/tour', {}, false],
  ['', {}, false],
  ['openai/gpt-5-mini', { openai: 'broken' }, false],
] as const)('the model %s with the setting %j searches the web: %s', (id, providers, expected) => {
  expect(idSearchesWeb(id, providers)).toBe(expected);
});
