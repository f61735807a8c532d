import { describe, expect, test } from 'vitest';
import { MAX_IGNORED } from '../../../../src/extension/suggest/habit.ts';
import { userItem } from '../../../support/chatItems.ts';
import { createScriptedModel } from '../../../support/scriptedModel.ts';
import { toSelected } from '../../speculate/fixtures.ts';
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

describe('a running request for a suggestion', () => {
  test.each<[string, string, (panel: Panel) => Promise<unknown>]>([
    ['typing', 'typed', (panel) => panel.draft('x')],
    [
      'shell mode, also with an empty input',
      'typed',
      ({ controller, store: { state } }) =>
        controller.handle({ type: 'draft', conversationId: state.conversationId, text: '', shell: true }),
    ],
    ['another chat', 'chat-left', (panel) => panel.actions.newChat()],
    ['another prompt', 'chat-continued', (panel) => panel.submit('something else')],
    ['switching suggestions off in this chat', 'suggestions-off', (panel) => act(panel, 'off-in-chat')],
    [
      'editing an earlier prompt',
      'edit-began',
      ({ controller, store }) => {
        const { conversationId, items } = store.state;
        return controller.handle({ type: 'edit', conversationId, itemId: items[0]?.id ?? '' });
      },
    ],
  ])('is aborted by %s, and the log has the reason', async (_, logged, change) => {
    const panel = await startWithoutSpeculation();
    panel.scripted.push(...ANSWER, { text: 'run the', hold: never });
    await panel.exchange('look at it');
    await until(() => isSuggestionRequested(panel));
    panel.scripted.push('Other.');
    await change(panel);
    await until(() => panel.scripted.aborted === 1);
    await settleAll();
    expect(panel.store.state.suggestion).toBeNull();
    expect(panel.logged[0]).toBe(`No suggestion: ${logged}`);
  });

  test('is counted and logged even if the filter refuses its suggestion', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'Let me run the tests');
    expect(panel.logged).toEqual(['No suggestion: ai_voice']);
    expect(panel.suggesting.requests).toMatchObject([{ promptId: 'prompt_suggestion' }]);
    expect(isSuggestionRequested(panel)).toBe(true);
    expect(panel.suggesting.events).toMatchObject([
      { outcome: 'suppressed', reason: 'ai_voice', suggestion_length: 20 },
    ]);
  });
});

describe('the suggestion request', () => {
  const lastTools = ({ scripted }: Panel) => scripted.requests.at(-1)?.tools;

  test('goes to the chat’s model, with the prefix of the conversation', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    expect(panel.store.state.suggestion?.text).toBe('run the tests');
    expect(lastTools(panel)).toEqual(panel.scripted.requests[0]?.tools);
  });

  test('goes to the chat’s model, without the prefix if cache sharing is off', async () => {
    const panel = await startWithoutSpeculation();
    panel.settings.enableCacheSharing = false;
    await ask(panel, '{"suggestion":"run the tests"}');
    expect(panel.store.state.suggestion?.text).toBe('run the tests');
    expect(lastTools(panel)).toEqual([]);
  });

  test('goes to the fast model if one is set', async () => {
    const panel = await startWithoutSpeculation();
    const fast = createScriptedModel([], ({ promptId }) =>
      promptId === 'title' ? '{"title":"A look"}' : '{"suggestion":"run the tests"}',
    );
    panel.setFastModel(Promise.resolve({ kind: 'model', model: toSelected(fast, 'test/fast') }));
    await ask(panel);
    expect(panel.store.state.suggestion?.text).toBe('run the tests');
    expect(isSuggestionRequested(panel)).toBe(false);
    expect(fast.requests.map(({ promptId }) => promptId)).toContain('prompt_suggestion');
    expect(panel.suggesting.requests).toHaveLength(1);
  });

  test('is not sent for a finished speculation if the day’s limit is spent', async () => {
    const panel = await start([...ANSWER, 'run the tests', 'They are green.']);
    await panel.exchange('look at it');
    await until(() => panel.store.state.suggestion !== null);
    await panel.limitCost('spent');
    await panel.showGhost();
    await panel.reachPhase('ready');
    await settleAll();
    expect(panel.scripted.requests.map(({ promptId }) => promptId).slice(2)).toEqual([
      'prompt_suggestion',
      'speculation',
    ]);
  });
});

