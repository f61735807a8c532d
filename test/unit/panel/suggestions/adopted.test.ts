import { describe, expect, test } from 'vitest';
import type { ApprovalMode } from '../../../../src/shared/chatState.ts';
import { textOf } from '../../../../src/extension/model/message.ts';
import type { SpeculationAction } from '../../../../src/shared/protocol.ts';
import { createLatch } from '../../../support/latch.ts';
import type { ScriptedAnswer } from '../../../support/scriptedModel.ts';
import { edit, read, shell } from '../../speculate/fixtures.ts';
import { start, until } from '../harness.ts';
import { FIRST_ANSWER } from './readyPanel.ts';
import { settleAll, type Panel } from './suggestingPanel.ts';

const NEXT = 'rename it once more';
const EDIT: ScriptedAnswer = { calls: [edit('a.ts', 'beta', 'gamma')] };

/** A panel whose speculation runs: the model's last answer to it is still held. */
async function startRunning(last: ScriptedAnswer = { text: 'Renamed again.' }, mode: ApprovalMode = 'auto-edit') {
  const { opened, open } = createLatch();
  const panel = await start([...FIRST_ANSWER, NEXT, EDIT, { ...last, hold: opened }]);
  await panel.exchange('rename it');
  panel.changeSettings({ approvalMode: mode });
  await panel.showGhost();
  await until(() => panel.scripted.requests.length === 5);
  return { ...panel, open };
}

/** A panel whose speculation still runs after the user has accepted the suggestion. */
async function startAdopted(...options: Parameters<typeof startRunning>) {
  const panel = await startRunning(...options);
  expect(await panel.submit(NEXT)).toEqual({ outcome: 'sent' });
  await settleAll();
  return panel;
}

const act = ({ store, controller }: Panel, action: SpeculationAction) =>
  controller.handle({ type: 'speculation', id: store.state.speculation?.id ?? '', action });

