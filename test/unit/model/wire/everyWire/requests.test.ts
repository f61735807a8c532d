import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { forkRequest } from '../../../../../src/extension/background/cacheSafeParams.ts';
import { userMessage } from '../../../../../src/extension/model/message.ts';
import { systemClock } from '../../../../../src/extension/node/systemClock.ts';
import { collectEvents } from '../../../../support/scriptedModel.ts';
import { startWireServer, type WireServer } from '../../../../support/wireServer.ts';
import { answer, createConversation, createRequest } from '../requests.ts';
import { API_KEY, WIRES } from '../wires.ts';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllEnvs());

const signal = (): AbortSignal => new AbortController().signal;

describe.each(WIRES)('the $name wire', (wire) => {
  it('sends a fork as its parent’s bytes, the answer and one message', async () => {
    const request = createRequest({ messages: createConversation(wire.source, wire.thought), cacheAnchors: [2, 4] });
    const params = { modelId: 'x/y', request, answer: answer('Next.'), leaf: 'l', version: 1 };
    const sameModel = { id: 'x/y', name: request.model };
    const message = userMessage('[SUGGESTION MODE: …]');
    const fork = forkRequest(params, { message, model: sameModel, promptId: 'prompt_suggestion' });
    const model = wire.create(server.url, systemClock);
    for (const each of [request, fork]) {
      server.push({ steps: [...wire.beginning('ok'), wire.end] });
      await collectEvents(model.stream(each, signal()));
    }
    const [parent = '', child = ''] = server.requests.slice(-2).map(({ body }) => body);
    expect(parent.endsWith(']}')).toBe(true);
    for (const secret of Object.values(wire.thought as object)) expect(parent).toContain(JSON.stringify(secret));
    expect(child.startsWith(parent.slice(0, -2))).toBe(true);
    const added = JSON.parse(`[${child.slice(parent.length - 1, -2)}]`) as { role: string }[];
    expect(added.map(({ role }) => role)).toEqual([wire.name === 'Gemini' ? 'model' : 'assistant', 'user']);
  });

  it('ignores the environment variables that its SDK would read', async () => {
    for (const [name, value] of Object.entries(wire.environment)) vi.stubEnv(name, value);
    server.push({ steps: [...wire.beginning('ok'), wire.end] });
    await collectEvents(wire.create(server.url, systemClock).stream(createRequest(), signal()));
    const headers = server.requests.at(-1)?.headers ?? {};
    expect(headers['x-gateway']).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain('other');
    expect(JSON.stringify(headers)).toContain(API_KEY);
  });
});
