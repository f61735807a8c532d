import { describe, expect, test } from 'vitest';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { settle } from '../../support/manualClock.ts';
import { shell, write } from '../speculate/fixtures.ts';
import { start, until } from './harness.ts';
import { FIRST_ANSWER, startReady } from './suggestions/readyPanel.ts';

const never = new Promise<never>(() => {});

describe('MoveAhead', () => {
  test('applies prepared edits on submit, without another request for that exchange', async () => {
    const { base, scripted, store, submit, draft } = await startReady();
    expect(store.state.suggestion?.text).toBe('add a changelog entry');
    expect(store.state.speculation).toMatchObject({ phase: 'ready', files: ['CHANGELOG.md'], added: 1 });
    expect(base.text('CHANGELOG.md')).toBeUndefined();
    await until(() => scripted.remaining === 0);
    const requests = scripted.requests.length;

    await draft('add a changelog entry');
    expect(await submit('add a changelog entry')).toEqual({ outcome: 'applied' });
    expect(base.text('CHANGELOG.md')).toBe('- Renamed.\n');
    expect(store.state.items.slice(2)).toMatchObject([
      { kind: 'user', text: 'add a changelog entry' },
      { kind: 'answer', speculated: true, status: 'done', blocks: [{ kind: 'tool', added: 1 }, { text: 'Written.' }] },
    ]);
    expect(store.state.draft).toBe('');
    expect(store.state.speculation).toBeNull();
    // The suggestion that the speculation requested was empty, so one is requested as after any answer.
    await until(() => scripted.requests.length === requests + 1);
    expect(scripted.requests.at(-1)?.promptId).toBe('prompt_suggestion');
  });

  test('shows the next suggestion at once, and then prepares it', async () => {
    const { scripted, store, submit, showGhost, reachPhase } = await startReady(['add a test']);
    await until(() => scripted.remaining === 0);
    const requests = scripted.requests.length;
    scripted.push({ calls: [write('a.test.ts', 'test\n')] }, 'Tested.', '');
    await submit('add a changelog entry');
    expect(store.state.suggestion).toMatchObject({ text: 'add a test', immediate: true });
    expect(scripted.requests).toHaveLength(requests);
    await showGhost();
    await reachPhase('ready');
    expect(await submit('add a test')).toEqual({ outcome: 'applied' });
  });

  test('forks from the parent’s request and answer, and sends the next prompt after the applied messages', async () => {
    const { scripted, submit } = await startReady(['add a test']);
    await until(() => scripted.remaining === 0);
    const [, main, suggestion, speculation, lastStep] = scripted.requests;
    for (const fork of [suggestion, speculation]) {
      expect(fork?.messages.slice(0, main?.messages.length)).toEqual(main?.messages);
      expect(fork?.messages).toHaveLength((main?.messages.length ?? 0) + 2);
      expect(fork?.cacheAnchors).toEqual(main?.cacheAnchors);
      expect(fork?.system).toBe(main?.system);
    }
    await submit('add a changelog entry');
    scripted.push('Next.');
    await submit('something else');
    await until(() => scripted.remaining === 0);
    const next = scripted.requests.at(-1);
    expect(next?.messages.slice(0, lastStep?.messages.length)).toEqual(lastStep?.messages);
  });

  test('keeps the prepared edits when Tab fills the suggestion in', async () => {
    const { controller, draft, store, submit, base } = await startReady();
    const suggestionId = store.state.suggestion?.id ?? '';
    const report = { event: 'accepted', method: 'tab', afterMs: 900 } as const;
    await controller.handle({ type: 'suggestion-report', suggestionId, report });
    await draft('add a changelog entry');
    expect(store.state.speculation?.phase).toBe('ready');
    expect(await submit('add a changelog entry')).toEqual({ outcome: 'applied' });
    expect(base.text('CHANGELOG.md')).toBe('- Renamed.\n');
  });

  test('keeps the prepared edits when a reloaded webview shows the suggestion again', async () => {
    const { scripted, showGhost, store } = await startReady();
    await until(() => scripted.remaining === 0);
    const { speculation } = store.state;
    const requests = scripted.requests.length;
    await showGhost();
    for (let round = 0; round < 50; round += 1) await settle();
    expect(store.state.speculation).toBe(speculation);
    expect(scripted.requests).toHaveLength(requests);
  });

  test('aborts the request of a running speculation when another prompt is sent', async () => {
    const held = { text: 'Wait', hold: never };
    const { scripted, store, submit, showGhost } = await start([...FIRST_ANSWER, 'add a changelog entry', held]);
    await submit('rename it');
    await showGhost();
    await until(() => scripted.requests.length === 4);
    scripted.push('Of course.');
    expect(await submit('explain it')).toEqual({ outcome: 'sent' });
    await until(() => store.state.status === 'idle');
    expect(scripted.aborted).toBe(1);
    expect(store.state.speculation).toBeNull();
    expect(store.state.items.at(-1)).toMatchObject({ status: 'done', blocks: [{ text: 'Of course.' }] });
  });

  test('shows the diff first in default mode, keeps the text, and applies the edits on Apply', async () => {
    const { base, controller, draft, store, submit } = await startReady([''], 'default');
    await draft('add a changelog entry');
    expect(await submit('add a changelog entry')).toEqual({ outcome: 'kept' });
    expect(store.state.speculation?.phase).toBe('review');
    expect(base.text('CHANGELOG.md')).toBeUndefined();
    const { draftRevision } = store.state;
    await controller.handle({ type: 'speculation', id: store.state.speculation?.id ?? '', action: 'apply' });
    expect(base.text('CHANGELOG.md')).toBe('- Renamed.\n');
    expect(store.state).toMatchObject({ draft: '', draftRevision: draftRevision + 1, speculation: null });
  });

  test('applies the edits if the suggestion is sent again after its diff has been shown', async () => {
    const { base, store, submit } = await startReady([''], 'default');
    expect(await submit('add a changelog entry')).toEqual({ outcome: 'kept' });
    expect(await submit('add a changelog entry')).toEqual({ outcome: 'applied' });
    expect(base.text('CHANGELOG.md')).toBe('- Renamed.\n');
    expect(store.state.speculation).toBeNull();
  });

  test('does not apply edits in default mode before their diff has been shown', async () => {
    const { base, controller, store } = await startReady([''], 'default');
    const apply = { type: 'speculation', id: store.state.speculation?.id ?? '', action: 'apply' } as const;
    await controller.handle(apply);
    expect(store.state.speculation?.phase).toBe('review');
    expect(base.text('CHANGELOG.md')).toBeUndefined();
    await controller.handle(apply);
    expect(base.text('CHANGELOG.md')).toBe('- Renamed.\n');
  });

  test('keeps an open diff while the user types something else', async () => {
    const { controller, draft, store, base } = await startReady();
    const { id = '' } = store.state.speculation ?? {};
    await controller.handle({ type: 'speculation', id, action: 'preview' });
    await draft('hm, wait');
    expect(store.state.speculation?.phase).toBe('review');
    await controller.handle({ type: 'speculation', id, action: 'apply' });
    expect(base.text('CHANGELOG.md')).toBe('- Renamed.\n');
    expect(store.state.draft).toBe('hm, wait');
  });

  test.each<ApprovalMode>(['default', 'auto-edit'])(
    'makes no request if the prompt of an open conflict is sent again in %s mode',
    async (approvalMode) => {
      const { base, previews, scripted, settings, store, submit } = await startReady();
      await until(() => scripted.remaining === 0);
      settings.approvalMode = approvalMode;
      if (approvalMode === 'default') await submit('add a changelog entry');
      base.put('CHANGELOG.md', 'mine\n');
      await submit('add a changelog entry');
      const requests = scripted.requests.length;
      previews.clear();
      expect(await submit('add a changelog entry')).toEqual({ outcome: 'kept' });
      expect(store.state).toMatchObject({ status: 'idle', speculation: { phase: 'conflict' } });
      await until(() => previews.size === 1);
      expect([scripted.requests.length, base.text('CHANGELOG.md')]).toEqual([requests, 'mine\n']);
      scripted.push('Explained.');
      expect(await submit('explain it')).toEqual({ outcome: 'sent' });
      await until(() => store.state.status === 'idle');
      expect(store.state.items.at(-1)).toMatchObject({ blocks: [{ text: 'Explained.' }] });
    },
  );

  test('does not overwrite a file that changed meanwhile, and keeps the text', async () => {
    const { base, store, submit } = await startReady();
    base.put('CHANGELOG.md', 'mine\n');
    expect(await submit('add a changelog entry')).toEqual({ outcome: 'kept' });
    expect(base.text('CHANGELOG.md')).toBe('mine\n');
    expect(store.state.speculation?.phase).toBe('conflict');
    expect(store.state.items).toHaveLength(2);
  });

  test.each([
    ['speculation', 'enableSpeculation', 'add a changelog entry'],
    ['suggestions', 'enableFollowupSuggestions', undefined],
  ] as const)(
    'drops the speculation at once when the setting for %s is switched off',
    async (_name, key, remaining) => {
      const { moveAhead, settings, store } = await startReady();
      settings[key] = false;
      await moveAhead.settingsChanged();
      expect(store.state.speculation).toBeNull();
      expect(store.state.suggestion?.text).toBe(remaining);
    },
  );

  test('stops at a call that needs the user, and with `discard` sends an ordinary prompt on Enter', async () => {
    const steps = [...FIRST_ANSWER, 'run the tests', { calls: [shell('npm test')] }];
    const { settings, store, submit, showGhost, reachPhase, scripted } = await start(steps);
    settings.speculationAtBoundary = 'discard';
    await submit('rename it');
    await showGhost();
    await reachPhase('stopped');
    scripted.push('I cannot run them.');
    expect(await submit('run the tests')).toEqual({ outcome: 'sent' });
    await until(() => store.state.status === 'idle');
  });
});

