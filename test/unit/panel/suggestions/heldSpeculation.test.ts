import { describe, expect, test } from 'vitest';
import { QUIET_MS } from '../../../../src/extension/ahead/quietTimer.ts';
import { MAX_UNUSED } from '../../../../src/extension/ahead/unusedStreak.ts';
import { shell, toSelected } from '../../speculate/fixtures.ts';
import { start, until } from '../harness.ts';
import { ANSWER, never, settleAll, type Panel } from './suggestingPanel.ts';

const speculation = (panel: Panel, action: 'discard' | 'resume'): Promise<unknown> =>
  panel.controller.handle({ type: 'speculation', id: panel.store.state.speculation?.id ?? '', action });

/** Gets an answer and a suggestion, and shows the suggestion. `steps` are for the speculation. */
async function suggest(panel: Panel, ...steps: Parameters<Panel['scripted']['push']>): Promise<void> {
  panel.scripted.push(...ANSWER, 'run the tests', ...steps);
  await panel.exchange('look at it');
  await panel.showGhost();
}

/** Discards speculations until the next one is held. */
async function startHeld(): Promise<Panel> {
  const panel = await start([]);
  for (let count = 0; count < MAX_UNUSED; count += 1) {
    await suggest(panel, 'They pass.', '');
    await panel.reachPhase('ready');
    await until(() => panel.scripted.remaining === 0);
    await speculation(panel, 'discard');
  }
  await suggest(panel);
  await settleAll();
  return panel;
}

describe('after too many unused speculations', () => {
  test('no further speculation starts, and the bar says why', async () => {
    const panel = await startHeld();
    expect(panel.store.state.speculation).toMatchObject({
      suggestionId: panel.store.state.suggestion?.id,
      phase: 'held',
      activity: 'Prepared edits went unused 5 times in a row.',
    });
    expect(panel.scripted.remaining).toBe(0);
  });

  test('Resume starts a speculation at once', async () => {
    const panel = await startHeld();
    panel.scripted.push('They pass.', '');
    await speculation(panel, 'resume');
    await panel.reachPhase('ready');
  });

  test('an accepted suggestion lets speculations start again', async () => {
    const panel = await startHeld();
    panel.scripted.push(...ANSWER, 'commit it', 'Committed.', '');
    await panel.exchange('run the tests');
    expect(panel.store.state.speculation).toBeNull();
    await panel.showGhost();
    await panel.reachPhase('ready');
  });

  test('the bar disappears with its suggestion', async () => {
    const panel = await startHeld();
    const suggestionId = panel.store.state.suggestion?.id ?? '';
    const report = { event: 'dismissed', afterMs: 5 } as const;
    await panel.controller.handle({ type: 'suggestion-report', suggestionId, report });
    expect(panel.store.state.speculation).toBeNull();
  });

  test('the bar names the reason if the speculations stopped in their first step', async () => {
    const panel = await start([]);
    for (let count = 0; count < 3; count += 1) {
      await suggest(panel, { calls: [shell('npm test')] });
      await panel.reachPhase('stopped');
    }
    await suggest(panel);
    await panel.reachPhase('held');
    expect(panel.store.state.speculation?.activity).toBe('Preparing stopped in the first step 3 times in a row.');
  });
});

describe('with a provider that charges for aborted requests', () => {
  async function startCharged(): Promise<Panel> {
    const panel = await start([]);
    const { scripted } = panel;
    const chatModel = { billsAborted: true, stream: scripted.stream.bind(scripted) } as const;
    panel.setResolved({ kind: 'model', model: toSelected(chatModel) });
    return panel;
  }
  const isAsked = ({ scripted }: Panel): boolean =>
    scripted.requests.some(({ promptId }) => promptId === 'speculation');

  test('a speculation starts after two seconds without a keystroke', async () => {
    const panel = await startCharged();
    await suggest(panel, { text: '', hold: never });
    await panel.clock.advance(QUIET_MS - 1);
    await panel.draft('run');
    await panel.clock.advance(QUIET_MS - 1);
    expect([panel.store.state.speculation, isAsked(panel)]).toEqual([null, false]);
    await panel.clock.advance(1);
    await settleAll();
    expect([panel.store.state.speculation?.phase, isAsked(panel)]).toEqual(['running', true]);
  });

  test('a speculation does not start if the suggestion is hidden or has ended after these two seconds', async () => {
    const panel = await startCharged();
    await suggest(panel);
    const suggestionId = panel.store.state.suggestion?.id ?? '';
    await panel.controller.handle({ type: 'suggestion-report', suggestionId, report: { event: 'hidden' } });
    await panel.clock.advance(QUIET_MS);
    await panel.controller.handle({
      type: 'suggestion-report',
      suggestionId,
      report: { event: 'shown', focused: true },
    });
    panel.scripted.push(...ANSWER, '');
    await panel.exchange('something else');
    await panel.clock.advance(QUIET_MS);
    await settleAll();
    expect([panel.store.state.speculation, isAsked(panel)]).toEqual([null, false]);
  });
});
