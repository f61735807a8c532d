import { expect, test } from 'vitest';
import type { EditReview } from '../../../src/extension/ports/editReview.ts';
import type { Workspace } from '../../../src/extension/ports/workspace.ts';
import { DEFAULT_TOOLS } from '../../../src/extension/tools/builtin/defaultTools.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import { succeeded, type Tool } from '../../../src/extension/tools/tool.ts';
import { settle } from '../../support/manualClock.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { call, createBatch, textOfResult } from '../../support/toolBatch.ts';

const write = (id: string, path: string, content = 'new\n') => call('write_file', id, { file_path: path, content });
const edit = (id: string, path: string, from: string, to: string) =>
  call('edit', id, { file_path: path, old_string: from, new_string: to });

type Batch = ReturnType<typeof createBatch>;
const statusOf = (batch: Batch, ...ids: string[]) => ids.map((id) => batch.last(id)?.status);
const groupOf = (batch: Batch, id: string) => batch.last(id)?.approval?.group;
const subjectOf = (batch: Batch, id: string) => {
  const subject = batch.last(id)?.approval?.subject;
  return subject?.kind === 'edit' ? subject : undefined;
};

const run: Tool = {
  ...(DEFAULT_TOOLS.find(({ name }) => name === 'read_file') as Tool),
  name: 'run',
  kind: 'execute',
  paths: () => [],
  execute: () => Promise.resolve(succeeded('ran', 'done')),
};

test('edits of one turn wait together, build on each other, and are written in order', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one two\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([
    edit('1', 'a.ts', 'one', '1'),
    write('2', 'b.ts'),
    call('list_directory', 'r', { path: '.' }),
    edit('3', 'a.ts', '1 two', '1 2'),
  ]);
  await settle();
  expect(statusOf(batch, '1', '2', 'r', '3')).toEqual([
    'awaiting-approval',
    'awaiting-approval',
    'validating',
    'awaiting-approval',
  ]);
  expect(new Set(['1', '2', '3'].map((id) => groupOf(batch, id)))).toEqual(new Set(['1']));
  expect(subjectOf(batch, '3')).toMatchObject({ file: 'a.ts', diff: '@@ -1,1 +1,1 @@\n-1 two\n+1 2' });
  for (const id of ['1', '2', '3']) expect(batch.desk.decide(id, { decision: 'allow-once' })).toBe(true);
  const results = await done;
  expect(results.map(({ callId, isError }) => [callId, isError])).toEqual([
    ['1', false],
    ['2', false],
    ['r', false],
    ['3', false],
  ]);
  expect(workspace.snapshot()).toEqual({ 'a.ts': '1 2\n', 'b.ts': 'new\n' });
});

test('a sensitive file, a file outside the workspace and a single edit get their own cards', async () => {
  const workspace = createMemoryWorkspace({ '/etc/motd': 'old\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([
    write('a', 'a.ts'),
    write('npmrc', '.npmrc'),
    write('motd', '/etc/motd'),
    write('b', 'b.ts'),
  ]);
  await settle();
  expect(statusOf(batch, 'a', 'npmrc', 'motd', 'b')).toEqual([
    'awaiting-approval',
    'validating',
    'validating',
    'awaiting-approval',
  ]);
  for (const id of ['a', 'b']) batch.desk.decide(id, { decision: 'allow-once' });
  await settle();
  for (const id of ['npmrc', 'motd']) {
    expect([batch.last(id)?.status, groupOf(batch, id)]).toEqual(['awaiting-approval', undefined]);
    batch.desk.decide(id, { decision: 'deny' });
    await settle();
  }
  await done;
  expect(workspace.snapshot()).toMatchObject({ 'a.ts': 'new\n', 'b.ts': 'new\n' });

  const alone = batch.run([write('c', 'c.ts'), write('env', '.env')]);
  await settle();
  expect([batch.last('c')?.status, groupOf(batch, 'c')]).toEqual(['awaiting-approval', undefined]);
  batch.controller.abort();
  await alone;
});

