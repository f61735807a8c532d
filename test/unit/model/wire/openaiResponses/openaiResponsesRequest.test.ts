import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../../../src/extension/model/chatModel.ts';
import { userMessage, type Message } from '../../../../../src/extension/model/message.ts';
import {
  refusedExtra,
  toOpenAiResponsesRequest,
  type ResponsesExtra,
} from '../../../../../src/extension/model/wire/openaiResponses/openaiResponsesRequest.ts';
import { createConversation, createRequest } from '../requests.ts';

const REASONING = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAAAA==' };

function bodyOf(given: Partial<ModelRequest>, ...without: ResponsesExtra[]) {
  return toOpenAiResponsesRequest(createRequest(given), { source: 'openai', without: new Set(without) });
}

function inputOf(...messages: Message[]) {
  return bodyOf({ messages }).input;
}

describe('toOpenAiResponsesRequest', () => {
  it('writes the input last, so that a fork can begin with its parent’s bytes', () => {
    const body = bodyOf({ model: 'gpt-5.6-sol', thinking: 'off', responseSchema: {}, maxOutputTokens: 9 });
    expect(Object.keys(body)).toEqual([
      'model',
      'stream',
      'store',
      'include',
      'prompt_cache_key',
      'max_output_tokens',
      'reasoning',
      'text',
      'tools',
      'instructions',
      'input',
    ]);
    expect(body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
  });

  it('sends a conversation with its calls, results and encrypted reasoning', () => {
    expect(bodyOf({ messages: createConversation('openai', REASONING) }).input).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: 'Rename it' }] },
      REASONING,
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'call_1', name: 'read_file', arguments: '{"file_path":"a.ts"}' },
      { type: 'function_call', call_id: 'call_2', name: 'edit', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'const a = 1;' },
      { type: 'function_call_output', call_id: 'call_2', output: 'Error: not JSON' },
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: [{ type: 'input_text', text: 'And now?' }] },
    ]);
  });

  it.each([
    ['of another source', { source: 'openai:corp', data: REASONING }],
    ['without encrypted content', { source: 'openai', data: { type: 'reasoning', id: 'rs_1', summary: [] } }],
    ['that broke off', undefined],
  ])('leaves out reasoning %s', (_name, opaque) => {
    const thought = { type: 'thinking', text: 'a', ...(opaque && { opaque }) } as const;
    expect(inputOf({ role: 'assistant', parts: [thought, { type: 'text', text: 'b' }] })).toEqual([
      { role: 'assistant', content: 'b' },
    ]);
  });

  it('leaves out reasoning at the end of an answer, because the API refuses it', () => {
    const thought = { type: 'thinking', text: 'a', opaque: { source: 'openai', data: REASONING } } as const;
    expect(
      inputOf({ role: 'assistant', parts: [{ type: 'text', text: 'b' }, thought] }, userMessage('c')),
    ).toHaveLength(2);
  });

  it('sends the phase of a commentary message back', () => {
    const opaque = { source: 'openai', data: { phase: 'commentary' } };
    expect(inputOf({ role: 'assistant', parts: [{ type: 'text', text: 'a', opaque }] })).toEqual([
      { role: 'assistant', content: 'a', phase: 'commentary' },
    ]);
  });

  it('sends the images of the user and of results', () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'AAA' } as const;
    const sent = { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AAA' };
    const result = { type: 'tool-result', callId: '1', name: 'x', content: [image], isError: false } as const;
    expect(inputOf({ role: 'user', parts: [image, result] })).toEqual([
      { type: 'function_call_output', call_id: '1', output: [sent] },
      { role: 'user', content: [sent] },
    ]);
  });

  it('shortens ids and keys that are too long for the API, and the same id always to the same value', () => {
    const id = 'x'.repeat(100);
    const parts = [{ type: 'tool-call', id, name: 'x', input: {} }] as const;
    const body = bodyOf({ messages: [{ role: 'assistant', parts }], cacheKey: id });
    const [call] = body.input as { call_id: string }[];
    expect(call?.call_id).toHaveLength(64);
    expect(body.prompt_cache_key).toHaveLength(64);
    expect(bodyOf({ messages: [{ role: 'assistant', parts }] }).input).toEqual(body.input);
  });

  it.each([
    ['gpt-5.6-sol', 'inherit', { summary: 'auto' }],
    ['gpt-5.6-sol', 'off', { effort: 'none' }],
    ['gpt-5-mini', 'off', { effort: 'minimal' }],
    ['gpt-5.3-codex', 'off', { summary: 'auto' }],
    ['o4-mini', 'off', { summary: 'auto' }],
    ['gpt-4.1', 'off', undefined],
    ['gpt-5-chat-latest', 'inherit', undefined],
  ] as const)('for the model %s with thinking %s, sends the reasoning field %j', (model, thinking, expected) => {
    expect(bodyOf({ model, thinking }).reasoning).toEqual(expected);
  });

  it('does not request encrypted reasoning from a model that does not reason', () => {
    expect(bodyOf({ model: 'gpt-4.1' })).not.toHaveProperty('include');
  });

  it('leaves out the extras that the server refused', () => {
    const messages = createConversation('openai', REASONING);
    const body = bodyOf({ messages }, 'reasoning-summary', 'encrypted-reasoning', 'earlier-reasoning');
    expect(body).not.toHaveProperty('reasoning');
    expect(body).not.toHaveProperty('include');
    expect(JSON.stringify(body)).not.toContain('gAAAAA==');
  });
});

describe('refusedExtra', () => {
  it.each([
    [{ status: 400, code: 'invalid_encrypted_content' }, 'earlier-reasoning'],
    [{ status: 400, code: 'unsupported_value', param: 'reasoning.summary' }, 'reasoning-summary'],
    [{ status: 400, param: 'include' }, 'encrypted-reasoning'],
    [{ status: 400, message: 'Encrypted content is not supported with this model.' }, 'encrypted-reasoning'],
    [{ status: 400, code: 'context_length_exceeded' }, undefined],
    [{ status: 401, param: 'include' }, undefined],
    [undefined, undefined],
  ])('reads %j as %s', (error, expected) => {
    expect(refusedExtra(error)).toBe(expected);
  });
});
