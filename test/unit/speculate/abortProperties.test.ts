import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CacheSafeParamsStore } from '../../../src/extension/background/cacheSafeParams.ts';
import { Emitter } from '../../../src/extension/base/emitter.ts';
import { ChangeStore } from '../../../src/extension/changes/changeStore.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { MAX_HIDDEN_MS } from '../../../src/extension/speculate/hiddenPause.ts';
import { Speculator } from '../../../src/extension/speculate/speculator.ts';
import { writeFileTool } from '../../../src/extension/tools/builtin/writeFile.ts';
import { createResultLimits } from '../../../src/extension/tools/resultLimit.ts';
import { createSeenFiles, toSeenFile } from '../../../src/extension/tools/seenFiles.ts';
import type { Tool } from '../../../src/extension/tools/tool.ts';
import { createApprovalPolicy } from '../../support/approvalPolicy.ts';
import { createFakeProcesses } from '../../support/shell/fakeProcesses.ts';
import { createFakeShell } from '../../support/shell/fakeShell.ts';
import { createManualClock, settle } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryOutput } from '../../support/memoryOutput.ts';
import { createMemorySpill, type MemorySpill } from '../../support/memorySpill.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createScriptedModel, type ScriptedCall, type ScriptedStep } from '../../support/scriptedModel.ts';
import { createParams, createRegistry, edit, read, shell, toSelected, UNLIMITED, write } from './fixtures.ts';

/** The last file has more matches for `y` than a result can hold, so `grep` keeps its output in a file. */
const FILES = { 'a.ts': 'one\n', 'd/b.ts': 'two\n', 'run.sh': 'exit\n', 'long.txt': `${'y'.repeat(90)}\n`.repeat(500) };
const NAMES = ['a.ts', 'd/b.ts', 'run.sh', 'new/c.ts'] as const;

const name = fc.constantFrom(...NAMES);
const call: fc.Arbitrary<ScriptedCall> = fc.oneof(
  name.map((path) => write(path, 'three\n')),
  name.map((path) => edit(path, 'o', 'O')),
  name.map((path) => read(path)),
  name.map((file_path) => ({ name: 'delete_file', input: { file_path } })),
  fc.tuple(name, name).map(([file_path, new_path]) => ({ name: 'move_file', input: { file_path, new_path } })),
  fc.constant({ name: 'grep', input: { pattern: 'y' } }),
  name.map((file_path) => ({ name: 'deaf_write', input: { file_path, content: 'late\n' } })),
  fc.constantFrom(shell('npm test'), read('../outside'), { name: 'unknown', input: {} }),
);
const error = { kind: 'server', message: 'No.', retryable: false } as const;
const turn: fc.Arbitrary<ScriptedStep> = fc.oneof(
  { weight: 6, arbitrary: fc.array(call, { minLength: 1, maxLength: 4 }).map((calls) => ({ text: 'So.', calls })) },
  { weight: 1, arbitrary: fc.constantFrom<ScriptedStep>('Done.', 'push it', { error }) },
);

