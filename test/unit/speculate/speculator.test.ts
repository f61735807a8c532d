import { describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../src/extension/base/emitter.ts';
import type { BackgroundRequest } from '../../../src/extension/background/spending.ts';
import {
  toPreparedTurn,
  type PreparedTurn,
  type TurnRecorder,
} from '../../../src/extension/chat/conversation/preparedAnswer.ts';
import { ChangeStore } from '../../../src/extension/changes/changeStore.ts';
import { userMessage } from '../../../src/extension/model/message.ts';
import { UNKNOWN_PRICING } from '../../../src/extension/model/pricing.ts';
import { withRetry } from '../../../src/extension/model/retry.ts';
import { silentLog } from '../../../src/extension/ports/log.ts';
import { WorkspaceError } from '../../../src/extension/ports/workspace.ts';
import type { Overlay } from '../../../src/extension/speculate/overlay.ts';
import type { SpeculationPreview } from '../../../src/extension/speculate/preview.ts';
import { MAX_HIDDEN_MS } from '../../../src/extension/speculate/hiddenPause.ts';
import type { AcceptRequest } from '../../../src/extension/speculate/applySpeculation.ts';
import { OwnOutput } from '../../../src/extension/speculate/ownOutput.ts';
import type { SpeculationEnd, SpeculationEvent } from '../../../src/extension/speculate/speculationEvent.ts';
import { Speculator } from '../../../src/extension/speculate/speculator.ts';
import type { RunBudget } from '../../../src/extension/speculate/budget.ts';
import type { AtBoundary } from '../../../src/extension/speculate/speculation.ts';
import type { Allowance } from '../../../src/extension/suggest/allowance.ts';
import { SUGGESTION_PROMPT } from '../../../src/extension/suggest/prompt.ts';
import { contentHash } from '../../../src/extension/text/contentHash.ts';
import { createRoundLimits } from '../../../src/extension/tools/roundLimit.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import type { ApprovalMode, SpeculationView } from '../../../src/shared/chatState.ts';
import { createApprovalPolicy } from '../../support/approvalPolicy.ts';
import { createFakeProcesses } from '../../support/fakeProcesses.ts';
import { createFakeShell } from '../../support/fakeShell.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryOutput } from '../../support/memoryOutput.ts';
import { createMemorySpill } from '../../support/memorySpill.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { createParams, createRegistry, edit, shell, toSelected, UNLIMITED, write } from './fixtures.ts';
import { read } from './overlayFiles.ts';

const { signal } = new AbortController();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const never = new Promise<never>(() => {});
const suggestion = { id: 's1', text: 'add a changelog entry', immediate: false };

const COST = { dollars: 0.01, tokens: 20, unpricedTokens: 7, isEstimate: true };
const EDIT: ScriptedStep = { calls: [edit('a.ts', 'old', 'new')] };

class FakePreview implements SpeculationPreview {
  readonly events: string[] = [];
  /** Unsaved text that the user typed into the diff, by path. */
  typed: Readonly<Record<string, string>> = {};
  overlay: Overlay | undefined;
  /** The ids of the open diffs. */
  readonly openIds = new Set<string>();
  /** Runs while the diff opens. */
  whileOpening = (): Promise<void> => Promise.resolve();

  async open(id: string, overlay: Overlay, title: string): Promise<void> {
    this.events.push(`open ${title}`);
    this.openIds.add(id);
    this.overlay = overlay;
    await this.whileOpening();
  }
  async collect(): Promise<void> {
    this.events.push('collect');
    for (const [path, text] of Object.entries(this.typed)) await this.overlay?.write(path, bytes(text), {}, signal);
  }
  isOpen(id: string): boolean {
    return this.openIds.has(id);
  }
  async close(id: string): Promise<void> {
    this.events.push('close');
    this.openIds.delete(id);
  }
}

function prepare(
  steps: readonly ScriptedStep[],
  sources: Readonly<Record<string, string>> = { 'a.ts': 'old\n' },
  allowance: Allowance = 'within',
  atBoundary: AtBoundary = 'resume',
) {
  const base = createMemoryWorkspace(sources);
  const model = createScriptedModel(steps);
  const preview = new FakePreview();
  const seen = createSeenFiles();
  const phases: string[] = [];
  const usage: string[] = [];
  const logged: string[] = [];
  const ends: SpeculationEnd[] = [];
  const events: SpeculationEvent[] = [];
  const output = createMemoryOutput();
  const clock = createManualClock();
  const files = createMemoryFileStore();
  const owner = createFakeProcesses().start('this process');
  const changes = new ChangeStore({ files, owner, log: silentLog, maxBytes: () => Infinity });
  const openBatches = async (): Promise<number> => (await files.list('changes/open')).length;
  const filesChanged = new Emitter<readonly string[]>();
  const project = { workspace: base, registry: createRegistry(), changes };
  const budget: Pick<RunBudget, 'check' | 'count' | 'spent'> = { ...UNLIMITED, spent: COST };
  const onRequest = ({ promptId }: BackgroundRequest): void => void usage.push(promptId);
  const speculator = new Speculator({
    sources: {
      project: () => project,
      seen: () => seen,
      createSpill: createMemorySpill,
      output,
      onDidChangeFiles: filesChanged.event,
      clock,
    },
    carryOut: {
      approval: () => createApprovalPolicy('auto-edit'),
      defaultMode: () => 'preview',
      shell: createFakeShell(),
      budget: { start: () => budget },
      limitRound: createRoundLimits({ keep: createMemoryOutput(), contextWindowOf: async () => 40_000 }),
      onRequest,
      log: silentLog,
    },
    predictNext: {
      enableCacheSharing: () => true,
      allowance: () => Promise.resolve(allowance),
      onRequest,
      log: { ...silentLog, info: (message) => void logged.push(message) },
    },
    preview,
    onDidEnd: (end) => void ends.push(end),
    record: (event) => void events.push(event),
    atBoundary: () => atBoundary,
    log: silentLog,
  });
  const params = createParams();
  speculator.onDidChange((view) => {
    const phase = view ? [view.phase, view.activity].filter(Boolean).join(': ') : 'none';
    if (phases.at(-1) !== phase) phases.push(phase);
  });
  const start = (approvalMode: ApprovalMode = 'auto-edit') =>
    speculator.start({ suggestion, params, model: toSelected(model), approvalMode });
  /** The turns that were recorded. */
  const turns: PreparedTurn[] = [];
  const recorder: TurnRecorder = {
    key: { chat: 'chat', prompt: 'prompt' },
    toTurn: async (answer) => toPreparedTurn(answer, { id: 'prompt', parent: params.leaf, at: 0 }, UNKNOWN_PRICING),
    record: async (turn) => turns.push(turn) > 0,
  };
  const accept = (request: Partial<AcceptRequest> = {}, record = recorder.record) =>
    speculator.accept(
      {
        text: suggestion.text,
        leaf: params.leaf,
        approvalMode: 'auto-edit',
        mayResume: true,
        mayOpenDiff: true,
        ...request,
      },
      { ...recorder, record },
    );
  return {
    base,
    budget,
    clock,
    logged,
    model,
    output,
    preview,
    ends,
    events,
    seen,
    phases,
    usage,
    params,
    speculator,
    start,
    accept,
    turns,
    recorder,
    filesChanged,
    files,
    openBatches,
  };
}

type Prepared = ReturnType<typeof prepare>;

const idOf = ({ speculator }: Prepared): string => speculator.view?.id ?? '';

async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; !condition(); round += 1) {
    if (round > 10_000) throw new Error('The expected state was not reached');
    await Promise.resolve();
  }
}

