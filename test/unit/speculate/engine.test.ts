import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../src/extension/model/chatModel.ts';
import { toFileChange } from '../../../src/extension/speculate/overlay/overlayChange.ts';
import type { LimitResults } from '../../../src/extension/tools/resultLimit.ts';
import { DEFAULT_TOOLS } from '../../../src/extension/tools/builtin/defaultTools.ts';
import type { Tool } from '../../../src/extension/tools/tool.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { productRegistry, toolOf } from '../../support/productTools.ts';
import { call as toolCall, createBatch } from '../../support/toolBatch.ts';
import { printing } from '../../support/shell/fakeShell.ts';
import { read, shell, shellTool, write } from './fixtures.ts';
import { usage, prepare, historyOf, pendingOf, callsOf } from './engineRun.ts';

describe('a speculation', () => {
  it('carries the prompt out in the overlay, and ends with the answer', async () => {
    const { base, overlay, model, progress, run } = prepare([
      { text: 'I look first.', calls: [read('CHANGELOG.md')], usage },
      { calls: [write('CHANGELOG.md', '# Changes\n- beta\n'), read('CHANGELOG.md')], usage },
      { text: 'Added.', usage },
    ]);
    const result = await run();
    expect(result).toMatchObject({
      kind: 'completed',
      requests: 3,
      toolUses: 3,
      answer: { parts: [{ text: 'Added.' }] },
    });
    expect(result.usage).toEqual({ input: 3, cacheRead: 6, cacheWrite: 9, output: 12 });
    expect(callsOf(result)).toEqual([['call-1'], ['call-2', 'call-3'], []]);
    expect(JSON.stringify(result.turns[1]?.results[1]?.result.content)).toContain('- beta');
    expect({ ...result.finalRequest, maxAttempts: 1 }).toEqual(model.requests[2]);
    expect(overlay.changes().map(({ kind, display }) => `${kind} ${display}`)).toEqual(['modified CHANGELOG.md']);
    expect(base.text('CHANGELOG.md')).toBe('# Changes\n');
    expect(progress).toEqual([
      '1 ',
      '1 reading CHANGELOG.md',
      '2 ',
      '2 editing CHANGELOG.md',
      '2 reading CHANGELOG.md',
      '3 ',
    ]);
    historyOf(result);
  });

  it('forks with the parent’s exact request, its answer, and one user message', async () => {
    const { model, params, run } = prepare([
      { calls: [read('CHANGELOG.md')] },
      { calls: [read('CHANGELOG.md')] },
      'Done.',
    ]);
    await run();
    const [first, second, third] = model.requests as [ModelRequest, ModelRequest, ModelRequest];
    expect(first).toEqual({
      ...params.request,
      messages: [
        ...params.request.messages,
        params.answer,
        { role: 'user', parts: [{ type: 'text', text: 'add a changelog entry' }] },
      ],
      promptId: 'speculation',
      maxAttempts: 1,
    });
    expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages);
    expect(third.messages.slice(0, second.messages.length)).toEqual(second.messages);
    // Each later request can read the caches of its parent and its predecessor, and writes a cache at its own end.
    expect([first, second, third].map((each) => each.cacheAnchors)).toEqual([[0], [0, 4], [0, 4, 6]]);
  });

  it('reports its turns after each answer and each result', async () => {
    const { shown, run } = prepare([{ calls: [read('CHANGELOG.md'), read('CHANGELOG.md')] }, 'Done.']);
    await run();
    expect(shown).toEqual(['0', '1', '2', '2 0']);
  });

  it('shows hidden characters of a file name, and writes the file with that name', async () => {
    const { overlay, run } = prepare([{ calls: [write('\u202egnp.ts', 'x')] }, 'Done.']);
    const { view } = (await run()).turns[0]?.results[0] ?? {};
    expect(view).toMatchObject({ detail: '\\u{202e}gnp.ts', files: ['\\u{202e}gnp.ts'] });
    expect(overlay.changes().map(({ path }) => path)).toEqual(['/ws/\u202egnp.ts']);
    expect(overlay.changes().map(toFileChange)).toMatchObject([{ display: '\\u{202e}gnp.ts' }]);
  });

  it('reports zero usage for a refused request, and unknown usage for an answer that breaks off', async () => {
    const refused = prepare([{ error: { kind: 'unauthorized', message: 'No.', retryable: false } }]);
    await refused.run();
    expect(refused.spent).toEqual([{ input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }]);
    const broken = prepare([{ error: { kind: 'server', message: 'No.', retryable: false } }]);
    await broken.run();
    expect(broken.spent).toEqual([null]);
  });

  it('does not replace a file in the overlay that the model has not read', async () => {
    const { overlay, run } = prepare([{ calls: [write('CHANGELOG.md', 'x')] }, 'Done.']);
    expect((await run()).turns[0]?.results).toMatchObject([{ result: { isError: true } }]);
    expect(overlay.changes()).toEqual([]);
  });

  it('limits the results of each turn', async () => {
    const limits: string[] = [];
    const limitResults: LimitResults = (calls, model) => async (outcome) => {
      limits.push(`${calls} ${model.id}`);
      return { ...outcome, content: [{ type: 'text', text: 'cut' }] };
    };
    const both = { calls: [read('CHANGELOG.md'), read('missing.md')] };
    const { run } = prepare([both, { calls: [read('CHANGELOG.md')] }, 'Done.'], { limitResults });
    const results = (await run()).turns.flatMap((turn) => turn.results.map(({ result }) => result.content));
    expect(results).toEqual(Array(3).fill([{ type: 'text', text: 'cut' }]));
    expect(limits).toEqual(['2 test/one', '2 test/one', '1 test/one']);
  });

  it('keeps the arguments of calls as the model wrote them', async () => {
    const { run } = prepare([{ calls: [write('./CHANGELOG.md', 'x')] }, 'Done.']);
    const result = await run();
    expect(result.turns[0]?.message.parts[0]).toMatchObject({ input: { file_path: './CHANGELOG.md' } });
  });

  it('refuses a denied call with the text of a live turn, and continues', async () => {
    const { rules } = parsePermissions({ deny: ['read_file(CHANGELOG.md)'] }, [], '');
    const { model, run } = prepare([{ calls: [read('CHANGELOG.md'), write('a.ts', 'x')] }, 'Done.'], { rules });
    const result = await run();
    expect(result.kind).toBe('completed');
    const [refused, written] = result.turns[0]?.results ?? [];
    expect(refused?.result).toMatchObject({ isError: true });
    expect(refused?.view).toMatchObject({ status: 'error', detail: 'CHANGELOG.md', notRun: 'refused' });
    expect(written?.view.status).toBe('success');
    const [live] = await createBatch(DEFAULT_TOOLS, {
      mode: 'auto-edit',
      workspace: createMemoryWorkspace({ 'CHANGELOG.md': '' }),
      policy: { rules: () => rules },
    }).run([toolCall('read_file', 'call-1', { file_path: 'CHANGELOG.md' })]);
    expect(refused?.result.content).toEqual(live?.content);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('A rule in the settings denies this');
  });

  it('sends requests to another model under the name of that model, without thinking', async () => {
    const { model, run } = prepare(['Done.'], { modelId: 'other/fast' });
    await run();
    expect(model.requests[0]).toMatchObject({ model: 'fast', thinking: 'off' });
  });

  it('reports bad arguments and broken tools to the model, and continues', async () => {
    const broken: Tool = {
      ...(shellTool as Tool),
      ...toolOf('grep', 'read'),
      execute: () => Promise.reject(new Error('bug')),
    };
    const { model, run } = prepare(
      [
        {
          calls: [
            { name: 'read_file', input: { nonsense: 1 } },
            { name: 'grep', input: { command: 'x' } },
          ],
        },
        'Done.',
      ],
      { tools: [broken] },
    );
    const result = await run();
    expect(result.kind).toBe('completed');
    expect(result.turns[0]?.results.map((each) => each.result.isError)).toEqual([true, true]);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('bug');
  });
});

