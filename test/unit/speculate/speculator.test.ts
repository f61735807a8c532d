import { describe, expect, it } from 'vitest';
import { userMessage } from '../../../src/extension/model/message.ts';
import { withRetry } from '../../../src/extension/model/retry.ts';
import { MAX_HIDDEN_MS } from '../../../src/extension/speculate/hiddenPause.ts';
import type { AcceptRequest } from '../../../src/extension/speculate/applySpeculation.ts';
import { OwnOutput } from '../../../src/extension/speculate/ownOutput.ts';
import type { AtBoundary } from '../../../src/extension/speculate/speculation.ts';
import type { Allowance } from '../../../src/extension/suggest/allowance.ts';
import { SUGGESTION_PROMPT } from '../../../src/extension/suggest/prompt.ts';
import { contentHash } from '../../../src/extension/text/contentHash.ts';
import { createMemoryOutput } from '../../support/memoryOutput.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { shell, toSelected } from './fixtures.ts';
import { bytes, never, suggestion, EDIT, prepare, type Prepared, until, ready } from './preparedSpeculation.ts';

describe('a speculation that completes', () => {
  it('reports its activity and its changes', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    expect(prepared.phases).toEqual(['running', 'running: editing a.ts', 'running', 'ready']);
    expect(prepared.speculator.view).toMatchObject({
      suggestionId: 's1',
      prompt: suggestion.text,
      files: ['a.ts'],
      added: 1,
      removed: 1,
      model: 'one',
      duration: 0,
      spent: { dollars: 0.01, tokens: 7, estimated: true },
    });
    expect(prepared.usage).toEqual(['speculation', 'speculation', 'prompt_suggestion']);
    expect(prepared.preview.events).toEqual([]);
  });

  it('is accepted with its files, its history, and the next suggestion', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    const { base, model, params, accept } = prepared;
    await ready(prepared);
    const result = await accept();
    expect(result).toMatchObject({
      kind: 'applied',
      answer: { parts: [{ text: 'Added.' }] },
      modelId: 'test/one',
      pipelined: 'push it',
      amended: [],
      files: [{ path: '/ws/a.ts', display: 'a.ts', added: 1, removed: 1 }],
    });
    if (result.kind !== 'applied') return;
    expect(prepared.exchanges).toMatchObject([
      [
        { type: 'prompt', id: 'prompt', parent: params.leaf, parts: [{ text: suggestion.text }] },
        { type: 'answer', parent: 'prompt', speculated: true },
        { type: 'answered', stopReason: 'tools' },
        { type: 'result', view: { status: 'success', detail: 'a.ts', files: ['a.ts'] } },
        { type: 'answer' },
        { type: 'answered', stopReason: 'done', message: { parts: [{ text: 'Added.' }] } },
      ],
    ]);
    expect({ ...result.finalRequest, maxAttempts: 1 }).toEqual(model.requests[1]);
    expect(model.requests[2]).toEqual({
      ...model.requests[1],
      messages: [...(model.requests[1]?.messages ?? []), result.answer, userMessage(SUGGESTION_PROMPT)],
      maxAttempts: 1,
      promptId: 'prompt_suggestion',
    });
    expect(result.finalRequest.messages.slice(0, 2)).toEqual([...params.request.messages, params.answer]);
    expect(base.snapshot()).toEqual({ 'a.ts': 'new\n' });
    expect(prepared.speculator.view).toBeNull();
    expect(prepared.preview.events).toEqual(['collect', 'close']);
  });

  it.each([
    ['unsaved if its file had unsaved text when it was applied', true],
    ['saved if the user saved its file before it was applied', undefined],
  ])('shows an edit as %s', async (_, unsaved) => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    prepared.base.put('a.ts', 'old\n', { unsaved: true });
    await ready(prepared);
    if (!unsaved) prepared.base.put('a.ts', 'old\n');
    await prepared.accept();
    const rows = prepared.exchanges.flat().filter((entry) => entry.type === 'result');
    expect(rows.map(({ view }) => view.unsaved)).toEqual([unsaved]);
  });

  it('can be accepted before the next suggestion arrives, which aborts that request', async () => {
    const prepared = prepare([EDIT, 'Added.', { text: 'push', hold: never }]);
    prepared.start();
    await until(() => prepared.model.requests.length === 3);
    expect(prepared.speculator.view?.phase).toBe('ready');
    expect(await prepared.accept()).toMatchObject({ kind: 'applied', pipelined: null });
    await until(() => prepared.model.aborted === 1);
  });

  it('does not offer a next suggestion that the filter rejects', async () => {
    const prepared = prepare([EDIT, 'Added.', 'Looks good!']);
    await ready(prepared);
    expect(await prepared.accept()).toMatchObject({ kind: 'applied', pipelined: null });
  });

  it('stays ready if the request for the next suggestion fails', async () => {
    const prepared = prepare([EDIT, 'Added.', { error: { kind: 'server', message: 'x', retryable: false } }]);
    await ready(prepared);
    expect(prepared.speculator.view?.phase).toBe('ready');
  });

  it.each<[Allowance, string]>([
    ['spent', 'the daily limit is reached'],
    ['unknown-price', 'there is a daily limit, and the price of the model is unknown'],
  ])('has no next suggestion if the allowance is %s, and logs why', async (allowance, why) => {
    const prepared = prepare([EDIT, 'Added.'], undefined, allowance);
    prepared.start();
    await until(() => prepared.logged.length > 0);
    expect(prepared.logged).toEqual([`No next suggestion: ${why}`]);
    expect(await prepared.accept()).toMatchObject({ kind: 'applied', pipelined: null });
  });

  it('adds its seen files to the conversation only when it is accepted', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    expect(prepared.seen.get('/ws/a.ts')).toBeUndefined();
    await prepared.accept();
    expect(prepared.seen.get('/ws/a.ts')?.hash).toBe(contentHash(bytes('new\n')));
  });

  it('is applied without a diff if it changed no file', async () => {
    const prepared = prepare(['It is in src.', 'run the tests']);
    await ready(prepared, 'default');
    expect(await prepared.accept({ approvalMode: 'default' })).toMatchObject({ kind: 'applied', files: [] });
    expect(prepared.preview.events).toEqual(['collect', 'close']);
  });
});

