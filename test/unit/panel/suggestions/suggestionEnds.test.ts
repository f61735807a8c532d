import { describe, expect, test } from 'vitest';
import { MAX_HIDDEN_MS } from '../../../../src/extension/speculate/hiddenPause.ts';
import { shell } from '../../speculate/fixtures.ts';
import type { SuggestionReport } from '../../../../src/shared/protocol.ts';
import { start, until } from '../harness.ts';
import { FIRST_ANSWER, PREPARED, startReady } from './readyPanel.ts';
import { act, ANSWER, ask, never, settleAll, startWithoutSpeculation, type Panel } from './suggestingPanel.ts';

const DISMISSED: SuggestionReport = { event: 'dismissed', afterMs: 5 };

async function report(panel: Panel, ...reports: SuggestionReport[]): Promise<void> {
  const suggestionId = panel.store.state.suggestion?.id ?? '';
  for (const each of reports) {
    await panel.controller.handle({ type: 'suggestion-report', suggestionId, report: each });
  }
}

const edit = (panel: Panel): Promise<unknown> => {
  const { conversationId, items } = panel.store.state;
  return panel.controller.handle({ type: 'edit', conversationId, itemId: items[0]?.id ?? '' });
};

const discard = (panel: Panel): Promise<unknown> =>
  panel.controller.handle({ type: 'speculation', id: panel.store.state.speculation?.id ?? '', action: 'discard' });

async function setMode({ settings, moveAhead }: Panel, mode: 'plan' | 'auto-edit'): Promise<void> {
  settings.approvalMode = mode;
  await moveAhead.settingsChanged();
}

describe('a ready speculation stays', () => {
  test.each<[string, (panel: Panel) => Promise<unknown>]>([
    [
      'while the composer has other text, and after that text is deleted',
      async (panel) => {
        await panel.draft('no, rather');
        await report(panel, { event: 'hidden' });
        await panel.clock.advance(10 * MAX_HIDDEN_MS);
        await panel.draft('');
        await report(panel, { event: 'shown', focused: true });
      },
    ],
    [
      'while an earlier prompt is edited, and after the edit is cancelled',
      async (panel) => {
        await edit(panel);
        await report(panel, { event: 'hidden' });
        const { conversationId } = panel.store.state;
        await panel.controller.handle({ type: 'cancel-edit', conversationId });
        await report(panel, { event: 'shown', focused: true });
      },
    ],
    [
      'after Tab has filled the suggestion in and the user has changed the text',
      async (panel) => {
        await report(panel, { event: 'accepted', method: 'tab', afterMs: 9 });
        await panel.draft('add a changelog entry now');
        await report(panel, { event: 'hidden' });
      },
    ],
    [
      'during and after plan mode',
      async (panel) => {
        await setMode(panel, 'plan');
        expect(panel.store.state.suggestion).toBeNull();
        expect(panel.logged.at(-1)).toBe('No suggestion: plan_mode');
        await setMode(panel, 'auto-edit');
      },
    ],
    ['when another chat is deleted', (panel) => panel.actions.withChats((chats) => chats.delete('another'))],
  ])('%s', async (_, happen) => {
    const panel = await startReady();
    await until(() => panel.scripted.remaining === 0);
    const { suggestion, speculation } = panel.store.state;
    const asked = panel.scripted.requests.length;
    await happen(panel);
    await settleAll();
    expect(panel.store.state).toMatchObject({ suggestion, speculation: { id: speculation?.id, phase: 'ready' } });
    expect(await panel.submit('add a changelog entry')).toEqual({ outcome: 'applied' });
    expect(panel.base.text('CHANGELOG.md')).toBe('- Renamed.\n');
    // The next suggestion is the only request; the applied answer does not need a request.
    const since = panel.scripted.requests.slice(asked);
    expect(since.map(({ promptId }) => promptId)).toEqual(['prompt_suggestion']);
  });

  test('after Esc, without its ghost text, and Apply writes its files', async () => {
    const panel = await startReady();
    await report(panel, DISMISSED);
    await panel.clock.advance(10 * MAX_HIDDEN_MS);
    const { suggestion, speculation } = panel.store.state;
    expect([suggestion, speculation?.phase]).toEqual([null, 'ready']);
    await panel.controller.handle({ type: 'speculation', id: speculation?.id ?? '', action: 'apply' });
    expect(panel.base.text('CHANGELOG.md')).toBe('- Renamed.\n');
    expect(panel.suggesting.events).toMatchObject([{ outcome: 'accepted', accept_method: 'click' }]);
  });

  test('after Esc, and is applied if the user sends the same text as the suggestion', async () => {
    const panel = await startReady();
    await report(panel, DISMISSED);
    expect(await panel.submit('add a changelog entry')).toEqual({ outcome: 'applied' });
    expect(panel.suggesting.events).toMatchObject([
      { outcome: 'accepted', accept_method: 'typed', edit_similarity: 1 },
    ]);
  });

  test('if it could not be applied, and the panel shows the reason', async () => {
    const panel = await startReady();
    panel.base.failNext('write', 'unsaved', 'CHANGELOG.md');
    expect(await panel.submit('add a changelog entry')).toEqual({ outcome: 'kept' });
    expect(panel.store.state.speculation).toMatchObject({
      phase: 'ready',
      problem:
        'Nothing was applied. CHANGELOG.md has unsaved changes in an editor. Save or revert them. Try again, or discard the edits.',
    });
    expect(await panel.submit('add a changelog entry')).toEqual({ outcome: 'applied' });
    expect(panel.base.text('CHANGELOG.md')).toBe('- Renamed.\n');
  });

  test('in plan mode without being applied, and the panel shows the reason', async () => {
    const panel = await startReady();
    await setMode(panel, 'plan');
    const id = panel.store.state.speculation?.id ?? '';
    await panel.controller.handle({ type: 'speculation', id, action: 'apply' });
    expect(panel.store.state.notice?.message).toContain('Plan mode is read-only.');
    expect(panel.base.text('CHANGELOG.md')).toBeUndefined();
  });
});

