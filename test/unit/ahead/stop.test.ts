import { describe, expect, test } from 'vitest';
import { STOP_EFFECTS, type MoveStopReason } from '../../../src/extension/ahead/stopReasons.ts';
import type { SuggestionReport } from '../../../src/shared/protocol.ts';
import { start, until } from '../panel/harness.ts';
import { FIRST_ANSWER, startReady } from '../panel/suggestions/readyPanel.ts';
import { isSuggestionRequested, never, settleAll, type Panel } from '../panel/suggestions/suggestingPanel.ts';
import { shell } from '../speculate/fixtures.ts';

async function startAnswered(...steps: Parameters<Panel['scripted']['push']>): Promise<Panel> {
  const panel = await start([...FIRST_ANSWER, ...steps]);
  await panel.submit('rename it');
  return panel;
}

const report = (panel: Panel, event: SuggestionReport): Promise<unknown> =>
  panel.controller.handle({
    type: 'suggestion-report',
    suggestionId: panel.store.state.suggestion?.id ?? '',
    report: event,
  });

/** A panel that shows a suggestion, while the speculation waits for the model's answer. */
async function startRunning(): Promise<Panel> {
  const panel = await startAnswered('run the tests', { text: 'Wait', hold: never });
  await panel.showGhost();
  await until(() => panel.scripted.requests.length === 4);
  return panel;
}

/** Brings a panel into each state of a move. */
const STATES = {
  'the request runs': async () => {
    const panel = await startAnswered({ text: 'run', hold: never });
    await until(() => isSuggestionRequested(panel));
    return panel;
  },
  'the suggestion has not been shown': async () => {
    const panel = await startAnswered('run the tests');
    await until(() => panel.store.state.suggestion !== null);
    return panel;
  },
  'the speculation runs': startRunning,
  'the speculation runs and the suggestion is hidden': async () => {
    const panel = await startRunning();
    await report(panel, { event: 'hidden' });
    return panel;
  },
  'the speculation is ready': () => startReady(),
  'the speculation is ready and the suggestion was dismissed': async () => {
    const panel = await startReady();
    await report(panel, { event: 'dismissed', afterMs: 5 });
    return panel;
  },
  'the speculation has stopped at a boundary': async () => {
    const panel = await startAnswered('run the tests', { calls: [shell('npm test')] });
    await panel.showGhost();
    await panel.reachPhase('stopped');
    return panel;
  },
} satisfies Record<string, () => Promise<Panel>>;

type State = keyof typeof STATES;

interface Outcome {
  readonly cancels: boolean;
  readonly suggestion: 'gone' | 'stays';
  readonly speculation: 'gone' | 'stays' | 'gone unless usable';
  readonly file: 'gone' | 'stays';
  readonly recorded: 'ignored' | 'superseded' | 'accepted' | null;
}

const GONE: Outcome = { cancels: true, suggestion: 'gone', speculation: 'gone', file: 'gone', recorded: 'ignored' };
const CANCELLED: Outcome = {
  cancels: true,
  suggestion: 'stays',
  speculation: 'stays',
  file: 'stays',
  recorded: null,
};

const OUTCOMES: Readonly<Record<MoveStopReason, Outcome>> = {
  'chat-continued': GONE,
  discarded: GONE,
  'command-run': { ...GONE, cancels: false, speculation: 'stays', recorded: 'accepted' },
  'chat-left': GONE,
  compressed: { ...GONE, recorded: 'superseded' },
  'suggestions-off': { ...GONE, recorded: 'superseded' },
  'rules-changed': { ...GONE, recorded: 'superseded' },
  applied: { ...GONE, speculation: 'stays', recorded: 'accepted' },
  recovered: { ...GONE, recorded: 'superseded' },
  dismissed: {
    cancels: false,
    suggestion: 'gone',
    speculation: 'gone unless usable',
    file: 'gone',
    recorded: null,
  },
  'speculation-off': { ...CANCELLED, cancels: false, speculation: 'gone' },
  'plan-mode': CANCELLED,
  typed: CANCELLED,
  'edit-began': CANCELLED,
  'new-answer': CANCELLED,
  'window-closed': { ...CANCELLED, speculation: 'gone' },
};

async function observe(panel: Panel) {
  await settleAll();
  const { suggestion, speculation } = panel.store.state;
  return {
    suggestion: suggestion?.text ?? null,
    speculation: speculation?.phase ?? null,
    isOnDisk: [...panel.files.files.keys()].some((name) => name.startsWith('suggestions/')),
  };
}

/** A suggestion that was never shown is not recorded. A dismissed suggestion counts as ignored, not as superseded. */
function recordedIn(state: State, recorded: Outcome['recorded']): string[] {
  if (!recorded || state === 'the request runs' || state === 'the suggestion has not been shown') return [];
  const isDismissed = state === 'the speculation is ready and the suggestion was dismissed';
  return [recorded === 'superseded' && isDismissed ? 'ignored' : recorded];
}

describe.each(Object.keys(OUTCOMES) as MoveStopReason[])(
  'stopping the suggestion and its speculation for the reason %s',
  (reason) => {
    test.each(Object.keys(STATES) as State[])('has the effects of that reason while %s', async (state) => {
      const expected = OUTCOMES[reason];
      const panel = await STATES[state]();
      const before = await observe(panel);
      const aborted = panel.scripted.aborted;
      const { events } = panel.suggesting;
      events.length = 0;

      await panel.moveAhead.stop(reason);
      const after = await observe(panel);

      const endsUsable = ['running', 'ready', 'stopped'].includes(before.speculation ?? '');
      const keepsSpeculation =
        expected.speculation === 'stays' || (expected.speculation === 'gone unless usable' && endsUsable);
      expect(after).toEqual({
        suggestion: expected.suggestion === 'stays' ? before.suggestion : null,
        speculation: keepsSpeculation ? before.speculation : null,
        isOnDisk: expected.file === 'stays' && before.isOnDisk,
      });
      const cancels =
        state === 'the request runs' ? expected.cancels : before.speculation === 'running' && !keepsSpeculation;
      expect(panel.scripted.aborted - aborted).toBe(cancels ? 1 : 0);
      if (state === 'the request runs' && expected.cancels) expect(panel.logged).toEqual([`No suggestion: ${reason}`]);
      // The recorder reports an ended suggestion when the next prompt is sent.
      panel.suggesting.recorder.sent('something else');
      expect(events.map(({ outcome }) => outcome)).toEqual(recordedIn(state, expected.recorded));
    });
  },
);

test('a suggestion that is still on screen has no effect after the window has closed', async () => {
  const panel = await startAnswered('run the tests');
  await until(() => panel.store.state.suggestion !== null);
  await panel.moveAhead.close();
  await panel.showGhost();
  await settleAll();
  expect(panel.store.state.speculation).toBeNull();
  expect(await panel.moveAhead.prepared.accept('run the tests', { mayContinue: true })).toEqual({ kind: 'not-ready' });
});

test('only user actions count as ignoring a suggestion', () => {
  const ignoring = Object.entries(STOP_EFFECTS).filter(([, { recorder }]) => recorder === 'ignored');
  expect(ignoring.map(([reason]) => reason)).toEqual(['chat-continued', 'discarded']);
});