describe('while prepared edits are being applied', () => {
  async function startHeld() {
    const setup = await startReady();
    await until(() => setup.scripted.remaining === 0);
    const release = setup.base.holdNext('write');
    const applied = setup.submit('add a changelog entry');
    await until(() => setup.store.state.speculation?.phase === 'applying');
    return { ...setup, applied, release };
  }

  test('another submit waits, and its prompt follows the applied exchange', async () => {
    const { applied, release, scripted, store, submit } = await startHeld();
    scripted.push('Explained.');
    const explained = submit('explain it');
    for (let round = 0; round < 20; round += 1) await settle();
    expect(store.state.items).toHaveLength(2);
    release();
    expect(await applied).toEqual({ outcome: 'applied' });
    expect(await explained).toEqual({ outcome: 'sent' });
    await until(() => store.state.status === 'idle');
    const prompts = store.state.items.filter((item) => item.kind === 'user').map((item) => item.text);
    expect(prompts).toEqual(['rename it', 'add a changelog entry', 'explain it']);
  });

  test('a new chat waits, and gets no messages of the old chat', async () => {
    const { applied, base, actions, release, store } = await startHeld();
    const fresh = actions.newChat();
    release();
    expect(await applied).toEqual({ outcome: 'applied' });
    await fresh;
    expect(store.state.items).toEqual([]);
    expect(base.text('CHANGELOG.md')).toBe('- Renamed.\n');
  });

  test('closing the window waits until all edits are written', async () => {
    const { applied, base, actions, release } = await startHeld();
    let closed = false;
    const closing = actions.close().then(() => (closed = true));
    for (let round = 0; round < 20; round += 1) await settle();
    expect(closed).toBe(false);
    release();
    await Promise.all([applied, closing]);
    expect(base.text('CHANGELOG.md')).toBe('- Renamed.\n');
  });
});
