import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ModelEvent, ModelRequest } from '../../../../src/extension/model/chatModel.ts';
import { textOf, toolCallsOf, userMessage, type Message } from '../../../../src/extension/model/message.ts';
import { resolveModel } from '../../../../src/extension/model/resolveModel.ts';
import { systemClock } from '../../../../src/extension/node/systemClock.ts';
import { silentLog } from '../../../../src/extension/base/silentLog.ts';
import { startModelServer, type ModelServer } from '../../../support/modelServer.ts';
import { cacheablePrompt, endsWithToolResult } from '../../../support/modelRequest.ts';
import { collectEvents } from '../../../support/scriptedModel.ts';
import { createRequest } from './requests.ts';

/** An independent check of the wires: aimock, which is not part of this project, writes the answers in each format. */
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

it.each(['anthropic', 'openai', 'openai-chat', 'gemini'])(
  'a conversation with a tool turn works over the wire of kind %s',
  async (kind) => {
    const baseUrl = kind.startsWith('openai') ? server.openaiUrl : server.url;
    const resolved = await resolveModel('mine/some-model', {
      providers: { mine: { kind, baseUrl } },
      getKey: () => Promise.resolve('k'),
      clock: systemClock,
      log: silentLog,
    });
    if (resolved.kind !== 'model') throw new Error(resolved.message);
    const ask = (request: ModelRequest) =>
      collectEvents(resolved.model.chatModel.stream(request, new AbortController().signal));
    server.on(
      'Read a.ts',
      { text: 'I look.', tools: [{ name: 'read_file', arguments: { file_path: 'a.ts' } }] },
      { text: 'It says 1.' },
    );

    const first = createRequest({ messages: [userMessage('Read a.ts')] });
    const call = endOf(await ask(first));
    expect(call).toMatchObject({ stopReason: 'tools' });
    expect(textOf(call.message)).toBe('I look.');
    expect(toolCallsOf(call.message)).toMatchObject([{ name: 'read_file', input: { file_path: 'a.ts' } }]);

    const results: Message = {
      role: 'user',
      parts: toolCallsOf(call.message).map(({ id, name }) => ({
        type: 'tool-result',
        callId: id,
        name,
        content: [{ type: 'text', text: '1' }],
        isError: false,
      })),
    };
    const done = endOf(await ask({ ...first, messages: [...first.messages, call.message, results] }));
    expect(done).toMatchObject({ stopReason: 'done' });
    expect(textOf(done.message)).toBe('It says 1.');

    const [before, after] = await server.received(() => true, { count: 2 });
    if (!before || !after) throw new Error('The server did not receive two requests.');
    expect(endsWithToolResult(after)).toBe(true);
    expect(cacheablePrompt(after).startsWith(cacheablePrompt(before))).toBe(true);
    expect(server.unexpected()).toEqual([]);
  },
);

function endOf(events: readonly ModelEvent[]) {
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('The stream had no end.');
  return end;
}