/** Starts a speculation, and waits until it is ready and the next suggestion has been requested. */
async function ready(prepared: Prepared, mode?: ApprovalMode): Promise<void> {
  prepared.start(mode);
  await until(() => prepared.usage.includes('prompt_suggestion'));
}

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
    expect(prepared.turns).toMatchObject([
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
    const rows = prepared.turns.flat().filter((entry) => entry.type === 'result');
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

describe('the event of a speculation', () => {
  const FACTS = { model: 'test/one', tokens: 20, cost_usd: null, duration_ms: 0, had_pipelined_suggestion: false };

  it('that is applied has what it did and what it cost', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    await until(() => prepared.model.remaining === 0);
    await prepared.accept();
    await prepared.speculator.flush();
    expect(prepared.events).toEqual([
      {
        ...FACTS,
        outcome: 'accepted',
        turns_used: 2,
        files_written: 1,
        tool_use_count: 1,
        had_pipelined_suggestion: true,
        ended_by: 'applied',
      },
    ]);
    expect(prepared.ends).toEqual([{ outcome: 'accepted', reason: 'applied', stoppedInFirstStep: false }]);
  });

  it('that is aborted while it runs includes the aborted request', async () => {
    const prepared = prepare([EDIT, { text: 'Ad', hold: never }]);
    prepared.start();
    await until(() => prepared.model.requests.length === 2);
    await prepared.clock.advance(1_500);
    await prepared.speculator.abort('discarded');
    await prepared.speculator.flush();
    expect(prepared.events).toEqual([
      {
        ...FACTS,
        outcome: 'aborted',
        turns_used: 2,
        files_written: 1,
        tool_use_count: 1,
        duration_ms: 1_500,
        ended_by: 'discarded',
      },
    ]);
  });

  it.each<[string, readonly ScriptedStep[], object, boolean]>([
    [
      'that stopped at a boundary names the boundary',
      [{ calls: [shell('ls')] }],
      { outcome: 'aborted', boundary_type: 'shell', ended_by: 'chat-continued', turns_used: 1, files_written: 0 },
      true,
    ],
    [
      'that failed says so',
      [EDIT, { text: 'x', stopReason: 'length' }],
      { outcome: 'failed', ended_by: 'failed', turns_used: 2, files_written: 0, tool_use_count: 1 },
      false,
    ],
  ])('%s', async (_title, steps, expected, stoppedInFirstStep) => {
    const prepared = prepare(steps);
    prepared.start();
    await until(() => prepared.speculator.view?.phase !== 'running');
    expect(prepared.events).toEqual([]);
    await prepared.speculator.abort('chat-continued');
    await prepared.speculator.flush();
    expect(prepared.events).toEqual([{ ...FACTS, tool_use_count: 0, ...expected }]);
    expect(prepared.ends).toMatchObject([{ reason: 'chat-continued', stoppedInFirstStep }]);
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
    expect(prepared.turns).toEqual([]);
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
    expect(prepared.turns[0]?.slice(-2)).toMatchObject([{ type: 'answer' }, { type: 'answered', stopReason: 'tools' }]);
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

describe('review in default mode', () => {
  it('opens the diff, and applies the user’s version of it at the second accept', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared, 'default');
    expect(await prepared.accept({ approvalMode: 'default' })).toEqual({ kind: 'review' });
    expect(prepared.speculator.view?.phase).toBe('review');
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'old\n' });
    prepared.preview.typed = { '/ws/a.ts': 'mine\n' };
    // The next suggestion was made for the edits before the user changed them.
    const amended = { kind: 'applied', amended: ['a.ts'], pipelined: null };
    expect(await prepared.accept({ approvalMode: 'default' })).toMatchObject(amended);
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'mine\n' });
    expect(prepared.preview.events).toEqual(['open Premove: add a changelog entry', 'collect', 'close']);
  });

  it('applies at the first accept if the diff was opened from the bar', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared, 'default');
    await prepared.speculator.preview(idOf(prepared));
    expect(prepared.speculator.view?.phase).toBe('review');
    expect(await prepared.accept({ approvalMode: 'default' })).toMatchObject({ kind: 'applied' });
  });

  it('does not count a diff that was opened while the model was still running', async () => {
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const prepared = prepare([EDIT, { text: 'Added.', hold: held }, 'push it']);
    prepared.start();
    await until(() => prepared.model.requests.length === 2);
    await prepared.speculator.preview(idOf(prepared));
    goOn();
    await until(() => prepared.speculator.view?.phase === 'ready');
    expect(await prepared.accept({ approvalMode: 'default' })).toEqual({ kind: 'review' });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'old\n' });
    expect(await prepared.accept({ approvalMode: 'default' })).toMatchObject({ kind: 'applied' });
  });

  it('closes a diff that opens after the speculation was aborted', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared, 'default');
    prepared.preview.whileOpening = () => prepared.speculator.discard(idOf(prepared));
    expect(await prepared.accept({ approvalMode: 'default' })).toEqual({ kind: 'not-ready' });
    expect(prepared.preview.events.at(-1)).toBe('close');
  });
});

