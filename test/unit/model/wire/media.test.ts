import { describe, expect, it, test } from 'vitest';
import { toAnthropicRequest } from '../../../../src/extension/model/wire/anthropic/anthropicRequest.ts';
import { mediaAcceptedBy, type WireFormat } from '../../../../src/extension/model/capabilities.ts';
import { toGeminiRequest } from '../../../../src/extension/model/wire/gemini/geminiRequest.ts';
import type { DocumentPart, ImagePart, Message, ToolResultPart } from '../../../../src/extension/model/message.ts';
import { toOpenAiChatRequest } from '../../../../src/extension/model/wire/openaiChat/openaiChatRequest.ts';
import { toOpenAiResponsesRequest } from '../../../../src/extension/model/wire/openaiResponses/openaiResponsesRequest.ts';
import { toVscodeMessages } from '../../../../src/extension/model/wire/vscode/vscodeMessages.ts';
import { dialectOf } from '../../../../src/extension/model/wire/openaiChat/openaiChatDialect.ts';
import { createRequest } from './requests.ts';

const image: ImagePart = { type: 'image', mimeType: 'image/png', data: 'AAA' };
const pdf: DocumentPart = { type: 'document', mimeType: 'application/pdf', name: 'spec.pdf', data: 'JVBE' };
const result: ToolResultPart = {
  type: 'tool-result',
  callId: '1',
  name: 'read_file',
  content: [{ type: 'text', text: 'What it is' }, image, pdf],
  isError: false,
};
const messages: Message[] = [{ role: 'user', parts: [result] }];
const noImage = '[An image, which this model cannot see]';
const noPdf = '[spec.pdf: a PDF, which this model cannot read. A command such as pdftotext extracts its text.]';

const bodies: Readonly<Record<WireFormat, (model: string) => unknown>> = {
  anthropic: (model) => toAnthropicRequest(createRequest({ model, messages }), 'anthropic').messages,
  'openai-chat': (model) => {
    const options = { dialect: dialectOf({ name: 'x', baseUrl: 'http://x' }), source: 'x' };
    return toOpenAiChatRequest(createRequest({ model, messages, system: '' }), options).messages;
  },
  'openai-responses': (model) =>
    toOpenAiResponsesRequest(createRequest({ model, messages }), { source: 'openai', without: new Set() }).input,
  gemini: (model) => toGeminiRequest(createRequest({ model, messages }), 'gemini').contents,
};

describe('a picture and a PDF in a tool result', () => {
  it('are sent in the result to Anthropic’s own models', () => {
    expect(bodies.anthropic('claude-sonnet-5')).toMatchObject([
      {
        content: [
          {
            type: 'tool_result',
            content: [
              { type: 'text' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAA' } },
              {
                type: 'document',
                title: 'spec.pdf',
                source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
              },
            ],
          },
        ],
      },
    ]);
  });

  it('are sent to OpenAI in the output of the call', () => {
    expect(bodies['openai-responses']('gpt-5.2')).toMatchObject([
      {
        type: 'function_call_output',
        output: [
          { type: 'input_text', text: 'What it is' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAA' },
          { type: 'input_file', filename: 'spec.pdf', file_data: 'data:application/pdf;base64,JVBE' },
        ],
      },
    ]);
  });

  it('are sent after the result to Gemini', () => {
    expect(bodies.gemini('gemini-3-pro')).toMatchObject([
      {
        parts: [
          { functionResponse: { response: { output: 'What it is\n[image below]\n[document below]' } } },
          { text: 'From read_file:' },
          { inlineData: { mimeType: 'image/png', data: 'AAA' } },
          { inlineData: { mimeType: 'application/pdf', data: 'JVBE' } },
        ],
      },
    ]);
  });

  it.each<[WireFormat, string]>([
    ['anthropic', 'glm-4.6'],
    ['openai-chat', 'deepseek-chat'],
    ['openai-responses', 'gpt-4'],
    ['gemini', 'gemma-2-9b'],
  ])('are replaced by notes if the model accepts neither: %s, %s', (wire, model) => {
    const body = JSON.stringify(bodies[wire](model));
    expect(body).toContain(JSON.stringify(noImage).slice(1, -1));
    expect(body).toContain(noPdf);
    expect(body).not.toContain('JVBE');
    expect(body).not.toContain('AAA');
  });

  it('are replaced by notes for models of VS Code', () => {
    const [sent] = toVscodeMessages(createRequest({ messages, system: '' }));
    expect(sent?.parts).toEqual([
      { type: 'tool-result', callId: '1', text: ['What it is', noImage, noPdf].join('\n') },
    ]);
  });

  it('are sent as a picture and a note about the PDF in Chat Completions', () => {
    const body = JSON.stringify(bodies['openai-chat']('qwen2.5-vl-72b'));
    expect(body).toContain('data:image/png;base64,AAA');
    expect(body).toContain(noPdf);
  });
});

test.each<[WireFormat, string, boolean, boolean]>([
  ['anthropic', 'claude-2.1', false, false],
  ['anthropic', 'claude-3-haiku-20240307', true, false],
  ['anthropic', 'claude-3-5-sonnet-20241022', true, true],
  ['anthropic', 'kimi-k2', false, false],
  ['openai-chat', 'gpt-4o', true, false],
  ['openai-chat', 'anthropic/claude-sonnet-5', true, false],
  ['openai-chat', 'anthropic/claude-instant-1', false, false],
  ['openai-chat', 'llama3.1', false, false],
  ['openai-chat', 'o3-mini', false, false],
  ['openai-responses', 'gpt-4.1', true, true],
  ['openai-responses', 'gpt-4-turbo', true, false],
  ['openai-responses', 'o3', true, true],
  ['gemini', 'gemini-2.5-flash', true, true],
  ['gemini', 'gemma-3-27b-it', true, false],
])('the format %s with the model %s accepts pictures: %s, PDFs: %s', (wire, model, images, documents) => {
  expect(mediaAcceptedBy(wire, model)).toEqual({ images, documents });
});
