import { describe, expect, it, test } from 'vitest';
import type { SelectedModel } from '../../../src/extension/model/chatModel.ts';
import { resolveModel } from '../../../src/extension/model/resolveModel.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { run, startSession } from './sessionHarness.ts';

const TEXT = 'Back up the data before you begin. ';
const SENT = TEXT.trimEnd();

interface Sent {
  readonly url: string;
  readonly body: Body;
}

interface Body {
  readonly messages?: readonly Line[];
  readonly contents?: readonly Line[];
  readonly input?: readonly Line[];
  readonly tools?: unknown;
  readonly [field: string]: unknown;
}

interface Line {
  readonly role?: string;
  readonly [field: string]: unknown;
}

/** Cuts an answer off, and continues it with a model whose server refuses everything. Returns what was sent. */
async function continueWith(id: string, providers: unknown = {}): Promise<Sent[]> {
  const sent: Sent[] = [];
  const refuse: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push({ url: request.url, body: JSON.parse(await request.text()) as Body });
    const error = { type: 'invalid_request_error', message: 'No prefill.', code: 400, status: 'INVALID_ARGUMENT' };
    const headers = { 'content-type': 'application/json' };
    return new Response(JSON.stringify({ type: 'error', error }), { status: 400, headers });
  };
  const resolved = await resolveModel(id, {
    providers,
    getKey: async () => 'sk-test',
    clock: createManualClock(),
    log: silentLog,
    fetch: refuse,
  });
  if (resolved.kind !== 'model') throw new Error(resolved.message);
  const { model }: { readonly model: SelectedModel } = resolved;
  const session = await startSession([{ text: TEXT, stopReason: 'length' }]);
  session.submit('write the guide');
  await run();
  const item = session.store.state.items.at(-1)?.id ?? '';
  expect(session.chats.session.continuations.continueMessage(item, model)).toBeNull();
  await expect.poll(() => session.store.state.status).toBe('idle');
  return sent;
}

const last = ({ body }: Sent): Line => (body.messages ?? body.contents ?? body.input)?.at(-1) ?? {};
const at = (host: string): object => ({ baseUrl: `http://${host}/v1`, kind: 'openai-chat' });

describe('continuing an answer sends exactly the native form, and then the guided form', () => {
  const chat = (fields: object) => ({ role: 'assistant', content: SENT, ...fields });
  it.each<[id: string, path: RegExp, line: object, body: object, providers?: unknown]>([
    [
      'anthropic/claude-haiku-4-5',
      /\/v1\/messages/,
      { role: 'assistant', content: [expect.objectContaining({ type: 'text', text: SENT })] },
      { thinking: { type: 'disabled' } },
    ],
    ['gemini/gemini-2.5-flash', /gemini-2\.5-flash:stream/, { role: 'model', parts: [{ text: SENT }] }, {}],
    ['deepseek/deepseek-chat', /\/beta\/chat/, chat({ prefix: true }), { thinking: { type: 'disabled' } }],
    ['mistral/mistral-large-latest', /\/v1\/chat/, chat({ prefix: true }), {}],
    ['moonshot/kimi-k2-0905-preview', /\/chat/, chat({ partial: true }), {}],
    ['dashscope/qwen-max', /\/chat/, { role: 'assistant', partial: true }, { enable_thinking: false }],
    ['openrouter/anthropic/claude-sonnet-4.5', /\/chat/, chat({}), {}],
    ['ollama/llama3.3', /\/chat/, chat({}), {}],
    [
      'lab/llama-4',
      /\/v1\/chat/,
      chat({}),
      { continue_final_message: true, add_generation_prompt: false },
      { lab: { ...at('127.0.0.1:8000'), continuation: 'continue-final-message' } },
    ],
  ])('to %s', async (id, path, line, body, providers) => {
    const [native, guided, ...more] = await continueWith(id, providers);
    if (!native || !guided) throw new Error('Two requests were expected.');
    expect(native.url).toMatch(path);
    expect(last(native)).toMatchObject(line);
    expect(native.body).toMatchObject(body);
    expect(native.body.tools).toBeUndefined();
    expect(last(guided).role).toBe('user');
    expect(JSON.stringify(last(guided))).toContain('Your last message was cut off');
    expect(guided.body.tools).toBeDefined();
    expect(guided.url).not.toContain('/beta');
    expect(guided.body).not.toHaveProperty('continue_final_message');
    expect(JSON.stringify(guided.body)).not.toMatch(/"(prefix|partial)":/);
    expect(more).toEqual([]);
  });
});

test.each<[id: string, providers?: unknown]>([
  ['openai/gpt-5.6'],
  ['anthropic/claude-opus-5'],
  ['gemini/gemini-3.6-flash'],
  ['work/qwen3', { work: at('llm.example.com') }],
  ['deepseek/deepseek-chat', { deepseek: { continuation: 'guided' } }],
])('continuing an answer of %s sends the guided form at once', async (id, providers) => {
  const sent = await continueWith(id, providers);
  expect(sent).toHaveLength(1);
  expect(sent.map(last).map(({ role }) => role)).toEqual(['user']);
  expect(JSON.stringify(sent[0]?.body)).not.toMatch(/"(prefix|partial)":/);
});
