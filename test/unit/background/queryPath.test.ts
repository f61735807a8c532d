import { describe, expect, test } from 'vitest';
import { forkRequest, type CacheSafeParams } from '../../../src/extension/background/cacheSafeParams.ts';
import { chooseQueryPath, type QuerySituation } from '../../../src/extension/background/queryPath.ts';
import { userMessage, type Part } from '../../../src/extension/model/message.ts';
import { dialectOf } from '../../../src/extension/model/wire/openaiChat/openaiChatDialect.ts';
import { toOpenAiChatRequest } from '../../../src/extension/model/wire/openaiChat/openaiChatRequest.ts';
import type { SelectedModel } from '../../../src/extension/model/chatModel.ts';
import { createRequest } from '../model/wire/requests.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';

const dialect = dialectOf({ name: 'acme', baseUrl: 'https://acme.example/v1' });
const large = select('acme/large');
const small = select('acme/small');

function select(id: string): SelectedModel {
  return { id, label: id, name: id, chatModel: createScriptedModel([]) };
}

function snapshot(modelId: string, ...parts: Part[]): CacheSafeParams {
  const request = {
    model: 'large',
    system: '',
    tools: [],
    messages: [],
    cacheAnchors: [],
    cacheKey: '',
    thinking: 'inherit',
    promptId: '',
  } as const;
  return { modelId, request, answer: { role: 'assistant', parts }, leaf: 'a', version: 1 };
}

const textPart: Part = { type: 'text', text: 'fixed' };
const call: Part = { type: 'tool-call', id: 'c', name: 'grep', input: {} };
const thought: Part = { type: 'thinking', text: 'Hm.', opaque: { source: 'openai-chat:acme', data: {} } };
const params = snapshot('acme/large', textPart);
const shared: QuerySituation = { params, enableCacheSharing: true, model: large };

describe('a background request', () => {
  test.each<[string, QuerySituation, string]>([
    ['shares the prefix of the chat’s model', shared, 'acme/large fork'],
    ['shares the prefix if the fast model is the chat’s model', { ...shared, fastModel: large }, 'acme/large fork'],
    ['is standalone if sharing is off', { ...shared, enableCacheSharing: false }, 'acme/large sharing-off'],
    ['is standalone without a snapshot', { ...shared, params: undefined }, 'acme/large no-snapshot'],
    ['is standalone for another model', { ...shared, fastModel: small }, 'acme/small other-model'],
    ['is standalone after the chat’s model has changed', { ...shared, model: small }, 'acme/small other-model'],
    [
      'is standalone after calls without a result',
      { ...shared, params: snapshot('acme/large', textPart, call) },
      'acme/large cannot-append',
    ],
    ['is standalone after an empty answer', { ...shared, params: snapshot('acme/large') }, 'acme/large cannot-append'],
    [
      'is standalone after an answer of thoughts only',
      { ...shared, params: snapshot('acme/large', thought) },
      'acme/large cannot-append',
    ],
    [
      'is standalone after an answer of white space only',
      { ...shared, params: snapshot('acme/large', { type: 'text', text: ' \n' }) },
      'acme/large cannot-append',
    ],
  ])('%s', (_title, situation, expected) => {
    const path = chooseQueryPath(situation);
    expect(`${path.model.id} ${path.kind === 'fork' ? 'fork' : path.reason}`).toBe(expected);
  });

  test('shares the prefix if the fast model wrote the last answer', () => {
    const path = chooseQueryPath({ ...shared, params: snapshot('acme/small', textPart), fastModel: small });
    expect(path).toMatchObject({ kind: 'fork', model: { id: 'acme/small' } });
  });

  test.each<[string, readonly Part[], 'fork' | 'standalone']>([
    ['text', [textPart], 'fork'],
    ['thoughts and text', [thought, textPart], 'fork'],
    ['only thoughts', [thought], 'standalone'],
    ['an empty answer', [], 'standalone'],
  ])(
    'is a fork after %s only if the Chat Completions request begins with all messages of its parent',
    (_title, parts, expected) => {
      const { kind } = chooseQueryPath({ ...shared, params: snapshot('acme/large', ...parts) });
      const parent = { ...params, request: createRequest(), answer: { role: 'assistant', parts } } as const;
      const [before, after] = [
        parent.request,
        forkRequest(parent, {
          message: userMessage('And now?'),
          model: { id: parent.modelId, name: parent.request.model },
          promptId: 'q',
        }),
      ].map((request) => toOpenAiChatRequest(request, { dialect, source: 'openai-chat:acme' }).messages);
      const isWhole = JSON.stringify(after?.slice(0, before?.length)) === JSON.stringify(before);
      expect({ kind, isWhole }).toEqual({ kind: expected, isWhole: expected === 'fork' });
    },
  );
});
