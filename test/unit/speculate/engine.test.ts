import { describe, expect, it } from 'vitest';
import { ensureToolResultPairing } from '../../../src/extension/chat/conversation/history.ts';
import type { ModelRequest, Usage } from '../../../src/extension/model/chatModel.ts';
import { toolCallsOf, type Message, type Part } from '../../../src/extension/model/message.ts';
import { silentLog } from '../../../src/extension/ports/log.ts';
import {
  MAX_SPECULATION_TURNS,
  runSpeculation,
  type SpeculationResult,
} from '../../../src/extension/speculate/engine.ts';
import type { DefaultModeEdits } from '../../../src/extension/speculate/gate.ts';
import type { RunBudget } from '../../../src/extension/speculate/budget.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import { toFileChange } from '../../../src/extension/speculate/overlayChange.ts';
import type { LimitRound } from '../../../src/extension/tools/roundLimit.ts';
import { DEFAULT_TOOLS } from '../../../src/extension/tools/builtin/defaultTools.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import { failed, type Tool } from '../../../src/extension/tools/tool.ts';
import {
  NO_RULES,
  parsePermissions,
  type PermissionRules,
} from '../../../src/extension/approval/rules/permissionRules.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { createMemoryOutput } from '../../support/memoryOutput.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { productRegistry, toolOf } from '../../support/productTools.ts';
import { call as toolCall, createBatch } from '../../support/toolBatch.ts';
import { createFakeShell, printing } from '../../support/fakeShell.ts';
import { bashJudge } from '../../support/shellDecision.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { createParams, createRegistry, read, shell, shellTool, toSelected, UNLIMITED, write } from './fixtures.ts';

const usage = { input: 1, cacheRead: 2, cacheWrite: 3, output: 4 };

interface Setup {
  readonly files?: Readonly<Record<string, string>>;
  readonly mode?: ApprovalMode;
  readonly defaultMode?: DefaultModeEdits;
  readonly rules?: PermissionRules;
  readonly tools?: readonly Tool[];
  readonly otherwise?: ScriptedStep;
  readonly modelId?: string;
  readonly signal?: AbortSignal;
  readonly limitRound?: LimitRound;
  readonly budget?: Pick<RunBudget, 'check' | 'count'>;
}

function prepare(steps: readonly ScriptedStep[], setup: Setup = {}) {
  const base = createMemoryWorkspace(setup.files ?? { 'CHANGELOG.md': '# Changes\n' });
  const overlay = createOverlay(base);
  const model = createScriptedModel(steps, setup.otherwise);
  const runs = createFakeShell();
  const progress: string[] = [];
  const spent: (Usage | null)[] = [];
  const shown: string[] = [];
  const params = createParams();
  const run = () =>
    runSpeculation(
      {
        prompt: 'add a changelog entry',
        params,
        model: toSelected(model, setup.modelId),
        approvalMode: setup.mode ?? 'auto-edit',
        rules: setup.rules ?? NO_RULES,
        defaultMode: setup.defaultMode ?? 'preview',
      },
      {
        registry: createRegistry(...(setup.tools ?? [])),
        pause: { isHidden: false, pass: async () => true },
        overlay,
        judge: bashJudge,
        disk: base,
        shell: runs,
        seen: createSeenFiles(),
        keep: createMemoryOutput(),
        budget: setup.budget ?? UNLIMITED,
        onProgress: ({ step, activity }) => void progress.push(`${step} ${activity}`),
        onRounds: (rounds) => void shown.push(rounds.map(({ results }) => results.length).join(' ')),
        onUsage: (each) => void spent.push(each),
        limitRound: setup.limitRound,
        log: silentLog,
      },
      setup.signal ?? new AbortController().signal,
    );
  return { base, overlay, model, runs, progress, spent, shown, params, run };
}

