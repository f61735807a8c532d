import { beforeEach, expect, it } from 'vitest';
import { ChatStore } from '../../../src/extension/chat/view/chatStore.ts';
import type { LocalServer } from '../../../src/extension/model/localServers.ts';
import { FirstStepsFinder, type FirstStepsOptions } from '../../../src/extension/panel/firstSteps.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import { settle } from '../../support/manualClock.ts';

let store: ChatStore;
let searches: AbortSignal[];
beforeEach(() => {
  store = new ChatStore(createInitialChatState('chat'));
  searches = [];
});

const server = (provider: string, ...ids: string[]): LocalServer => ({
  ...{ provider, label: provider.toUpperCase() },
  models: ids.map((id) => ({ id, label: id })),
});

function create(given: Partial<FirstStepsOptions> = {}): FirstStepsFinder {
  return new FirstStepsFinder({
    store,
    isPanelOpen: () => true,
    countVscodeModels: async () => 3,
    findLocalServers: async (signal) => {
      searches.push(signal);
      return [server('ollama', 'a', 'b'), server('llamacpp')];
    },
    log: silentLog,
    ...given,
  });
}

it('FirstStepsFinder counts VS Code’s models, and lists the local servers that have a model', async () => {
  create().refresh();
  await settle();
  expect(store.state.firstSteps).toEqual({
    vscodeModels: 3,
    localServers: [{ provider: 'ollama', label: 'OLLAMA', models: 2 }],
  });
});

it('FirstStepsFinder shows one result before the other is known', async () => {
  create({ countVscodeModels: () => new Promise(() => {}) }).refresh();
  await settle();
  expect(store.state.firstSteps).toMatchObject({ vscodeModels: 0, localServers: [{ models: 2 }] });
});

it('FirstStepsFinder shows one result if the other search fails', async () => {
  create({ countVscodeModels: () => Promise.reject(new Error('no')) }).refresh();
  await settle();
  expect(store.state.firstSteps?.localServers).toHaveLength(1);
});

it('FirstStepsFinder does not search while a model is selected, or without an open panel', async () => {
  create({ isPanelOpen: () => false }).refresh();
  store.dispatch({ type: 'model-changed', model: { id: 'tour/tour', label: 'tour' } });
  create().refresh();
  await settle();
  expect(searches).toEqual([]);
  expect(store.state.firstSteps).toBeNull();
});

it('FirstStepsFinder hides the results and aborts the search when a model is selected', async () => {
  const finder = create();
  finder.refresh();
  await settle();
  store.dispatch({ type: 'model-changed', model: { id: 'tour/tour', label: 'tour' } });
  finder.refresh();
  expect(store.state.firstSteps).toBeNull();
  expect(searches[0]?.aborted).toBe(true);
});

it('FirstStepsFinder ignores a late result of an earlier search', async () => {
  const counts: ((count: number) => void)[] = [];
  const finder = create({ countVscodeModels: () => new Promise((resolve) => counts.push(resolve)) });
  finder.refresh();
  finder.refresh();
  counts[1]?.(2);
  await settle();
  counts[0]?.(7);
  await settle();
  expect(store.state.firstSteps?.vscodeModels).toBe(2);
});

it('FirstStepsFinder keeps the state object if the results have not changed', async () => {
  const finder = create();
  finder.refresh();
  await settle();
  const { firstSteps } = store.state;
  finder.refresh();
  await settle();
  expect(store.state.firstSteps).toBe(firstSteps);
});
