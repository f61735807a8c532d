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

  test('is forgotten when cleared', () => {
    const store = new CacheSafeParamsStore();
    save(store);
    store.clear();
    expect(store.current).toBeUndefined();
  });

  test('keeps what was sent when the list it came from grows', () => {
    const store = new CacheSafeParamsStore();
    const messages = [...request.messages];
    save(store, { messages });
    messages.push(userMessage('three'));
    expect(store.current?.request.messages).toEqual(request.messages);
  });

  test('raises its version with system and tools, compared as they are written, and with nothing else', () => {
    const store = new CacheSafeParamsStore();
    const first = save(store);
    expect(save(store, { messages: [], tools: structuredClone(request.tools) })).toBe(first);
    expect(save(store, { system: 'Other.' })).toBe(first + 1);
    expect(save(store, { system: 'Other.', tools: [] })).toBe(first + 2);
  });

  test('is current until system or tools change', () => {
    const store = new CacheSafeParamsStore();
    const params = store.save('acme/large', request, answer, 'leaf-1');
    save(store, { messages: [] });
    expect(store.isCurrent(params)).toBe(true);
    save(store, { system: 'Other.' });
    expect(store.isCurrent(params)).toBe(false);
  });

  test('never repeats a version after clearing', () => {
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

  const own = { id: 'acme/large', name: 'large' };
  const forkWith = (change: Partial<Parameters<typeof forkRequest>[1]>, from = params) =>
    forkRequest(from, { message: userMessage('what next'), model: own, promptId: 'speculation', ...change });

  test('is the parent, the answer and one message, and differs in nothing else but its id', () => {
    const fork = forkWith({ promptId: 'prompt_suggestion' });
    expect(fork).toEqual({
      ...request,
      messages: [...request.messages, answer, userMessage('what next')],
      promptId: 'prompt_suggestion',
    });
  });

  test('has the parent’s bytes as its own beginning', () => {
    const fork = forkWith({ promptId: 'speculation' });
    const parent = JSON.stringify(request.messages).slice(0, -1);
    expect(JSON.stringify(fork.messages).startsWith(parent)).toBe(true);
    expect(fork.cacheAnchors).toEqual(request.cacheAnchors);
  });

  test('of another model spares the thinking, which has no prefix to keep', () => {
    const fork = forkWith({ model: { id: 'acme/small', name: 'small' } });
    expect(fork).toMatchObject({ model: 'small', thinking: 'off' });
  });

  test.each(['vscode/copilot/gpt-5', 'tour/tour'])('of %s spares it too: there is no cache to lose', (modelId) => {
    const fork = forkWith({ model: { id: modelId, name: 'x' } }, { ...params, modelId });
    expect(fork.thinking).toBe('off');
  });
});