describe('a suggestion ends together with its speculation', () => {
  test.each<[string, (panel: Panel) => Promise<unknown>]>([
    ['when another prompt is sent', (panel) => panel.submit('explain it')],
    ['when the user discards it', discard],
    ['when another chat is shown', (panel) => panel.actions.newChat()],
    [
      'when its answer is retried',
      async (panel) => {
        const { conversationId, items } = panel.store.state;
        await panel.controller.handle({ type: 'retry', conversationId, itemId: items.at(-1)?.id ?? '' });
        await panel.keepFiles();
      },
    ],
  ])('%s, and is recorded as ignored', async (_, happen) => {
    for (const before of [[], [{ event: 'hidden' } as const], [DISMISSED]]) {
      const panel = await startReady(['', 'Of course.', '']);
      await until(() => panel.scripted.remaining === 2);
      await report(panel, ...before);
      expect(panel.suggesting.events).toEqual([]);
      await happen(panel);
      await until(() => panel.store.state.status === 'idle');
      expect(panel.store.state).toMatchObject({ suggestion: null, speculation: null });
      expect(panel.base.text('CHANGELOG.md')).toBeUndefined();
      panel.suggesting.recorder.close();
      const ends = panel.suggesting.events.filter(({ outcome }) => outcome !== 'suppressed');
      expect(ends).toMatchObject([{ outcome: 'ignored' }]);
    }
  });

  test('when suggestions are switched off, and is recorded as superseded', async () => {
    const panel = await startReady();
    await act(panel, 'off-in-chat');
    expect(panel.store.state).toMatchObject({ suggestion: null, speculation: null });
    panel.suggesting.recorder.close();
    expect(panel.suggesting.events).toMatchObject([{ outcome: 'superseded' }]);
  });
});

