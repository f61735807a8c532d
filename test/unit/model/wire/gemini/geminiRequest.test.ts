import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../../../src/extension/model/chatModel.ts';
import { toGeminiRequest, withContentsLast } from '../../../../../src/extension/model/wire/gemini/geminiRequest.ts';
import { userMessage, type Message, type Part } from '../../../../../src/extension/model/message.ts';
import { createConversation, createRequest } from '../requests.ts';

const SKIP = 'skip_thought_signature_validator';

function given(request: Partial<ModelRequest>) {
  return toGeminiRequest(createRequest({ model: 'gemini-3.6-flash', ...request }), 'gemini');
}

function contentsOf(...messages: Message[]) {
  return given({ messages }).contents;
}

const byModel = (...parts: Part[]): Message => ({ role: 'assistant', parts });

describe('toGeminiRequest', () => {
  it('sends a conversation with its calls, results and signed thoughts', () => {
    const conversation = createConversation('gemini', { thoughtSignature: 'c2ln' });
    expect(given({ messages: conversation, model: 'gemini-2.5-pro' }).contents).toEqual([
      { role: 'user', parts: [{ text: 'Rename it' }] },
      {
        role: 'model',
        parts: [
          { text: 'Look first.', thought: true, thoughtSignature: 'c2ln' },
          { text: 'I look.' },
          { functionCall: { name: 'read_file', args: { file_path: 'a.ts' } } },
          { functionCall: { name: 'edit', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'read_file', response: { output: 'const a = 1;' } } },
          { functionResponse: { name: 'edit', response: { error: 'not JSON' } } },
        ],
      },
      { role: 'model', parts: [{ text: 'Done.' }] },
      { role: 'user', parts: [{ text: 'And now?' }] },
    ]);
  });

  it('sends the schemas of tools and of the answer as JSON Schema, unchanged', () => {
    const schema = { type: 'object', additionalProperties: false };
    const { config } = given({ responseSchema: schema, maxOutputTokens: 9 });
    expect(config).toMatchObject({
      systemInstruction: 'You are Premove.',
      maxOutputTokens: 9,
      responseMimeType: 'application/json',
      responseJsonSchema: schema,
      automaticFunctionCalling: { disable: true },
      automaticContinuation: false,
    });
    expect(config?.tools).toEqual([
      {
        functionDeclarations: [
          {
            name: 'read_file',
            description: 'Reads.',
            parametersJsonSchema: { type: 'object', properties: { file_path: { type: 'string' } } },
          },
          { name: 'edit', description: 'Edits.', parametersJsonSchema: { type: 'object', properties: {} } },
        ],
      },
    ]);
  });

  it('sends Gemini’s ids and signatures back on the parts that had them', () => {
    const call = byModel(
      { type: 'text', text: 'x', opaque: { source: 'gemini', data: { thoughtSignature: 'T' } } },
      {
        type: 'tool-call',
        id: 'g1',
        name: 'edit',
        input: {},
        opaque: { source: 'gemini', data: { id: 'g1', thoughtSignature: 'S' } },
      },
    );
    const result: Message = {
      role: 'user',
      parts: [{ type: 'tool-result', callId: 'g1', name: 'edit', content: [], isError: false }],
    };
    expect(contentsOf(call, result)).toEqual([
      {
        role: 'model',
        parts: [
          { text: 'x', thoughtSignature: 'T' },
          { functionCall: { id: 'g1', name: 'edit', args: {} }, thoughtSignature: 'S' },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { id: 'g1', name: 'edit', response: { output: '' } } }] },
    ]);
  });

  it.each([
    ['gemini-3.6-flash', [SKIP, undefined]],
    ['gemini-3.1-pro-preview', [SKIP, undefined]],
    ['gemini-2.5-pro', [undefined, undefined]],
  ])('for the model %s, signs the calls of another provider’s model with %j', (model, expected) => {
    const { contents } = given({ model, messages: createConversation('anthropic') });
    const parts = (contents as { parts: { functionCall?: object; thoughtSignature?: string }[] }[])[1]?.parts ?? [];
    expect(parts.filter((part) => part.functionCall).map((part) => part.thoughtSignature)).toEqual(expected);
  });

  it('leaves out thoughts without a signature of Gemini, and messages without parts', () => {
    const thought = byModel({ type: 'thinking', text: 'a', opaque: { source: 'anthropic', data: { signature: 's' } } });
    expect(contentsOf(userMessage('a'), thought, byModel({ type: 'thinking', text: 'b' }))).toHaveLength(1);
  });

  it('joins the prompts around an answer that has only thoughts, because roles must alternate', () => {
    const opaque = { source: 'gemini', data: { thoughtSignature: 'S' } };
    const thoughts = byModel({ type: 'thinking', text: 'a', opaque }, { type: 'text', text: '', opaque });
    expect(contentsOf(userMessage('a'), thoughts, userMessage('b'))).toEqual([
      { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
    ]);
  });

  it('leaves out a thought at the end of an answer', () => {
    const thought: Part = {
      type: 'thinking',
      text: 'a',
      opaque: { source: 'gemini', data: { thoughtSignature: 'S' } },
    };
    expect(contentsOf(byModel(thought, { type: 'text', text: 'x' }, thought))).toEqual([
      { role: 'model', parts: [{ text: 'a', thought: true, thoughtSignature: 'S' }, { text: 'x' }] },
    ]);
  });

  it('sends the user’s images, and puts the images of results after all results', () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'AAA' } as const;
    const result = { type: 'tool-result', callId: '1', name: 'x', content: [image], isError: false } as const;
    const inlineData = { mimeType: 'image/png', data: 'AAA' };
    expect(contentsOf({ role: 'user', parts: [image, result] })).toEqual([
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'x', response: { output: '[image below]' } } },
          { text: 'From x:' },
          { inlineData },
          { inlineData },
        ],
      },
    ]);
  });

  it.each([
    ['gemini-2.5-flash', 'off', { thinkingBudget: 0 }],
    ['gemini-2.5-flash-lite', 'inherit', { includeThoughts: true }],
    ['gemini-2.5-pro', 'off', { includeThoughts: true }],
    ['gemini-3-flash-preview', 'off', { thinkingLevel: 'MINIMAL' }],
    ['gemini-3.1-pro-preview', 'off', { includeThoughts: true }],
    ['gemini-2.5-flash-image', 'inherit', undefined],
    ['gemini-2.0-flash', 'off', undefined],
  ] as const)('for the model %s with thinking %s, sends the thinking field %j', (model, thinking, expected) => {
    expect(given({ model, thinking }).config?.thinkingConfig).toEqual(expected);
  });
});

it('withContentsLast writes the contents last, so that a fork can begin with its parent’s bytes', () => {
  expect(withContentsLast('{"contents":[{"role":"user"}],"tools":[],"generationConfig":{}}')).toBe(
    '{"tools":[],"generationConfig":{},"contents":[{"role":"user"}]}',
  );
});