describe('a command in a speculation', () => {
  const realTool = productRegistry.find('run_shell_command') as Tool;
  const files = { 'a.ts': 'disk\n', 'CHANGELOG.md': '# Changes\n' };

  it('runs in the shell of speculations if it only reads, and its output is the result', async () => {
    const { runs, progress, run } = prepare([{ calls: [shell('cat a.ts')] }, 'Done.'], { tools: [realTool], files });
    runs.next(printing('disk\n'));
    const result = await run();
    expect(result.kind).toBe('completed');
    expect(result.turns[0]?.results).toMatchObject([{ result: { isError: false, content: [{ text: 'disk' }] } }]);
    expect(runs.requests).toMatchObject([{ command: 'cat a.ts', directory: '/ws' }]);
    expect(progress).toContain('1 running cat a.ts');
    historyOf(result);
  });

  it('runs after a change only if it does not look at files', async () => {
    const steps = [{ calls: [write('a2.ts', 'x'), shell('git log --oneline'), shell('cat a.ts')] }];
    const { runs, run } = prepare(steps, { tools: [realTool], files });
    runs.next(printing('c0ffee one\n'));
    const result = await run();
    expect(result).toMatchObject({ kind: 'boundary', boundary: 'stale-view', detail: 'cat a.ts', call: 'cat a.ts' });
    expect(pendingOf(result)).toEqual(['call-3']);
    expect(runs.requests.map(({ command }) => command)).toEqual(['git log --oneline']);
  });

  it('sees the files of the disk, not those of the overlay', async () => {
    const steps = [
      { calls: [write('docs/new.ts', 'x'), { ...shell(''), input: { command: 'pwd', directory: 'docs' } }] },
    ];
    const { runs, run } = prepare(steps, { tools: [realTool], files });
    expect(await run()).toMatchObject({ kind: 'boundary', boundary: 'stale-view' });
    expect(runs.requests).toEqual([]);
  });

  it.each(['npm test', 'rm a.ts', 'cat a.ts > b.ts', 'git commit -m x', 'if'])(
    'is a boundary if it may do more than read: %s',
    async (command) => {
      const { rules } = parsePermissions({ allow: ['run_shell_command', '*'] }, [], '');
      for (const mode of ['default', 'auto-edit', 'yolo'] as const) {
        const { runs, run } = prepare([{ calls: [shell(command)] }], { tools: [realTool], files, mode, rules });
        expect(await run()).toMatchObject({ kind: 'boundary', boundary: 'shell', toolUses: 0 });
        expect(runs.requests).toEqual([]);
      }
    },
  );

  it('is answered with the refusal of a rule that denies its file, and the speculation continues', async () => {
    const { rules } = parsePermissions({ deny: ['read_file(a.ts)'] }, [], '');
    const { runs, run } = prepare([{ calls: [shell('cat a.ts')] }, 'Done.'], { tools: [realTool], files, rules });
    const result = await run();
    expect(result.kind).toBe('completed');
    expect(result.turns[0]?.results).toMatchObject([{ result: { isError: true }, view: { notRun: 'refused' } }]);
    expect(runs.requests).toEqual([]);
  });
});
