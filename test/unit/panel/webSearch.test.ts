import { expect, it } from 'vitest';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { toSelected } from '../speculate/fixtures.ts';
import { start, until } from './harness.ts';

const SEARCH = { calls: [{ id: 's', name: 'web_search', input: { query: 'node lts' } }] };
const FOUND: ScriptedStep = {
  parts: [
    { type: 'text', text: 'Node 24.' },
    { type: 'citation', url: 'https://nodejs.org/', title: 'Node.js' },
  ],
  usage: { input: 900, cacheRead: 0, cacheWrite: 0, output: 100, searches: 1 },
};

async function startSearching(steps: readonly ScriptedStep[], mode: Parameters<typeof start>[1] = 'default') {
  const panel = await start(steps, mode);
  panel.changeSettings({ enableFollowupSuggestions: false });
  panel.setResolved({ kind: 'model', model: { ...toSelected(panel.scripted), searchesWeb: true } });
  panel.world.pricing = { priceOf: (usage) => (usage.searches ?? 0) * 0.5, contextWindow: undefined };
  const answer = () => {
    const item = panel.store.state.items.at(-1);
    return item?.kind === 'answer' ? item : undefined;
  };
  const row = () => answer()?.blocks.find((block) => block.kind === 'tool');
  const tools = (index: number) => panel.scripted.requests[index]?.tools.map(({ name }) => name) ?? [];
  return { ...panel, answer, row, tools };
}

it('a search asks first; its sources and its cost belong to the answer, also after a reload', async () => {
  const panel = await startSearching([SEARCH, FOUND, 'It is 24.']);
  await panel.submit('which node?');
  await until(() => panel.row()?.status === 'awaiting-approval');
  expect(panel.row()?.approval).toMatchObject({
    question: 'Search the web for this? The provider may charge for each search.',
    subject: { kind: 'arguments', text: 'node lts' },
    grantable: true,
  });
  expect(panel.scripted.requests).toHaveLength(1);
  await panel.controller.handle({ type: 'decide', callId: 's', decision: 'allow-once' });
  await until(() => panel.store.state.status === 'idle');
  const shown = {
    citations: [{ url: 'https://nodejs.org/', title: 'Node.js' }],
    searchCost: { dollars: 0.5, tokens: 0 },
    backgroundCost: null,
  };
  expect(panel.answer()).toMatchObject(shown);
  expect(panel.row()).toMatchObject({ status: 'success', summary: '1 source', words: { label: 'Search web' } });
  expect(panel.scripted.requests[1]).toMatchObject({ searchesWeb: true, tools: [] });
  const again = await panel.reload();
  const item = again.store.state.items.at(-1);
  expect(item).toMatchObject(shown);
  expect(item?.kind === 'answer' && item.blocks[0]).toMatchObject({ words: { label: 'Search web' } });
  expect(again.store.state.spending.chat.dollars).toBe(0.5);
});

it('the tool exists only for models that can search, and only from the next prompt on', async () => {
  const panel = await startSearching([
    { calls: [{ name: 'list_directory', input: { path: '.' } }] },
    'one',
    'two',
    'three',
  ]);
  await panel.submit('first');
  await until(() => panel.scripted.requests.length > 0);
  panel.setResolved({ kind: 'model', model: toSelected(panel.scripted) });
  await until(() => panel.store.state.status === 'idle');
  await panel.exchange('second');
  expect([0, 1, 2].map((index) => panel.tools(index).includes('web_search'))).toEqual([true, true, false]);
  panel.changeSettings({ fastModel: 'openai/gpt-5-mini' });
  await panel.exchange('third');
  expect(panel.tools(3).includes('web_search')).toBe(true);
});

it('a call of the tool is refused if the tool was not declared', async () => {
  const panel = await startSearching([SEARCH, 'sorry']);
  panel.setResolved({ kind: 'model', model: toSelected(panel.scripted) });
  await panel.exchange('which node?');
  expect(panel.row()).toMatchObject({ status: 'error', notRun: 'refused', summary: 'unknown tool' });
});

it.each([
  [{ deny: ['network'] }, 'refused'],
  [{ deny: ['web_search'] }, 'refused'],
  [{ allow: ['web_search'] }, undefined],
] as const)('rules apply to searches: %j', async (lists, notRun) => {
  const panel = await startSearching([SEARCH, ...(notRun ? [] : [FOUND]), 'done']);
  panel.changeSettings({ rules: parsePermissions(lists, [], '').rules });
  await panel.exchange('which node?');
  expect(panel.row()?.notRun).toBe(notRun);
});

it('Stop ends the search, and prevents the next request', async () => {
  const panel = await startSearching([SEARCH, { text: 'No', hold: new Promise(() => {}) }], 'yolo');
  await panel.submit('which node?');
  await until(() => panel.scripted.requests.length === 2);
  await panel.controller.handle({ type: 'stop' });
  await until(() => panel.store.state.status === 'idle');
  expect(panel.scripted.aborted).toBe(1);
  expect(panel.row()).toMatchObject({ status: 'cancelled' });
});
