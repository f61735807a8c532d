import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toVscodeMessages } from '../../../../src/extension/model/wire/vscode/vscodeMessages.ts';
import type { Message } from '../../../../src/extension/model/message.ts';
import { systemClock } from '../../../../src/extension/node/systemClock.ts';
import { collectEvents } from '../../../support/scriptedModel.ts';
import { startWireServer, type WireServer } from '../../../support/wireServer.ts';
import { createConversation, createRequest } from './requests.ts';
import { WIRES, type TestWire } from './wires.ts';

/** Steering on every wire: the user's text comes after all results of a turn, and earlier bytes do not change. */

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

const STEERING: Message['parts'] = [
  { type: 'text', text: 'note' },
  { type: 'text', text: 'only in a.ts' },
];

/** A prompt, two calls, and a message with their results and then the steering text. */
function steered(): Message[] {
  const [prompt, calls, results] = createConversation('none');
  if (!prompt || !calls || !results) throw new Error('The conversation is too short');
  return [prompt, calls, { ...results, parts: [...results.parts, ...STEERING] }];
}

async function bodyOf(wire: TestWire, messages: readonly Message[]): Promise<string> {
  server.push({ steps: [wire.recorded] });
  const request = createRequest({ messages });
  await collectEvents(wire.create(server.url, systemClock).stream(request, new AbortController().signal));
  return server.requests.at(-1)?.body ?? '';
}

const image: Message['parts'][number] = { type: 'image', mimeType: 'image/png', data: 'aGk=' };

/** The key of the messages in the body, and the last messages that are expected. */
const EXPECTED: Readonly<Record<string, { readonly key: string; readonly tail: readonly unknown[] }>> = {
  Anthropic: {
    key: 'messages',
    tail: [
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: 'const a = 1;' }] },
          { type: 'tool_result', tool_use_id: 'call_2', content: [{ type: 'text', text: 'not JSON' }], is_error: true },
          ...STEERING,
        ],
      },
    ],
  },
  'Chat Completions': {
    key: 'messages',
    tail: [
      { role: 'tool', tool_call_id: 'call_1', content: 'const a = 1;' },
      { role: 'tool', tool_call_id: 'call_2', content: 'Error: not JSON' },
      { role: 'user', content: 'note\n\nonly in a.ts' },
    ],
  },
  Responses: {
    key: 'input',
    tail: [
      { type: 'function_call_output', call_id: 'call_1', output: 'const a = 1;' },
      { type: 'function_call_output', call_id: 'call_2', output: 'Error: not JSON' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'note' },
          { type: 'input_text', text: 'only in a.ts' },
        ],
      },
    ],
  },
  Gemini: {
    key: 'contents',
    tail: [
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'read_file', response: { output: 'const a = 1;' } } },
          { functionResponse: { name: 'edit', response: { error: 'not JSON' } } },
          { text: 'note' },
          { text: 'only in a.ts' },
        ],
      },
    ],
  },
};

describe.each(WIRES)('a request over the $name wire', (wire) => {
  it('has the steering text after the results', async () => {
    const { key = '', tail = [] } = EXPECTED[wire.name] ?? {};
    const body = JSON.parse(await bodyOf(wire, steered())) as Readonly<Record<string, readonly unknown[]>>;
    expect(tail).not.toEqual([]);
    expect(body[key]?.slice(-tail.length)).toEqual(tail);
  });

  it('also has a steering image after the results', async () => {
    const messages = steered();
    const last = messages.at(-1);
    const withImage = last ? [...messages.slice(0, -1), { ...last, parts: [...last.parts, image] }] : [];
    const body = await bodyOf(wire, withImage);
    expect(body.lastIndexOf('aGk=')).toBeGreaterThan(body.lastIndexOf('not JSON'));
  });

  it('keeps the earlier bytes when the answer continues', async () => {
    const before = await bodyOf(wire, steered());
    const after = await bodyOf(wire, [...steered(), { role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] }]);
    const shared = before.slice(0, before.lastIndexOf('only in a.ts') + 'only in a.ts'.length);
    expect(shared.length).toBeGreaterThan(200);
    expect(after.startsWith(shared)).toBe(true);
  });
});

it('a model of VS Code gets the steering text after the results', () => {
  const messages = toVscodeMessages(createRequest({ messages: steered() }));
  expect(messages.at(-1)).toEqual({
    role: 'user',
    parts: [
      { type: 'tool-result', callId: 'call_1', text: 'const a = 1;' },
      { type: 'tool-result', callId: 'call_2', text: 'Error: not JSON' },
      ...STEERING,
    ],
  });
});