describe('conflicts and failures', () => {
  it('shows that a file has changed since, and that it has its earlier content again', async () => {
    const { base, filesChanged, speculator, ...prepared } = prepare([EDIT, 'Added.', 'push it']);
    await ready({ base, filesChanged, speculator, ...prepared });
    for (const [text, expected] of [['by the user\n', ['a.ts']] as const, ['old\n', []] as const]) {
      base.put('a.ts', text);
      filesChanged.fire(['/ws/a.ts']);
      await until(() => speculator.view?.changedFiles?.length === expected.length);
      expect(speculator.view?.changedFiles).toEqual(expected);
    }
  });

  it('merges with a file that changed since, and applies both', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it'], { 'a.ts': 'old\ntwo\nthree\n' });
    await ready(prepared);
    prepared.base.put('a.ts', 'old\ntwo\nby the user\n');
    expect(await prepared.accept()).toMatchObject({ kind: 'applied', amended: ['a.ts'], pipelined: null });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'new\ntwo\nby the user\n' });
  });

  it('shows in the diff what Apply would write, but marks conflicts only on Apply', async () => {
    const steps = [{ calls: [edit('a.ts', 'old', 'new'), edit('b.ts', 'old', 'new')] }, 'Changed.', 'push it'];
    const prepared = prepare(steps, { 'a.ts': 'old\ntwo\nthree\n', 'b.ts': 'old\n' });
    await ready(prepared);
    prepared.base.put('a.ts', 'old\ntwo\nby the user\n');
    prepared.base.put('b.ts', 'by the user\n');
    await prepared.speculator.preview(idOf(prepared));
    const { overlay } = prepared.preview;
    expect(await read(overlay!, '/ws/a.ts')).toBe('new\ntwo\nby the user\n');
    expect(await read(overlay!, '/ws/b.ts')).toBe('new\n');
    expect(await prepared.accept()).toEqual({ kind: 'conflict', paths: ['b.ts'] });
    expect(await read(overlay!, '/ws/b.ts')).toContain('<<<<<<< Your file');
  });

  it('writes nothing if both changed the same line, and opens the diff with conflict markers', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    prepared.base.put('a.ts', 'by the user\n');
    expect(await prepared.accept()).toEqual({ kind: 'conflict', paths: ['a.ts'] });
    const conflict = 'conflict: a.ts has changed too, and could not be merged. Nothing was applied.';
    expect(prepared.phases.at(-1)).toBe(conflict);
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'by the user\n' });
    expect(prepared.preview.events.at(-1)).toBe('open Premove: add a changelog entry');
    const content = await prepared.preview.overlay?.read('/ws/a.ts', signal);
    expect(new TextDecoder().decode(content?.bytes)).toBe(
      '<<<<<<< Your file\nby the user\n=======\nnew\n>>>>>>> Prepared edits\n',
    );
    expect(await prepared.accept()).toEqual({ kind: 'conflict', paths: ['a.ts'] });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'by the user\n' });
  });

  it('ends the conflict when the user has removed the markers, and applies that text', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    prepared.base.put('a.ts', 'by the user\n');
    await prepared.accept();
    await prepared.preview.overlay?.write('/ws/a.ts', bytes('new, by the user\n'), {}, signal);
    await until(() => prepared.phases.at(-1) === 'review');
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'new, by the user\n' });
  });

  it('gives up if the file changes at each attempt, and can be retried', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it'], { 'a.ts': 'old\ntwo\nthree\n' });
    const { base } = prepared;
    await ready(prepared);
    let writes = 0;
    const write = vi.spyOn(base, 'write').mockImplementation((path) => {
      base.put('a.ts', `old\ntwo\n${(writes += 1)}\n`);
      return Promise.reject(new WorkspaceError('changed', path, 'It has changed.'));
    });
    const message = 'a.ts changed while the edits were being applied.';
    expect(await prepared.accept()).toEqual({ kind: 'failed', message });
    expect(prepared.phases.at(-1)).toBe(`ready: Nothing was applied: ${message}`);
    write.mockRestore();
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
    expect(base.text('a.ts')).toBe(`new\ntwo\n${writes}\n`);
  });

  it('does not merge a deleted file with an edit, and can be retried', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    prepared.base.remove('a.ts');
    expect(await prepared.accept()).toEqual({ kind: 'conflict', paths: ['a.ts'] });
    expect(await prepared.accept()).toEqual({ kind: 'conflict', paths: ['a.ts'] });
    expect(prepared.base.snapshot()).toEqual({});
    prepared.base.put('a.ts', 'old\n');
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
  });

  it('reports a failed apply, reverts it, and can be retried', async () => {
    const prepared = prepare([{ calls: [edit('a.ts', 'old', 'new'), write('b.ts', 'B')] }, 'Done.', 'push it']);
    await ready(prepared);
    prepared.base.failNext('write', new Error('disk full'), 'b.ts');
    expect(await prepared.accept()).toEqual({ kind: 'failed', message: 'disk full' });
    expect(prepared.phases.at(-1)).toBe('ready: Nothing was applied: disk full');
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'old\n' });
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'new\n', 'b.ts': 'B' });
  });

  it('fails if applied changes could not be reverted', async () => {
    const prepared = prepare([{ calls: [edit('a.ts', 'old', 'new'), write('b.ts', 'B')] }, 'Done.', 'push it']);
    const { base } = prepared;
    await ready(prepared);
    const release = base.holdNext('write', 'b.ts');
    const accepted = prepared.accept();
    await until(() => base.calls.includes('write /ws/b.ts'));
    base.put('a.ts', 'by the user\n');
    base.put('b.ts/now a folder', '');
    release();
    expect(await accepted).toMatchObject({ kind: 'failed' });
    expect(prepared.phases.at(-1)).toMatch(/^failed: .*Could not be restored: a\.ts \(changed since\)/);
    expect(base.text('a.ts')).toBe('by the user\n');
  });

  it('applies once if it is accepted twice', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    const kinds = (await Promise.all([prepared.accept(), prepared.accept()])).map((result) => result.kind);
    expect(kinds).toEqual(['applied', 'not-ready']);
  });
});

