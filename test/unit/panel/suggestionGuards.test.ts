import { describe, expect, test } from 'vitest';
import { MAX_IGNORED } from '../../../src/extension/suggest/habit.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { settle } from '../../support/manualClock.ts';
import { read, shell } from '../speculate/fixtures.ts';
import { until } from './harness.ts';
import { startReady } from './readyPanel.ts';
import { act, ANSWER, ask, isAskedFor, never, startWithoutSpeculation, type Panel } from './suggestingPanel.ts';

/** It waits for the user's word, and not for the answer. */
async function queueAnother({ queued }: Panel): Promise<void> {
  const prepared = { allowed: [], frozen: {} };
  await queued.add({ text: 'later', mentions: [], attachments: [], prepared }, false);
  queued.pause();
}

/** Until nothing more happens by itself. */
async function rest(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await settle();
}

describe('no model is asked', () => {
  const cases: [string, string, (panel: Panel) => unknown][] = [
    ['by setting', 'setting_off', ({ settings }) => (settings.enableFollowupSuggestions = false)],
    ['in this chat', 'off_in_chat', (panel) => act(panel, 'off-in-chat')],
    ['without a panel', 'not_interactive', ({ suggesting }) => (suggesting.situation.isPanelOpen = false)],
    ['where nobody has looked', 'not_visible', ({ suggesting }) => (suggesting.situation.wasPanelSeen = false)],
    ['in plan mode', 'plan_mode', ({ settings }) => (settings.approvalMode = 'plan')],
    ['while a prompt waits', 'messages_queued', queueAnother],
    [
      'while a prompt is edited',
      'composer_not_empty',
      ({ store }) => store.dispatch({ type: 'editing-changed', editing: 'u' }),
    ],
    ['when all is spent', 'budget_spent', ({ suggesting }) => (suggesting.situation.allowance = 'spent')],
    ['at an unknown price', 'price_unknown', ({ suggesting }) => (suggesting.situation.allowance = 'unknown-price')],
    ['while a key is entered', 'settings_input_open', ({ suggesting }) => enterKey(suggesting)],
    [
      'while a permission is asked for',
      'permission_dialog_open',
      ({ suggesting }) => void suggesting.dialogs.during('permission-dialog', () => never),
    ],
    [
      'for each answer where they go unused',
      'backed_off',
      ({ suggesting }) => Array.from({ length: MAX_IGNORED }, () => suggesting.habit.noteSuggestion(false)),
    ],
  ];
  test.each(cases)(
    '%s (%s), and the reason is noted where it is not the user’s own switch',
    async (_, reason, change) => {
      const panel = await startWithoutSpeculation();
      await change(panel);
      await ask(panel);
      expect(isAskedFor(panel)).toBe(false);
      const noted = ['setting_off', 'off_in_chat'].includes(reason) ? [] : [{ outcome: 'suppressed', reason }];
      expect(panel.suggesting.events).toMatchObject(noted);
    },
  );

  test('when the answer arrives while the user types', async () => {
    const panel = await startWithoutSpeculation();
    let goOn = (): void => {};
    const typed = new Promise<void>((resolve) => (goOn = resolve));
    panel.scripted.push({ calls: [read('a.ts')] }, { text: 'Read.', hold: typed });
    const answered = panel.exchange('look at it');
    await until(() => panel.scripted.requests.length === 2);
    await panel.draft('and');
    goOn();
    await answered;
    await rest();
    expect(isAskedFor(panel)).toBe(false);
  });
});