describe('the saved request that suggestions fork from', () => {
  async function startAnswered(): Promise<Panel> {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    expect(panel.cacheSafeParams.current?.leaf).toBe(panel.chats.session.leaf);
    return panel;
  }

  test('is cleared by a new chat, and by opening another chat', async () => {
    const panel = await startAnswered();
    const first = panel.store.state.conversationId;
    await panel.actions.newChat();
    expect(panel.cacheSafeParams.current).toBeUndefined();
    await ask(panel, 'run the lint');
    await panel.actions.withChats((chats) => chats.open(first));
    expect(panel.cacheSafeParams.current).toBeUndefined();
  });

  test('is cleared when its prompt is edited and sent again', async () => {
    const panel = await startAnswered();
    const { conversationId, items } = panel.store.state;
    await panel.controller.handle({ type: 'edit', conversationId, itemId: items[0]?.id ?? '' });
    panel.scripted.push({ text: 'Rea', hold: never });
    await panel.submit('look at b.ts');
    await settleAll();
    expect(panel.cacheSafeParams.current).toBeUndefined();
  });

  test('is the speculation’s request after the speculation is applied', async () => {
    const { actions, store, cacheSafeParams, chats, scripted } = await startReady();
    const prepared = scripted.requests.findLast(({ promptId }) => promptId === 'speculation');
    await actions.apply(store.state.speculation?.id ?? '');
    expect(cacheSafeParams.current).toMatchObject({ leaf: chats.session.leaf, request: { system: prepared?.system } });
  });

  test('is cleared by applying a speculation if the system prompt has changed after the request', async () => {
    const { actions, store, cacheSafeParams, chats } = await startReady();
    const { current } = cacheSafeParams;
    if (!current) throw new Error('No request was saved');
    cacheSafeParams.save(current.modelId, { ...current.request, system: 'Other.' }, current.answer, current.leaf);
    await actions.apply(store.state.speculation?.id ?? '');
    expect(chats.session.leaf).not.toBe(current.leaf);
    expect(cacheSafeParams.current).toBeUndefined();
  });
});

describe('the outcome of a suggestion', () => {
  const report = async (panel: Panel, ...reports: Parameters<Panel['moveAhead']['report']>[1][]) => {
    const suggestionId = panel.store.state.suggestion?.id ?? '';
    for (const each of reports) {
      await panel.controller.handle({ type: 'suggestion-report', suggestionId, report: each });
    }
  };

  test('is recorded with the prompt that follows', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    await report(panel, { event: 'shown', focused: true }, { event: 'accepted', method: 'tab', afterMs: 900 });
    expect(panel.suggesting.events).toEqual([]);
    panel.scripted.push('Green.', '');
    await panel.exchange('run the tests now');
    expect(panel.suggesting.events[0]).toMatchObject({ outcome: 'accepted', accept_method: 'tab' });
    expect(panel.suggesting.events[0]?.edit_similarity).toBeCloseTo(13 / 17);
  });

  test('is not compared with a prompt of another chat', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    await report(panel, { event: 'shown', focused: true });
    await panel.actions.newChat();
    panel.scripted.push('Green.');
    await panel.exchange('run the tests');
    expect(panel.suggesting.events[0]).toMatchObject({ outcome: 'ignored' });
    expect(panel.suggesting.events[0]).not.toHaveProperty('edit_similarity');
  });

  test('ignores a prompt that appears because another branch is shown', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    await report(panel, { event: 'shown', focused: true }, { event: 'accepted', method: 'tab', afterMs: 9 });
    panel.store.dispatch({ type: 'item-added', item: userItem({ text: 'run the tests' }) });
    expect(panel.suggesting.events).toEqual([]);
  });
});