describe('a speculation that the user accepts while it runs', () => {
  test('is the current answer, shows its calls, and is applied when it has ended', async () => {
    const panel = await startAdopted();
    const { store, base, scripted, open } = panel;
    expect(store.state).toMatchObject({ status: 'responding', suggestion: null, draft: '' });
    expect(store.state.items.slice(2)).toMatchObject([
      { kind: 'user', text: NEXT },
      { kind: 'answer', status: 'streaming', blocks: [{ name: 'edit', unapplied: true, detail: 'a.ts' }] },
    ]);
    expect(base.text('a.ts')).toBe('beta\n');
    const { length } = scripted.requests;
    scripted.push('');
    open();
    await until(() => store.state.status === 'idle');
    expect(base.text('a.ts')).toBe('gamma\n');
    expect(store.state.items).toHaveLength(4);
    const applied = { status: 'done', speculated: true, branch: null, blocks: [{ name: 'edit' }, {}] } as const;
    expect(store.state.items[3]).toMatchObject(applied);
    expect(store.state.items[3]).not.toMatchObject({ blocks: [{ unapplied: true }, {}] });
    await settleAll();
    // The only request is for the next suggestion, as after any answer.
    expect(scripted.requests.slice(length).map(({ promptId }) => promptId)).toEqual(['prompt_suggestion']);
    const shown = store.state.items;
    expect((await panel.reload()).store.state.items).toEqual(shown);
  });

  test('counts its requests once in today’s cost', async () => {
    const usage = { input: 1000, cacheRead: 0, cacheWrite: 0, output: 0 };
    const panel = await startAdopted({ text: 'Renamed again.', usage });
    const { store, scripted, open } = panel;
    const before = store.state.spending.today.tokens;
    scripted.push('');
    open();
    await until(() => store.state.status === 'idle');
    await settleAll();
    await until(() => store.state.spending.today.tokens > before);
    await settleAll();
    expect(store.state.spending.today.tokens - before).toBe(1000);
    expect(store.state.spending.chat.tokens).toBe(store.state.spending.today.tokens);
    expect(store.state.items[1]).toMatchObject({ backgroundCost: { tokens: 1000 } });
    expect(store.state.items[3]).toMatchObject({ usage: null, countedBefore: true });
  });

  test('continues live with the call at which it stops', async () => {
    const { store, base, open } = await startAdopted({ calls: [shell('npm test')] });
    open();
    await until(() => store.state.status === 'waiting-for-confirmation');
    expect(base.text('a.ts')).toBe('gamma\n');
    expect(store.state.items[3]).toMatchObject({
      status: 'streaming',
      blocks: [{ name: 'edit' }, { name: 'run_shell_command', status: 'awaiting-approval' }],
    });
  });

  test('writes nothing if it is stopped, and a notice says that nothing was written', async () => {
    const panel = await startAdopted();
    const { store, base, controller, scripted } = panel;
    await controller.handle({ type: 'stop' });
    expect(store.state).toMatchObject({ status: 'idle', speculation: null });
    expect(store.state.notice?.message).toBe('Stopped. Nothing was written.');
    expect(store.state.items.slice(2)).toMatchObject([{ text: NEXT }, { status: 'stopped', blocks: [] }]);
    expect(base.text('a.ts')).toBe('beta\n');
    expect(scripted.aborted).toBe(1);
    const shown = store.state.items;
    expect((await panel.reload()).store.state.items).toEqual(shown);
  });

  test('is applied completely or not at all if it is stopped just when it ends', async () => {
    const { store, base, controller, open } = await startAdopted();
    open();
    await controller.handle({ type: 'stop' });
    expect(store.state.status).toBe('idle');
    const last = store.state.items.at(-1);
    const isApplied = base.text('a.ts') === 'gamma\n';
    expect(last).toMatchObject({ status: isApplied ? 'done' : 'stopped' });
  });

  test('waits for Apply in default mode, after the diff', async () => {
    const panel = await startAdopted(undefined, 'default');
    const { store, base, open, overlays } = panel;
    open();
    await until(() => store.state.status === 'waiting-for-confirmation');
    expect(store.state.speculation).toMatchObject({ phase: 'ready', adopted: true });
    expect(overlays).toHaveLength(0);
    await act(panel, 'preview');
    expect(store.state.speculation?.phase).toBe('review');
    expect(base.text('a.ts')).toBe('beta\n');
    panel.scripted.push('');
    await act(panel, 'apply');
    await until(() => store.state.status === 'idle');
    expect(base.text('a.ts')).toBe('gamma\n');
    expect(store.state.items.at(-1)).toMatchObject({ status: 'done' });
  });

  test('updates the counts of the edits while the user changes them in the diff', async () => {
    const panel = await startAdopted(undefined, 'default');
    const { store, open, previews } = panel;
    const rows = () => {
      const item = store.state.items.at(-1);
      const blocks = item?.kind === 'answer' ? item.blocks.filter((block) => block.kind === 'tool') : [];
      return blocks.map(({ added, removed }) => [added, removed]);
    };
    open();
    await until(() => store.state.status === 'waiting-for-confirmation');
    await act(panel, 'preview');
    const [overlay] = previews.values();
    const { signal } = new AbortController();
    await overlay?.write('/ws/a.ts', new TextEncoder().encode('gamma\ndelta\n'), {}, signal);
    await until(() => rows()[0]?.[0] === 2);
    expect(rows()).toEqual([[2, 1]]);
    expect(store.state.speculation).toMatchObject({ added: 2, removed: 1 });
    panel.scripted.push('');
    await act(panel, 'apply');
    await until(() => store.state.status === 'idle');
    expect(rows()).toEqual([[2, 1]]);
    const shown = store.state.items;
    expect((await panel.reload()).store.state.items).toEqual(shown);
  });

  test('keeps the text of its answer if it is stopped while it waits for Apply', async () => {
    const panel = await startAdopted(undefined, 'default');
    const { store, scripted, base } = panel;
    panel.open();
    await until(() => store.state.status === 'waiting-for-confirmation');
    await panel.controller.handle({ type: 'stop' });
    expect(store.state.items.at(-1)).toMatchObject({ status: 'stopped', blocks: [{ text: 'Renamed again.' }] });
    scripted.push('You are welcome.', '');
    await panel.exchange('thanks');
    const sent = scripted.requests.find(({ messages }) => textOf(messages.at(-1)!).includes('thanks'));
    expect(textOf(sent!.messages.at(-1)!)).toContain(
      'None of the edits that this answer mentions was written to disk.',
    );
    expect(base.text('a.ts')).toBe('beta\n');
  });

  test('keeps the text of its answer if the window closes while it waits for Apply', async () => {
    const panel = await startAdopted(undefined, 'default');
    panel.open();
    await until(() => panel.store.state.status === 'waiting-for-confirmation');
    const { store } = await panel.reload();
    expect(store.state.items.at(-1)).toMatchObject({ status: 'interrupted', blocks: [{ text: 'Renamed again.' }] });
  });

  test('is interrupted, and not stopped, if the window closes', async () => {
    const panel = await startAdopted();
    const { store } = await panel.reload();
    expect(store.state.items.slice(2)).toMatchObject([{ text: NEXT }, { status: 'interrupted', blocks: [] }]);
    expect(store.state.notice).toBeNull();
    expect(panel.base.text('a.ts')).toBe('beta\n');
  });

  test('makes no request if the window closes while it runs', async () => {
    const panel = await startAdopted();
    const { length } = panel.scripted.requests;
    panel.scripted.push('Renamed live.');
    await panel.close();
    expect(panel.scripted.requests).toHaveLength(length);
  });

  test('is interrupted by a crash, and its prompt can then be answered live', async () => {
    const crashed = await startAdopted();
    const { store, controller } = await start(['Renamed live.'], 'auto-edit', {}, crashed.files);
    expect(store.state.items.slice(2)).toMatchObject([{ text: NEXT }, { status: 'interrupted', blocks: [] }]);
    const { conversationId, items } = store.state;
    await controller.handle({ type: 'retry', conversationId, itemId: items[3]?.id ?? '' });
    await until(() => store.state.status === 'idle');
    expect(store.state.items.slice(3)).toMatchObject([{ status: 'done', blocks: [{ text: 'Renamed live.' }] }]);
  });

  test('writes nothing and asks no model if it is discarded while it runs, for example in its diff', async () => {
    const panel = await startAdopted();
    const { length } = panel.scripted.requests;
    await act(panel, 'discard');
    await until(() => panel.store.state.status === 'idle');
    expect(panel.base.text('a.ts')).toBe('beta\n');
    expect(panel.store.state.items.at(-1)).toMatchObject({ status: 'stopped' });
    expect(panel.scripted.requests).toHaveLength(length);
  });

  test('leaves other text in the input if it was accepted with Apply in its diff', async () => {
    const panel = await startRunning();
    await panel.draft('hm');
    await act(panel, 'apply');
    await settleAll();
    expect(panel.store.state).toMatchObject({ status: 'responding', draft: 'hm' });
    panel.scripted.push('');
    panel.open();
    await until(() => panel.store.state.status === 'idle');
    expect(panel.base.text('a.ts')).toBe('gamma\n');
    expect(panel.store.state.draft).toBe('hm');
  });

  test('is replaced by a live answer in default mode if it stops early and the setting is `discard`', async () => {
    const { store, base, settings, scripted, open } = await startAdopted({ calls: [shell('npm test')] }, 'default');
    settings.speculationAtBoundary = 'discard';
    scripted.push('It is renamed already.', '');
    open();
    await until(() => store.state.status === 'idle');
    expect(store.state.items.at(-1)).toMatchObject({ status: 'done', blocks: [{ text: 'It is renamed already.' }] });
    expect(base.text('a.ts')).toBe('beta\n');
  });

  test('writes nothing if its edits are discarded instead of applied', async () => {
    const panel = await startAdopted(undefined, 'default');
    panel.open();
    await until(() => panel.store.state.status === 'waiting-for-confirmation');
    await act(panel, 'discard');
    await until(() => panel.store.state.status === 'idle');
    expect(panel.base.text('a.ts')).toBe('beta\n');
    expect(panel.store.state.items.at(-1)).toMatchObject({ status: 'stopped' });
  });

  test.each<[string, ScriptedAnswer]>([
    ['the model fails', { error: { kind: 'server', message: 'No.', retryable: false } }],
    ['the answer is cut off', { text: 'Half', stopReason: 'length' }],
  ])('is replaced by a live answer if %s', async (_title, last) => {
    const { store, base, open, scripted } = await startAdopted(last);
    scripted.push(EDIT, 'Renamed live.', '');
    open();
    await until(() => store.state.status === 'idle');
    expect(store.state.items.at(-1)).toMatchObject({ status: 'done', speculated: false });
    expect(store.state.items).toHaveLength(4);
    expect(store.state.speculation).toBeNull();
    expect(base.text('a.ts')).toBe('gamma\n');
  });

  test('queues a prompt that the user sends meanwhile', async () => {
    const { store, submit, scripted, open } = await startAdopted();
    expect(await submit('and then read it')).toEqual({ outcome: 'queued' });
    expect(store.state.queue).toHaveLength(1);
    scripted.push({ calls: [read('a.ts')] }, 'Read.', '');
    open();
    await until(() => store.state.queue.length === 0 && store.state.status === 'idle');
    expect(store.state.items.slice(-2)).toMatchObject([{ text: 'and then read it' }, { status: 'done' }]);
  });

  test('is not paused while the input holds other text', async () => {
    const { store, draft, scripted, open } = await startAdopted({ calls: [read('a.ts')] });
    await draft('hm');
    scripted.push('Renamed again.', '');
    open();
    await until(() => store.state.status === 'idle');
    expect(store.state.items.at(-1)).toMatchObject({ status: 'done' });
    expect(store.state.draft).toBe('hm');
  });
});

