import { describe, expect, test } from 'vitest';
import { parsePermissions } from '../../../../src/extension/approval/rules/permissionRules.ts';
import type { ModelRequest } from '../../../../src/extension/model/chatModel.ts';
import { createScriptedModel, type ScriptedStep } from '../../../support/scriptedModel.ts';
import { edit, read, shell, toSelected } from '../../speculate/fixtures.ts';
import { start, until } from '../harness.ts';
import { FIRST_ANSWER } from './readyPanel.ts';
import type { Panel } from './suggestingPanel.ts';

const STOPPED: ScriptedStep = { text: 'Now the tests.', calls: [edit('a.ts', 'beta', 'gamma'), shell('npm test')] };

/** A panel whose speculation waits for the user at a command. */
async function startStopped(
  mode: 'auto-edit' | 'default' = 'auto-edit',
  stopped: ScriptedStep = STOPPED,
): Promise<Panel> {
  const panel = await start([...FIRST_ANSWER, 'run the tests', { calls: [read('a.ts')] }, stopped]);
  await panel.exchange('rename it');
  panel.changeSettings({ approvalMode: mode });
  await panel.showGhost();
  await panel.reachPhase('stopped');
  return panel;
}

function rowsOf({ store }: Panel) {
  const answer = store.state.items.at(-1);
  const blocks = answer?.kind === 'answer' ? answer.blocks : [];
  return blocks.filter((block) => block.kind === 'tool');
}

const rowOf = (panel: Panel, tool: string) => rowsOf(panel).find(({ name }) => name === tool);
const cardOf = (panel: Panel) => rowsOf(panel).find(({ status }) => status === 'awaiting-approval');

async function allowCall(panel: Panel): Promise<void> {
  await until(() => cardOf(panel) !== undefined);
  const callId = cardOf(panel)?.callId ?? '';
  await panel.controller.handle({ type: 'decide', callId, decision: 'allow-once' });
}

test('accepting a stopped speculation applies its edits and asks about the call without a request', async () => {
  const panel = await startStopped();
  const { store, base, scripted } = panel;
  const before = scripted.requests.length;
  expect(await panel.submit('run the tests')).toEqual({ outcome: 'applied' });
  await until(() => store.state.status === 'waiting-for-confirmation');
  expect(base.text('a.ts')).toBe('gamma\n');
  expect(cardOf(panel)).toMatchObject({ name: 'run_shell_command', detail: 'npm test' });
  expect(store.state).toMatchObject({ speculation: null, suggestion: null });
  expect(scripted.requests).toHaveLength(before);
});

test('the resumed answer continues the speculation’s last request with all results', async () => {
  const panel = await startStopped();
  const { store, scripted } = panel;
  const speculated = scripted.requests.at(-1) as ModelRequest;
  scripted.push({ calls: [read('a.ts')] }, 'Green.');
  await panel.submit('run the tests');
  await allowCall(panel);
  await until(() => store.state.status === 'idle');
  const [resumed, last] = scripted.requests.filter(({ messages }) => messages.length > speculated.messages.length);
  const length = speculated.messages.length;
  expect(resumed?.messages.slice(0, length)).toEqual(speculated.messages);
  expect(resumed).toMatchObject({ system: speculated.system, tools: speculated.tools, cacheKey: speculated.cacheKey });
  expect(resumed?.cacheAnchors).toEqual([length - 1, length + 1]);
  expect(resumed?.messages.slice(length)).toMatchObject([
    { parts: [{ text: 'Now the tests.' }, { name: 'edit' }, { name: 'run_shell_command' }] },
    { parts: [{ name: 'edit', isError: false }, { name: 'run_shell_command' }] },
  ]);
  expect(last?.promptId).toBe(resumed?.promptId);
  expect(store.state.items.at(-1)).toMatchObject({ status: 'done', speculated: true });
});

test('the chat’s model continues the edits that a fast model prepared, from the cache of the chat’s last request', async () => {
  const panel = await start([...FIRST_ANSWER]);
  const { scripted, store } = panel;
  const fast = createScriptedModel([], ({ promptId }) => {
    if (promptId === 'speculation') return { text: 'Now the tests.', calls: [shell('npm test')] };
    return promptId === 'title' ? '{"title":"Tests"}' : '{"suggestion":"run the tests"}';
  });
  panel.setFastModel(Promise.resolve({ kind: 'model', model: toSelected(fast, 'test/fast') }));
  await panel.exchange('rename it');
  await panel.showGhost();
  await panel.reachPhase('stopped');
  scripted.push('Green.');
  await panel.submit('run the tests');
  await allowCall(panel);
  await until(() => store.state.status === 'idle');
  const [, own, resumed] = scripted.requests;
  const end = (own?.messages.length ?? 0) - 1;
  expect(resumed?.messages.slice(0, end + 1)).toEqual(own?.messages);
  expect(resumed?.cacheAnchors).toEqual([end, (resumed?.messages.length ?? 0) - 1]);
});