test('a command between two edits separates them, because the command may depend on the first edit', async () => {
  const batch = createBatch([...DEFAULT_TOOLS, run], { mode: 'default' });
  const done = batch.run([write('a', 'a.ts'), call('run', 'r', { file_path: 'x' }), write('b', 'b.ts')]);
  await settle();
  expect(statusOf(batch, 'a', 'r', 'b')).toEqual(['awaiting-approval', 'validating', 'validating']);
  batch.controller.abort();
  await done;
});

test('one edit of a group can be denied at once, while the others wait', async () => {
  const workspace = createMemoryWorkspace();
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([write('a', 'a.ts'), write('b', 'b.ts'), write('c', 'c.ts')]);
  await settle();
  batch.desk.decide('b', { decision: 'deny', reason: 'Not this one.' });
  await settle();
  expect(statusOf(batch, 'a', 'b', 'c')).toEqual(['awaiting-approval', 'cancelled', 'awaiting-approval']);
  expect(textOfResult(batch.last('b'))).toContain('The user says: Not this one.');
  batch.desk.decide('c', { decision: 'allow-once' });
  await settle();
  // The third edit is allowed, and runs after the first.
  expect(statusOf(batch, 'a', 'c')).toEqual(['awaiting-approval', 'scheduled']);
  expect(workspace.snapshot()).toEqual({});
  batch.desk.decide('a', { decision: 'allow-once' });
  await done;
  expect(workspace.snapshot()).toEqual({ 'a.ts': 'new\n', 'c.ts': 'new\n' });
});

test('a waiting edit gets a new preview or fails if the edit before it is denied', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\ntwo\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([
    edit('1', 'a.ts', 'one', '1'),
    edit('2', 'a.ts', 'two', '2'),
    edit('3', 'a.ts', '1', 'I'),
    write('4', 'b.ts'),
  ]);
  await settle();
  expect(subjectOf(batch, '2')?.diff).toContain(' 1\n');
  batch.desk.decide('1', { decision: 'deny' });
  await settle();
  expect(subjectOf(batch, '2')?.diff).toContain(' one\n');
  expect(batch.last('3')?.status).toBe('error');
  expect(textOfResult(batch.last('3'))).toContain('old_string does not occur in a.ts');
  for (const id of ['2', '4']) batch.desk.decide(id, { decision: 'allow-once' });
  await done;
  expect(workspace.snapshot()).toEqual({ 'a.ts': 'one\n2\n', 'b.ts': 'new\n' });
});

test('an allowed edit needs approval again if the denial of an earlier edit changes its effect', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  await batch.run([call('read_file', 'r', { file_path: 'a.ts' })]);
  const done = batch.run([edit('1', 'a.ts', 'one', '1'), write('2', 'a.ts', 'all new\n')]);
  await settle();
  expect(subjectOf(batch, '2')?.diff).toBe('@@ -1,1 +1,1 @@\n-1\n+all new');
  batch.desk.decide('2', { decision: 'allow-once' });
  await settle();
  batch.desk.decide('1', { decision: 'deny' });
  await settle();
  expect(batch.last('2')?.status).toBe('awaiting-approval');
  expect(subjectOf(batch, '2')?.diff).toBe('@@ -1,1 +1,1 @@\n-one\n+all new');
  expect(workspace.text('a.ts')).toBe('one\n');
  batch.desk.decide('2', { decision: 'allow-once' });
  await done;
  expect(workspace.text('a.ts')).toBe('all new\n');
});

test('a formatter that changes a file after its first edit does not block the second edit', async () => {
  const memory = createMemoryWorkspace({ 'a.ts': 'one\ntwo\nend\n' });
  const workspace: Workspace = {
    ...memory,
    get roots() {
      return memory.roots;
    },
    write(path, bytes, options, signal) {
      const text = new TextDecoder().decode(bytes).replace('end', 'END');
      return memory.write(path, new TextEncoder().encode(text), options, signal);
    },
  };
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([edit('1', 'a.ts', 'one', '1'), edit('2', 'a.ts', 'two', '2')]);
  await settle();
  for (const id of ['1', '2']) batch.desk.decide(id, { decision: 'allow-once' });
  expect((await done).map(({ isError }) => isError)).toEqual([false, false]);
  expect(memory.text('a.ts')).toBe('1\n2\nEND\n');
});

