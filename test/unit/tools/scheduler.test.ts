import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ToolCallPart } from '../../../src/extension/model/message.ts';
import type { Log } from '../../../src/extension/ports/log.ts';
import { WorkspaceError } from '../../../src/extension/ports/workspace.ts';
import type { WebFetcher } from '../../../src/extension/ports/webFetcher.ts';
import { createApprovalRules, type ApprovalDecision } from '../../../src/extension/tools/approval.ts';
import { createTools, DEFAULT_TOOLS } from '../../../src/extension/tools/defaultTools.ts';
import { createToolRegistry } from '../../../src/extension/tools/registry.ts';
import { ToolScheduler, type ScheduleOptions, type ToolUpdate } from '../../../src/extension/tools/scheduler.ts';
import { succeeded, type Tool } from '../../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { createFakeLanguageFeatures } from '../../support/fakeLanguageFeatures.ts';
import { settle } from '../../support/manualClock.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness } from '../../support/toolHarness.ts';

/** A tool whose executions a test ends by hand, by the name it was called with. */
function createManualTools() {
  const trace: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: unknown) => void }>();
  const schema = z.object({ id: z.string() });
  const make = (name: string, kind: Tool['kind']): Tool<{ id: string }> => ({
    name,
    description: name,
    kind,
    schema,
    describe: (input) => input.id,
    paths: () => [],
    async execute(input, _context, signal) {
      trace.push(`start ${input.id}`);
      await new Promise<void>((resolve, reject) => {
        ends.set(input.id, { resolve, reject });
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
      trace.push(`end ${input.id}`);
      return succeeded(`did ${input.id}`, 'done');
    },
  });
  return {
    trace,
    tools: [make('read', 'read'), make('write', 'edit')],
    async end(id: string, error?: unknown) {
      if (error === undefined) ends.get(id)?.resolve();
      else ends.get(id)?.reject(error);
      await settle();
    },
  };
}

function createBatch(
  tools: readonly Tool[],
  options: {
    mode?: ApprovalMode;
    workspace?: ReturnType<typeof createMemoryWorkspace>;
  } & Partial<ScheduleOptions> = {},
) {
  const updates: ToolUpdate[] = [];
  const logged: string[] = [];
  const log: Log = { info: () => {}, warn: () => {}, error: (message) => void logged.push(message) };
  const scheduler = new ToolScheduler(log);
  const controller = new AbortController();
  const { mode = 'yolo', workspace = createMemoryWorkspace(), ...rest } = options;
  const rules = createApprovalRules();
  return {
    scheduler,
    updates,
    logged,
    controller,
    run: (calls: readonly ToolCallPart[]) =>
      scheduler.schedule(calls, {
        registry: createToolRegistry(tools),
        context: createToolHarness(workspace).context,
        approval: { mode: () => mode, rules },
        signal: controller.signal,
        onUpdate: (update) => updates.push(update),
        ...rest,
      }),
    statuses: (callId: string) => updates.filter((update) => update.callId === callId).map((update) => update.status),
    last: (callId: string) => updates.findLast((update) => update.callId === callId),
  };
}

const call = (name: string, id: string, input: ToolCallPart['input'] = { id }): ToolCallPart => ({
  type: 'tool-call',
  id,
  name,
  input,
});
const textOfResult = (update: ToolUpdate | undefined): string | undefined => {
  const [part] = update?.result?.content ?? [];
  return part?.type === 'text' ? part.text : undefined;
};

describe('order', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['readers start side by side', ['r1', 'r2', 'r3'], ['start r1', 'start r2', 'start r3']],
    ['writers go one by one', ['w1', 'w2'], ['start w1', 'end w1', 'start w2']],
    ['a writer waits for the readers before it', ['r1', 'w2'], ['start r1', 'end r1', 'start w2']],
    ['readers wait for the writer before them', ['w1', 'r2', 'r3'], ['start w1', 'end w1', 'start r2', 'start r3']],
  ])('%s', async (_name, ids, expected) => {
    const manual = createManualTools();
    const batch = createBatch(manual.tools);
    const done = batch.run(ids.map((id) => call(id.startsWith('r') ? 'read' : 'write', id)));
    await settle();
    if (expected.includes(`end ${ids[0]}`)) await manual.end(ids[0] ?? '');
    expect(manual.trace).toEqual(expected);
    for (const id of ids) await manual.end(id);
    await done;
  });

  test('results come back in the order of the calls, updates as each one ends', async () => {
    const manual = createManualTools();
    const batch = createBatch(manual.tools);
    const done = batch.run([call('read', 'a'), call('read', 'b')]);
    await settle();
    await manual.end('b');
    expect(batch.updates.filter((update) => update.result).map((update) => update.callId)).toEqual(['b']);
    await manual.end('a');
    expect((await done).map((result) => result.callId)).toEqual(['a', 'b']);
  });

  test('a call goes through all states', async () => {
    const manual = createManualTools();
    const batch = createBatch(manual.tools);
    const done = batch.run([call('write', 'w')]);
    await settle();
    await manual.end('w');
    await done;
    expect(batch.statuses('w')).toEqual(['validating', 'validating', 'scheduled', 'executing', 'success']);
    expect(batch.last('w')).toMatchObject({
      detail: 'w',
      outcome: { ok: true, summary: 'done' },
      result: { isError: false },
    });
  });

  test('no calls give no results', async () => {
    expect(await createBatch([]).run([])).toEqual([]);
  });
});

