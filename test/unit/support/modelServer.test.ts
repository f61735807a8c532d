import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheablePrompt, endsWithToolResult, lastUserText } from '../../support/modelRequest.ts';
import { type ModelServer, startModelServer } from '../../support/modelServer.ts';

let server: ModelServer;

beforeEach(async () => {
  server = await startModelServer();
});

afterEach(() => server.close());

const anthropic = () => new Anthropic({ apiKey: 'test', baseURL: server.url, maxRetries: 0 });
const openai = () => new OpenAI({ apiKey: 'test', baseURL: server.openaiUrl, maxRetries: 0 });

function ask(content: string, signal?: AbortSignal) {
  return anthropic().messages.stream(
    { model: 'claude-sonnet-5', max_tokens: 100, messages: [{ role: 'user', content }] },
    { signal: signal ?? null },
  );
}

describe('the scripted model server', () => {
  it('streams an answer to an Anthropic client', async () => {
    server.on('Hello', { text: 'Hello to you, too.', thinking: 'A greeting.', finishReason: 'length' });
    const message = await ask('Hello there').finalMessage();
    expect(message.stop_reason).toBe('max_tokens');
    expect(message.content.map((block) => block.type)).toEqual(['thinking', 'text']);
    expect(message.content.at(-1)).toMatchObject({ text: 'Hello to you, too.' });
  });

  it('streams tool calls to an OpenAI client, then the next answer of the sequence', async () => {
    server.on(
      'Read',
      { tools: [{ name: 'read_file', arguments: { path: 'a.ts' }, id: 'call_1' }] },
      { text: 'Read it.' },
    );
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Read a.ts' }];
    const first = await openai().chat.completions.stream({ model: 'gpt-5.6', messages }).finalMessage();
    expect(first.tool_calls?.[0]).toMatchObject({ function: { name: 'read_file', arguments: '{"path":"a.ts"}' } });
    messages.push(first, { role: 'tool', tool_call_id: 'call_1', content: 'export {}' });
    const second = await openai().chat.completions.stream({ model: 'gpt-5.6', messages }).finalMessage();
    expect(second.content).toBe('Read it.');
    expect(server.requests().map(endsWithToolResult)).toEqual([false, true]);
  });

  it('keeps the bytes of a request', async () => {
    server.otherwise(() => true, { text: 'Yes.' });
    await ask('Ünïcode?').finalMessage();
    const [request] = server.requests();
    expect(request?.body.includes('{"role":"user","content":"Ünïcode?"}')).toBe(true);
    expect(request?.path).toBe('/v1/messages');
    expect(lastUserText(request!)).toBe('Ünïcode?');
  });

  it('compares the prefixes of requests without their cache breakpoints', async () => {
    server.otherwise(() => true, { text: 'Yes.' });
    const send = (...texts: string[]) =>
      anthropic().messages.create({
        model: 'claude-sonnet-5',
        max_tokens: 10,
        messages: texts.map((text, index) => ({
          role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
          content: [
            {
              type: 'text' as const,
              text,
              ...(index === texts.length - 1 && { cache_control: { type: 'ephemeral' as const } }),
            },
          ],
        })),
      });
    await send('one');
    await send('one', 'two', 'three');
    await send('uno', 'two', 'three');
    const [parent, fork, unrelated] = server.requests().map(cacheablePrompt);
    expect(fork?.startsWith(parent!)).toBe(true);
    expect(unrelated?.startsWith(parent!)).toBe(false);
  });

  it('marks a request as aborted if the client closes the connection', async () => {
    const abort = new AbortController();
    const never = new Promise<void>(() => undefined);
    server.on('Slow', {
      text: 'One two three four five six seven eight nine ten.',
      chunkSize: 4,
      hold: { until: never, afterEvents: 5 },
    });
    const stream = ask('Slow', abort.signal);
    stream.on('text', () => abort.abort());
    await expect(stream.finalMessage()).rejects.toThrow(Anthropic.APIUserAbortError);
    await expect.poll(() => server.requests()[0]?.aborted).toBe(true);
  });

  it('marks a request as answered after the whole answer', async () => {
    server.on('Hi', { text: 'Hi.' });
    await ask('Hi').finalMessage();
    await expect.poll(() => server.requests()[0]).toMatchObject({ answered: true, aborted: false });
  });

  it('holds an answer until the test releases it', async () => {
    let release = () => {};
    server.on('Wait', { text: 'At last.', hold: { until: new Promise<void>((resolve) => (release = resolve)) } });
    const answer = ask('Wait').finalText();
    await server.received('Wait');
    expect(server.requests()[0]?.answered).toBe(false);
    release();
    expect(await answer).toBe('At last.');
  });

  it.each([
    ['Anthropic', '/v1/messages', { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Wait' }] }],
    ['Chat Completions', '/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content: 'Wait' }] }],
    ['Responses', '/v1/responses', { model: 'm', input: [{ role: 'user', content: 'Wait' }] }],
    [
      'Gemini',
      '/v1beta/models/m:streamGenerateContent?alt=sse',
      { contents: [{ role: 'user', parts: [{ text: 'Wait' }] }] },
    ],
  ])('holds an answer after a part of its text in %s', async (_name, path, body) => {
    const until = new Promise<void>(() => undefined);
    server.on('Wait', { text: 'One, two, three.', chunkSize: 5, hold: { until, afterText: 'two' } });
    const abort = new AbortController();
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      body: JSON.stringify({ ...body, stream: true }),
      signal: abort.signal,
    });
    const decoder = new TextDecoder();
    let read = '';
    for await (const chunk of response.body ?? []) {
      read += decoder.decode(chunk, { stream: true });
      if (read.includes('two')) break;
    }
    abort.abort();
    await expect.poll(() => server.requests()[0]).toMatchObject({ aborted: true, answered: false });
    expect(read).toContain('One, ');
    expect(read).not.toContain('three');
  });

  it('closes the connection in the middle of an answer', async () => {
    server.on('Cut', { text: 'This will never be whole, and that is the point.', cutAfterEvents: 4 });
    await expect(ask('Cut').finalMessage()).rejects.toThrow();
    await expect.poll(() => server.requests()[0]).toMatchObject({ answered: false, aborted: false });
  });

  it('returns an error in the format of the provider', async () => {
    server.on('Busy', { error: { status: 429, message: 'Slow down.', type: 'rate_limit_error', retryAfter: 7 } });
    const error = await ask('Busy')
      .finalMessage()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Anthropic.RateLimitError);
    expect((error as InstanceType<typeof Anthropic.RateLimitError>).headers?.get('retry-after')).toBe('7');
  });

  it('sends raw bytes unchanged', async () => {
    server.on('Raw', {
      raw: { status: 200, headers: { 'content-type': 'text/plain' }, chunks: ['a\u0000', new Uint8Array([0xff])] },
    });
    const response = await fetch(`${server.url}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Raw' }] }),
    });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([97, 0, 0xff]));
  });

  it('refuses a request without a scripted answer, and records it as unexpected', async () => {
    await expect(ask('Anything').finalMessage()).rejects.toThrow('no answer for POST /v1/messages: Anything');
    expect(server.unexpected()).toHaveLength(1);
  });
});