test('a file that changed while its edit waited is not written', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([edit('1', 'a.ts', 'one', '1'), write('2', 'b.ts')]);
  await settle();
  workspace.put('a.ts', 'one // theirs\n');
  for (const id of ['1', '2']) batch.desk.decide(id, { decision: 'allow-once' });
  await done;
  expect(textOfResult(batch.last('1'))).toMatch(/^a\.ts has changed since the user was asked/);
  expect(workspace.snapshot()).toEqual({ 'a.ts': 'one // theirs\n', 'b.ts': 'new\n' });
});

test('a grant or a persistent rule for one edit runs all edits that it covers', async () => {
  const workspace = createMemoryWorkspace();
  const kept: (readonly string[])[] = [];
  let rules = parsePermissions({}, [], '').rules;
  const batch = createBatch(DEFAULT_TOOLS, {
    mode: 'default',
    workspace,
    policy: {
      rules: () => rules,
      saveRules(each) {
        kept.push(each);
        ({ rules } = parsePermissions({ allow: [...each] }, [], ''));
      },
    },
  });
  const done = batch.run([write('1', 'src/a.ts'), write('2', 'src/b.ts'), edit('3', 'c.ts', '', 'c\n')]);
  await settle();
  batch.desk.decide('1', { decision: 'allow-always', persistent: 0 });
  await settle();
  expect(kept).toHaveLength(1);
  expect(statusOf(batch, '1', '2', '3')).toEqual(['success', 'success', 'awaiting-approval']);
  batch.desk.decide('3', { decision: 'allow-for-chat' });
  await done;
  expect(workspace.text('c.ts')).toBe('c\n');
});

const move = (id: string, file_path: string, new_path: string) => call('move_file', id, { file_path, new_path });
const remove = (id: string, file_path: string) => call('delete_file', id, { file_path });

test('deletes and moves share the card with edits, and later edits build on them', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\n', 'b.ts': 'two\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([
    edit('1', 'a.ts', 'one', '1'),
    move('2', 'a.ts', 'c.ts'),
    edit('3', 'c.ts', '1', 'I'),
    remove('4', 'b.ts'),
    move('5', 'c.ts', 'b.ts'),
  ]);
  await settle();
  const ids = ['1', '2', '3', '4', '5'];
  expect(new Set(ids.map((id) => groupOf(batch, id)))).toEqual(new Set(['1']));
  expect(ids.map((id) => subjectOf(batch, id)?.canOpen)).toEqual([false, false, false, false, false]);
  expect(subjectOf(batch, '2')).toMatchObject({ file: 'c.ts', movedFrom: 'a.ts', diff: '' });
  expect(subjectOf(batch, '4')).toMatchObject({ file: 'b.ts', isDeletion: true, diff: '@@ -1,1 +0,0 @@\n-two' });
  expect(batch.last('5')?.approval?.question).toBe('Move c.ts to b.ts?');
  for (const id of ids) batch.desk.decide(id, { decision: 'allow-once' });
  expect((await done).map(({ isError }) => isError)).toEqual(ids.map(() => false));
  expect(workspace.snapshot()).toEqual({ 'b.ts': 'I\n' });
});

test('if a move is denied, an edit of the moved file fails', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([move('1', 'a.ts', 'b.ts'), edit('2', 'b.ts', 'one', '1'), write('3', 'c.ts')]);
  await settle();
  batch.desk.decide('1', { decision: 'deny' });
  await settle();
  expect(textOfResult(batch.last('2'))).toBe('b.ts does not exist.');
  batch.desk.decide('3', { decision: 'allow-once' });
  await done;
  expect(workspace.snapshot()).toEqual({ 'a.ts': 'one\n', 'c.ts': 'new\n' });
});

test('an allowed delete needs approval again if the denial of an edit changes the content that it removes', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([edit('1', 'a.ts', 'one', '1'), remove('2', 'a.ts')]);
  await settle();
  batch.desk.decide('2', { decision: 'allow-once' });
  await settle();
  batch.desk.decide('1', { decision: 'deny' });
  await settle();
  expect(subjectOf(batch, '2')?.diff).toContain('-one');
  batch.desk.decide('2', { decision: 'deny' });
  await done;
  expect(workspace.text('a.ts')).toBe('one\n');
});