describe('a short reply to a suggestion', () => {
  const partsOf = ({ scripted }: Panel, index: number) =>
    scripted.requests[index]?.messages.at(-1)?.parts.map((part) => (part.type === 'text' ? part.text : part.type));

  test('is sent with a hidden line that quotes the suggestion, and later requests repeat the line', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the "slow" tests');
    await report(panel, { event: 'shown', focused: true });
    panel.scripted.push('The fast ones, then.', '', 'Fine.', '');
    await panel.exchange('no, the fast ones');
    await settleAll();
    const first = partsOf(panel, 3);
    expect(first).toEqual([
      expect.stringMatching(/suggestion "run the \\"slow\\" tests" .* not an instruction/),
      'no, the fast ones',
    ]);
    expect(first?.[0]).not.toContain('\n');
    expect(panel.store.state.items.findLast(({ kind }) => kind === 'user')).toMatchObject({
      text: 'no, the fast ones',
    });
    const again = await panel.reload(['Fine.', '']);
    await again.exchange('and what else is there to be done in this project?');
    const sent = panel.scripted.requests[3]?.messages ?? [];
    expect(again.scripted.requests[0]?.messages.slice(0, sent.length)).toEqual(sent);
  });

  test.each<[string, string, SuggestionReport[]]>([
    ['the suggestion was not shown', 'yes', []],
    ['the reply is the suggestion', 'run the tests', [{ event: 'shown', focused: true }]],
    ['the reply is not short', 'no, rather explain to me what this is for', [{ event: 'shown', focused: true }]],
  ])('is sent without the hidden line if %s', async (_, reply, reports) => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    await report(panel, ...reports);
    panel.scripted.push('Of course.', '');
    await panel.exchange(reply);
    expect(partsOf(panel, 3)).toEqual([reply]);
  });

  test('is sent without the hidden line if it is an edit of an earlier prompt', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    await report(panel, { event: 'shown', focused: true });
    await edit(panel);
    panel.scripted.push('Of course.');
    await panel.exchange('look again');
    expect(partsOf(panel, 3)).toEqual(['look again']);
  });
});

describe('a running speculation', () => {
  async function startRunning() {
    const panel = await start([...FIRST_ANSWER, 'add a changelog entry', { text: 'Wait', hold: never }]);
    await panel.submit('rename it');
    await panel.showGhost();
    await until(() => panel.scripted.requests.length === 4);
    return panel;
  }

  test.each<[string, SuggestionReport]>([
    ['is hidden', { event: 'hidden' }],
    ['is dismissed', DISMISSED],
  ])('ends half a minute after its suggestion %s', async (_, reported) => {
    const panel = await startRunning();
    await report(panel, reported);
    await panel.clock.advance(MAX_HIDDEN_MS - 1);
    expect(panel.store.state.speculation?.phase).toBe('running');
    await panel.clock.advance(1);
    expect([panel.store.state.speculation, panel.scripted.aborted]).toEqual([null, 1]);
  });

  test('continues if its suggestion is visible again or accepted', async () => {
    const panel = await startRunning();
    await report(panel, { event: 'hidden' }, { event: 'shown', focused: true });
    await panel.clock.advance(MAX_HIDDEN_MS);
    await report(panel, { event: 'hidden' }, { event: 'accepted', method: 'typed', afterMs: 9 });
    await panel.clock.advance(MAX_HIDDEN_MS);
    expect(panel.store.state.speculation?.phase).toBe('running');
  });

  test('starts again when its suggestion is visible again after it was hidden for too long', async () => {
    const panel = await startRunning();
    await report(panel, { event: 'hidden' });
    await panel.clock.advance(MAX_HIDDEN_MS);
    panel.scripted.push(...PREPARED, '');
    await report(panel, { event: 'shown', focused: true });
    await panel.reachPhase('ready');
    expect(await panel.submit('add a changelog entry')).toEqual({ outcome: 'applied' });
  });
});

