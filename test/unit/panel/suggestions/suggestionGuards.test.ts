import { describe, expect, test } from 'vitest';
import { MAX_IGNORED } from '../../../../src/extension/suggest/habit.ts';
import type { ScriptedStep } from '../../../support/scriptedModel.ts';
import { answerItem, toolItem } from '../../../support/chatItems.ts';
import { createLatch } from '../../../support/latch.ts';
import { edit, read, shell } from '../../speculate/fixtures.ts';
import { start, until } from '../harness.ts';
import { startReady } from './readyPanel.ts';
import {
  act,
  ANSWER,
  ask,
  isSuggestionRequested,
  never,
  settleAll,
  startWithoutSpeculation,
  type Panel,
} from './suggestingPanel.ts';

const UNSET = { kind: 'unset' } as const;

/** Queues a prompt and pauses the queue, so that the prompt waits for the user. */
async function queueAnother({ promptQueue }: Panel): Promise<void> {
  const prepared = { allowed: [], frozen: {} };
  await promptQueue.add({ text: 'later', mentions: [], attachments: [], prepared }, false);
  promptQueue.pause();
}

describe('no suggestion is requested', () => {
  const cases: [string, string, (panel: Panel) => unknown][] = [
    ['if the setting is off', 'setting_off', ({ settings }) => (settings.enableFollowupSuggestions = false)],
    ['if the chat has suggestions off', 'off_in_chat', (panel) => act(panel, 'off-in-chat')],
    ['without a panel', 'not_interactive', ({ show }) => show({ shown: false })],
    ['while the panel is not visible', 'not_visible', ({ show }) => show({ visible: false })],
    ['in plan mode', 'plan_mode', ({ settings }) => (settings.approvalMode = 'plan')],
    ['while a prompt is queued', 'messages_queued', queueAnother],
    [
      'while a prompt is edited',
      'composer_not_empty',
      ({ store }) => store.dispatch({ type: 'editing-changed', editing: 'u' }),
    ],
    ['when the day’s limit is spent', 'budget_spent', ({ limitCost }) => limitCost('spent')],
    ['if the price is unknown', 'price_unknown', ({ limitCost }) => limitCost('unknown-price')],
    ['while a key is entered', 'settings_input_open', ({ suggesting }) => enterKey(suggesting)],
    [
      'while a permission dialog is open',
      'permission_dialog_open',
      ({ suggesting }) => void suggesting.dialogs.track('permission-dialog', () => never),
    ],
    [
      'after most answers if suggestions go unused',
      'backed_off',
      ({ suggesting }) => Array.from({ length: MAX_IGNORED }, () => suggesting.habit.noteSuggestion(false)),
    ],
  ];
  test.each(cases)(
    '%s: the reason %s is logged, and is recorded unless the user switched suggestions off',
    async (_, reason, change) => {
      const panel = await startWithoutSpeculation();
      await change(panel);
      await ask(panel);
      expect(isSuggestionRequested(panel)).toBe(false);
      expect(panel.logged).toEqual([`No suggestion: ${reason}`]);
      const noted = ['setting_off', 'off_in_chat'].includes(reason) ? [] : [{ outcome: 'suppressed', reason }];
      expect(panel.suggesting.events).toMatchObject(noted);
    },
  );

  test('if the answer ends while the user types', async () => {
    const panel = await startWithoutSpeculation();
    const typed = createLatch();
    panel.scripted.push({ calls: [read('a.ts')] }, { text: 'Read.', hold: typed.opened });
    const answered = panel.exchange('look at it');
    await until(() => panel.scripted.requests.length === 2);
    await panel.draft('and');
    typed.open();
    await answered;
    await settleAll();
    expect(isSuggestionRequested(panel)).toBe(false);
  });
});

