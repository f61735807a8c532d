import { describe, expect, it } from 'vitest';
import type { Usage } from '../../../src/extension/model/chatModel.ts';
import type { Part } from '../../../src/extension/model/message.ts';
import { MAX_SPECULATION_TURNS } from '../../../src/extension/speculate/engine.ts';
import { failed, type Tool } from '../../../src/extension/tools/tool.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import { toolOf } from '../../support/productTools.ts';
import { read, shell, shellTool, write } from './fixtures.ts';
import { prepare, historyOf, pendingOf } from './engineRun.ts';

describe('a speculation that cannot continue', () => {
  it('keeps the calls executed before a boundary, and returns the rest as pending', async () => {
    const { overlay, run } = prepare([
      { text: 'One and two.', calls: [write('a.ts', '1'), write('b.ts', '2'), shell('npm test'), write('c.ts', '3')] },
    ]);
    const result = await run();
    expect(result).toMatchObject({ kind: 'boundary', boundary: 'shell', detail: 'run_shell_command', toolUses: 2 });
    expect(result.turns[0]?.message.parts).toHaveLength(5);
    expect(pendingOf(result)).toEqual(['call-3', 'call-4']);
    expect(overlay.changes().map(({ display }) => display)).toEqual(['a.ts', 'b.ts']);
  });

  it.each([
    ['the first call', [{ calls: [shell('ls')] }], ['call-1']],
    ['a call after text', [{ text: 'I run it.', calls: [shell('ls')] }], ['call-1']],
    ['a call in a later turn', [{ calls: [read('CHANGELOG.md')] }, { calls: [shell('ls')] }], ['call-2']],
  ] as const)('keeps the message with its pending calls if %s is a boundary', async (_title, steps, pending) => {
    const { model, run } = prepare(steps);
    const result = await run();
    expect(result).toMatchObject({ kind: 'boundary' });
    expect(result.turns).toHaveLength(steps.length);
    expect(pendingOf(result)).toEqual(pending);
    expect({ ...result.finalRequest, maxAttempts: 1 }).toEqual(model.requests.at(-1));
  });

  it.each([
    ['outside-workspace', read('/etc/passwd'), 'auto-edit'],
    ['secret-file', read('.env'), 'yolo'],
    ['secret-file', { name: 'grep', input: { pattern: 'KEY', path: '.env' } }, 'default'],
    ['remote-schema', write('x.json', '{"$schema": "https://127.0.0.1/"}'), 'yolo'],
    ['sensitive-path', write('.vscode/tasks.json', '{}'), 'yolo'],
    ['plan-mode', write('a.ts', ''), 'plan'],
    ['unknown-tool', { name: 'agent', input: {} }, 'yolo'],
  ] as const)('stops at the boundary %s', async (boundary, call, mode) => {
    const { overlay, run } = prepare([{ calls: [call] }], { mode });
    expect(await run()).toMatchObject({ kind: 'boundary', boundary });
    expect(overlay.changes()).toEqual([]);
  });

  it('stops at a call that a rule asks about', async () => {
    const { rules } = parsePermissions({ ask: ['read_file(CHANGELOG.md)'] }, [], '');
    const { run } = prepare([{ calls: [read('CHANGELOG.md')] }], { rules });
    expect(await run()).toMatchObject({ kind: 'boundary', boundary: 'rule', detail: 'read_file(CHANGELOG.md)' });
  });

  it('stops at an edit in `default` mode if the user has chosen that', async () => {
    const { overlay, run } = prepare([{ calls: [write('a.ts', 'x')] }], { mode: 'default', defaultMode: 'boundary' });
    expect(await run()).toMatchObject({ kind: 'boundary', boundary: 'default-mode', detail: 'a.ts' });
    expect(overlay.changes()).toEqual([]);
  });

  it('stops before a request that would exceed its budget, and keeps its edits', async () => {
    const counted: (Usage | null)[] = [];
    const budget = {
      check: () => Promise.resolve(counted.length < 2 ? null : ('run' as const)),
      count: (each: Usage | null) => Promise.resolve(void counted.push(each)),
    };
    const { overlay, model, run } = prepare([{ calls: [write('a.ts', '1')] }, { calls: [write('b.ts', '2')] }], {
      budget,
    });
    const result = await run();
    expect(result).toMatchObject({ kind: 'boundary', boundary: 'cost-limit', detail: 'run', requests: 2 });
    expect({ ...result.finalRequest, maxAttempts: 1 }).toEqual(model.requests[1]);
    expect(model.requests).toHaveLength(2);
    expect(overlay.changes().map(({ display }) => display)).toEqual(['a.ts', 'b.ts']);
    historyOf(result);
  });

  it('does not report the turn limit as completed', async () => {
    const { model, run } = prepare([], { otherwise: { calls: [read('CHANGELOG.md')] } });
    const result = await run();
    expect(result).toMatchObject({ kind: 'turn-limit', requests: MAX_SPECULATION_TURNS });
    expect(model.requests).toHaveLength(MAX_SPECULATION_TURNS);
    historyOf(result);
  });

  it('reads as many files in one turn as the model asks for', async () => {
    const calls = Array.from({ length: 150 }, () => read('CHANGELOG.md'));
    const { run } = prepare([{ calls }, 'Done.']);
    const result = await run();
    expect(result).toMatchObject({ kind: 'completed', requests: 2, toolUses: 150 });
    historyOf(result);
  });

  it.each([
    ['an error', { error: { kind: 'overloaded', message: 'Overloaded.', retryable: true } }, 'Overloaded.'],
    [
      'an answer cut off in a call',
      { calls: [write('a.ts', 'x')], stopReason: 'length' },
      'The answer reached the output limit.',
    ],
    ['a refusal', { text: 'No.', stopReason: 'refused' }, 'The model declined to answer.'],
    ['an empty answer', { text: '' }, 'The model sent an empty answer.'],
  ] as const)('fails after %s, and runs no calls', async (_title, step, message) => {
    const { overlay, run } = prepare([step]);
    expect(await run()).toMatchObject({ kind: 'failed', message, turns: [] });
    expect(overlay.changes()).toEqual([]);
  });

  it.each<[string, Part[]]>([
    ['it is empty', []],
    ['it has only thoughts', [{ type: 'thinking', text: 'Hm.' }]],
  ])('fails without a request if it cannot follow the answer, because %s', async (_title, parts) => {
    const { model, params, run } = prepare(['Done.']);
    Object.assign(params, { answer: { role: 'assistant', parts } });
    expect(await run()).toMatchObject({ kind: 'failed', requests: 0 });
    expect(model.requests).toEqual([]);
  });
});