describe('a file with output that is too long to send', () => {
  const GREP = { name: 'grep', input: { pattern: 'y' } };
  const LONG = { 'b.ts': `${'y'.repeat(90)}\n`.repeat(500) };
  const readAll = async (prepared: Prepared) => {
    await ready(prepared);
    expect([...prepared.output.files.values()].map((text) => text.includes('y'.repeat(90)))).toEqual([true]);
  };

  it('stays if the speculation is applied', async () => {
    const prepared = prepare([{ calls: [GREP] }, 'It has 500 lines.', 'push it'], LONG);
    await readAll(prepared);
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
    expect(prepared.output.files.size).toBe(1);
  });

  it('is deleted if the speculation is aborted', async () => {
    const prepared = prepare([{ calls: [GREP] }, 'It has 500 lines.', 'push it'], LONG);
    await readAll(prepared);
    await prepared.speculator.abort('discarded');
    expect(prepared.output.files.size).toBe(0);
  });

  it('is deleted if a tool creates it after the abort', async () => {
    const folder = createMemoryOutput();
    const output = new OwnOutput(folder);
    const late = output.create();
    await output.delete();
    await late;
    expect([folder.files.size, await output.create()]).toEqual([0, undefined]);
  });
});

describe('accept returns not-ready for', () => {
  it.each<[string, Partial<AcceptRequest>]>([
    ['other text', { text: `${suggestion.text}!` }],
    ['the suggestion with white space', { text: `${suggestion.text} ` }],
    ['another leaf', { leaf: 'leaf-2' }],
    ['edits in plan mode', { approvalMode: 'plan' }],
  ])('%s', async (_title, request) => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    expect(await prepared.accept(request)).toEqual({ kind: 'not-ready' });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'old\n' });
    expect(prepared.speculator.view?.phase).toBe('ready');
  });

  it.each<[string, readonly ScriptedStep[], string]>([
    ['a speculation that is still running', [{ text: '', hold: never }], 'running'],
    [
      'a speculation that failed',
      [EDIT, { text: 'x', stopReason: 'length' }],
      'failed: The answer reached the output limit.',
    ],
  ])('%s', async (_title, steps, phase) => {
    const prepared = prepare(steps);
    prepared.start();
    await until(() => prepared.phases.at(-1) === phase && prepared.model.requests.length === steps.length);
    expect(await prepared.accept()).toEqual({ kind: 'not-ready' });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'old\n' });
  });

  it.each<[string, Partial<AcceptRequest>, AtBoundary]>([
    ['if the setting is `discard`', {}, 'discard'],
    ['in plan mode', { approvalMode: 'plan' }, 'resume'],
    ['if another model was selected', { mayResume: false }, 'resume'],
  ])('a speculation that stopped at a boundary, %s', async (_title, request, atBoundary) => {
    const prepared = prepare([{ calls: [shell('npm test')] }], undefined, 'within', atBoundary);
    prepared.start();
    await until(() => prepared.speculator.view?.phase === 'stopped');
    expect(await prepared.accept(request)).toEqual({ kind: 'not-ready' });
    expect(prepared.exchanges).toEqual([]);
  });

  it('a speculation that stopped before its first request', async () => {
    const prepared = prepare([]);
    prepared.budget.check = () => Promise.resolve('day');
    prepared.start();
    await until(() => prepared.speculator.view?.phase === 'stopped');
    expect(prepared.speculator.view?.resumes).toBeUndefined();
    expect(await prepared.accept()).toEqual({ kind: 'not-ready' });
  });

  it('a missing speculation', async () => {
    expect(await prepare([]).accept()).toEqual({ kind: 'not-ready' });
  });
});