describe('the turn of an applied speculation', () => {
  it('is recorded when the files are written, before the batch ends and the diff closes', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    const { base, preview, files, speculator } = prepared;
    await ready(prepared);
    const result = await prepared.accept({}, async (turn) => {
      prepared.turns.push(turn);
      expect(base.snapshot()).toEqual({ 'a.ts': 'new\n' });
      const journals = [...files.files].filter(([name]) => name.startsWith('changes/open/') && name.endsWith('.jsonl'));
      const lines = journals.flatMap(([, text]) => text.split('\n').filter(Boolean));
      expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { kind: 'begin', chat: 'chat', prompt: 'prompt' },
        { kind: 'plan', turn: prepared.turns[0], files: [{ path: '/ws/a.ts' }] },
        { kind: 'written' },
      ]);
      expect([preview.events, speculator.view?.phase]).toEqual([['collect'], 'applying']);
      return true;
    });
    expect(result).toMatchObject({ kind: 'applied' });
    expect([prepared.turns.length, await prepared.openBatches(), preview.events.at(-1)]).toEqual([1, 0, 'close']);
  });

  it('does not wait until the diff is closed', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    prepared.preview.close = () => never;
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
    expect(prepared.speculator.view).toBeNull();
  });

  it('stays in the batch if the conversation could not be written', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    expect(await prepared.accept({}, async () => false)).toMatchObject({ kind: 'applied' });
    expect(await prepared.openBatches()).toBeGreaterThan(0);
  });

  it('stays in the batch if recording it fails', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    expect(await prepared.accept({}, () => Promise.reject(new Error('a defect')))).toEqual({ kind: 'unrecorded' });
    expect([prepared.base.text('a.ts'), prepared.speculator.view]).toEqual(['new\n', null]);
    expect(await prepared.openBatches()).toBeGreaterThan(0);
  });

  it('is recorded even if the batch cannot note that the files are written', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    const release = prepared.base.holdNext('write', 'a.ts');
    const accepted = prepared.accept();
    await until(() => prepared.base.calls.includes('write /ws/a.ts'));
    const repair = prepared.files.failAlways('append', new Error('disk full'));
    release();
    expect(await accepted).toMatchObject({ kind: 'applied' });
    repair();
    expect([prepared.turns.length, await prepared.openBatches()]).toEqual([1, 2]);
  });

  it('is not recorded, and no file is written, if the batch cannot begin', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    const repair = prepared.files.failAlways('append', new Error('disk full'));
    expect(await prepared.accept()).toEqual({ kind: 'failed', message: 'disk full' });
    repair();
    expect([prepared.base.snapshot(), prepared.turns]).toEqual([{ 'a.ts': 'old\n' }, []]);
    expect(await prepared.openBatches()).toBe(0);
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
  });

  it('has no batch if no file changes', async () => {
    const prepared = prepare(['It is in src.', 'run the tests']);
    await ready(prepared);
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
    expect([prepared.turns.length, prepared.files.files.size]).toEqual([1, 0]);
  });
});

