import { describe, expect, it } from 'vitest';
import {
  toPreparedExchange,
  type PreparedExchange,
  type ExchangeRecorder,
} from '../../../src/extension/chat/conversation/preparedAnswer.ts';
import { UNKNOWN_PRICING } from '../../../src/extension/model/pricing.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { applySpeculation } from '../../../src/extension/speculate/applySpeculation.ts';
import { mergeBases } from '../../../src/extension/speculate/mergeBases.ts';
import { createOverlay, type Overlay } from '../../../src/extension/speculate/overlay.ts';
import { OwnOutput } from '../../../src/extension/speculate/ownOutput.ts';
import { createSeenFork } from '../../../src/extension/speculate/seenFork.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import type { ToolContext } from '../../../src/extension/tools/tool.ts';
import { createMemoryOutput } from '../../support/memoryOutput.ts';
import {
  createMemoryWorkspace,
  type MemoryWorkspace,
  type MemoryWorkspaceOptions,
} from '../../support/memoryWorkspace.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { answerOf, createParams, createRegistry, edit, read, toSelected, write } from './fixtures.ts';

const { signal } = new AbortController();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Call {
  readonly name: string;
  readonly input: unknown;
}

const registry = createRegistry();
async function run({ name, input }: Call, context: ToolContext): Promise<string> {
  const outcome = await registry.find(name)?.execute(input, context, signal);
  return outcome?.content.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '';
}

interface Scene {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly calls: readonly Call[];
  /** Changes the prepared edits while the model still runs. */
  readonly during?: (overlay: Overlay) => unknown;
  /** Changes the prepared edits or the files before they are applied. */
  readonly meanwhile?: (overlay: Overlay, base: MemoryWorkspace) => unknown;
  readonly options?: MemoryWorkspaceOptions;
}

/** Prepares edits with the product's own tools, and applies them. */
async function apply({ files, calls, during, meanwhile, options }: Scene) {
  const base = createMemoryWorkspace(files, options);
  const overlay = createOverlay(base);
  const conversation = createSeenFiles();
  const seen = createSeenFork(conversation);
  for (const call of calls) await run(call, { workspace: overlay, seen });
  await during?.(overlay);
  const prepared = overlay.changes();
  await meanwhile?.(overlay, base);
  let exchange: PreparedExchange = [];
  const recorder: ExchangeRecorder = {
    key: { chat: 'chat', prompt: 'prompt' },
    toExchange: async (answer) => toPreparedExchange(answer, { id: 'prompt', parent: null, at: 0 }, UNKNOWN_PRICING),
    record: async (recorded) => ((exchange = recorded), true),
  };
  const params = createParams();
  const model = toSelected(createScriptedModel([]));
  const result = await applySpeculation(
    {
      origin: {
        suggestion: { id: 's', text: 'go on', immediate: false },
        conversationId: 'chat',
        params,
        model,
        approvalMode: 'auto-edit',
      },
      project: { workspace: base, registry },
      overlay,
      seen,
      prepared,
      output: new OwnOutput(createMemoryOutput()),
      nextSuggestion: 'push it',
    },
    {
      kind: 'completed',
      turns: [{ message: answerOf('Done.'), usage: null, results: [] }],
      answer: answerOf('Done.'),
      finalRequest: params.request,
      usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 },
      requests: 1,
      toolUses: 1,
    },
    recorder,
    silentLog,
  );
  if (result.kind !== 'applied') throw new Error(`Not applied: ${result.kind}`);
  const recorded = exchange.findLast((entry) => entry.type === 'answer');
  expect(recorded?.filesNote ?? '').toBe(result.filesNote);
  const live = (call: Call) => run(call, { workspace: base, seen: conversation });
  const knows = (name: string) => conversation.get(`/ws/${name}`)?.text;
  return { ...result, base, live, knows, conversation };
}

const type = (path: string, text: string | Uint8Array) => (overlay: Overlay) =>
  overlay.write(path, typeof text === 'string' ? bytes(text) : text, {}, signal);

