import { describe, expect, test } from 'vitest';
import type { ApprovalMode } from '../../../../src/shared/chatState.ts';
import { createLatch } from '../../../support/latch.ts';
import type { ScriptedAnswer } from '../../../support/scriptedModel.ts';
import { edit, shell } from '../../speculate/fixtures.ts';
import { start, until } from '../harness.ts';
import { FIRST_ANSWER } from './readyPanel.ts';
import { settleAll, type Panel } from './suggestingPanel.ts';

const NEXT = 'rename it once more';
const EDIT: ScriptedAnswer = { calls: [edit('a.ts', 'beta', 'gamma')] };

/** A panel whose speculation waits for the model's last answer. `complete` delivers that answer. */
async function startWaiting(last: ScriptedAnswer, mode: ApprovalMode = 'auto-edit') {
  const { opened, open } = createLatch();
  const panel = await start([...FIRST_ANSWER, NEXT, EDIT, { ...last, hold: opened }, '', '']);
  await panel.exchange('rename it');
  panel.changeSettings({ approvalMode: mode });
  await panel.showGhost();
  await until(() => panel.scripted.requests.length === 5);
  return { ...panel, complete: open };
}

async function microtasks(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await Promise.resolve();
}

/** Microtasks between Enter and the model's last answer. The speculation is ready before the longest distance ends. */
const DISTANCES = Array.from({ length: 24 }, (_, index) => index);

/** Runs `check` with Enter at each distance after the model's last answer, and at the short distances before it. */
async function atEachDistance(
  last: ScriptedAnswer,
  mode: ApprovalMode,
  check: (panel: Panel, outcome: unknown) => Promise<void>,
): Promise<void> {
  for (const distance of DISTANCES) {
    // Six microtasks are enough: a few microtasks after Enter, the running speculation is the current answer.
    for (const isEnterFirst of distance < 6 ? [true, false] : [false]) {
      const panel = await startWaiting(last, mode);
      const enter = (): Promise<unknown> => panel.submit(NEXT);
      let entered: Promise<unknown>;
      if (isEnterFirst) {
        entered = enter();
        await microtasks(distance);
        panel.complete();
      } else {
        panel.complete();
        await microtasks(distance);
        entered = enter();
      }
      const { outcome } = (await entered) as { outcome: unknown };
      await settleAll();
      await check(panel, outcome);
    }
  }
}

const isSpeculation = ({ promptId }: { readonly promptId: string }): boolean => promptId === 'speculation';

describe('Enter at the moment at which the speculation completes', () => {
  test('applies the edits once, and records one exchange', async () => {
    const outcomes = new Set<unknown>();
    await atEachDistance({ text: 'Renamed again.' }, 'auto-edit', async ({ store, base, scripted, files }, outcome) => {
      outcomes.add(outcome);
      expect(store.state).toMatchObject({ status: 'idle', speculation: null, draft: '', notice: null });
      expect(base.text('a.ts')).toBe('gamma\n');
      expect(base.calls.filter((call) => call === 'write /ws/a.ts')).toHaveLength(2);
      expect(store.state.items).toHaveLength(4);
      expect(store.state.items.slice(2)).toMatchObject([
        { text: NEXT },
        { status: 'done', speculated: true, branch: null, blocks: [{ name: 'edit' }, { text: 'Renamed again.' }] },
      ]);
      expect(scripted.requests.filter(isSpeculation)).toHaveLength(2);
      expect(scripted.requests.filter(({ promptId }) => promptId === 'prompt_suggestion').length).toBeLessThan(4);
      expect(await files.list('changes/open')).toEqual([]);
    });
    // The suggestion was accepted while the speculation ran, or when it was ready.
    expect([...outcomes].sort()).toEqual(['applied', 'sent']);
  });

  test('applies the edits once, and asks about the call at which it stopped', async () => {
    await atEachDistance(
      { text: 'Tests.', calls: [shell('npm test')] },
      'auto-edit',
      async ({ store, base, files }) => {
        await until(() => store.state.status === 'waiting-for-confirmation');
        expect(base.text('a.ts')).toBe('gamma\n');
        expect(store.state.items.slice(2)).toMatchObject([
          { text: NEXT },
          { blocks: [{ name: 'edit' }, { text: 'Tests.' }, { detail: 'npm test', status: 'awaiting-approval' }] },
        ]);
        expect(await files.list('changes/open')).toEqual([]);
      },
    );
  });

  test('writes nothing in default mode before the user has seen the diff', async () => {
    await atEachDistance({ text: 'Renamed again.' }, 'default', async ({ store, base }, outcome) => {
      expect(base.text('a.ts')).toBe('beta\n');
      const { phase, adopted } = store.state.speculation ?? {};
      // If the speculation still ran, the prompt is sent. Otherwise the diff opens, and the text stays in the composer.
      expect([outcome, phase, adopted]).toEqual(
        outcome === 'sent' ? ['sent', 'ready', true] : ['kept', 'review', undefined],
      );
    });
  });

  test('sends the text as an ordinary prompt if the last request of the speculation fails', async () => {
    const error = { kind: 'server', message: 'No.', retryable: false } as const;
    await atEachDistance({ error }, 'auto-edit', async ({ store, base }) => {
      expect(store.state).toMatchObject({ status: 'idle', speculation: null });
      expect(base.text('a.ts')).toBe('beta\n');
      expect(store.state.items.slice(2)).toMatchObject([{ text: NEXT }, { speculated: false }]);
    });
  });
});

test.each<[string, (panel: Panel) => Promise<unknown>]>([
  [
    'Discard',
    ({ store, controller }) =>
      controller.handle({ type: 'speculation', id: store.state.speculation?.id ?? '', action: 'discard' }),
  ],
  ['another prompt', ({ submit }) => submit('explain it')],
  ['a new chat', ({ actions }) => actions.newChat()],
])(
  '%s at the moment at which the speculation completes writes nothing, and leaves no prepared edits',
  async (_title, end) => {
    for (const distance of DISTANCES) {
      const panel = await startWaiting({ text: 'Renamed again.' });
      panel.complete();
      await microtasks(distance);
      await end(panel);
      await settleAll();
      expect(panel.store.state).toMatchObject({ status: 'idle', speculation: null, keptPreviews: [] });
      expect(panel.base.text('a.ts')).toBe('beta\n');
      expect(JSON.stringify(panel.store.state.items)).not.toContain(NEXT);
    }
  },
);
