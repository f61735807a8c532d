import { expect, test } from 'vitest';
import type { EditReview } from '../../../src/extension/ports/editReview.ts';
import { DEFAULT_TOOLS } from '../../../src/extension/tools/builtin/defaultTools.ts';
import { modeAfterPlan } from '../../../src/extension/approval/permissions.ts';
import { createExitPlanMode } from '../../../src/extension/tools/builtin/exitPlanMode.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import type { ApprovalMode, StartMode } from '../../../src/shared/chatState.ts';
import { settle } from '../../support/manualClock.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { call, createBatch, textOfResult } from '../../support/toolBatch.ts';
import { readFiles } from '../../support/toolHarness.ts';

const write = (id: string, path = 'a.ts', content = 'new\n') => call('write_file', id, { file_path: path, content });

test('an edit is shown first, and written after approval', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'old\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  await readFiles(batch.context, 'a.ts');
  const done = batch.run([write('w')]);
  await settle();
  expect(batch.last('w')?.approval).toEqual({
    question: 'Write a.ts?',
    subject: {
      kind: 'edit',
      file: 'a.ts',
      diff: '@@ -1,1 +1,1 @@\n-old\n+new',
      added: 1,
      removed: 1,
      canOpen: false,
      amended: false,
    },
    reasons: [],
    grantable: true,
    persistent: [],
  });
  expect(workspace.text('a.ts')).toBe('old\n');
  expect(batch.desk.decide('w', { decision: 'allow-once' })).toBe(true);
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

test('hidden characters of a file name are shown as escapes, and the file of that name is written', async () => {
  const workspace = createMemoryWorkspace();
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([write('w', 'a\u202etxt.exe')]);
  await settle();
  const { detail, approval } = batch.last('w') ?? {};
  expect([detail, approval?.question]).toEqual(['a\\u{202e}txt.exe', 'Write a\\u{202e}txt.exe?']);
  batch.desk.decide('w', { decision: 'allow-once' });
  await done;
  expect(batch.last('w')?.outcome?.changes).toMatchObject([{ display: 'a\\u{202e}txt.exe' }]);
  expect(workspace.text('a\u202etxt.exe')).toBe('new\n');
});

test('a denied call does not run, reports the denial, and does not affect the other calls', async () => {
  const workspace = createMemoryWorkspace();
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([write('w1', 'a.ts'), write('w2', 'b.ts')]);
  await settle();
  batch.desk.decide('w1', { decision: 'deny' });
  await settle();
  batch.desk.decide('w2', { decision: 'allow-once' });
  await done;
  expect(textOfResult(batch.last('w1'))).toMatch(/^The user denied this call, so it was not run\./);
  expect(batch.last('w1')).toMatchObject({ status: 'cancelled', notRun: 'denied' });
  expect(batch.last('w1')?.status).toBe('cancelled');
  expect(workspace.snapshot()).toEqual({ 'b.ts': 'new\n' });
});

test('a tool that is allowed for the chat needs approval again only for a sensitive file', async () => {
  const workspace = createMemoryWorkspace();
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([write('w1', 'a.ts'), write('w2', 'b.ts'), write('w3', '.npmrc')]);
  await settle();
  batch.desk.decide('w1', { decision: 'allow-for-chat' });
  await settle();
  expect(batch.last('w2')?.status).toBe('success');
  expect(batch.last('w3')?.status).toBe('awaiting-approval');
  batch.desk.decide('w3', { decision: 'deny' });
  await done;
});

test('a call that would fail fails without a question', async () => {
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default' });
  const edit = { file_path: 'missing.ts', old_string: 'a', new_string: 'b' };
  await batch.run([call('edit', 'e', edit)]);
  expect(batch.statuses('e')).toEqual(['validating', 'validating', 'error']);
});

test('a file that changed while the card waited is not written', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'old\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const edit = { file_path: 'a.ts', old_string: 'old', new_string: 'new' };
  const done = batch.run([call('edit', 'w', edit)]);
  await settle();
  workspace.put('a.ts', 'old\ntheirs\n');
  batch.desk.decide('w', { decision: 'allow-once' });
  await done;
  expect(textOfResult(batch.last('w'))).toMatch(/^a\.ts has changed since the user was asked/);
  expect(workspace.text('a.ts')).toBe('old\ntheirs\n');
});