describe('switching suggestions off', () => {
  test('in this chat hides the suggestion, shows a notice, and can be undone', async () => {
    const panel = await startWithoutSpeculation();
    await ask(panel, 'run the tests');
    await act(panel, 'off-in-chat');
    expect(panel.store.state.suggestion).toBeNull();
    expect(panel.store.state.suggesting.notice).toEqual({ kind: 'off-in-chat' });
    await act(panel, 'on-in-chat');
    expect(panel.store.state.suggesting.notice).toBeNull();
    await ask(panel, 'run the lint');
    expect(panel.store.state.suggestion?.text).toBe('run the lint');
  });

  test('in this chat does not affect other chats', async () => {
    const panel = await startWithoutSpeculation();
    await act(panel, 'off-in-chat');
    await panel.actions.newChat();
    expect(panel.store.state.suggesting.notice).toBeNull();
    await ask(panel, 'run the tests');
    expect(panel.store.state.suggestion?.text).toBe('run the tests');
  });

  test('does nothing if the request names a chat that is not shown', async () => {
    const panel = await startWithoutSpeculation();
    await act(panel, 'off-in-chat', 'another');
    expect(panel.store.state.suggesting.notice).toBeNull();
    await ask(panel, 'run the tests');
    expect(panel.store.state.suggestion).not.toBeNull();
  });

  test('everywhere changes the setting, and undo restores it', async () => {
    const panel = await startWithoutSpeculation();
    await act(panel, 'off-in-chat');
    await act(panel, 'off');
    expect(panel.settings.enableFollowupSuggestions).toBe(false);
    expect(panel.store.state.suggesting.notice).toEqual({ kind: 'off' });
    await act(panel, 'on');
    await ask(panel, 'run the tests');
    expect(panel.store.state.suggestion).not.toBeNull();
  });

  test('with the command affects only this chat, but switching them on also switches the setting on', async () => {
    const { suggestions, settings, store } = await startWithoutSpeculation();
    const toggle = async () => {
      await suggestions.toggle(settings.enableFollowupSuggestions);
      return store.state.suggesting.notice?.kind;
    };
    expect(await toggle()).toBe('off-in-chat');
    expect(await toggle()).toBe('on-in-chat');
    settings.enableFollowupSuggestions = false;
    expect(await toggle()).toBe('on-in-chat');
    expect(settings.enableFollowupSuggestions).toBe(true);
  });

  test('everywhere and on again overrides the chat’s own switch', async () => {
    const panel = await startWithoutSpeculation();
    const { suggestions, settings, store } = panel;
    const toggle = async () => {
      await suggestions.toggleEverywhere(settings.enableFollowupSuggestions);
      return store.state.suggesting.notice?.kind;
    };
    await act(panel, 'off-in-chat');
    expect([await toggle(), settings.enableFollowupSuggestions]).toEqual(['off', false]);
    expect([await toggle(), settings.enableFollowupSuggestions]).toEqual(['on-in-chat', true]);
    await ask(panel, 'run the tests');
    expect(store.state.suggestion).not.toBeNull();
  });
});

describe('a notice', () => {
  test('about unused suggestions lets the user return to a suggestion after every answer', async () => {
    const panel = await startWithoutSpeculation();
    for (let n = 0; n < MAX_IGNORED; n += 1) panel.suggesting.habit.noteSuggestion(false);
    expect(panel.store.state.suggesting.notice).toEqual({ kind: 'backed-off', ignored: 20, every: 5 });
    await act(panel, 'every-answer');
    expect(panel.store.state.suggesting.notice).toBeNull();
    await ask(panel, 'run the tests');
    expect(panel.store.state.suggestion).not.toBeNull();
  });

  test('about unused suggestions disappears when a suggestion is accepted', async () => {
    const panel = await startWithoutSpeculation();
    for (let n = 0; n < MAX_IGNORED; n += 1) panel.suggesting.habit.noteSuggestion(false);
    panel.suggesting.habit.noteSuggestion(true);
    expect(panel.store.state.suggesting.notice).toBeNull();
  });

  test('about the spent limit appears once a day', async () => {
    const panel = await startWithoutSpeculation();
    await panel.limitCost('spent');
    await ask(panel);
    expect(panel.store.state.suggesting.notice).toEqual({ kind: 'budget-spent', limit: 1 });
    await act(panel, 'dismiss-notice');
    await ask(panel);
    expect(panel.store.state.suggesting.notice).toBeNull();
    await panel.clock.advance(24 * 60 * 60 * 1_000);
    await panel.limitCost('spent');
    await ask(panel);
    expect(panel.store.state.suggesting.notice?.kind).toBe('budget-spent');
  });

  test('names the model whose price is unknown', async () => {
    const panel = await startWithoutSpeculation();
    await panel.limitCost('unknown-price');
    await ask(panel);
    expect(panel.store.state.suggesting.notice).toEqual({ kind: 'price-unknown', limit: 1, model: 'one' });
  });
});