describe('what cannot run is answered', () => {
  test.each<[string, ToolCallPart, RegExp]>([
    ['an unknown tool', call('fly', 'x'), /no tool named "fly"\. The tools are: read, write\./],
    ['arguments that do not fit', call('read', 'x', { id: 3 }), /The arguments do not fit/],
    ['arguments that are not JSON', { ...call('read', 'x'), malformed: '{' }, /not a JSON object/],
  ])('%s', async (_name, each, text) => {
    const batch = createBatch(createManualTools().tools);
    expect(await batch.run([each])).toMatchObject([{ callId: 'x', isError: true }]);
    expect(textOfResult(batch.last('x'))).toMatch(text);
    expect(batch.last('x')?.status).toBe('error');
  });

  test('a tool that throws is logged and does not keep the others from running', async () => {
    const manual = createManualTools();
    const batch = createBatch(manual.tools);
    const done = batch.run([call('read', 'a'), call('read', 'b'), call('write', 'c')]);
    await settle();
    await manual.end('a', new TypeError('oops'));
    await manual.end('b');
    await manual.end('c');
    expect((await done).map((result) => result.isError)).toEqual([true, false, false]);
    expect(textOfResult(batch.last('a'))).toBe('The tool failed unexpectedly: oops');
    expect(batch.logged).toEqual(['The tool read failed unexpectedly']);
  });

  test('a failure of the workspace is told in its own words and is no defect', async () => {
    const manual = createManualTools();
    const batch = createBatch(manual.tools);
    const done = batch.run([call('read', 'a')]);
    await settle();
    await manual.end('a', new WorkspaceError('permission', '/ws/a', '/ws/a may not be accessed.'));
    await done;
    expect(textOfResult(batch.last('a'))).toBe('/ws/a may not be accessed.');
    expect(batch.logged).toEqual([]);
  });
});