describe('no suggestion is requested after an answer', () => {
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
    await settleAll();
    expect(isSuggestionRequested(panel)).toBe(false);
    expect(panel.suggesting.events).toMatchObject([{ outcome: 'suppressed', reason }]);
  });

  test('that the user has stopped', async () => {
    const panel = await startWithoutSpeculation();
    panel.scripted.push({ calls: [read('a.ts')] }, { text: 'Re', hold: never });
    await panel.submit('look at it');
    await until(() => panel.scripted.requests.length === 2);
    await panel.controller.handle({ type: 'stop' });
    await settleAll();
    expect(isSuggestionRequested(panel)).toBe(false);
    expect(panel.suggesting.events).toMatchObject([{ outcome: 'suppressed', reason: 'cancelled' }]);
  });

  test('that continues another answer after the turn limit', async () => {
    const panel = await startWithoutSpeculation();
    panel.settings.turnLimits = { prompt: 1, chat: null };
    panel.scripted.push(...ANSWER);
    await panel.exchange('look at it');
    const { conversationId, items } = panel.store.state;
    await panel.controller.handle({ type: 'continue-answer', conversationId, itemId: items.at(-1)?.id ?? '' });
    await until(() => panel.store.state.status === 'idle' && panel.scripted.remaining === 0);
    await settleAll();
    expect(isSuggestionRequested(panel)).toBe(false);
    expect(panel.suggesting.events.map(({ reason }) => reason)).toEqual(['cut_off', 'continuation']);
  });

  test.each([
    ['a confirmation', shell('npm test')],
    ['the model’s question', { name: 'ask_user', input: { question: 'Which one?' } }],
  ])('that waits at %s, even if the user stops the answer there', async (_, call) => {
    const panel = await startWithoutSpeculation();
    panel.scripted.push({ calls: [read('a.ts')] }, { calls: [call] });
    await panel.submit('look at it');
    await until(() => panel.store.state.status === 'waiting-for-confirmation');
    await settleAll();
    expect(isSuggestionRequested(panel)).toBe(false);
    await panel.controller.handle({ type: 'stop' });
    await settleAll();
    expect(isSuggestionRequested(panel)).toBe(false);
    expect(panel.suggesting.events).toMatchObject([{ outcome: 'suppressed', reason: 'cancelled' }]);
  });
});

describe('while the fast model is resolved for a suggestion', () => {
  /** Waits for the answer. The fast model is not resolved before the returned function is called. */
  async function startHeld(panel: Panel) {
    const lookedUp = createLatch();
    panel.setFastModel(lookedUp.opened.then(() => UNSET));
    panel.scripted.push(...ANSWER);
    await panel.exchange('look at it');
    await settleAll();
    return async () => {
      lookedUp.open();
      await settleAll();
    };
  }

  /** Counts the answers until one gets a suggestion. A result of 5 means that no earlier answer was counted. */
  function answersUntilAsked({ suggesting: { habit } }: Panel): number {
    for (let answers = 1; ; answers += 1) if (habit.noteAnswer()) return answers;
  }

  test.each<[string, (panel: Panel) => Promise<unknown>]>([
    [
      'the user types and deletes the text',
      async (panel) => {
        await panel.draft('x');
        await panel.draft('');
      },
    ],
    ['the user opens another chat', (panel) => panel.actions.newChat()],
    ['a dialog opens', async ({ suggesting }) => enterKey(suggesting)],
    ['a prompt is queued', queueAnother],
    ['an image is attached', attachImage],
    ['a card asks for approval', async (panel) => showCard(panel, 'awaiting-approval')],
    ['a card asks a question', async (panel) => showCard(panel, 'awaiting-answer')],
  ])('if %s, no suggestion is requested and the answer is not counted', async (_, change) => {
    const panel = await startWithoutSpeculation();
    for (let n = 0; n < MAX_IGNORED; n += 1) panel.suggesting.habit.noteSuggestion(false);
    const goOn = await startHeld(panel);
    await change(panel);
    await goOn();
    expect(isSuggestionRequested(panel)).toBe(false);
    expect(panel.suggesting.requests).toEqual([]);
    expect(answersUntilAsked(panel)).toBe(5);
  });

  test('if the saved request changes, its prefix is not used', async () => {
    const panel = await startWithoutSpeculation();
    const goOn = await startHeld(panel);
    const { current } = panel.cacheSafeParams;
    if (!current) throw new Error('No request was saved');
    panel.cacheSafeParams.save(current.modelId, current.request, current.answer, 'another leaf');
    panel.scripted.push('{"suggestion":"run the tests"}');
    await goOn();
    expect(panel.scripted.requests.at(-1)).toMatchObject({ promptId: 'prompt_suggestion', tools: [], thinking: 'off' });
    expect(panel.store.state.suggestion?.text).toBe('run the tests');
  });
});