test('a file that changed while the card waited is not deleted', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'old\n' });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([call('delete_file', 'd', { file_path: 'a.ts' })]);
  await settle();
  workspace.put('a.ts', 'theirs\n');
  batch.desk.decide('d', { decision: 'allow-once' });
  await done;
  const text = 'a.ts has changed since the user was asked, so the call did not run. Read it again.';
  expect(textOfResult(batch.last('d'))).toBe(text);
  expect(workspace.text('a.ts')).toBe('theirs\n');
});

test('plan mode refuses edits with a reason', async () => {
  const workspace = createMemoryWorkspace();
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'plan', workspace });
  await batch.run([write('w')]);
  expect(textOfResult(batch.last('w'))).toMatch(/^Plan mode is read-only/);
  expect(workspace.snapshot()).toEqual({});
});

test('a sensitive path in another spelling also needs approval', async () => {
  const workspace = createMemoryWorkspace({ '.vscode/tasks.json': '{}' }, { caseSensitive: false });
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'auto-edit', workspace });
  const done = batch.run([write('w', 'src/../.VSCODE/launch.json'), write('v', 'src/a.ts')]);
  await settle();
  expect(batch.last('w')?.status).toBe('awaiting-approval');
  batch.desk.decide('w', { decision: 'deny' });
  await done;
  expect(batch.last('v')?.status).toBe('success');
});

test('two edits of one file in a row build on each other', async () => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'one two\n' });
  const batch = createBatch(DEFAULT_TOOLS, { workspace });
  const edit = (id: string, old_string: string, new_string: string) =>
    call('edit', id, { file_path: 'a.ts', old_string, new_string });
  await batch.run([edit('1', 'one', '1'), edit('2', '1 two', '1 2')]);
  expect(workspace.text('a.ts')).toBe('1 2\n');
});

test('the user’s reason for a denial is sent to the model', async () => {
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default' });
  const done = batch.run([write('w')]);
  await settle();
  batch.desk.decide('w', { decision: 'deny', reason: ' Put it into b.ts. ' });
  await done;
  expect(textOfResult(batch.last('w'))).toMatch(
    /^The user denied this call, so it was not run\..* The user says: Put it into b\.ts\.$/,
  );
  expect(batch.last('w')).toMatchObject({ status: 'cancelled', outcome: { summary: 'denied: Put it into b.ts.' } });
});

test('a change to a looser mode runs waiting calls, and a change to a stricter mode does not', async () => {
  const workspace = createMemoryWorkspace();
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([write('w', 'a.ts'), write('v', '.npmrc')]);
  await settle();
  batch.desk.reconsider();
  await settle();
  expect(batch.last('w')?.status).toBe('awaiting-approval');
  batch.state.mode = 'auto-edit';
  batch.desk.reconsider();
  await settle();
  expect(workspace.text('a.ts')).toBe('new\n');
  expect(batch.last('v')?.status).toBe('awaiting-approval');
  batch.state.mode = 'default';
  batch.desk.reconsider();
  await settle();
  expect(batch.last('v')?.status).toBe('awaiting-approval');
  batch.desk.decide('v', { decision: 'deny' });
  await done;
});

test('an edit that the user has opened waits for the user, even if the mode becomes looser', async () => {
  const workspace = createMemoryWorkspace();
  const opened: string[] = [];
  const review: EditReview = {
    open: async (_id, { display }) => void opened.push(display),
    collect: async () => new TextEncoder().encode('by hand\n'),
    close: async () => {},
  };
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace, policy: { review } });
  const done = batch.run([write('w')]);
  await settle();
  expect(await batch.desk.openDiff('w')).toBe(true);
  expect(opened).toEqual(['a.ts']);
  for (const mode of ['auto-edit', 'yolo'] as const) {
    batch.state.mode = mode;
    batch.desk.reconsider();
    await settle();
    expect(batch.last('w')?.status).toBe('awaiting-approval');
  }
  batch.desk.decide('w', { decision: 'allow-once' });
  await done;
  expect(workspace.text('a.ts')).toBe('by hand\n');
});