test('a file that changed while its deletion waited is not deleted', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\n', 'b.ts': 'two\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  for (const each of [remove('1', 'a.ts'), move('1', 'b.ts', 'c.ts')]) {
    const done = batch.run([each]);
    await settle();
    for (const path of ['a.ts', 'b.ts']) workspace.put(path, `${workspace.text(path)}// theirs\n`);
    batch.desk.decide('1', { decision: 'allow-once' });
    await done;
    expect(textOfResult(batch.last('1'))).toMatch(/has changed since the user was asked/);
  }
  expect(Object.keys(workspace.snapshot())).toEqual(['a.ts', 'b.ts']);
});

test('an edit can be changed in the editor, but only after the edits before it are written', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\ntwo\n' });
  const opened = new Map<string, string>();
  const review: EditReview = {
    open: async (id, { display }) => void opened.set(id, display),
    collect: async (id) => (opened.get(id) === 'a.ts' ? new TextEncoder().encode('1 by hand\ntwo\n') : undefined),
    close: async () => {},
  };
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace, policy: { review } });
  const done = batch.run([edit('1', 'a.ts', 'one', '1'), edit('2', 'a.ts', 'two', '2')]);
  await settle();
  expect([subjectOf(batch, '1')?.canOpen, subjectOf(batch, '2')?.canOpen]).toEqual([true, false]);
  expect(await batch.desk.openDiff('2')).toBe(false);
  expect(await batch.desk.openDiff('1')).toBe(true);
  batch.desk.decide('1', { decision: 'allow-once' });
  await settle();
  expect(workspace.text('a.ts')).toBe('1 by hand\ntwo\n');
  expect(subjectOf(batch, '2')).toMatchObject({ canOpen: true, diff: expect.stringContaining(' 1 by hand') as string });
  batch.desk.decide('2', { decision: 'allow-once' });
  await done;
  expect(workspace.text('a.ts')).toBe('1 by hand\n2\n');
});

test('one edit of a group can be cancelled alone, and stopping the answer cancels all edits', async () => {
  const workspace = createMemoryWorkspace();
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([write('a', 'a.ts'), write('b', 'b.ts'), write('c', 'c.ts')]);
  await settle();
  batch.calls.cancel('b');
  await settle();
  expect(statusOf(batch, 'a', 'b', 'c')).toEqual(['awaiting-approval', 'cancelled', 'awaiting-approval']);
  batch.desk.decide('c', { decision: 'allow-once' });
  await settle();
  batch.controller.abort();
  await done;
  expect(statusOf(batch, 'a', 'c')).toEqual(['cancelled', 'cancelled']);
  expect(workspace.snapshot()).toEqual({});
  expect(batch.logged).toEqual([]);
});

test('a change to auto-edit mode runs all waiting edits, and plan mode refuses them', async () => {
  for (const [mode, expected] of [
    ['auto-edit', 'success'],
    ['plan', 'error'],
  ] as const) {
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'default' });
    const done = batch.run([write('a', 'a.ts'), write('b', 'b.ts')]);
    await settle();
    batch.state.mode = mode;
    batch.desk.reconsider();
    await done;
    expect(statusOf(batch, 'a', 'b')).toEqual([expected, expected]);
  }
});

test('an edit fails and gives the reason if its file changed after the model read it', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  await batch.run([call('read_file', 'r', { file_path: 'a.ts' })]);
  workspace.put('a.ts', 'one // theirs\n');
  const done = batch.run([edit('1', 'a.ts', 'one', '1'), write('2', 'b.ts'), write('3', 'c.ts')]);
  await settle();
  expect(batch.last('1')?.status).toBe('error');
  expect(textOfResult(batch.last('1'))).toContain('has changed since you last read it');
  for (const id of ['2', '3']) batch.desk.decide(id, { decision: 'allow-once' });
  await done;
});