describe('no model is asked after an answer', () => {
  const failed = { kind: 'server', message: 'It broke.', retryable: false } as const;
  test.each<[string, string, readonly ScriptedStep[]]>([
    ['that failed', 'error', [{ calls: [read('a.ts')] }, { text: 'Re', error: failed }]],
    ['that was refused', 'refused', [{ calls: [read('a.ts')] }, { text: 'No.', stopReason: 'refused' }]],
    ['that was cut off', 'cut_off', [{ calls: [read('a.ts')] }, { text: 'Re', stopReason: 'length' }]],
    ['too early in a conversation', 'early_conversation', ['Hello.']],
  ])('%s (%s)', async (_, reason, steps) => {
    const panel = await startWithoutSpeculation();
    panel.scripted.push(...steps);
    await panel.exchange('look at it');
    await rest();
    expect(isAskedFor(panel)).toBe(false);
    expect(panel.suggesting.events).toMatchObject([{ outcome: 'suppressed', reason }]);
  });

  test('that the user has stopped', async () => {
    const panel = await startWithoutSpeculation();
    panel.scripted.push({ calls: [read('a.ts')] }, { text: 'Re', hold: never });
    await panel.submit('look at it');
    await until(() => panel.scripted.requests.length === 2);
    await panel.controller.handle({ type: 'stop' });
    await rest();
    expect(isAskedFor(panel)).toBe(false);
    expect(panel.suggesting.events).toMatchObject([{ outcome: 'suppressed', reason: 'cancelled' }]);
  });

  test('that goes on where it had stopped', async () => {
    const panel = await startWithoutSpeculation();
    panel.settings.maxSessionTurns = 1;
    panel.scripted.push(...ANSWER);
    await panel.exchange('look at it');
    const { conversationId, items } = panel.store.state;
    await panel.controller.handle({ type: 'go-on', conversationId, itemId: items.at(-1)?.id ?? '' });
    await until(() => panel.store.state.status === 'idle' && panel.scripted.remaining === 0);
    await rest();
    expect(isAskedFor(panel)).toBe(false);
    expect(panel.suggesting.events.map(({ reason }) => reason)).toEqual(['cut_off', 'continuation']);
  });

  test.each([
    ['a confirmation', shell('npm test')],
    ['a question of the model’s', { name: 'ask_user', input: { question: 'Which one?' } }],
  ])('while %s is open, nor when it is stopped there', async (_, call) => {
    const panel = await startWithoutSpeculation();
    panel.scripted.push({ calls: [read('a.ts')] }, { calls: [call] });
    await panel.submit('look at it');
    await until(() => panel.store.state.status === 'waiting-for-confirmation');
    await rest();
    expect(isAskedFor(panel)).toBe(false);
    await panel.controller.handle({ type: 'stop' });
    await rest();
    expect(isAskedFor(panel)).toBe(false);
    expect(panel.suggesting.events).toMatchObject([{ outcome: 'suppressed' }]);
  });
});

describe('a suggestion that the model has made is not shown', () => {
  const changes: [string, string, (panel: Panel) => unknown][] = [
    ['while a key is entered', 'settings_input_open', ({ suggesting }) => enterKey(suggesting)],
    ['while a prompt waits', 'messages_queued', queueAnother],
    ['in plan mode', 'plan_mode', ({ settings }) => (settings.approvalMode = 'plan')],
    ['once the panel is closed', 'not_interactive', ({ suggesting }) => (suggesting.situation.isPanelOpen = false)],
  ];

  test.each(changes)('%s (%s), though nothing stood against it when it was asked for', async (_, reason, change) => {
    const panel = await startWithoutSpeculation();
    let goOn = (): void => {};
    const hold = new Promise<void>((resolve) => (goOn = resolve));
    panel.scripted.push(...ANSWER, { text: 'run the tests', hold });
    await panel.exchange('look at it');
    await until(() => isAskedFor(panel));
    await change(panel);
    goOn();
    await rest();
    expect(panel.store.state.suggestion).toBeNull();
    expect(panel.suggesting.events).toEqual([
      { outcome: 'suppressed', prompt_id: 'user_intent', reason, suggestion_length: 13 },
    ]);
    expect(panel.suggesting.requests).toHaveLength(1);
  });

  test.each(changes.filter(([, reason]) => reason !== 'plan_mode'))(
    '%s (%s), though it was ready with what was applied',
    async (_, reason, change) => {
      const panel = await startReady(['add a test']);
      await until(() => panel.scripted.remaining === 0);
      const asked = panel.scripted.requests.length;
      await change(panel);
      expect(await panel.submit('add a changelog entry')).toEqual({ outcome: 'applied' });
      await rest();
      expect(panel.store.state.suggestion).toBeNull();
      expect(panel.scripted.requests).toHaveLength(asked);
      panel.suggesting.recorder.close();
      expect(panel.suggesting.events).toContainEqual(
        expect.objectContaining({ outcome: 'suppressed', reason, suggestion_length: 10 }),
      );
    },
  );
});

describe('plan mode', () => {
  async function plan({ settings, moveAhead }: Panel): Promise<void> {
    settings.approvalMode = 'plan';
    await moveAhead.settingsChanged();
  }

  test('aborts the request that runs', async () => {
    const panel = await startWithoutSpeculation();
    panel.scripted.push(...ANSWER, { text: 'run the', hold: never });
    await panel.exchange('look at it');
    await until(() => isAskedFor(panel));
    await plan(panel);
    await until(() => panel.scripted.aborted === 1);
    expect(panel.store.state.suggestion).toBeNull();
  });

  test('takes back what is suggested, and what is prepared for it', async () => {
    const panel = await startReady();
    await plan(panel);
    expect(panel.store.state).toMatchObject({ suggestion: null, speculation: null });
  });
});

function enterKey({ dialogs }: Panel['suggesting']): void {
  void dialogs.during('settings-input', () => never);
}
