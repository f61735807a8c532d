import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ToolCallPart } from '../../../../src/extension/model/message.ts';
import { WorkspaceError } from '../../../../src/extension/ports/workspace.ts';
import { DEFAULT_TOOLS } from '../../../../src/extension/tools/builtin/defaultTools.ts';
import { succeeded, type Tool, type ToolOutcome } from '../../../../src/extension/tools/tool.ts';
import { settle } from '../../../support/manualClock.ts';
import { createMemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { productRegistry } from '../../../support/productTools.ts';
import { call, createBatch, textOfResult } from '../../../support/toolBatch.ts';

/** A tool that reads and a tool that writes. A test ends each execution by hand, by the `id` in its arguments. */
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

describe('in a batch of calls', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['readers start in parallel', ['r1', 'r2', 'r3'], ['start r1', 'start r2', 'start r3']],
    ['writers run one after another', ['w1', 'w2'], ['start w1', 'end w1', 'start w2']],
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

  test('results are returned in the order of the calls, and updates are emitted as each call ends', async () => {
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

  test('each result is limited before it is reported and returned', async () => {
    const limit = async (outcome: ToolOutcome): Promise<ToolOutcome> => ({
      ...outcome,
      content: [{ type: 'text', text: 'cut' }],
    });
    const manual = createManualTools();
    const batch = createBatch(manual.tools, { limit });
    const done = batch.run([call('read', 'a'), call('missing', 'b')]);
    await settle();
    await manual.end('a');
    expect(await done).toMatchObject([{ content: [{ text: 'cut' }] }, { content: [{ text: 'cut' }] }]);
    expect(textOfResult(batch.last('a'))).toBe('cut');
  });

  test('a batch without calls has no results', async () => {
    expect(await createBatch([]).run([])).toEqual([]);
  });
});

describe('a call that fails', () => {
  test.each<[string, ToolCallPart, RegExp]>([
    ['an unknown tool', call('fly', 'x'), /^Unknown tool "fly"\. Available tools: read, write\./],
    ['arguments that do not fit', call('read', 'x', { id: 3 }), /The arguments are invalid/],
    ['arguments that are not JSON', { ...call('read', 'x'), malformed: '{' }, /not a JSON object/],
  ])('gets an error result: %s', async (_name, each, text) => {
    const batch = createBatch(createManualTools().tools);
    expect(await batch.run([each])).toMatchObject([{ callId: 'x', isError: true }]);
    expect(textOfResult(batch.last('x'))).toMatch(text);
    expect(batch.last('x')?.status).toBe('error');
  });

  test('gets an error result and keeps its changes if its result cannot be limited', async () => {
    const changes = [{ path: '/w/a', display: 'a', added: 1, removed: 0 }];
    const tool: Tool<object> = {
      ...{ name: 'write', description: 'write', kind: 'edit', schema: z.object({}) },
      ...{ describe: () => '', paths: () => [], execute: async () => ({ ...succeeded('done', 'done'), changes }) },
    };
    const batch = createBatch([tool], { limit: () => Promise.reject(new Error('disk full')) });
    const text = 'The call ended, but its result could not be prepared: disk full';
    expect(await batch.run([call('write', 'a', {}), call('missing', 'b')])).toMatchObject([
      { callId: 'a', isError: true, content: [{ text }] },
      { callId: 'b', isError: true },
    ]);
    expect(batch.last('a')).toMatchObject({ status: 'error', outcome: { ok: false, changes } });
    expect(batch.last('b')).toMatchObject({ status: 'error', notRun: 'refused' });
    expect(batch.calls.cancel('a')).toBe(false);
    expect(batch.logged).toHaveLength(2);
  });

  test('is logged if its tool throws, and does not stop the other calls', async () => {
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

  test('gets the message of a workspace error, which is not logged', async () => {
    const manual = createManualTools();
    const batch = createBatch(manual.tools);
    const done = batch.run([call('read', 'a')]);
    await settle();
    await manual.end('a', new WorkspaceError('permission', '/ws/a', '/ws/a cannot be accessed: permission denied.'));
    await done;
    expect(textOfResult(batch.last('a'))).toBe('/ws/a cannot be accessed: permission denied.');
    expect(batch.logged).toEqual([]);
  });
});

describe('cancelling', () => {
  test('gives every call a result, whatever its status', async () => {
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
    expect(textOfResult(batch.last('running'))).toBe('Interrupted by the user before it finished.');
    expect(textOfResult(batch.last('later'))).toBe('Cancelled by the user before it ran. Nothing was changed.');
    expect(batch.logged).toEqual([]);
  });

  test('can end one call without the other calls', async () => {
    const manual = createManualTools();
    const batch = createBatch(manual.tools);
    const done = batch.run([call('read', 'a'), call('read', 'b'), call('write', 'c')]);
    await settle();
    expect(batch.calls.cancel('a')).toBe(true);
    await manual.end('b');
    await manual.end('c');
    expect((await done).map((result) => result.isError)).toEqual([true, false, false]);
    expect(batch.last('a')?.status).toBe('cancelled');
    expect(textOfResult(batch.last('a'))).toBe('Interrupted by the user before it finished.');
    expect(batch.calls.cancel('a')).toBe(false);
  });

  test('never runs a call that was cancelled before its turn', async () => {
    const manual = createManualTools();
    const batch = createBatch(manual.tools);
    const done = batch.run([call('write', 'a'), call('write', 'b'), call('write', 'c')]);
    await settle();
    batch.calls.cancel('b');
    await manual.end('a');
    await manual.end('c');
    await done;
    expect(manual.trace).toEqual(['start a', 'end a', 'start c', 'end c']);
    expect(textOfResult(batch.last('b'))).toBe('Cancelled by the user before it ran. Nothing was changed.');
  });

  test('withdraws a pending approval', async () => {
    const workspace = createMemoryWorkspace();
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
    const done = batch.run([call('write_file', 'w', { file_path: 'b.ts', content: 'b' })]);
    await settle();
    expect(batch.last('w')?.status).toBe('awaiting-approval');
    batch.controller.abort();
    expect(await done).toMatchObject([{ isError: true }]);
    expect(batch.last('w')?.status).toBe('cancelled');
    expect(textOfResult(batch.last('w'))).toBe('Cancelled by the user before it ran. Nothing was changed.');
    expect(batch.desk.decide('w', { decision: 'allow-once' })).toBe(false);
    expect(workspace.snapshot()).toEqual({});
  });
});

test('the default tools declare the agreed names and arguments', () => {
  const declared = productRegistry.declarations.map(({ name, inputSchema }) => {
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
    'delete_file file_path',
    'move_file file_path new_path',
    'lsp operation file_path line? character? query?',
    'web_fetch url',
    'run_shell_command command directory? timeout? description?',
    'exit_plan_mode plan',
    'web_search query',
    'save_memory fact scope?',
    'skill name',
    'agent agent task',
  ]);
});

test('a call that never ran has a reason, and a call that failed does not', async () => {
  const manual = createManualTools();
  const batch = createBatch(manual.tools);
  const done = batch.run([call('nonsense', 'n'), call('write', 'w'), call('write', 'x')]);
  await settle();
  batch.calls.cancel('x');
  await manual.end('w', new Error('broken'));
  await done;
  expect(batch.last('n')).toMatchObject({ status: 'error', notRun: 'refused' });
  expect(batch.last('w')).toMatchObject({ status: 'error' });
  expect(batch.last('w')).not.toHaveProperty('notRun');
  expect(batch.last('x')).toMatchObject({ status: 'cancelled', notRun: 'cancelled' });
});