/** The messages that accepting would add to the history; their calls must be paired already. */
function historyOf(result: SpeculationResult): Message[] {
  const messages = result.rounds.flatMap(({ message, results }): Message[] => [
    message,
    ...(results.length > 0 ? [{ role: 'user' as const, parts: results.map((each) => each.result) }] : []),
  ]);
  expect(ensureToolResultPairing(messages)).toBe(messages);
  return messages;
}

/** The calls without a result, which must be the last calls of the last message. */
function pendingOf({ rounds }: SpeculationResult): string[] {
  const { message, results = [] } = rounds.at(-1) ?? {};
  const calls = message ? toolCallsOf(message).map(({ id }) => id) : [];
  expect(results.map(({ result }) => result.callId)).toEqual(calls.slice(0, results.length));
  return calls.slice(results.length);
}

/** The ids of each round's calls, which must be those of its results. */
const callsOf = (result: SpeculationResult): string[][] =>
  result.rounds.map(({ message, results }) => {
    const calls = message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []));
    expect(results.map((each) => each.result.callId)).toEqual(calls);
    return calls;
  });

describe('a speculation', () => {
  it('carries the prompt out in the overlay, and ends with the answer', async () => {
    const { base, overlay, model, progress, run } = prepare([
      { text: 'I look first.', calls: [read('CHANGELOG.md')], usage },
      { calls: [write('CHANGELOG.md', '# Changes\n- beta\n'), read('CHANGELOG.md')], usage },
      { text: 'Added.', usage },
    ]);
    const result = await run();
    expect(result).toMatchObject({ kind: 'completed', turns: 3, toolUses: 3, answer: { parts: [{ text: 'Added.' }] } });
    expect(result.usage).toEqual({ input: 3, cacheRead: 6, cacheWrite: 9, output: 12 });
    expect(callsOf(result)).toEqual([['call-1'], ['call-2', 'call-3'], []]);
    expect(JSON.stringify(result.rounds[1]?.results[1]?.result.content)).toContain('- beta');
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
    // Each later request can read the caches of its parent and its predecessor, and writes one at its own end.
    expect([first, second, third].map((each) => each.cacheAnchors)).toEqual([[0], [0, 4], [0, 4, 6]]);
  });

  it('reports its rounds after each answer and each result', async () => {
    const { shown, run } = prepare([{ calls: [read('CHANGELOG.md'), read('CHANGELOG.md')] }, 'Done.']);
    await run();
    expect(shown).toEqual(['0', '1', '2', '2 0']);
  });

  it('shows hidden characters of a file name, and writes the file with that name', async () => {
    const { overlay, run } = prepare([{ calls: [write('\u202egnp.ts', 'x')] }, 'Done.']);
    const { view } = (await run()).rounds[0]?.results[0] ?? {};
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
    expect((await run()).rounds[0]?.results).toMatchObject([{ result: { isError: true } }]);
    expect(overlay.changes()).toEqual([]);
  });

  it('limits the results of each round', async () => {
    const limits: string[] = [];
    const limitRound: LimitRound = (calls, model) => async (outcome) => {
      limits.push(`${calls} ${model.id}`);
      return { ...outcome, content: [{ type: 'text', text: 'cut' }] };
    };
    const both = { calls: [read('CHANGELOG.md'), read('missing.md')] };
    const { run } = prepare([both, { calls: [read('CHANGELOG.md')] }, 'Done.'], { limitRound });
    const results = (await run()).rounds.flatMap((round) => round.results.map(({ result }) => result.content));
    expect(results).toEqual(Array(3).fill([{ type: 'text', text: 'cut' }]));
    expect(limits).toEqual(['2 test/one', '2 test/one', '1 test/one']);
  });

  it('keeps the arguments of calls as the model wrote them', async () => {
    const { run } = prepare([{ calls: [write('./CHANGELOG.md', 'x')] }, 'Done.']);
    const result = await run();
    expect(result.rounds[0]?.message.parts[0]).toMatchObject({ input: { file_path: './CHANGELOG.md' } });
  });

  it('answers a call that a rule denies with the refusal of a live turn, and continues', async () => {
    const { rules } = parsePermissions({ deny: ['read_file(CHANGELOG.md)'] }, [], '');
    const { model, run } = prepare([{ calls: [read('CHANGELOG.md'), write('a.ts', 'x')] }, 'Done.'], { rules });
    const result = await run();
    expect(result.kind).toBe('completed');
    const [refused, written] = result.rounds[0]?.results ?? [];
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

  it('asks another model by its own name, without thinking', async () => {
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
    expect(result.rounds[0]?.results.map((each) => each.result.isError)).toEqual([true, true]);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('bug');
  });
});

describe('a speculation that cannot continue', () => {
  it('keeps the calls executed before a boundary, and returns the rest as pending', async () => {
    const { overlay, run } = prepare([
      { text: 'One and two.', calls: [write('a.ts', '1'), write('b.ts', '2'), shell('npm test'), write('c.ts', '3')] },
    ]);
    const result = await run();
    expect(result).toMatchObject({ kind: 'boundary', boundary: 'shell', detail: 'run_shell_command', toolUses: 2 });
    expect(result.rounds[0]?.message.parts).toHaveLength(5);
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
    expect(result.rounds).toHaveLength(steps.length);
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
    expect(result).toMatchObject({ kind: 'boundary', boundary: 'cost-limit', detail: 'run', turns: 2 });
    expect({ ...result.finalRequest, maxAttempts: 1 }).toEqual(model.requests[1]);
    expect(model.requests).toHaveLength(2);
    expect(overlay.changes().map(({ display }) => display)).toEqual(['a.ts', 'b.ts']);
    historyOf(result);
  });

  it('does not report the turn limit as completed', async () => {
    const { model, run } = prepare([], { otherwise: { calls: [read('CHANGELOG.md')] } });
    const result = await run();
    expect(result).toMatchObject({ kind: 'turn-limit', turns: MAX_SPECULATION_TURNS });
    expect(model.requests).toHaveLength(MAX_SPECULATION_TURNS);
    historyOf(result);
  });

  it('reads as many files in one turn as the model asks for', async () => {
    const calls = Array.from({ length: 150 }, () => read('CHANGELOG.md'));
    const { run } = prepare([{ calls }, 'Done.']);
    const result = await run();
    expect(result).toMatchObject({ kind: 'completed', turns: 2, toolUses: 150 });
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
    expect(await run()).toMatchObject({ kind: 'failed', message, rounds: [] });
    expect(overlay.changes()).toEqual([]);
  });

  it.each<[string, Part[]]>([
    ['it is empty', []],
    ['it has only thoughts', [{ type: 'thinking', text: 'Hm.' }]],
  ])('fails without a request if it cannot follow the answer, because %s', async (_title, parts) => {
    const { model, params, run } = prepare(['Done.']);
    Object.assign(params, { answer: { role: 'assistant', parts } });
    expect(await run()).toMatchObject({ kind: 'failed', turns: 0 });
    expect(model.requests).toEqual([]);
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
    expect(result.rounds[0]?.results).toMatchObject([{ result: { isError: false, content: [{ text: 'disk' }] } }]);
    expect(runs.requests).toMatchObject([{ command: 'cat a.ts', directory: '/ws' }]);
    expect(progress).toContain('1 running cat a.ts');
    historyOf(result);
  });

  it('runs after a change only if it looks at no file', async () => {
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
    expect(result.rounds[0]?.results).toMatchObject([{ result: { isError: true }, view: { notRun: 'refused' } }]);
    expect(runs.requests).toEqual([]);
  });
});

describe('aborting a speculation', () => {
  it('reaches the model’s request', async () => {
    const abort = new AbortController();
    const { model, run } = prepare([{ text: 'I am', hold: new Promise(() => {}) }], { signal: abort.signal });
    const result = run();
    await expect.poll(() => model.requests.length).toBe(1);
    abort.abort();
    expect(await result).toMatchObject({ kind: 'aborted' });
    expect(model.aborted).toBe(1);
  });

  it.each([true, false])('reaches the running tool (which listens: %s), and ends at once', async (listens) => {
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
