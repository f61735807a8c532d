import { describe, expect, it } from 'vitest';
import type { BackgroundRequest } from '../../../../src/extension/background/spending.ts';
import { createSearchWeb, webSearchModel } from '../../../../src/extension/chat/agent/webSearch.ts';
import type { SelectedModel } from '../../../../src/extension/model/chatModel.ts';
import { createScriptedModel, type ScriptedStep } from '../../../support/scriptedModel.ts';
import { toSelected } from '../../speculate/fixtures.ts';

const USAGE = { input: 9, cacheRead: 0, cacheWrite: 0, output: 1, searches: 2 };
const CITATION = { type: 'citation', url: 'https://a.example/', title: 'A' } as const;

function start(...steps: ScriptedStep[]) {
  const scripted = createScriptedModel(steps);
  const model: SelectedModel = { ...toSelected(scripted, 'test/chat'), searchesWeb: true };
  const requests: BackgroundRequest[] = [];
  const controller = new AbortController();
  const ports = {
    modelFor: async (main: SelectedModel) => (main.searchesWeb ? main : undefined),
    onDidRequest: (request: BackgroundRequest) => void requests.push(request),
  };
  const run = (query: string, main = model) => createSearchWeb(ports, main, 'answer-1')(query, controller.signal);
  return { scripted, model, requests, controller, run };
}

describe('a web search', () => {
  it('is a separate request without tools, and is counted as part of the answer', async () => {
    const { scripted, run, requests } = start({
      parts: [{ type: 'text', text: 'Node 24.' }, CITATION],
      usage: USAGE,
    });
    expect(await run('node lts')).toEqual({ kind: 'found', text: 'Node 24.', pages: [CITATION], isCut: false });
    const [request] = scripted.requests;
    expect(request).toMatchObject({
      model: 'chat',
      tools: [],
      searchesWeb: true,
      cacheAnchors: [],
      thinking: 'inherit',
    });
    expect(request?.messages).toEqual([{ role: 'user', parts: [{ type: 'text', text: 'node lts' }] }]);
    expect(requests).toMatchObject([{ promptId: 'web_search', leaf: 'answer-1', usage: USAGE }]);
  });

  it.each<[string, ScriptedStep, object]>([
    [
      'the provider fails',
      { error: { kind: 'overloaded', message: 'Overloaded.', retryable: true } },
      { kind: 'failed', why: 'The search failed: Overloaded.' },
    ],
    ['the provider refuses', { text: 'x', stopReason: 'refused' }, { kind: 'failed' }],
    ['nothing is found', { text: ' ' }, { kind: 'failed', why: 'The search found nothing. Try other words.' }],
    ['the answer reaches the output limit', { text: 'Node', stopReason: 'length' }, { kind: 'found', isCut: true }],
  ])('ends with a result if %s, and is counted', async (_name, step, expected) => {
    const { run, requests } = start(step);
    expect(await run('node')).toMatchObject(expected);
    expect(requests).toHaveLength(1);
  });

  it('that the provider pauses is resumed with the content of the answer, unchanged', async () => {
    const opaque = { source: 'anthropic', data: { server: { type: 'server_tool_use' } } };
    const paused = [{ type: 'text', text: 'I search. ' }, { type: 'thinking', text: '', opaque }, CITATION] as const;
    const { scripted, run, requests } = start(
      { parts: paused, stopReason: 'paused', usage: USAGE },
      { parts: [{ type: 'text', text: 'Node 24.' }, CITATION], usage: USAGE },
    );
    expect(await run('node')).toEqual({
      kind: 'found',
      text: 'I search. Node 24.',
      pages: [CITATION],
      isCut: false,
    });
    expect(scripted.requests[1]?.messages).toEqual([
      { role: 'user', parts: [{ type: 'text', text: 'node' }] },
      { role: 'assistant', parts: paused },
    ]);
    expect(requests.map(({ usage }) => usage)).toEqual([USAGE, USAGE]);
  });

  it('is resumed at most three times, and ends with what was found', async () => {
    const steps = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ text, stopReason: 'paused' }) as const);
    const { scripted, run, requests } = start(...steps);
    expect(await run('node')).toEqual({ kind: 'found', text: 'abcd', pages: [], isCut: true });
    expect([scripted.requests.length, requests.length]).toEqual([4, 4]);
  });

  it('ends with what was found if it cannot be resumed', async () => {
    const error = { kind: 'bad-request', message: 'No.', retryable: false } as const;
    const { run } = start({ text: 'Node', stopReason: 'paused' }, { error });
    expect(await run('node')).toMatchObject({ kind: 'found', text: 'Node', isCut: true });
    const other = start({ parts: [], stopReason: 'paused' }, { error });
    expect(await other.run('node')).toEqual({ kind: 'failed', why: 'The search failed: No.' });
  });

  it('does not begin without a model that can search', async () => {
    const { scripted, run, model, requests } = start();
    const { searchesWeb: _, ...other } = model;
    expect(await run('node', other)).toEqual({
      kind: 'failed',
      why: 'Neither this model nor the fast model can search the web.',
    });
    expect([scripted.requests, requests]).toEqual([[], []]);
  });

  it('aborts its request, and is counted, if its signal aborts', async () => {
    const { scripted, run, controller, requests } = start({ text: 'No', hold: new Promise(() => {}) });
    const searching = run('node');
    while (scripted.requests.length === 0) await Promise.resolve();
    controller.abort();
    await expect(searching).rejects.toThrow();
    expect([scripted.aborted, requests.length]).toEqual([1, 1]);
  });
});

it('the fast model searches if it can, and otherwise the model that answers searches', () => {
  const model = toSelected(createScriptedModel([]), 'test/chat');
  const fast = toSelected(createScriptedModel([]), 'test/fast');
  const searches = (each: SelectedModel): SelectedModel => ({ ...each, searchesWeb: true });
  const choose = (fastModel: SelectedModel, main: SelectedModel) =>
    webSearchModel({ kind: 'model', model: fastModel }, main)?.id;
  expect(choose(searches(fast), searches(model))).toBe('test/fast');
  expect(choose(searches(fast), model)).toBe('test/fast');
  expect(choose(fast, searches(model))).toBe('test/chat');
  expect(choose(fast, model)).toBeUndefined();
  const unusable = { kind: 'unusable', name: 'x', message: '', needsKey: true } as const;
  expect(webSearchModel(unusable, searches(model))?.id).toBe('test/chat');
  expect(webSearchModel({ kind: 'unset' }, model)).toBeUndefined();
});