const FILES = { 'a.ts': 'one\ntwo\nthree\n' };
const EDIT = [read('a.ts'), edit('a.ts', 'one', 'ONE')];
const upper = { formatOnSave: (text: string) => text.replace('three', 'THREE') };
const KEPT = 'Before these edits were applied, some of them were changed or reverted:';
const SAVED = 'VS Code changed these files further when saving them, for example with a formatter:';

describe('after apply, the model', () => {
  it('gets no note if the files equal the prepared edits', async () => {
    const { filesNote, amended, pipelined, knows } = await apply({ files: FILES, calls: EDIT });
    expect([filesNote, amended, pipelined]).toEqual(['', [], 'push it']);
    expect(knows('a.ts')).toBe('ONE\ntwo\nthree\n');
  });

  it.each<[string, Scene, string, string[], string]>([
    [
      'a formatter',
      { files: FILES, calls: EDIT, options: upper },
      `[${SAVED}\na.ts\n@@ -1,3 +1,3 @@\n ONE\n two\n-three\n+THREE]`,
      [],
      'ONE\ntwo\nTHREE\n',
    ],
    [
      'the user in the preview',
      { files: FILES, calls: EDIT, meanwhile: type('/ws/a.ts', 'mine\ntwo\nthree\n') },
      `[${KEPT}\na.ts\n@@ -1,3 +1,3 @@\n-ONE\n+mine\n two\n three\nKeep these versions.]`,
      ['a.ts'],
      'mine\ntwo\nthree\n',
    ],
    [
      'the user while the model was still running',
      { files: FILES, calls: EDIT, during: type('/ws/a.ts', 'mine\ntwo\nthree\n') },
      `[${KEPT}\na.ts\n@@ -1,3 +1,3 @@\n-ONE\n+mine\n two\n three\nKeep these versions.]`,
      ['a.ts'],
      'mine\ntwo\nthree\n',
    ],
    [
      'a merge',
      {
        files: FILES,
        calls: EDIT,
        async meanwhile(overlay, base) {
          base.put('a.ts', 'one\ntwo\nby the user\n');
          await mergeBases(overlay, base, signal);
        },
      },
      `[${KEPT}\na.ts\n@@ -1,3 +1,3 @@\n ONE\n two\n-three\n+by the user\nKeep these versions.]`,
      ['a.ts'],
      'ONE\ntwo\nby the user\n',
    ],
    [
      'the user and then a formatter',
      { files: FILES, calls: EDIT, meanwhile: type('/ws/a.ts', 'mine\ntwo\nthree\n'), options: upper },
      `[${KEPT}\na.ts\n@@ -1,3 +1,3 @@\n-ONE\n+mine\n two\n three\nKeep these versions.]\n` +
        `[${SAVED}\na.ts\n@@ -1,3 +1,3 @@\n mine\n two\n-three\n+THREE]`,
      ['a.ts'],
      'mine\ntwo\nTHREE\n',
    ],
    [
      'a revert of the whole change',
      { files: FILES, calls: EDIT, meanwhile: type('/ws/a.ts', 'one\ntwo\nthree\n') },
      `[${KEPT}\na.ts\n@@ -1,3 +1,3 @@\n-ONE\n+one\n two\n three\nKeep these versions.]`,
      ['a.ts'],
      'one\ntwo\nthree\n',
    ],
  ])(
    'gets the changes of %s as hunks, and may edit the file without another read',
    async (_title, scene, note, amended, text) => {
      const applied = await apply(scene);
      expect([applied.filesNote, applied.amended]).toEqual([note, amended]);
      expect([applied.base.text('a.ts'), applied.knows('a.ts')]).toEqual([text, text]);
      // A live edit is not refused, because the model knows the file as it is.
      expect(await applied.live(edit('a.ts', 'two', 'TWO'))).toMatch(/^Edited a\.ts at line 2/);
    },
  );

  it('gets no note about line endings that saving has changed, and may edit the file without another read', async () => {
    const options = { formatOnSave: (text: string) => text.replaceAll('\n', '\r\n') };
    const { filesNote, knows, live } = await apply({ files: FILES, calls: EDIT, options });
    expect([filesNote, knows('a.ts')]).toEqual(['', 'ONE\r\ntwo\r\nthree\r\n']);
    expect(await live(edit('a.ts', 'two', 'TWO'))).toMatch(/^Edited/);
  });

  it('gets a note if the user has undone a creation or a deletion, or has deleted an edited file', async () => {
    const files = { 'gone.ts': 'gone\n', 'kept.ts': 'kept\n' };
    const calls = [
      write('new.ts', 'new\n'),
      { name: 'delete_file', input: { file_path: 'kept.ts' } },
      ...[read('gone.ts'), edit('gone.ts', 'gone', 'GONE')],
    ];
    const applied = await apply({
      files,
      calls,
      async meanwhile(overlay) {
        await overlay.delete('/ws/new.ts', {}, signal);
        await overlay.write('/ws/kept.ts', bytes('kept\n'), {}, signal);
        await overlay.delete('/ws/gone.ts', {}, signal);
      },
    });
    expect(applied.filesNote).toBe(
      `[${KEPT}\nNot created: new.ts.\nNot deleted: kept.ts.\nDeleted: gone.ts.\nKeep these versions.]`,
    );
    expect(applied.base.snapshot()).toEqual({ 'kept.ts': 'kept\n' });
    expect(applied.conversation.paths()).toEqual([]);
  });

  it('must read a binary file again', async () => {
    const applied = await apply({
      files: FILES,
      calls: EDIT,
      meanwhile: type('/ws/a.ts', Uint8Array.of(0, 1, 2)),
    });
    expect(applied.filesNote).toBe(
      `[${KEPT}\nChanged, but not shown here: a.ts. Read these files before you edit them.\nKeep these versions.]`,
    );
    expect(await applied.live(write('a.ts', 'x\n'))).toContain('was not changed');
  });

  it('gets the beginning of a huge change, and must read the file before it replaces the file', async () => {
    const huge = Array.from({ length: 100_000 }, (_each, index) => `line ${index}\n`).join('');
    const applied = await apply({ files: FILES, calls: EDIT, meanwhile: type('/ws/a.ts', huge) });
    expect(applied.filesNote.length).toBeLessThan(9_000);
    expect(applied.filesNote).toMatch(/\[The first \d+ lines of the diff\.\]/);
    expect(await applied.live(write('a.ts', 'x\n'))).toContain('Nothing was written.');
    expect(await applied.live(edit('a.ts', 'line 5\n', 'LINE 5\n'))).toMatch(/^Edited/);
  });

  it('gets a note of limited length about many files, and must read the files that the note does not show', async () => {
    const names = Array.from({ length: 200 }, (_each, index) => `f${String(index).padStart(3, '0')}.ts`);
    const text = 'some words\n'.repeat(100);
    const applied = await apply({
      files: {},
      calls: names.map((name) => write(name, 'x\n')),
      async meanwhile(overlay) {
        for (const name of names) await type(`/ws/${name}`, text)(overlay);
      },
    });
    expect(applied.filesNote.length).toBeLessThan(30_000);
    expect(applied.filesNote).toMatch(/f000\.ts\n@@ [^]*not shown here: f0[^]* and \d+ more\. Read these files/);
    expect(await applied.live(write('f000.ts', 'y\n'))).toMatch(/^Replaced/);
    expect(await applied.live(write('f199.ts', 'y\n'))).toContain('Nothing was written.');
  });

  it('does not get the text of a file that looks secret, and may not edit it', async () => {
    const applied = await apply({
      files: { '.env': 'KEY=1\n' },
      calls: [read('.env'), edit('.env', '1', '2')],
      meanwhile: type('/ws/.env', 'KEY=mine\n'),
    });
    expect(applied.filesNote).toContain('not shown here: .env.');
    expect(applied.filesNote).not.toContain('mine');
    expect(await applied.live(edit('.env', 'mine', '3'))).toContain('nothing was changed');
  });
});