test.each([
  ['is written as an empty file if the user has emptied its diff', new Uint8Array(), ''],
  ['is written as proposed if the user has closed its diff', undefined, 'new\n'],
])('an edit %s', async (_name, collected, written) => {
  const workspace = createMemoryWorkspace({ 'a.ts': 'old\n' });
  const review: EditReview = { open: async () => {}, collect: async () => collected, close: async () => {} };
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace, policy: { review } });
  await readFiles(batch.context, 'a.ts');
  const done = batch.run([write('w')]);
  await settle();
  await batch.desk.openDiff('w');
  await settle();
  expect(batch.last('w')?.status).toBe('awaiting-approval');
  batch.desk.decide('w', { decision: 'allow-once' });
  await done;
  expect(workspace.text('a.ts')).toBe(written);
});

test('switching to plan mode refuses a waiting edit', async () => {
  const workspace = createMemoryWorkspace();
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace });
  const done = batch.run([write('w')]);
  await settle();
  batch.state.mode = 'plan';
  batch.desk.reconsider();
  await done;
  expect(textOfResult(batch.last('w'))).toMatch(/^Plan mode is read-only/);
  expect(workspace.snapshot()).toEqual({});
});

test('a deny rule that is added while a card waits applies to the call', async () => {
  let rules = parsePermissions({}, [], '').rules;
  const workspace = createMemoryWorkspace();
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace, policy: { rules: () => rules } });
  const done = batch.run([write('w')]);
  await settle();
  ({ rules } = parsePermissions({}, [['edit(*.ts)']], ''));
  batch.desk.decide('w', { decision: 'allow-once' });
  await done;
  expect(textOfResult(batch.last('w'))).toMatch(/^A rule in the settings denies this \(edit\(\*\.ts\)\)/);
  expect(batch.last('w')?.outcome?.userText).toBe('The rule edit(*.ts) in the settings denies this call.');
  expect(workspace.snapshot()).toEqual({});
});

test('the card of an edit outside the workspace states that reason, and the file is written after approval', async () => {
  const workspace = createMemoryWorkspace({ '/etc/motd': 'old\n', '/etc/other': 'other\n' });
  const batch = createBatch(DEFAULT_TOOLS, { workspace });
  await readFiles({ ...batch.context, workspace: workspace.admit?.(['/etc']) ?? workspace }, '/etc/motd', '/etc/other');
  const done = batch.run([write('w', '/etc/motd'), write('v', '/etc/other')]);
  await settle();
  expect(batch.last('w')?.approval).toMatchObject({
    question: 'Write /etc/motd?',
    subject: { diff: '@@ -1,1 +1,1 @@\n-old\n+new' },
    reasons: [{ kind: 'outside', detail: '/etc/motd' }],
  });
  batch.desk.decide('w', { decision: 'allow-for-chat' });
  await settle();
  expect(workspace.text('/etc/motd')).toBe('new\n');
  expect(batch.last('v')?.status).toBe('awaiting-approval');
  batch.desk.decide('v', { decision: 'deny' });
  await done;
  expect(workspace.text('/etc/other')).toBe('other\n');
});

test('the text of a file outside the workspace does not reach the model before approval', async () => {
  const workspace = createMemoryWorkspace({ '/etc/secret': 'password = swordfish\n' });
  const batch = createBatch(DEFAULT_TOOLS, { workspace });
  const edit = { file_path: '/etc/secret', old_string: 'password = ?', new_string: 'x' };
  const done = batch.run([call('edit', 'e', edit), call('read_file', 'r', { file_path: '/etc/secret' })]);
  await settle();
  expect(batch.last('e')?.approval?.subject.kind).toBe('arguments');
  batch.desk.decide('e', { decision: 'deny' });
  await settle();
  batch.desk.decide('r', { decision: 'deny' });
  expect(JSON.stringify(await done)).not.toContain('swordfish');
});

