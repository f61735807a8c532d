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

const said: Part = { type: 'text', text: 'fixed' };
const call: Part = { type: 'tool-call', id: 'c', name: 'grep', input: {} };
const thought: Part = { type: 'thinking', text: 'Hm.', opaque: { source: 'openai-chat:acme', data: {} } };
const params = snapshot('acme/large', said);
const shared: QuerySituation = { params, enableCacheSharing: true, model: large };

describe('a background question', () => {
  test.each<[string, QuerySituation, string]>([
    ['shares the prefix of the chat’s model', shared, 'acme/large fork'],
    ['shares it with a fast model that is the same', { ...shared, fastModel: large }, 'acme/large fork'],
    ['goes alone where sharing is off', { ...shared, enableCacheSharing: false }, 'acme/large sharing-off'],
    ['goes alone where there is no snapshot', { ...shared, params: undefined }, 'acme/large no-snapshot'],
    ['goes alone to another model', { ...shared, fastModel: small }, 'acme/small other-model'],
    ['goes alone after the chat’s model was changed', { ...shared, model: small }, 'acme/small other-model'],
    [
      'goes alone after calls that have no result',
      { ...shared, params: snapshot('acme/large', said, call) },
      'acme/large cannot-append',
    ],
    ['goes alone after an empty answer', { ...shared, params: snapshot('acme/large') }, 'acme/large cannot-append'],
    [
      'goes alone after nothing but thoughts',
      { ...shared, params: snapshot('acme/large', thought) },
      'acme/large cannot-append',
    ],
    [
      'goes alone after nothing but white space',
      { ...shared, params: snapshot('acme/large', { type: 'text', text: ' \n' }) },
      'acme/large cannot-append',
    ],
  ])('%s', (_title, situation, expected) => {
    const path = chooseQueryPath(situation);
    expect(`${path.model.id} ${path.kind === 'fork' ? 'fork' : path.reason}`).toBe(expected);
  });

  test('shares the prefix of a fast model that wrote the last answer', () => {
    const path = chooseQueryPath({ ...shared, params: snapshot('acme/small', said), fastModel: small });
    expect(path).toMatchObject({ kind: 'fork', model: { id: 'acme/small' } });
  });

  test.each<[string, readonly Part[], 'fork' | 'standalone']>([
    ['text', [said], 'fork'],
    ['thoughts and text', [thought, said], 'fork'],
    ['thoughts alone', [thought], 'standalone'],
    ['nothing', [], 'standalone'],
  ])('is a fork after %s only as its parent stays whole on the Chat Completions wire', (_title, parts, expected) => {
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
  });
});