describe('while the fast model is resolved for a speculation', () => {
  test.each<[string, (panel: Panel, suggestionId: string) => Promise<unknown>]>([
    [
      'the suggestion is dismissed',
      (panel, suggestionId) => {
        const report = { event: 'dismissed', afterMs: 9 } as const;
        return panel.controller.handle({ type: 'suggestion-report', suggestionId, report });
      },
    ],
    [
      'plan mode begins',
      async ({ settings, moveAhead }) => {
        settings.approvalMode = 'plan';
        await moveAhead.settingsChanged();
      },
    ],
    [
      'speculation is switched off',
      async ({ settings, moveAhead }) => {
        settings.enableSpeculation = false;
        await moveAhead.settingsChanged();
      },
    ],
    ['the user opens another chat', (panel) => panel.actions.newChat()],
  ])('if %s, no speculation starts', async (_, change) => {
    const panel = await start([...ANSWER, 'run the tests']);
    await panel.exchange('look at it');
    await until(() => panel.store.state.suggestion !== null);
    const suggestionId = panel.store.state.suggestion?.id ?? '';
    const lookedUp = createLatch();
    panel.setFastModel(lookedUp.opened.then(() => UNSET));
    const shown = panel.showGhost();
    await settleAll();
    await change(panel, suggestionId);
    lookedUp.open();
    await shown;
    await settleAll();
    expect(panel.store.state.speculation).toBeNull();
    expect(panel.scripted.requests).toHaveLength(3);
  });

  test('if the mode becomes stricter, the speculation runs in the new mode', async () => {
    const panel = await start(
      [...ANSWER, 'run the tests', { calls: [edit('a.ts', 'alpha', 'beta')] }, 'Done.'],
      'yolo',
    );
    await panel.exchange('look at it');
    await until(() => panel.store.state.suggestion !== null);
    const lookedUp = createLatch();
    panel.setFastModel(lookedUp.opened.then(() => UNSET));
    const shown = panel.showGhost();
    await settleAll();
    panel.settings.approvalMode = 'plan';
    lookedUp.open();
    await shown;
    await settleAll();
    // An edit is a boundary in plan mode.
    expect(panel.store.state.speculation).not.toMatchObject({ phase: 'ready' });
  });
});

describe('a finished suggestion is not shown', () => {
  const changes: [string, string, (panel: Panel) => unknown][] = [
    ['while a key is entered', 'settings_input_open', ({ suggesting }) => enterKey(suggesting)],
    ['while a prompt is queued', 'messages_queued', queueAnother],
    ['in plan mode', 'plan_mode', ({ settings }) => (settings.approvalMode = 'plan')],
    ['after the panel is closed', 'not_interactive', ({ show }) => show({ shown: false })],
  ];

  test.each(changes)('%s (%s), even if the request was allowed', async (_, reason, change) => {
    const panel = await startWithoutSpeculation();
    const held = createLatch();
    panel.scripted.push(...ANSWER, { text: 'run the tests', hold: held.opened });
    await panel.exchange('look at it');
    await until(() => isSuggestionRequested(panel));
    await change(panel);
    held.open();
    await settleAll();
    expect(panel.store.state.suggestion).toBeNull();
    expect(panel.suggesting.events).toEqual([
      { outcome: 'suppressed', prompt_id: 'user_intent', reason, suggestion_length: 13 },
    ]);
    expect(panel.suggesting.requests).toHaveLength(1);
  });

  test.each(changes.filter(([, reason]) => reason !== 'plan_mode'))(
    '%s (%s), even if it came with the applied speculation',
    async (_, reason, change) => {
      const panel = await startReady(['add a test']);
      await until(() => panel.scripted.remaining === 0);
      const asked = panel.scripted.requests.length;
      await change(panel);
      expect(await panel.submit('add a changelog entry')).toEqual({ outcome: 'applied' });
      await settleAll();
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

  test('aborts the running request for a suggestion', async () => {
    const panel = await startWithoutSpeculation();
    panel.scripted.push(...ANSWER, { text: 'run the', hold: never });
    await panel.exchange('look at it');
    await until(() => isSuggestionRequested(panel));
    await plan(panel);
    await until(() => panel.scripted.aborted === 1);
    expect(panel.store.state.suggestion).toBeNull();
  });

  test('hides the suggestion', async () => {
    const panel = await startReady();
    await plan(panel);
    expect(panel.store.state.suggestion).toBeNull();
  });
});

async function attachImage({ store }: Panel): Promise<void> {
  const image = { id: 'i', name: 'screen.png', thumbnail: 'data:image/png;base64,' };
  store.dispatch({ type: 'attachments-changed', attachments: [image] });
}

function showCard({ store }: Panel, status: 'awaiting-approval' | 'awaiting-answer'): void {
  store.dispatch({ type: 'item-added', item: answerItem({ blocks: [toolItem({ status })] }) });
}

function enterKey({ dialogs }: Panel['suggesting']): void {
  void dialogs.track('settings-input', () => never);
}
