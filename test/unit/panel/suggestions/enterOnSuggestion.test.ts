import { describe, expect, test } from 'vitest';
import type { SubmitEffect, SubmitResult } from '../../../../src/shared/protocol.ts';
import { createLatch } from '../../../support/latch.ts';
import { edit, read, shell, toSelected } from '../../speculate/fixtures.ts';
import { start, until } from '../harness.ts';
import { FIRST_ANSWER, startReady } from './readyPanel.ts';
import { settleAll, type Panel } from './suggestingPanel.ts';

const SUGGESTION = 'add a changelog entry';

/** Presses Enter on the suggestion. `expects` is the effect that the hint names. */
function enter({ controller, store }: Panel, expects: SubmitEffect, text = SUGGESTION): Promise<SubmitResult> {
  const { conversationId } = store.state;
  return controller.handle({ type: 'submit', conversationId, text, expects }) as Promise<SubmitResult>;
}

const isForUser = ({ promptId }: { readonly promptId: string }): boolean =>
  promptId !== 'speculation' && promptId !== 'prompt_suggestion';
/** The number of requests for the user's own prompts. */
const requests = ({ scripted }: Panel): number => scripted.requests.filter(isForUser).length;

const act = ({ controller, store }: Panel, action: 'apply' | 'preview' | 'discard') =>
  controller.handle({ type: 'speculation', id: store.state.speculation?.id ?? '', action });

async function chooseForMessage({ world, controller }: Panel, id: string): Promise<void> {
  world.chosenModel = id;
  await controller.handle({ type: 'command', command: 'choose-message-model' });
}

async function runOwnCommand({ controller, store }: Panel): Promise<void> {
  const { conversationId } = store.state;
  await controller.handle({ type: 'run-shell', conversationId, command: 'ls' });
  await until(() => store.state.shellLines.at(-1)?.status === 'success');
}

const share = ({ controller, store }: Panel, change: 'share' | 'do-not-share') =>
  controller.handle({
    type: 'change-shell-line',
    conversationId: store.state.conversationId,
    id: store.state.shellLines.at(-1)?.id ?? '',
    change,
  });

/** A panel whose speculation has paused at a command after an edit. */
async function startPaused(): Promise<Panel> {
  const paused = { calls: [edit('a.ts', 'beta', 'gamma'), shell('npm test')] };
  const panel = await start([...FIRST_ANSWER, SUGGESTION, paused, ''], 'auto-edit', undefined, undefined, undefined, {
    model: 'test/one',
  });
  await panel.exchange('rename it');
  await panel.showGhost();
  await panel.reachPhase('stopped');
  return panel;
}

type Circumstance = [name: string, begin: (panel: Panel) => unknown, end: (panel: Panel) => unknown];

const CIRCUMSTANCES: Circumstance[] = [
  [
    'the message has its own model',
    (panel) => chooseForMessage(panel, 'other/big'),
    ({ controller }) => controller.handle({ type: 'command', command: 'clear-message-model' }),
  ],
  ['the message sends the output of a command', runOwnCommand, (panel) => share(panel, 'do-not-share')],
];

describe.each(CIRCUMSTANCES)('if %s,', (_name, begin, end) => {
  test('the panel’s state shows that Enter does not apply the prepared edits, until this changes', async () => {
    const panel = await startReady();
    const { suggesting } = panel.store.state;
    await begin(panel);
    expect([suggesting.appliesEdits, panel.store.state.suggesting.appliesEdits]).toEqual([true, false]);
    await end(panel);
    expect(panel.store.state.suggesting.appliesEdits).toBe(true);
    expect(await enter(panel, 'apply')).toEqual({ outcome: 'applied' });
    expect(panel.base.text('CHANGELOG.md')).toBe('- Renamed.\n');
  });

  test.each(['auto-edit', 'yolo'] as const)(
    'an Enter that was meant to apply the edits sends nothing in %s mode, and the edits stay',
    async (approvalMode) => {
      const panel = await startReady();
      panel.changeSettings({ approvalMode });
      await act(panel, 'preview');
      await begin(panel);
      const before = requests(panel);
      expect(await enter(panel, 'apply')).toMatchObject({ outcome: 'kept', message: expect.any(String) as string });
      await settleAll();
      expect(requests(panel)).toBe(before);
      expect(panel.store.state).toMatchObject({ status: 'idle', draft: SUGGESTION, speculation: { phase: 'review' } });
      await act(panel, 'apply');
      expect(panel.base.text('CHANGELOG.md')).toBe('- Renamed.\n');
    },
  );

  test('an Enter on ordinary text that equals the suggestion sends the text to the model', async () => {
    const panel = await startReady(['Noted.', '']);
    await begin(panel);
    const before = requests(panel);
    expect(await panel.submit(SUGGESTION)).toEqual({ outcome: 'sent' });
    await until(() => panel.store.state.status === 'idle');
    expect(requests(panel)).toBe(before + 1);
    expect(panel.base.text('CHANGELOG.md')).toBeUndefined();
  });
});