/** Everything that a speculation could leave behind. */
function createWorld(steps: readonly ScriptedStep[]) {
  const clock = createManualClock();
  const base = createMemoryWorkspace(FILES);
  const model = createScriptedModel(steps, 'push it');
  const seen = createSeenFiles();
  seen.set('/ws/a.ts', toSeenFile(new TextEncoder().encode('one\n')));
  const output = createMemoryOutput();
  const files = createMemoryFileStore();
  const owner = createFakeProcesses().start('this process');
  const changes = new ChangeStore({ files, owner, log: silentLog, maxBytes: () => Infinity });
  const spills: MemorySpill[] = [];
  const previews = new Set<string>();
  const cacheSafeParams = new CacheSafeParamsStore();
  const { modelId, request, answer, leaf } = createParams();
  const params = cacheSafeParams.save(modelId, request, answer, leaf);
  /** Ignores the signal, and writes later. */
  const deafWrite: Tool<{ file_path: string; content: string }> = {
    ...writeFileTool,
    name: 'deaf_write',
    async execute(input, context) {
      await settle();
      await settle();
      return writeFileTool.execute(input, context, new AbortController().signal);
    },
  };
  const project = { workspace: base, registry: createRegistry(deafWrite), changes };
  const speculator = new Speculator({
    sources: {
      project: () => project,
      seen: () => seen,
      createSpill() {
        const spill = createMemorySpill();
        spills.push(spill);
        return spill;
      },
      output,
      onDidChangeFiles: new Emitter<readonly string[]>().event,
      clock,
    },
    carryOut: {
      approval: () => createApprovalPolicy('auto-edit'),
      defaultMode: () => 'preview',
      shell: createFakeShell(),
      budget: { start: () => UNLIMITED },
      limitResults: createResultLimits({ keep: output, contextWindowOf: async () => 40_000 }),
      onRequest: () => {},
      log: silentLog,
    },
    predictNext: {
      enableCacheSharing: () => true,
      allowance: () => Promise.resolve('within'),
      commandNames: () => [],
      onRequest: () => {},
      log: silentLog,
    },
    preview: {
      open: async (id) => void previews.add(id),
      choose: async () => undefined,
      isOpen: (id) => previews.has(id),
      collect: async () => {},
      close: async (id) => void previews.delete(id),
    },
    atBoundary: () => 'resume',
    onDidEnd: () => {},
    record: () => {},
    log: silentLog,
  });
  const start = (): void => {
    const suggestion = { id: 's1', text: 'do it', immediate: false };
    speculator.start({
      suggestion,
      conversationId: 'chat',
      params,
      model: toSelected(model),
      approvalMode: 'auto-edit',
    });
  };
  const state = () => ({
    files: base.snapshot(),
    writes: base.calls.filter((each) => /^(write|delete|rename)/.test(each)),
    seen: seen.paths().map((path) => [path, seen.get(path)]),
    output: [...output.files],
    changes: [...files.files, ...files.binary],
    previews: [...previews],
    timers: clock.pending,
    params: structuredClone(cacheSafeParams.current),
    version: cacheSafeParams.isCurrent(params),
  });
  return { clock, speculator, start, spills, state };
}
type World = ReturnType<typeof createWorld>;

/** The ways in which a speculation ends without being applied. */
const ENDS: Readonly<Record<string, (world: World) => Promise<unknown> | void>> = {
  'another prompt': ({ speculator }) => speculator.abort('chat-continued'),
  Discard: ({ speculator }) => speculator.discard(speculator.view?.id ?? ''),
  'the end of the window': ({ speculator }) => speculator.discardAll('window-closed'),
  'Discard of a hidden suggestion': ({ speculator }) => {
    speculator.setHidden(true);
    return speculator.abort('discarded');
  },
  'a hidden suggestion': async ({ speculator, clock }) => {
    speculator.setHidden(true);
    await clock.advance(MAX_HIDDEN_MS);
    await speculator.abort('dismissed');
  },
  'another speculation': async ({ speculator, start }) => {
    start();
    await speculator.abort('discarded');
  },
  'Discard of the open preview': async ({ speculator }) => {
    const id = speculator.view?.id ?? '';
    await speculator.preview(id);
    await speculator.abort('chat-continued');
    await speculator.discard(id);
  },
};

test(
  'a speculation that is not applied leaves no trace, whenever and however it ends',
  { timeout: 120_000 },
  async () => {
    const whens = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...Object.keys(ENDS)),
        fc.nat(150),
        fc.nat(8),
        async (steps, ending, microtasks, tasks) => {
          const world = createWorld(steps);
          const before = world.state();
          world.start();
          for (let count = 0; count < tasks; count += 1) await settle();
          for (let count = 0; count < microtasks; count += 1) await Promise.resolve();
          whens.add(world.speculator.view?.phase ?? 'none');
          await ENDS[ending]?.(world);
          for (let round = 0; round < 10; round += 1) await settle();
          expect(world.state()).toEqual(before);
          expect(world.spills.map(({ disposed }) => disposed)).toEqual(world.spills.map(() => true));
          expect(world.speculator.view).toBeNull();
          await world.speculator.flush();
        },
      ),
      { numRuns: 200 },
    );
    expect([...whens].sort()).toEqual(['failed', 'ready', 'running', 'stopped']);
  },
);