describe('a conflict of a speculation that the user accepted while it ran', () => {
  /** The user has changed the line that the speculation edits. */
  async function startConflict(mode: ApprovalMode = 'auto-edit') {
    const panel = await startAdopted(undefined, mode);
    panel.base.put('a.ts', 'mine\n');
    panel.open();
    await until(() => panel.store.state.status === 'waiting-for-confirmation');
    return panel;
  }
  const endOf = async ({ store }: Panel) => {
    await until(() => store.state.status === 'idle');
    return store.state.items.at(-1);
  };

  test('waits on the bar, and opens no diff by itself', async () => {
    const { store, base, previews } = await startConflict();
    expect(store.state.speculation).toMatchObject({ phase: 'conflict', adopted: true });
    expect([base.text('a.ts'), previews.size]).toEqual(['mine\n', 0]);
    expect(store.state.items).toHaveLength(4);
    expect(store.state.items[3]).toMatchObject({ status: 'streaming', blocks: [{ name: 'edit' }, { kind: 'text' }] });
  });

  test.each<ApprovalMode>(['auto-edit', 'default'])(
    'is applied when the user has resolved it in %s mode',
    async (mode) => {
      const panel = await startConflict(mode);
      if (mode === 'default') {
        await act(panel, 'preview');
        await act(panel, 'apply');
        await panel.reachPhase('conflict');
        expect(panel.previews.size).toBe(1);
      }
      await act(panel, 'preview');
      const [overlay] = panel.previews.values();
      const { signal } = new AbortController();
      const marked = await overlay?.read('/ws/a.ts', signal);
      expect(new TextDecoder().decode(marked?.bytes)).toContain('<<<<<<<');
      await overlay?.write('/ws/a.ts', new TextEncoder().encode('both\n'), {}, signal);
      await panel.reachPhase('review');
      panel.scripted.push('');
      await act(panel, 'apply');
      expect(await endOf(panel)).toMatchObject({ status: 'done', speculated: true, amended: ['a.ts'] });
      expect(panel.base.text('a.ts')).toBe('both\n');
      expect(panel.store.state).toMatchObject({ speculation: null, keptPreviews: [] });
    },
  );

  test('stays on the bar if the user presses Apply in plan mode', async () => {
    const panel = await startConflict();
    panel.changeSettings({ approvalMode: 'plan' });
    await act(panel, 'apply');
    await settleAll();
    expect(panel.store.state).toMatchObject({ status: 'waiting-for-confirmation', speculation: { phase: 'conflict' } });
    expect(panel.store.state.notice?.message).toContain('Plan mode is read-only.');
  });

  test('is replaced by a live answer if the user asks to do the edits again', async () => {
    const panel = await startConflict();
    await act(panel, 'preview');
    panel.scripted.push('It is yours now.', '');
    await act(panel, 'redo');
    expect(await endOf(panel)).toMatchObject({ status: 'done', blocks: [{ text: 'It is yours now.' }] });
    expect(panel.store.state.items).toHaveLength(4);
    expect(panel.store.state).toMatchObject({ speculation: null, keptPreviews: [] });
    expect([panel.base.text('a.ts'), panel.previews.size]).toEqual(['mine\n', 0]);
  });

  test.each<[string, (panel: Panel) => Promise<unknown>]>([
    ['discards it', (panel) => act(panel, 'discard')],
    ['stops the answer', ({ controller }) => controller.handle({ type: 'stop' })],
  ])('writes nothing if the user %s', async (_, end) => {
    const panel = await startConflict();
    await end(panel);
    expect(await endOf(panel)).toMatchObject({ status: 'stopped' });
    expect(panel.base.text('a.ts')).toBe('mine\n');
    expect(panel.store.state.speculation).toBeNull();
  });
});