describe('after a reload', () => {
  test('a suggestion is shown again, without a speculation', async () => {
    const panel = await startReady();
    const again = await panel.reload([...ANSWER, 'run the tests']);
    expect(again.store.state).toMatchObject({ suggestion: { text: 'add a changelog entry' }, speculation: null });
    expect(panel.suggesting.events).toEqual([]);
    await again.showGhost();
    await settleAll();
    expect(again.scripted.requests).toEqual([]);
    await again.exchange('look at it');
    await until(() => again.store.state.suggestion !== null);
    expect(again.store.state.suggestion?.text).toBe('run the tests');
    expect(again.suggesting.events).toMatchObject([{ outcome: 'ignored' }]);
  });

  test('a suggestion is shown again after a second reload too, until it ends', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    const again = await (await panel.reload()).reload();
    expect(again.store.state.suggestion?.text).toBe('run the tests');
    await again.actions.newChat();
    expect([...again.files.files.keys()].filter((name) => name.startsWith('suggestions/'))).toEqual([]);
  });

  test.each<[string, (panel: Panel) => Promise<unknown>]>([
    ['was dismissed', (panel) => report(panel, { event: 'shown', focused: true }, DISMISSED)],
    ['was dropped for another prompt', (panel) => panel.exchange('explain it')],
    ['ended because suggestions were switched off', (panel) => act(panel, 'off-in-chat')],
    [
      'belongs to another leaf',
      async ({ chats, store, files }) => {
        const name = `suggestions/${store.state.conversationId}.json`;
        await files.write(name, JSON.stringify({ text: 'run the tests', leaf: 'another' }));
        expect(chats.session.leaf).not.toBe('another');
      },
    ],
    ['cannot be read', ({ store, files }) => files.write(`suggestions/${store.state.conversationId}.json`, '{ half')],
    [
      'is refused by the filter',
      async ({ chats, store, files }) => {
        const text = 'Let me run\nsomething';
        await files.write(
          `suggestions/${store.state.conversationId}.json`,
          JSON.stringify({ text, leaf: chats.session.leaf }),
        );
      },
    ],
  ])('a suggestion is not shown again if it %s', async (_, happen) => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    panel.scripted.push('Of course.', '');
    await happen(panel);
    await settleAll();
    expect((await panel.reload()).store.state.suggestion).toBeNull();
  });

  test('the log reports a suggestion that is not shown again because it belongs to another leaf', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    const kept = JSON.stringify({ text: 'run the tests', leaf: 'another' });
    await panel.files.write(`suggestions/${panel.store.state.conversationId}.json`, kept);
    const again = await panel.reload();
    await settleAll();
    expect(again.logged).toEqual(['No suggestion: the suggestion from before the reload is no longer valid']);
  });

  test('a suggestion that other text hides is restored together with the draft', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    await report(panel, { event: 'shown', focused: true }, { event: 'hidden' });
    await panel.draft('and');
    const again = await panel.reload();
    expect(again.store.state).toMatchObject({ draft: 'and', suggestion: { text: 'run the tests' } });
  });
});

test('a stopped speculation that cannot be accepted stays while its suggestion is hidden, until Esc', async () => {
  const panel = await start([...FIRST_ANSWER, 'run the tests', { calls: [shell('npm test')] }]);
  panel.settings.speculationAtBoundary = 'discard';
  await panel.submit('rename it');
  await panel.showGhost();
  await panel.reachPhase('stopped');
  await report(panel, { event: 'hidden' });
  await panel.clock.advance(MAX_HIDDEN_MS);
  expect(panel.store.state.speculation?.phase).toBe('stopped');
  await report(panel, DISMISSED);
  expect(panel.store.state.speculation).toBeNull();
});

test.each([
  ['ends if it cannot be accepted', 'discard', undefined],
  ['stays if it can be accepted', 'resume', 'stopped'],
] as const)('a speculation that reaches a boundary after Esc %s', async (_title, atBoundary, phase) => {
  const panel = await start([...FIRST_ANSWER, 'run the tests']);
  panel.settings.speculationAtBoundary = atBoundary;
  let release = (): void => {};
  const hold = new Promise<void>((resolve) => (release = resolve));
  panel.scripted.push({ text: 'Running.', calls: [shell('npm test')], hold });
  await panel.submit('rename it');
  await panel.showGhost();
  await until(() => panel.scripted.requests.length === 4);
  await report(panel, DISMISSED);
  expect(panel.store.state.speculation?.phase).toBe('running');
  release();
  await settleAll();
  expect(panel.store.state.speculation?.phase).toBe(phase);
});

describe('a suggested command', () => {
  test('is not suggested again after it was run, nor after a reload', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, '/cost');
    await panel.showGhost();
    expect(await panel.submit('/cost ')).toMatchObject({ outcome: 'ran' });
    await settleAll();
    expect(panel.store.state.suggestion).toBeNull();
    expect([...panel.files.files.keys()].filter((name) => name.startsWith('suggestions/'))).toEqual([]);
    panel.suggesting.recorder.sent('go on');
    expect(panel.suggesting.events.at(-1)?.outcome).toBe('accepted');
  });

  test('stays if another command was run', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, '/cost');
    await panel.showGhost();
    expect(await panel.submit('/help')).toMatchObject({ outcome: 'ran' });
    await settleAll();
    expect(panel.store.state.suggestion?.text).toBe('/cost');
  });
});
