import { expect, it } from 'vitest';
import { forkRequest } from '../../../src/extension/background/cacheSafeParams.ts';
import { userMessage } from '../../../src/extension/model/message.ts';
import { chosenEffort, effortsOfId } from '../../../src/extension/model/thinkingEffort.ts';
import { toAnthropicRequest } from '../../../src/extension/model/wire/anthropic/anthropicRequest.ts';
import { toGeminiRequest } from '../../../src/extension/model/wire/gemini/geminiRequest.ts';
import { dialectOf } from '../../../src/extension/model/wire/openaiChat/openaiChatDialect.ts';
import { toOpenAiChatRequest } from '../../../src/extension/model/wire/openaiChat/openaiChatRequest.ts';
import { toOpenAiResponsesRequest } from '../../../src/extension/model/wire/openaiResponses/openaiResponsesRequest.ts';
import { answer, createRequest } from './wire/requests.ts';

it.each([
  ['anthropic/claude-opus-4-5', 'low medium high'],
  ['anthropic/claude-sonnet-5', 'low medium high'],
  ['anthropic/claude-sonnet-4-5', ''],
  ['anthropic/claude-haiku-4-5', ''],
  ['openai/gpt-5', 'minimal low medium high'],
  ['openai/gpt-5.6', 'low medium high'],
  ['openai/gpt-5-pro', ''],
  ['openai/gpt-5-chat-latest', ''],
  ['openai/gpt-4.1', ''],
  ['openai/o4-mini', 'low medium high'],
  ['gemini/gemini-3-pro-preview', 'low high'],
  ['gemini/gemini-3-flash', 'minimal low medium high'],
  ['gemini/gemini-2.5-pro', ''],
  ['ollama/gpt-oss:20b', 'low medium high'],
  ['vscode/copilot/gpt-5', ''],
  ['tour/tour', ''],
  ['unknown/gpt-5', ''],
])('%s lets the user choose among these efforts: %s', (id, efforts) => {
  expect(effortsOfId(id, {}).join(' ')).toBe(efforts);
});

it('an effort that the model does not have is ignored', () => {
  expect(chosenEffort('openai/gpt-5', {}, { 'openai/gpt-5': 'low' })).toBe('low');
  expect(chosenEffort('openai/gpt-5.6', {}, { 'openai/gpt-5.6': 'minimal' })).toBeUndefined();
  expect(chosenEffort('openai/gpt-5', {}, { 'openai/gpt-5': 'lots' })).toBeUndefined();
});

const effort = 'low' as const;

it('each wire has its own field for the effort', () => {
  const anthropic = toAnthropicRequest(createRequest({ model: 'claude-sonnet-5', effort }), 's');
  expect(anthropic.output_config).toEqual({ effort });
  const responses = toOpenAiResponsesRequest(createRequest({ model: 'gpt-5.6', effort }), {
    source: 's',
    without: new Set(),
  });
  expect(responses.reasoning).toEqual({ effort, summary: 'auto' });
  const dialect = dialectOf({ name: 'openai', baseUrl: 'https://a.b' });
  const chat = toOpenAiChatRequest(createRequest({ model: 'gpt-5.6', effort }), { dialect, source: 's' });
  expect(chat.reasoning_effort).toBe(effort);
  const { config } = toGeminiRequest(createRequest({ model: 'gemini-3-flash', effort }), 's');
  expect(config?.thinkingConfig).toEqual({ includeThoughts: true, thinkingLevel: 'LOW' });
});

it('the effort is left out if thinking is off', () => {
  const request = createRequest({ model: 'claude-sonnet-5', effort, thinking: 'off' });
  expect(toAnthropicRequest(request, 's').output_config).toBeUndefined();
  const responses = toOpenAiResponsesRequest(createRequest({ model: 'gpt-5.6', effort, thinking: 'off' }), {
    source: 's',
    without: new Set(),
  });
  expect(responses.reasoning).toEqual({ effort: 'none' });
});

it('a fork keeps the effort of its parent, but a fork for another model has no effort', () => {
  const request = createRequest({ model: 'gpt-5.6', effort });
  const params = { modelId: 'openai/gpt-5.6', request, answer: answer('Done.'), leaf: 'l', version: 1 };
  const fork = (id: string) =>
    forkRequest(params, { message: userMessage('Next'), model: { id, name: id }, promptId: 'prompt_suggestion' });
  expect(fork('openai/gpt-5.6').effort).toBe('low');
  expect(fork('openai/gpt-5-mini')).not.toHaveProperty('effort');
});