test('in default mode, the diff is shown before the edits are applied and the call is asked about', async () => {
  const panel = await startStopped('default');
  expect(await panel.submit('run the tests')).toEqual({ outcome: 'kept' });
  expect(panel.store.state.speculation).toMatchObject({ phase: 'review', resumes: true });
  expect(panel.base.text('a.ts')).toBe('beta\n');
  const id = panel.store.state.speculation?.id ?? '';
  await panel.controller.handle({ type: 'speculation', id, action: 'apply' });
  await until(() => cardOf(panel) !== undefined);
  expect(panel.base.text('a.ts')).toBe('gamma\n');
});

test('with the setting `discard`, accepting sends the text as an ordinary prompt', async () => {
  const panel = await start([...FIRST_ANSWER, 'run the tests', { calls: [shell('npm test')] }]);
  panel.settings.speculationAtBoundary = 'discard';
  await panel.submit('rename it');
  await panel.showGhost();
  await panel.reachPhase('stopped');
  panel.scripted.push('I ran them.');
  expect(await panel.submit('run the tests')).toEqual({ outcome: 'sent' });
  await until(() => panel.store.state.status === 'idle');
  expect(panel.store.state.items.at(-1)).toMatchObject({ speculated: false, blocks: [{ text: 'I ran them.' }] });
});

test('with the setting `discard`, Apply says why it applies nothing', async () => {
  const panel = await start([...FIRST_ANSWER, 'run the tests', STOPPED]);
  panel.settings.speculationAtBoundary = 'discard';
  await panel.submit('rename it');
  await panel.showGhost();
  await panel.reachPhase('stopped');
  const id = panel.store.state.speculation?.id ?? '';
  await panel.controller.handle({ type: 'speculation', id, action: 'apply' });
  expect(panel.base.text('a.ts')).toBe('beta\n');
  expect(panel.store.state.notice?.message).toContain('Press Enter on the suggestion to send it to the model.');
});

test('a question at which the speculation stopped is asked when the user accepts the suggestion', async () => {
  const question = { question: 'Which tests?', options: ['all', 'the fast ones'] };
  const panel = await startStopped('auto-edit', {
    text: 'Before that:',
    calls: [edit('a.ts', 'beta', 'gamma'), { name: 'ask_user', input: question }],
  });
  const { store, base, scripted, controller } = panel;
  scripted.push('The fast ones, then.', '');
  await panel.submit('run the tests');
  await until(() => rowOf(panel, 'ask_user')?.status === 'awaiting-answer');
  expect(base.text('a.ts')).toBe('gamma\n');
  const callId = rowOf(panel, 'ask_user')?.callId ?? '';
  await controller.handle({ type: 'answer', callId, answer: { kind: 'answered', text: 'the fast ones' } });
  await until(() => store.state.status === 'idle');
  expect(JSON.stringify(scripted.requests.at(-2)?.messages.at(-1))).toContain('The user answered: the fast ones');
});

describe('the call at which the speculation stopped', () => {
  const rules = (kind: 'allow' | 'deny', rule: string) => ({
    rules: parsePermissions({ [kind]: [rule] }, [], '/home/me').rules,
  });

  /** Presses Enter, and changes the settings while the edits are applied. Returns the row of the ended call. */
  async function changeWhileApplying(change: Parameters<Panel['changeSettings']>[0]) {
    const panel = await startStopped();
    const release = panel.base.holdNext('write', 'a.ts');
    panel.scripted.push('I see.', '');
    const accepted = panel.submit('run the tests');
    await until(() => panel.store.state.speculation?.phase === 'applying');
    panel.changeSettings(change);
    release();
    expect(await accepted).toEqual({ outcome: 'applied' });
    expect(panel.base.text('a.ts')).toBe('gamma\n');
    await until(() => panel.store.state.status === 'idle');
    expect(panel.store.state.items.at(-1)).toMatchObject({ status: 'done' });
    return rowOf(panel, 'run_shell_command');
  }

  test('is refused if a rule denies it when the edits are applied', async () => {
    const row = await changeWhileApplying(rules('deny', 'run_shell_command(npm *)'));
    expect(row).toMatchObject({ status: 'error', notRun: 'refused' });
  });

  test('runs without a question if a rule allows it when the edits are applied', async () => {
    const row = await changeWhileApplying(rules('allow', 'run_shell_command(npm test)'));
    expect(row).toMatchObject({ status: 'success' });
  });

  test('is refused if plan mode has begun when the edits are applied', async () => {
    expect(await changeWhileApplying({ approvalMode: 'plan' })).toMatchObject({ status: 'error', notRun: 'refused' });
  });
});

test.each([
  ['a rule has changed', { rules: parsePermissions({ deny: ['run_shell_command(npm *)'] }, [], '/home/me').rules }],
  ['plan mode has begun', { approvalMode: 'plan' }],
] as const)('if %s before the suggestion is accepted, its text is an ordinary prompt', async (_title, change) => {
  const panel = await startStopped();
  panel.changeSettings(change);
  panel.scripted.push({ calls: [shell('npm test')] }, 'I may not.', '');
  expect(await panel.submit('run the tests')).toEqual({ outcome: 'sent' });
  await until(() => panel.store.state.status === 'idle');
  expect(panel.base.text('a.ts')).toBe('beta\n');
  expect(panel.store.state.items.at(-1)).toMatchObject({ status: 'done', speculated: false });
  expect(rowOf(panel, 'run_shell_command')).toMatchObject({ status: 'error', notRun: 'refused' });
  expect(panel.store.state.speculation).toBeNull();
});