describe('aborting a speculation', () => {
  it('aborts the request to the model', async () => {
    const abort = new AbortController();
    const { model, run } = prepare([{ text: 'I am', hold: new Promise(() => {}) }], { signal: abort.signal });
    const result = run();
    await expect.poll(() => model.requests.length).toBe(1);
    abort.abort();
    expect(await result).toMatchObject({ kind: 'aborted' });
    expect(model.aborted).toBe(1);
  });

  it.each([true, false])('aborts the running tool, and ends at once (the tool ends on abort: %s)', async (listens) => {
    const abort = new AbortController();
    let isNotified = false;
    const stuck: Tool = {
      ...(shellTool as Tool),
      ...toolOf('grep', 'read'),
      execute: (_input, _context, signal) => {
        signal.addEventListener('abort', () => (isNotified = true));
        queueMicrotask(() => abort.abort());
        return listens
          ? new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed('', ''))))
          : new Promise(() => {});
      },
    };
    const { model, run } = prepare(
      [{ calls: [write('a.ts', 'x'), { name: 'grep', input: { command: '' } }] }, 'Done.'],
      {
        tools: [stuck],
        signal: abort.signal,
      },
    );
    const result = await run();
    expect(result.kind).toBe('aborted');
    expect(isNotified).toBe(true);
    expect(pendingOf(result)).toEqual(['call-2']);
    expect(model.requests).toHaveLength(1);
  });
});