describe('a speculation that stopped at a boundary', () => {
  const STEPS: readonly ScriptedStep[] = [EDIT, { text: 'Now the tests.', calls: [shell('npm test'), shell('ls')] }];

  it('is accepted with its files and its pending calls, to be continued live', async () => {
    const prepared = prepare(STEPS);
    prepared.start();
    await until(() => prepared.speculator.view?.phase === 'stopped');
    expect(prepared.speculator.view).toMatchObject({ resumes: true, files: ['a.ts'] });
    const result = await prepared.accept();
    const calls = [{ type: 'text' }, { name: 'run_shell_command' }, { name: 'run_shell_command' }];
    expect(result).toMatchObject({ kind: 'applied', continues: true, pipelined: null, answer: { parts: calls } });
    if (result.kind !== 'applied') return;
    expect({ ...result.finalRequest, maxAttempts: 1 }).toEqual(prepared.model.requests[1]);
    expect(prepared.exchanges[0]?.slice(-2)).toMatchObject([
      { type: 'answer' },
      { type: 'answered', stopReason: 'tools' },
    ]);
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'new\n' });
    expect(prepared.speculator.view).toBeNull();
  });

  it('is reviewed first in default mode', async () => {
    const prepared = prepare(STEPS);
    prepared.start('default');
    await until(() => prepared.speculator.view?.phase === 'stopped');
    expect(await prepared.accept({ approvalMode: 'default' })).toEqual({ kind: 'review' });
    expect(prepared.speculator.view).toMatchObject({ phase: 'review', resumes: true });
    expect(await prepared.accept({ approvalMode: 'default' })).toMatchObject({ kind: 'applied', continues: true });
  });

  it('continues at once in default mode if it changed no file', async () => {
    const prepared = prepare([{ calls: [shell('npm test')] }]);
    prepared.start('default');
    await until(() => prepared.speculator.view?.phase === 'stopped');
    expect(await prepared.accept({ approvalMode: 'default' })).toMatchObject({ kind: 'applied', continues: true });
    expect(prepared.preview.events).toEqual(['collect', 'close']);
  });
});

