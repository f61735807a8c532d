import { describe, expect, test } from 'vitest';
import type { ModelErrorKind } from '../../../../src/extension/model/chatModel.ts';
import { toUnusable } from '../../../../src/extension/model/fastModel.ts';
import { createScriptedModel } from '../../../support/scriptedModel.ts';
import { toSelected, write } from '../../speculate/fixtures.ts';
import { start, until } from '../harness.ts';
import {
  act,
  ANSWER,
  ask,
  isSuggestionRequested,
  never,
  settleAll,
  startWithoutSpeculation,
} from './suggestingPanel.ts';

const unusable = toUnusable('mistral/small', 'Mistral needs an API key.', true);
const NOTICE = {
  kind: 'fast-model-unavailable',
  model: 'mistral/small',
  message: 'Mistral needs an API key.',
  needsKey: true,
};

describe('if the fast model is set but cannot be used', () => {
  test('no other model suggests, the reason is recorded, and a notice shows it once a day', async () => {
    const panel = await startWithoutSpeculation();
    panel.setFastModel(Promise.resolve(unusable));
    await ask(panel);
    expect(isSuggestionRequested(panel)).toBe(false);
    expect(panel.suggesting.requests).toEqual([]);
    expect(panel.store.state.suggesting.notice).toEqual(NOTICE);
    expect(panel.suggesting.events).toMatchObject([{ outcome: 'suppressed', reason: 'fast_model_unavailable' }]);
    await act(panel, 'dismiss-notice');
    await ask(panel);
    expect(panel.store.state.suggesting.notice).toBeNull();
    await panel.clock.advance(24 * 60 * 60 * 1_000);
    await ask(panel);
    expect(panel.store.state.suggesting.notice).toEqual(NOTICE);
  });

  test('an open dialog is recorded as the reason instead of the fast model, without a notice', async () => {
    const panel = await startWithoutSpeculation();
    panel.setFastModel(Promise.resolve(unusable));
    void panel.suggesting.dialogs.track('settings-input', () => never);
    await ask(panel);
    expect(panel.store.state.suggesting.notice).toBeNull();
    expect(panel.suggesting.events).toMatchObject([{ reason: 'settings_input_open' }]);
  });

  test('no other model speculates on an earlier suggestion', async () => {
    const panel = await start([...ANSWER, 'run the tests']);
    await panel.exchange('look at it');
    await until(() => panel.store.state.suggestion !== null);
    panel.setFastModel(Promise.resolve(unusable));
    await panel.showGhost();
    expect(panel.store.state.speculation).toBeNull();
    expect(panel.scripted.requests).toHaveLength(3);
  });
});

describe('a fast model that can be used', () => {
  test('prepares one suggestion after another, each from the cache prefix of the suggestion before', async () => {
    const panel = await start([...ANSWER]);
    const speculations = [write('a.md', 'a\n'), write('b.md', 'b\n'), write('c.md', 'c\n')].flatMap((call) => [
      { calls: [call] },
      'Written.',
    ]);
    const suggestions = ['{"suggestion":"write a note"}', 'write another note', 'write a third note', ''];
    const fast = createScriptedModel([], ({ promptId }) => {
      if (promptId === 'title') return '{"title":"Notes"}';
      return (promptId === 'speculation' ? speculations : suggestions).shift() ?? '';
    });
    panel.setFastModel(Promise.resolve({ kind: 'model', model: toSelected(fast, 'test/fast') }));
    await panel.exchange('look at it');
    for (const text of ['write a note', 'write another note', 'write a third note']) {
      await panel.showGhost();
      await panel.reachPhase('ready');
      // The next suggestion is requested once the edits are ready.
      await settleAll();
      expect(await panel.submit(text)).toEqual({ outcome: 'applied' });
    }
    expect(['a.md', 'b.md', 'c.md'].map((path) => panel.base.text(path))).toEqual(['a\n', 'b\n', 'c\n']);
    expect(panel.scripted.requests).toHaveLength(2);
    const forks = fast.requests.filter(({ promptId }) => promptId === 'speculation');
    for (const [index, fork] of forks.entries()) {
      const before = forks[index - 1]?.messages ?? [];
      expect(fork.messages.slice(0, before.length)).toEqual(before);
    }
  });
});

describe('a fast model whose provider', () => {
  async function askFailing(kind: ModelErrorKind, id = 'mistral/small') {
    const panel = await startWithoutSpeculation();
    const error = { kind, message: 'No.', retryable: false };
    panel.setFastModel(Promise.resolve({ kind: 'model', model: toSelected(createScriptedModel([], { error }), id) }));
    await ask(panel);
    return panel;
  }

  test.each<[string, ModelErrorKind, RegExp, boolean]>([
    ['refuses the key', 'unauthorized', /refused the API key/, true],
    ['denies the key access to the model', 'forbidden', /no access to small/, false],
    ['does not know the model', 'not-found', /has no model named small/, false],
  ])('%s cannot be used either', async (_, kind, message, needsKey) => {
    const { store, suggesting, scripted } = await askFailing(kind);
    const { notice } = store.state.suggesting;
    expect(notice).toMatchObject({ kind: 'fast-model-unavailable', model: 'mistral/small', needsKey });
    expect(notice?.kind === 'fast-model-unavailable' && notice.message).toMatch(message);
    expect(suggesting.events).toMatchObject([{ outcome: 'suppressed', reason: 'fast_model_unavailable' }]);
    expect(suggesting.requests).toHaveLength(1);
    expect(scripted.requests.map(({ promptId }) => promptId)).not.toContain('prompt_suggestion');
  });

  test('is overloaded remains usable, and no notice appears', async () => {
    const { store, suggesting } = await askFailing('overloaded');
    expect(store.state.suggesting.notice).toBeNull();
    expect(suggesting.events).toEqual([]);
  });
});
