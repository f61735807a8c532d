import { describe, expect, test } from 'vitest';
import { CacheSafeParamsStore, forkRequest } from '../../../src/extension/background/cacheSafeParams.ts';
import type { ModelRequest } from '../../../src/extension/model/chatModel.ts';
import { type Message, userMessage } from '../../../src/extension/model/message.ts';

const answer: Message = { role: 'assistant', parts: [{ type: 'text', text: 'fixed' }] };
const request: ModelRequest = {
  model: 'large',
  system: 'You are Premove.',
  tools: [{ name: 'grep', description: 'Searches.', inputSchema: { type: 'object' } }],
  messages: [userMessage('one'), answer, userMessage('two')],
  cacheAnchors: [0, 2],
  cacheKey: 'conversation-1',
  thinking: 'inherit',
  maxOutputTokens: 32_000,
  promptId: 'prompt-1',
};

function save(store: CacheSafeParamsStore, change: Partial<ModelRequest> = {}): number {
  return store.save('acme/large', { ...request, ...change }, answer, 'leaf-1').version;
}

describe('the snapshot', () => {
  test('is the last request with its answer', () => {
    const store = new CacheSafeParamsStore();
    expect(store.current).toBeUndefined();
    save(store);
    save(store, { system: 'Other.' });
    expect(store.current).toMatchObject({
      modelId: 'acme/large',
      request: { system: 'Other.' },
      answer,
      leaf: 'leaf-1',
    });
  });

  test('is removed by `clear`', () => {
    const store = new CacheSafeParamsStore();
    save(store);
    store.clear();
    expect(store.current).toBeUndefined();
  });

  test("keeps the sent messages when the caller's list grows", () => {
    const store = new CacheSafeParamsStore();
    const messages = [...request.messages];
    save(store, { messages });
    messages.push(userMessage('three'));
    expect(store.current?.request.messages).toEqual(request.messages);
  });

  test('gets a new version only when the text of the system prompt or the tools changes', () => {
    const store = new CacheSafeParamsStore();
    const first = save(store);
    expect(save(store, { messages: [], tools: structuredClone(request.tools) })).toBe(first);
    expect(save(store, { system: 'Other.' })).toBe(first + 1);
    expect(save(store, { system: 'Other.', tools: [] })).toBe(first + 2);
  });

  test('is current until the system prompt or the tools change', () => {
    const store = new CacheSafeParamsStore();
    const params = store.save('acme/large', request, answer, 'leaf-1');
    save(store, { messages: [] });
    expect(store.isCurrent(params)).toBe(true);
    save(store, { system: 'Other.' });
    expect(store.isCurrent(params)).toBe(false);
  });

  test('has the same version as before if it is saved again after `clear`', () => {
    const store = new CacheSafeParamsStore();
    const first = save(store);
    store.clear();
    expect(save(store)).toBe(first);
    expect(save(store, { system: 'Other.' })).toBe(first + 1);
  });
});

describe('a fork', () => {
  const store = new CacheSafeParamsStore();
  const params = store.save('acme/large', request, answer, 'leaf-1');

  const sameModel = { id: 'acme/large', name: 'large' };
  const forkWith = (change: Partial<Parameters<typeof forkRequest>[1]>, from = params) =>
    forkRequest(from, { message: userMessage('what next'), model: sameModel, promptId: 'speculation', ...change });

  test('adds the answer and one message to the parent, and otherwise changes only the prompt id', () => {
    const fork = forkWith({ promptId: 'prompt_suggestion' });
    expect(fork).toEqual({
      ...request,
      messages: [...request.messages, answer, userMessage('what next')],
      promptId: 'prompt_suggestion',
    });
  });

  test('begins its message with the note about the answer', () => {
    const noted = new CacheSafeParamsStore().save('acme/large', request, answer, 'leaf-1', '[a.ts has changed.]');
    const parts = [{ type: 'text', text: '[a.ts has changed.]' }, ...userMessage('what next').parts];
    expect(forkWith({}, noted).messages.at(-1)).toEqual({ role: 'user', parts });
  });

  test('begins with the bytes of the parent', () => {
    const fork = forkWith({ promptId: 'speculation' });
    const parent = JSON.stringify(request.messages).slice(0, -1);
    expect(JSON.stringify(fork.messages).startsWith(parent)).toBe(true);
    expect(fork.cacheAnchors).toEqual(request.cacheAnchors);
  });

  test('turns thinking off for another model, because the two models share no prefix', () => {
    const fork = forkWith({ model: { id: 'acme/small', name: 'small' } });
    expect(fork).toMatchObject({ model: 'small', thinking: 'off' });
  });

  test.each(['vscode/copilot/gpt-5', 'tour/tour'])(
    'turns thinking off for %s, which does not cache the prefix',
    (modelId) => {
      const fork = forkWith({ model: { id: modelId, name: 'x' } }, { ...params, modelId });
      expect(fork.thinking).toBe('off');
    },
  );
});