describe('cancelling', () => {
  test('every call gets a result, whatever it was doing', async () => {
    const manual = createManualTools();
    const batch = createBatch(manual.tools);
    const done = batch.run([
      call('write', 'done'),
      call('write', 'running'),
      call('write', 'later'),
      call('read', 'last'),
    ]);
    await settle();
    await manual.end('done');
    batch.controller.abort();
    await done;
    expect(['done', 'running', 'later', 'last'].map((id) => batch.last(id)?.status)).toEqual([
      'success',
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    expect(textOfResult(batch.last('running'))).toBe('Interrupted by the user before it had finished.');
    expect(textOfResult(batch.last('later'))).toBe('Cancelled by the user before it ran. Nothing was changed.');
    expect(batch.logged).toEqual([]);
  });

  test('a question that stands is withdrawn', async () => {
    const workspace = createMemoryWorkspace({ 'a.ts': 'a' });
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
    const done = batch.run([call('write_file', 'w', { file_path: 'a.ts', content: 'b' })]);
    await settle();
    expect(batch.last('w')?.status).toBe('awaiting-approval');
    batch.controller.abort();
    expect(await done).toMatchObject([{ isError: true }]);
    expect(batch.last('w')?.status).toBe('cancelled');
    expect(batch.scheduler.decide('w', 'allow-once')).toBe(false);
    expect(workspace.text('a.ts')).toBe('a');
  });
});

describe('approval', () => {
  const write = (id: string, path = 'a.ts', content = 'new\n') => call('write_file', id, { file_path: path, content });

  test('shows what will be written, and writes it once allowed', async () => {
    const workspace = createMemoryWorkspace({ 'a.ts': 'old\n' });
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
    const done = batch.run([write('w')]);
    await settle();
    expect(batch.last('w')?.approval).toEqual({
      question: 'Write a.ts?',
      preview: { display: 'a.ts', diff: '@@ -1,1 +1,1 @@\n-old\n+new', added: 1, removed: 1 },
    });
    expect(workspace.text('a.ts')).toBe('old\n');
    expect(batch.scheduler.decide('w', 'allow-once')).toBe(true);
    await done;
    expect(workspace.text('a.ts')).toBe('new\n');
    expect(batch.statuses('w')).toEqual([
      'validating',
      'validating',
      'awaiting-approval',
      'scheduled',
      'executing',
      'success',
    ]);
  });

  test('asks with what hides in a name made visible, and writes the file that was named', async () => {
    const workspace = createMemoryWorkspace();
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
    const done = batch.run([write('w', 'a\u202etxt.exe')]);
    await settle();
    const { detail, approval } = batch.last('w') ?? {};
    expect([detail, approval?.question, approval?.preview?.display]).toEqual([
      'a\\u{202e}txt.exe',
      'Write a\\u{202e}txt.exe?',
      'a\\u{202e}txt.exe',
    ]);
    batch.scheduler.decide('w', 'allow-once');
    await done;
    expect(batch.last('w')?.outcome?.changes).toMatchObject([{ display: 'a\\u{202e}txt.exe' }]);
    expect(workspace.text('a\u202etxt.exe')).toBe('new\n');
  });

  test('a denied call is not run, says so, and leaves the next to be asked about', async () => {
    const workspace = createMemoryWorkspace();
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
    const done = batch.run([write('w1', 'a.ts'), write('w2', 'b.ts')]);
    await settle();
    expect(batch.last('w2')?.status).toBe('validating');
    batch.scheduler.decide('w1', 'deny');
    await settle();
    batch.scheduler.decide('w2', 'allow-once');
    await done;
    expect(textOfResult(batch.last('w1'))).toMatch(/^The user denied this call\./);
    expect(batch.last('w1')?.status).toBe('cancelled');
    expect(workspace.snapshot()).toEqual({ 'b.ts': 'new\n' });
  });

  test('allowed for the chat, the same tool is not asked for again', async () => {
    const workspace = createMemoryWorkspace();
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
    const done = batch.run([write('w1', 'a.ts'), write('w2', 'b.ts'), write('w3', '.npmrc')]);
    await settle();
    batch.scheduler.decide('w1', 'allow-for-chat');
    await settle();
    expect(batch.last('w2')?.status).toBe('success');
    expect(batch.last('w3')?.status).toBe('awaiting-approval');
    batch.scheduler.decide('w3', 'deny');
    await done;
  });

  test('a call that would fail fails without a question', async () => {
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'default' });
    const edit = { file_path: 'missing.ts', old_string: 'a', new_string: 'b' };
    await batch.run([call('edit', 'e', edit), write('w', '../outside')]);
    expect(batch.statuses('e')).toEqual(['validating', 'validating', 'error']);
    expect(textOfResult(batch.last('w'))).toMatch(/outside the workspace/);
  });

  test('nothing is written where the file changed while the question stood', async () => {
    const workspace = createMemoryWorkspace({ 'a.ts': 'old\n' });
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
    const done = batch.run([write('w')]);
    await settle();
    workspace.put('a.ts', 'theirs\n');
    batch.scheduler.decide('w', 'allow-once');
    await done;
    expect(textOfResult(batch.last('w'))).toMatch(/^a\.ts changed while the user was asked/);
    expect(workspace.text('a.ts')).toBe('theirs\n');
  });

  test('plan mode refuses edits and says why', async () => {
    const workspace = createMemoryWorkspace();
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'plan', workspace });
    await batch.run([write('w')]);
    expect(textOfResult(batch.last('w'))).toMatch(/^Plan mode allows reading only/);
    expect(workspace.snapshot()).toEqual({});
  });

  test('another spelling of a sensitive path is asked for all the same', async () => {
    const workspace = createMemoryWorkspace({ '.vscode/tasks.json': '{}' }, { caseSensitive: false });
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'auto-edit', workspace });
    const done = batch.run([write('w', 'src/../.VSCODE/tasks.json'), write('v', 'src/a.ts')]);
    await settle();
    expect(batch.last('w')?.status).toBe('awaiting-approval');
    batch.scheduler.decide('w', 'deny');
    await done;
    expect(batch.last('v')?.status).toBe('success');
  });

  test('the caller can ask in its own way', async () => {
    const asked: string[] = [];
    const decisions: ApprovalDecision[] = ['allow-once', 'deny'];
    const workspace = createMemoryWorkspace();
    const batch = createBatch(DEFAULT_TOOLS, {
      mode: 'default',
      workspace,
      async requestApproval(callId, { tool, preview }) {
        asked.push(`${callId} ${tool.name} ${preview?.display}`);
        return decisions.shift() ?? 'deny';
      },
    });
    await batch.run([write('w1', 'a.ts'), write('w2', 'b.ts')]);
    expect(asked).toEqual(['w1 write_file a.ts', 'w2 write_file b.ts']);
    expect(workspace.snapshot()).toEqual({ 'a.ts': 'new\n' });
  });

  test('two edits of one file in a row each see the one before', async () => {
    const workspace = createMemoryWorkspace({ 'a.ts': 'one two\n' });
    const batch = createBatch(DEFAULT_TOOLS, { workspace });
    const edit = (id: string, old_string: string, new_string: string) =>
      call('edit', id, { file_path: 'a.ts', old_string, new_string });
    await batch.run([edit('1', 'one', '1'), edit('2', '1 two', '1 2')]);
    expect(workspace.text('a.ts')).toBe('1 2\n');
  });
});

const web: WebFetcher = { fetch: () => Promise.reject(new Error('Nothing is fetched here.')) };

test('the default tools declare the agreed names and arguments', () => {
  const declared = createToolRegistry(
    createTools({ languageFeatures: createFakeLanguageFeatures(), web }),
  ).declarations.map(({ name, inputSchema }) => {
    const { properties, required = [] } = inputSchema as { properties: object; required?: string[] };
    return `${name} ${Object.keys(properties)
      .map((key) => (required.includes(key) ? key : `${key}?`))
      .join(' ')}`;
  });
  expect(declared).toEqual([
    'read_file file_path offset? limit?',
    'write_file file_path content',
    'edit file_path old_string new_string replace_all?',
    'list_directory path',
    'glob pattern path?',
    'grep pattern path? include? case_sensitive? context?',
    'todo_write todos',
    'ask_user question options?',
    'lsp operation file_path line? character? query?',
    'web_fetch url',
  ]);
});