describe('a speculation whose suggestion is hidden', () => {
  const held = () => {
    let release = (): void => {};
    const hold = new Promise<void>((resolve) => (release = resolve));
    return { hold, release: () => release() };
  };

  it('finishes its request, makes no other, and continues when it is visible again', async () => {
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

  it('restarts the half minute each time it is hidden', async () => {
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

  it('stays ready, and requests the next suggestion when it is visible again', async () => {
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
    speculator.start({ suggestion, params, model: retried, approvalMode: 'auto-edit' });
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

  it('does not interrupt an apply, and nor does another start', async () => {
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

describe('an open preview', () => {
  async function kept(steps: readonly ScriptedStep[] = [EDIT, 'Added.', 'push it']) {
    const prepared = prepare(steps);
    const views: (readonly SpeculationView[])[] = [];
    prepared.speculator.onDidChangeKept((all) => views.push(all));
    await ready(prepared);
    const id = idOf(prepared);
    await prepared.speculator.preview(id);
    await prepared.speculator.abort('chat-continued');
    const acceptKept = (leaf: string) =>
      prepared.speculator.acceptKept(id, { leaf, approvalMode: 'default' }, prepared.recorder);
    return { ...prepared, id, views, acceptKept };
  }

  it('is kept when its speculation ends, also by another speculation', async () => {
    const { speculator, preview, views, start, id, usage } = await kept();
    expect(speculator.view).toBeNull();
    expect(views.at(-1)).toMatchObject([{ id, phase: 'review', kept: true, files: ['a.ts'], added: 1, removed: 1 }]);
    start();
    await until(() => usage.length > 3);
    expect(speculator.isKept(id)).toBe(true);
    expect(preview.events).not.toContain('close');
  });

  it('is applied with its turn if the conversation still ends where it began', async () => {
    const { acceptKept, params, base, turns, views, preview } = await kept();
    expect(await acceptKept(params.leaf)).toMatchObject({ kind: 'applied' });
    expect([base.text('a.ts'), turns.length, views.at(-1)]).toEqual(['new\n', 1, []]);
    expect(preview.events.at(-1)).toBe('close');
  });

  it('is applied without its turn if the conversation has continued, with the user’s edits', async () => {
    const { acceptKept, base, turns, preview, openBatches } = await kept();
    preview.typed = { '/ws/a.ts': 'mine\n' };
    expect(await acceptKept('another leaf')).toEqual({ kind: 'written' });
    expect([base.text('a.ts'), turns.length, await openBatches()]).toEqual(['mine\n', 0, 0]);
  });

  it('counts the user’s later edits', async () => {
    const { preview, views } = await kept();
    await preview.overlay?.write('/ws/a.ts', bytes('mine\nand more\n'), {}, signal);
    expect(views.at(-1)).toMatchObject([{ added: 2, removed: 1 }]);
  });

  it('can be discarded', async () => {
    const { speculator, preview, views, id, base } = await kept();
    await speculator.discard(id);
    expect([views.at(-1), base.text('a.ts'), preview.events.at(-1)]).toEqual([[], 'old\n', 'close']);
  });

  it('is kept with the edits so far, and the reason, if the run fails', async () => {
    let fail = (): void => {};
    const hold = new Promise<void>((resolve) => (fail = resolve));
    const prepared = prepare([EDIT, { text: 'x', stopReason: 'length', hold }]);
    const views: (readonly SpeculationView[])[] = [];
    prepared.speculator.onDidChangeKept((all) => views.push(all));
    prepared.start();
    await until(() => prepared.model.requests.length === 2);
    await prepared.speculator.preview(idOf(prepared));
    fail();
    await until(() => prepared.speculator.view === null);
    expect(views.at(-1)).toMatchObject([{ files: ['a.ts'], activity: 'The answer reached the output limit.' }]);
  });

  it('closes with the window', async () => {
    const { speculator, preview, views } = await kept();
    await speculator.discardAll('window-closed');
    expect([views.at(-1), preview.events.at(-1)]).toEqual([[], 'close']);
  });

  it('is not kept if the user has closed it', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    const id = idOf(prepared);
    await prepared.speculator.preview(id);
    prepared.preview.openIds.clear();
    await prepared.speculator.abort('chat-continued');
    expect(prepared.speculator.isKept(id)).toBe(false);
  });
});
