import { describe, expect, it } from 'vitest';
import { toAnthropicRequest } from '../../../../../src/extension/model/wire/anthropic/anthropicRequest.ts';
import type { ModelRequest } from '../../../../../src/extension/model/chatModel.ts';
import { userMessage, type Message, type Part } from '../../../../../src/extension/model/message.ts';
import { answer, createConversation, createRequest } from '../requests.ts';

const EPHEMERAL = { type: 'ephemeral' };
const SIGNED: Part = { type: 'thinking', text: 't', opaque: { source: 'anthropic', data: { signature: 's' } } };

function bodyOf(given: Partial<ModelRequest>) {
  return toAnthropicRequest(createRequest(given), 'anthropic');
}

function messagesOf(...messages: Message[]) {
  return bodyOf({ messages }).messages;
}

describe('toAnthropicRequest', () => {
  it('writes the messages last, so that a fork can begin with its parent’s bytes', () => {
    const keys = Object.keys(
      bodyOf({ thinking: 'off', model: 'claude-sonnet-5', responseSchema: { type: 'object' }, maxOutputTokens: 9 }),
    );
    expect(keys).toEqual(['model', 'max_tokens', 'stream', 'thinking', 'output_config', 'tools', 'system', 'messages']);
  });

  it('sends a conversation with its calls, results and signed thinking', () => {
    expect(messagesOf(...createConversation('anthropic'))).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Rename it' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Look first.', signature: 'c2ln' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'call_1', name: 'read_file', input: { file_path: 'a.ts' } },
          { type: 'tool_use', id: 'call_2', name: 'edit', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: 'const a = 1;' }] },
          { type: 'tool_result', tool_use_id: 'call_2', content: [{ type: 'text', text: 'not JSON' }], is_error: true },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
    ]);
  });

  it('sends the user’s images in the order of the parts, and a result’s images inside the result', () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'AAA' } as const;
    const result = { type: 'tool-result', callId: '1', name: 'x', content: [image], isError: false } as const;
    const sent = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAA' } };
    const text = { type: 'text', text: 'What is this?' } as const;
    expect(
      bodyOf({ model: 'claude-sonnet-5', messages: [{ role: 'user', parts: [result, image, text] }] }).messages,
    ).toEqual([{ role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: [sent] }, sent, text] }]);
    expect(messagesOf({ role: 'user', parts: [image] })).toEqual([{ role: 'user', content: [sent] }]);
  });

  it('leaves out thinking of another source and thinking without a signature', () => {
    const thoughts: Message = {
      role: 'assistant',
      parts: [
        { type: 'thinking', text: 'a', opaque: { source: 'anthropic:proxy', data: { signature: 's' } } },
        { type: 'thinking', text: 'b' },
        { type: 'thinking', text: '', opaque: { source: 'anthropic', data: { redacted: 'r' } } },
        { type: 'text', text: 'c' },
      ],
    };
    expect(messagesOf(thoughts)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'redacted_thinking', data: 'r' },
          { type: 'text', text: 'c' },
        ],
      },
    ]);
  });

  it('leaves out empty messages and text, which the API refuses', () => {
    const empty: Message = { role: 'assistant', parts: [] };
    const blank: Message = { role: 'assistant', parts: [{ type: 'text', text: ' \n' }] };
    expect(messagesOf(userMessage('a'), empty, blank, userMessage('b'))).toHaveLength(2);
  });

  it('puts results before the other parts of a user message', () => {
    const mixed: Message = {
      role: 'user',
      parts: [
        { type: 'text', text: 'wait' },
        { type: 'tool-result', callId: 'functions.edit:0', name: 'edit', content: [], isError: false },
      ],
    };
    expect(messagesOf(mixed)[0]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'functions_edit_0' },
      { type: 'text', text: 'wait' },
    ]);
  });

  it.each<[string, Message['parts'], unknown[]]>([
    ['a thought', [SIGNED], []],
    ['a thought and white space', [SIGNED, { type: 'text', text: ' \n' }], []],
    ['a thought after text', [{ type: 'text', text: 'x' }, SIGNED, SIGNED], [{ type: 'text', text: 'x' }]],
  ])('leaves out %s at the end of an answer, because the API refuses final thinking', (_name, parts, sent) => {
    const messages = messagesOf(userMessage('a'), { role: 'assistant', parts }, userMessage('b'));
    expect(messages.slice(1, -1)).toEqual(sent.length > 0 ? [{ role: 'assistant', content: sent }] : []);
  });

  it('sets cache breakpoints on the system prompt and the last block of each anchor', () => {
    const thought: Message = { role: 'assistant', parts: [SIGNED, { type: 'text', text: 'x' }, SIGNED] };
    const body = bodyOf({ messages: [userMessage('a'), thought, userMessage('b')], cacheAnchors: [1, 2] });
    expect(body.system).toEqual([{ type: 'text', text: 'You are Premove.', cache_control: EPHEMERAL }]);
    expect(body.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 't', signature: 's' },
      { type: 'text', text: 'x', cache_control: EPHEMERAL },
    ]);
    expect(body.messages[2]?.content).toEqual([{ type: 'text', text: 'b', cache_control: EPHEMERAL }]);
  });

  it('sets a cache breakpoint on the last tool if there is no system prompt', () => {
    const body = bodyOf({ system: '' });
    expect(body.system).toBeUndefined();
    expect(body.tools?.map((tool) => 'cache_control' in tool)).toEqual([false, true]);
  });

  it('never sets more than four cache breakpoints', () => {
    const messages = ['a', 'b', 'c', 'd', 'e'].map(answer);
    const body = JSON.stringify(bodyOf({ messages, cacheAnchors: [0, 1, 2, 3, 4] }));
    expect(body.split('cache_control').length - 1).toBe(4);
  });

  it.each([
    ['claude-sonnet-5', 'off', { type: 'disabled' }],
    ['claude-sonnet-5', 'inherit', undefined],
    ['claude-fable-5', 'off', undefined],
    ['kimi-k3', 'off', undefined],
  ] as const)('for the model %s with thinking %s, sends the thinking field %j', (model, thinking, expected) => {
    expect(bodyOf({ model, thinking }).thinking).toEqual(expected);
  });
});
