import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forkRequest } from '../../../../src/extension/background/cacheSafeParams.ts';
import { userMessage } from '../../../../src/extension/model/message.ts';
import { createOpenAiChatModel } from '../../../../src/extension/model/wire/openaiChat/openaiChat.ts';
import { dialectOf } from '../../../../src/extension/model/wire/openaiChat/openaiChatDialect.ts';
import { createOpenAiResponsesModel } from '../../../../src/extension/model/wire/openaiResponses/openaiResponses.ts';
import { systemClock } from '../../../../src/extension/node/systemClock.ts';
import { collectEvents } from '../../../support/scriptedModel.ts';
import { jsonReply, startWireServer, type WireServer } from '../../../support/wireServer.ts';
import { chunk, responsesStop } from './recorded.ts';
import { answer, createConversation, createRequest } from './requests.ts';

let server: WireServer;
let first = 0;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());
beforeEach(() => {
  first = server.requests.length;
});

const signal = (): AbortSignal => new AbortController().signal;
const bodies = () => server.requests.slice(first).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const adapterOptions = () => ({ apiKey: 'k', baseUrl: server.url, clock: systemClock });
const done = { steps: [responsesStop()] };
const refusal = (error: object) =>
  jsonReply(400, { error: { message: 'no', type: 'invalid_request_error', ...error } });

describe('the Responses wire', () => {
  it('repeats a request without the refused summary, and omits the summary from then on', async () => {
    const model = createOpenAiResponsesModel(adapterOptions());
    server.push(refusal({ param: 'reasoning.summary', code: 'unsupported_value' }), done, done);
    const events = await collectEvents(model.stream(createRequest({ model: 'gpt-5.6-sol' }), signal()));
    await collectEvents(model.stream(createRequest({ model: 'gpt-5.6-sol' }), signal()));
    expect(events).toMatchObject([{ type: 'end', stopReason: 'done' }]);
    expect(bodies().map((body) => 'reasoning' in body)).toEqual([true, false, false]);
  });

  it('repeats a request without its reasoning if the server cannot decrypt it, but sends the reasoning in the next request', async () => {
    const model = createOpenAiResponsesModel(adapterOptions());
    const item = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAAAA==' };
    const request = createRequest({ messages: createConversation('openai', item) });
    server.push(refusal({ code: 'invalid_encrypted_content' }), done, done);
    await collectEvents(model.stream(request, signal()));
    await collectEvents(model.stream(request, signal()));
    expect(bodies().map((body) => JSON.stringify(body.input).includes('gAAAAA=='))).toEqual([true, false, true]);
  });

  it('fails if the same field is refused again', async () => {
    const model = createOpenAiResponsesModel(adapterOptions());
    server.push(refusal({ param: 'include' }), refusal({ param: 'include' }));
    const events = await collectEvents(model.stream(createRequest(), signal()));
    expect(events).toMatchObject([{ type: 'end', error: { kind: 'bad-request' } }]);
    expect(bodies()).toHaveLength(2);
  });
});

describe('the Chat Completions wire', () => {
  it('repeats a request without the format that the server refused', async () => {
    const model = createOpenAiChatModel(adapterOptions());
    server.push(refusal({ message: 'This response_format type is unavailable now' }), { steps: [chunk({}, 'stop')] });
    await collectEvents(model.stream(createRequest({ responseSchema: { type: 'object' } }), signal()));
    expect(bodies().map((body) => 'response_format' in body)).toEqual([true, false]);
  });

  it('when the answer ends, emits held text that may be half a tag', async () => {
    server.push({ steps: [chunk({ content: '1 <' }), chunk({}, 'stop')] }, { steps: [chunk({ content: '<thin' })] });
    const ask = async () => collectEvents(createOpenAiChatModel(adapterOptions()).stream(createRequest(), signal()));
    expect(await ask()).toMatchObject([{ type: 'text-delta', text: '1 <' }, { stopReason: 'done' }]);
    expect(await ask()).toMatchObject([{ type: 'text-delta', text: '<thin' }, { message: answer('<thin') }]);
  });

  it('enables cache marks at DashScope with a header', async () => {
    const dialect = dialectOf({ name: 'dashscope', baseUrl: server.url });
    const model = createOpenAiChatModel({ ...adapterOptions(), dialect, headers: { 'x-team': 'blue' } });
    server.push({ steps: [chunk({}, 'stop')] });
    await collectEvents(model.stream(createRequest(), signal()));
    expect(server.requests.at(-1)?.headers).toMatchObject({ 'x-dashscope-cachecontrol': 'enable', 'x-team': 'blue' });
  });

  it.each(['openai', 'deepseek', 'moonshot', 'mistral', 'dashscope', 'openrouter', 'some-server'])(
    'sends a fork to %s as its parent’s bytes, the answer and one message',
    async (name) => {
      const model = createOpenAiChatModel({ ...adapterOptions(), dialect: dialectOf({ name, baseUrl: server.url }) });
      const messages = createConversation('openai-chat', {});
      const request = createRequest({ model: 'anthropic/claude-sonnet-5', messages, cacheAnchors: [0, 2, 4] });
      const params = { modelId: 'x/y', request, answer: answer('Next.'), leaf: 'l', version: 1 };
      for (const each of [
        request,
        forkRequest(params, {
          message: userMessage('and?'),
          model: { id: params.modelId, name: request.model },
          promptId: 'prompt_suggestion',
        }),
      ]) {
        server.push({ steps: [chunk({}, 'stop')] });
        await collectEvents(model.stream(each, signal()));
      }
      const [parent = '', child = ''] = server.requests.slice(-2).map(({ body }) => body);
      expect(parent.endsWith(']}')).toBe(true);
      expect(child.startsWith(parent.slice(0, -2))).toBe(true);
    },
  );
});
