import { Anthropic } from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai/web';
import { OpenAI } from 'openai';
import { createAnthropicModel } from '../../src/extension/model/wire/anthropic/anthropic.ts';
import type { ChatModel } from '../../src/extension/model/chatModel.ts';
import { createGeminiModel } from '../../src/extension/model/wire/gemini/gemini.ts';
import { createOpenAiChatModel } from '../../src/extension/model/wire/openaiChat/openaiChat.ts';
import { createOpenAiResponsesModel } from '../../src/extension/model/wire/openaiResponses/openaiResponses.ts';
import type { AdapterOptions } from '../../src/extension/model/wire/wireStream.ts';
import type { Clock } from '../../src/extension/ports/clock.ts';
import {
  recordAnthropic,
  recordGemini,
  recordOpenAiChat,
  recordOpenAiResponses,
  type RecordedStream,
} from './recordings.ts';

/** A wire format with both of its readers: the adapter, and the vendor's SDK used as in its documentation. */
export interface ReplayedWire {
  readonly name: string;
  readonly record: () => RecordedStream;
  readonly createModel: (send: typeof fetch, clock: Clock) => ChatModel;
  /** Reads the whole stream. Returns the number of characters of text and thoughts in it. */
  readonly readWithSdk: (send: typeof fetch) => Promise<number>;
}

const API_KEY = 'sk-bench';
/** No request is made to this address. */
const BASE_URL = 'http://127.0.0.1:9';
const toOptions = (send: typeof fetch, clock: Clock): AdapterOptions => ({
  ...{ apiKey: API_KEY, baseUrl: BASE_URL, fetch: send, clock },
});

export const WIRES: readonly ReplayedWire[] = [
  {
    name: 'Anthropic',
    record: recordAnthropic,
    createModel: (send, clock) => createAnthropicModel(toOptions(send, clock)),
    async readWithSdk(send) {
      const client = new Anthropic({ apiKey: API_KEY, baseURL: BASE_URL, fetch: send, maxRetries: 0 });
      const messages = [{ role: 'user', content: 'Go on' }] as const;
      const stream = await client.messages.create({
        ...{ model: 'm', max_tokens: 32_000, messages: [...messages], stream: true },
      });
      let characters = 0;
      for await (const event of stream) {
        if (event.type !== 'content_block_delta') continue;
        if (event.delta.type === 'text_delta') characters += event.delta.text.length;
        if (event.delta.type === 'thinking_delta') characters += event.delta.thinking.length;
      }
      return characters;
    },
  },
  {
    name: 'Responses',
    record: recordOpenAiResponses,
    createModel: (send, clock) => createOpenAiResponsesModel(toOptions(send, clock)),
    async readWithSdk(send) {
      const client = new OpenAI({ apiKey: API_KEY, baseURL: BASE_URL, fetch: send, maxRetries: 0 });
      const stream = await client.responses.create({ model: 'm', input: 'Go on', stream: true });
      let characters = 0;
      for await (const event of stream) {
        if (event.type === 'response.output_text.delta') characters += event.delta.length;
        if (event.type === 'response.reasoning_summary_text.delta') characters += event.delta.length;
      }
      return characters;
    },
  },
  {
    name: 'Chat Completions',
    record: recordOpenAiChat,
    createModel: (send, clock) => createOpenAiChatModel(toOptions(send, clock)),
    async readWithSdk(send) {
      const client = new OpenAI({ apiKey: API_KEY, baseURL: BASE_URL, fetch: send, maxRetries: 0 });
      const messages = [{ role: 'user', content: 'Go on' }] as const;
      const stream = await client.chat.completions.create({ model: 'm', messages: [...messages], stream: true });
      let characters = 0;
      for await (const { choices } of stream) {
        const delta = choices[0]?.delta as { content?: string | null; reasoning_content?: string } | undefined;
        characters += (delta?.content ?? delta?.reasoning_content ?? '').length;
      }
      return characters;
    },
  },
  {
    name: 'Gemini',
    record: recordGemini,
    createModel: (send, clock) => createGeminiModel(toOptions(send, clock)),
    async readWithSdk(send) {
      const httpOptions = { baseUrl: BASE_URL, fetch: send };
      const client = new GoogleGenAI({ vertexai: false, apiKey: API_KEY, httpOptions });
      const stream = await client.models.generateContentStream({ model: 'm', contents: 'Go on' });
      let characters = 0;
      for await (const { candidates } of stream) {
        for (const { text = '' } of candidates?.[0]?.content?.parts ?? []) characters += text.length;
      }
      return characters;
    },
  },
];
