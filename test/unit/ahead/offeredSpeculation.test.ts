import { expect, test } from 'vitest';
import { OfferedSpeculation } from '../../../src/extension/ahead/offeredSpeculation.ts';
import { CacheSafeParamsStore, forkRequest } from '../../../src/extension/background/cacheSafeParams.ts';
import type { ModelRequest } from '../../../src/extension/model/chatModel.ts';
import { type Message, userMessage } from '../../../src/extension/model/message.ts';
import type { AppliedSpeculation } from '../../../src/extension/speculate/applySpeculation.ts';
import type { Speculator } from '../../../src/extension/speculate/speculator.ts';

const MODEL = { id: 'acme/large', name: 'large' };
const READ = { name: 'read_file', description: 'Reads.', inputSchema: { type: 'object' } };

function answerOf(text: string): Message {
  return { role: 'assistant', parts: [{ type: 'text', text }] };
}

function requestOf(text: string, change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'large',
    system: 'You are Premove.',
    tools: [READ],
    messages: [userMessage(text)],
    cacheAnchors: [0],
    cacheKey: 'conversation-1',
    thinking: 'inherit',
    maxOutputTokens: 32_000,
    promptId: 'prompt-1',
    ...change,
  };
}

/** Applies a speculation that continued the chat's request “one”, after `change` has happened to the snapshot. */
function apply(change: (store: CacheSafeParamsStore) => void): CacheSafeParamsStore {
  const store = new CacheSafeParamsStore();
  const speculation = new OfferedSpeculation({
    speculator: { onDidChange: () => ({ dispose() {} }) } as unknown as Speculator,
    cacheSafeParams: store,
  } as ConstructorParameters<typeof OfferedSpeculation>[0]);
  const params = store.save(MODEL.id, requestOf('one'), answerOf('done'), 'leaf-1');
  change(store);
  const applied: AppliedSpeculation = {
    kind: 'applied',
    continues: false,
    finalRequest: forkRequest(params, { message: userMessage('two'), model: MODEL, promptId: 'speculation' }),
    answer: answerOf('prepared'),
    modelId: params.modelId,
    version: params.version,
    pipelined: null,
    amended: [],
    filesNote: '',
    files: [],
  };
  speculation.continueFrom(applied, 'leaf-2');
  return store;
}

function saved(change: Partial<ModelRequest>): (store: CacheSafeParamsStore) => void {
  return (store) => store.save(MODEL.id, requestOf('other', change), answerOf('other'), 'leaf-1');
}

test.each([
  ['nothing has happened', () => {}],
  ['the same system prompt and tools were sent again', saved({})],
  ['the snapshot was cleared', (store: CacheSafeParamsStore) => store.clear()],
])('the request of an applied speculation becomes the next prefix if %s', (_, change) => {
  const { current } = apply(change);
  expect(current).toMatchObject({ leaf: 'leaf-2', answer: answerOf('prepared') });
  const next =
    current && forkRequest(current, { message: userMessage('three'), model: MODEL, promptId: 'speculation' });
  const sent = [userMessage('one'), answerOf('done'), userMessage('two'), answerOf('prepared'), userMessage('three')];
  expect(next?.messages).toEqual(sent);
});

test.each([
  ['the system prompt has changed', saved({ system: 'You are Premove. Rules: none.' })],
  ['the tools have changed', saved({ tools: [] })],
  [
    'the system prompt has changed and was changed back',
    (store: CacheSafeParamsStore) => {
      saved({ system: 'Other.' })(store);
      saved({})(store);
    },
  ],
  [
    'the tools have changed and the snapshot was cleared',
    (store: CacheSafeParamsStore) => {
      saved({ tools: [] })(store);
      store.clear();
    },
  ],
])('the request of an applied speculation never becomes the next prefix if %s', (_, change) => {
  expect(apply(change).current).toBeUndefined();
});