describe('a speculation whose suggestion is hidden', () => {
  const held = () => {
    let release = (): void => {};
    const hold = new Promise<void>((resolve) => (release = resolve));
    return { hold, release: () => release() };
  };

  it('finishes its request, and sends the next request only when the suggestion is visible again', async () => {
    const { hold, release } = held();
    const prepared = prepare([{ ...(EDIT as object), hold }, 'Added.', 'push it']);
    const { speculator, model, clock } = prepared;
    prepared.start();
    await until(() => model.requests.length === 1);
    speculator.setHidden(true);
    release();
    await until(() => speculator.view?.paused === true);
    expect(speculator.view).toMatchObject({ phase: 'running', files: ['a.ts'] });
    await clock.advance(MAX_HIDDEN_MS - 1);
    expect(model.requests).toHaveLength(1);
    speculator.setHidden(false);
    await until(() => prepared.usage.includes('prompt_suggestion'));
    expect(speculator.view).toMatchObject({ phase: 'ready', paused: false });
    await clock.advance(MAX_HIDDEN_MS);
    expect(await prepared.accept()).toMatchObject({ kind: 'applied', pipelined: 'push it' });
  });

  it('ends after half a minute if it is still running, and its request is aborted', async () => {
    const { speculator, model, clock, base, start } = prepare([EDIT, { text: 'Ad', hold: never }]);
    start();
    await until(() => model.requests.length === 2);
    speculator.setHidden(true);
    speculator.setHidden(true);
    await clock.advance(MAX_HIDDEN_MS - 1);
    expect(speculator.view?.phase).toBe('running');
    await clock.advance(1);
    expect([speculator.view, model.aborted, base.snapshot()]).toEqual([null, 1, { 'a.ts': 'old\n' }]);
    expect(clock.pending).toBe(0);
  });

  it('restarts the half minute each time the suggestion is hidden', async () => {
    const { speculator, model, clock, start } = prepare([{ text: 'Ad', hold: never }]);
    start();
    await until(() => model.requests.length === 1);
    for (let times = 0; times < 3; times += 1) {
      speculator.setHidden(true);
      await clock.advance(MAX_HIDDEN_MS - 1);
      speculator.setHidden(false);
    }
    expect(speculator.view?.phase).toBe('running');
  });

  it('stays ready, and requests the next suggestion when the hidden one is visible again', async () => {
    const { hold, release } = held();
    const prepared = prepare([EDIT, { text: 'Added.', hold }, 'push it']);
    const { speculator, model, clock } = prepared;
    prepared.start();
    await until(() => model.requests.length === 2);
    speculator.setHidden(true);
    release();
    await until(() => speculator.view?.phase === 'ready');
    await clock.advance(10 * MAX_HIDDEN_MS);
    expect([speculator.view?.phase, model.requests.length]).toEqual(['ready', 2]);
    speculator.setHidden(false);
    await until(() => prepared.usage.includes('prompt_suggestion'));
    expect(await prepared.accept()).toMatchObject({ kind: 'applied', pipelined: 'push it' });
  });

  it('does not retry a failed request', async () => {
    const error = { kind: 'overloaded', message: 'busy', retryable: true } as const;
    const { speculator, model, clock, params } = prepare([{ error }]);
    const retried = toSelected(withRetry(model, { clock, random: () => 0 }));
    speculator.start({ suggestion, conversationId: 'chat', params, model: retried, approvalMode: 'auto-edit' });
    await until(() => speculator.view?.phase === 'failed');
    expect([model.requests.length, clock.pending]).toEqual([1, 0]);
  });

  it('can be aborted while it is paused', async () => {
    const { hold, release } = held();
    const { speculator, model, start } = prepare([{ ...(EDIT as object), hold }]);
    start();
    await until(() => model.requests.length === 1);
    speculator.setHidden(true);
    release();
    await until(() => speculator.view?.paused === true);
    await speculator.abort('discarded');
    expect([speculator.view, model.requests.length]).toEqual([null, 1]);
  });
});

describe('aborting a speculation', () => {
  it('aborts its request, and drops its edits', async () => {
    const prepared = prepare([EDIT, { text: 'Ad', hold: never }]);
    prepared.start();
    await until(() => prepared.model.requests.length === 2);
    await prepared.speculator.abort('discarded');
    await until(() => prepared.model.aborted === 1);
    expect(prepared.speculator.view).toBeNull();
    expect(prepared.phases.at(-1)).toBe('none');
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'old\n' });
    expect(prepared.seen.get('/ws/a.ts')).toBeUndefined();
    expect(prepared.preview.events).toEqual(['close']);
    expect(await prepared.accept()).toEqual({ kind: 'not-ready' });
  });

  it('happens when another speculation starts', async () => {
    const prepared = prepare([{ text: 'Ad', hold: never }, 'Done.', 'push it']);
    prepared.start();
    await until(() => prepared.model.requests.length === 1);
    const first = prepared.speculator.view?.id;
    await ready(prepared);
    expect(prepared.model.aborted).toBe(1);
    expect(prepared.speculator.view?.id).not.toBe(first);
    expect(prepared.speculator.view?.phase).toBe('ready');
  });

  it('does not interrupt an apply, even if another speculation starts', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    const release = prepared.base.holdNext('write', 'a.ts');
    const result = prepared.accept();
    await until(() => prepared.base.calls.includes('write /ws/a.ts'));
    await prepared.speculator.abort('discarded');
    prepared.start();
    release();
    expect(await result).toMatchObject({ kind: 'applied' });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'new\n' });
    expect(prepared.speculator.view).toBeNull();
  });
});