test('a plan that was edited in its card is sent to the model, and starts in the picked mode', async () => {
  const planMode = { leave: (picked: StartMode) => Promise.resolve((batch.state.mode = picked)) };
  const batch = createBatch([createExitPlanMode(planMode)], { mode: 'plan' });
  const present = () => batch.run([call('exit_plan_mode', 'p', { plan: 'First.' })]);
  const done = present();
  await settle();
  expect(batch.last('p')?.approval).toMatchObject({ subject: { kind: 'plan', text: 'First.' }, grantable: false });
  batch.desk.decide('p', { decision: 'deny', reason: 'Shorter.' });
  await done;
  expect(textOfResult(batch.last('p'))).toBe(
    'The user did not accept the plan. Plan mode stays on. The user says: Shorter.',
  );
  const again = present();
  await settle();
  batch.desk.decide('p', { decision: 'allow-once', plan: 'Second.', mode: 'auto-edit' });
  await again;
  expect(batch.last('p')?.outcome).toMatchObject({ plan: 'Second.', summary: 'accepted, edited by you' });
  expect(textOfResult(batch.last('p'))).toMatch(
    /^The user edited and accepted the plan\.[^]*Second\.[^]*the mode is auto-edit/,
  );
  await present();
  expect(textOfResult(batch.last('p'))).toMatch(/^Plan mode is off, so plans need no approval/);
});

test('a plan still waits for its answer if plan mode is switched off meanwhile', async () => {
  const batch = createBatch([createExitPlanMode({ leave: () => Promise.resolve(batch.state.mode) })], { mode: 'plan' });
  const done = batch.run([call('exit_plan_mode', 'p', { plan: 'First.' })]);
  await settle();
  batch.state.mode = 'auto-edit';
  batch.desk.reconsider();
  await settle();
  expect(batch.last('p')?.status).toBe('awaiting-approval');
  batch.desk.decide('p', { decision: 'allow-once', plan: 'First, and my own.' });
  await done;
  expect(textOfResult(batch.last('p'))).toMatch(
    /^The user edited and accepted the plan\.[^]*my own[^]*the mode is auto-edit/,
  );
});

test('an accepted plan is not sent to the model again if it was not changed', async () => {
  const batch = createBatch([createExitPlanMode({ leave: () => Promise.resolve('default') })], { mode: 'plan' });
  const done = batch.run([call('exit_plan_mode', 'p', { plan: 'First.' })]);
  await settle();
  batch.desk.decide('p', { decision: 'allow-once', plan: 'First.' });
  await done;
  expect(textOfResult(batch.last('p'))).toBe(
    'The user accepted the plan. Plan mode is off; the mode is default. Carry out the plan.',
  );
});

test.each<[current: ApprovalMode, picked: StartMode, after: ApprovalMode]>([
  ['plan', 'default', 'default'],
  ['plan', 'auto-edit', 'auto-edit'],
  ['default', 'default', 'default'],
  ['default', 'auto-edit', 'auto-edit'],
  ['auto-edit', 'default', 'auto-edit'],
  ['yolo', 'auto-edit', 'auto-edit'],
])(
  'a plan that is accepted in the mode %s with the picked mode %s is carried out in the mode %s',
  (current, picked, after) => {
    expect(modeAfterPlan(current, picked)).toBe(after);
  },
);

test('the chosen persistent rule is saved as it was shown, and the call runs', async () => {
  const kept: (readonly string[])[] = [];
  const saveRules = (rules: readonly string[]): void => void kept.push(rules);
  const workspace = createMemoryWorkspace();
  const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace, policy: { saveRules } });
  const done = batch.run([write('w1', 'src/a/b.ts'), write('w2', 'src/a/c.ts')]);
  await settle();
  const { path } = await workspace.resolve('src');
  expect(batch.last('w1')?.approval?.persistent.map(({ rules }) => rules)).toEqual([
    [`edit(${path}/a/**)`],
    [`edit(${path}/**)`],
  ]);
  batch.desk.decide('w1', { decision: 'allow-always', persistent: 1 });
  await settle();
  expect(kept).toEqual([[`edit(${path}/**)`]]);
  expect(workspace.text('src/a/b.ts')).toBe('new\n');
  batch.desk.decide('w2', { decision: 'allow-always', persistent: 7 });
  await done;
  expect(kept).toHaveLength(1);
  expect(workspace.text('src/a/c.ts')).toBe('new\n');
});