describe('if another model is selected,', () => {
  test('Enter does not apply edits whose preparation has paused', async () => {
    const panel = await startPaused();
    panel.changeSettings({ model: 'other/big' });
    expect(panel.store.state.suggesting.appliesEdits).toBe(false);
    const before = requests(panel);
    expect(await enter(panel, 'apply')).toMatchObject({ outcome: 'kept' });
    expect([requests(panel), panel.store.state.speculation?.phase]).toEqual([before, 'stopped']);
    panel.changeSettings({ model: 'test/one' });
    expect(panel.store.state.suggesting.appliesEdits).toBe(true);
  });

  test('Enter applies edits that are complete', async () => {
    const panel = await startReady();
    panel.changeSettings({ model: 'other/big' });
    expect(panel.store.state.suggesting.appliesEdits).toBe(true);
    expect(await enter(panel, 'apply')).toEqual({ outcome: 'applied' });
  });
});

describe('one Enter', () => {
  test('does not apply edits whose answer would then run calls without a question', async () => {
    const panel = await startPaused();
    panel.changeSettings({ approvalMode: 'yolo' });
    for (const expects of ['apply', 'run'] as const) {
      expect(await enter(panel, expects)).toMatchObject({ outcome: 'kept' });
    }
    expect(panel.base.text('a.ts')).toBe('beta\n');
    expect(panel.store.state.speculation?.phase).toBe('stopped');
  });

  test('applies complete edits even if calls may run without a question', async () => {
    const panel = await startReady();
    panel.changeSettings({ approvalMode: 'yolo' });
    expect(await enter(panel, 'apply')).toEqual({ outcome: 'applied' });
  });

  test('sends a suggestion, unless calls may run without a question by now', async () => {
    for (const approvalMode of ['auto-edit', 'yolo'] as const) {
      const panel = await start([...FIRST_ANSWER, SUGGESTION, 'Done.', '']);
      panel.settings.enableSpeculation = false;
      await panel.exchange('rename it');
      await panel.showGhost();
      panel.changeSettings({ approvalMode });
      const before = requests(panel);
      const { outcome } = await enter(panel, 'run');
      await until(() => panel.store.state.status === 'idle');
      const isSent = approvalMode === 'auto-edit';
      expect([outcome, requests(panel) - before]).toEqual(isSent ? ['sent', 1] : ['kept', 0]);
    }
  });

  test('does not make a running speculation the answer if calls may run without a question by now', async () => {
    const { opened, open } = createLatch();
    const panel = await start([...FIRST_ANSWER, SUGGESTION, { text: 'Done.', hold: opened }, '']);
    await panel.exchange('rename it');
    await panel.showGhost();
    await panel.reachPhase('running');
    panel.changeSettings({ approvalMode: 'yolo' });
    expect(await enter(panel, 'run')).toMatchObject({ outcome: 'kept' });
    expect(panel.store.state).toMatchObject({ status: 'idle', speculation: { phase: 'running' } });
    open();
  });

  test('sends nothing if the suggestion has ended, because its edits were applied or discarded', async () => {
    for (const action of ['apply', 'discard'] as const) {
      for (const expects of ['apply', 'run'] as const) {
        const panel = await startReady();
        const acted = act(panel, action);
        const before = requests(panel);
        expect(await enter(panel, expects)).toMatchObject({ outcome: 'kept' });
        await acted;
        await settleAll();
        expect(requests(panel)).toBe(before);
      }
    }
  });

  test('that failed without a key is sent when the key is set, even if yolo mode has begun by then', async () => {
    const panel = await start([...FIRST_ANSWER, SUGGESTION, 'Done.', '']);
    panel.settings.enableSpeculation = false;
    await panel.exchange('rename it');
    await panel.showGhost();
    panel.setResolved({ kind: 'missing-key', message: 'Anthropic needs an API key.' });
    expect(await enter(panel, 'run')).toEqual({ outcome: 'kept' });
    panel.changeSettings({ approvalMode: 'yolo' });
    panel.setKeyInput(() => {
      panel.setResolved({ kind: 'model', model: toSelected(panel.scripted) });
      return true;
    });
    const before = requests(panel);
    await panel.controller.handle({ type: 'command', command: 'set-api-key' });
    await until(() => panel.store.state.status === 'idle');
    expect([requests(panel) - before, panel.store.state.draft]).toEqual([1, '']);
  });

  test('does not queue a suggestion during an answer', async () => {
    const { opened, open } = createLatch();
    const panel = await start([...FIRST_ANSWER, SUGGESTION, { text: 'Slow.', hold: opened }, '']);
    panel.settings.enableSpeculation = false;
    await panel.exchange('rename it');
    await panel.showGhost();
    await panel.submit('explain it');
    for (const expects of ['apply', 'run'] as const) {
      expect(await enter(panel, expects)).toMatchObject({ outcome: 'kept' });
    }
    expect(panel.store.state.queue).toEqual([]);
    open();
  });

  test('neither runs a command nor changes an answer that is being edited', async () => {
    const panel = await start([{ calls: [read('a.ts')] }, 'Read.', '']);
    await panel.exchange('look at it');
    const { conversationId, items } = panel.store.state;
    expect(await enter(panel, 'run', '/new')).toMatchObject({ outcome: 'kept' });
    expect(panel.store.state.conversationId).toBe(conversationId);
    await panel.controller.handle({ type: 'edit', conversationId, itemId: items.at(-1)?.id ?? '' });
    expect(await enter(panel, 'run')).toMatchObject({ outcome: 'kept' });
    expect(panel.store.state.items).toEqual(items);
  });
});
