import { describe, expect, it, test } from 'vitest';
import { DailyCost } from '../../../src/extension/background/dailyCost.ts';
import type { ModelErrorKind } from '../../../src/extension/model/chatModel.ts';
import { FREE_PRICING } from '../../../src/extension/model/pricing.ts';
import { estimateTokens } from '../../../src/extension/model/tokens.ts';
import { TOUR_ID } from '../../../src/extension/model/tour/tourId.ts';
import { createTourModel } from '../../../src/extension/model/tour/tourModel.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { CompletionResult } from '../../../src/shared/protocol.ts';
import { settle } from '../../support/manualClock.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { toSelected } from '../speculate/fixtures.ts';
import { until } from './harness.ts';
import { openWebview } from './webviewUser.ts';

/** Milliseconds: longer than the pause between two messages with the text so far. */
const FRAME = 40;
const never = new Promise<never>(() => {});

/** A user with one webview, who completes what is in the input. */
async function open(steps: readonly ScriptedStep[], ...more: unknown[]) {
  const panel = await openWebview(steps, ...more);
  const { ask, posted } = panel;
  const response = (id: number) => panel.response(id) as Promise<CompletionResult>;
  const complete = (before: string, id = 'c1', conversationId = panel.store.state.conversationId): number =>
    ask({ type: 'complete-input', conversationId, id, before, after: '' });
  const texts = () => posted.flatMap((message) => (message.kind === 'completion' ? [message.text] : []));
  return { ...panel, complete, response, texts };
}

type User = Awaited<ReturnType<typeof open>>;

const completed = async (user: User, before = 'Write a '): Promise<CompletionResult> =>
  user.response(user.complete(before));

it('a completion streams to the webview and is not recorded in the conversation', async () => {
  let finish = (): void => {};
  const hold = new Promise<void>((resolve) => (finish = resolve));
  const user = await open([{ text: ['test ', 'for it'], hold }]);
  const request = user.complete('Write a ');
  await until(() => user.scripted.requests.length === 1);
  await until(() => {
    void user.clock.advance(FRAME);
    return user.texts().length > 0;
  });
  expect(user.texts()).toEqual(['test for it']);
  finish();
  expect(await user.response(request)).toEqual({ kind: 'done', text: 'test for it' });
  expect(user.store.state.items).toEqual([]);
  expect(user.chats.session.leaf).toBeNull();
});

it('the fast model completes the input, with the conversation as context', async () => {
  const user = await open(['Named.']);
  await user.exchange('Name it');
  const fast = createScriptedModel(['the tests']);
  user.setFastModel(Promise.resolve({ kind: 'model', model: toSelected(fast) }));
  expect(await completed(user, 'Run ')).toEqual({ kind: 'done', text: 'the tests' });
  expect(user.scripted.requests).toHaveLength(1);
  expect(JSON.stringify(fast.requests[0]?.messages)).toMatch(/Name it.*Named\..*Run <caret\/>/);
});

describe('the usage of a completion', () => {
  const WORDS = 'a '.repeat(40);
  /** At one dollar per token of output. */
  const WORDS_COST = estimateTokens(WORDS);
  const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 3 };

  it('counts under a row of its own', async () => {
    const user = await open(['Named.', { text: 'the tests', usage }]);
    await user.exchange('Name it');
    await completed(user, 'Run ');
    await until(() => user.suggesting.requests.length === 1);
    expect(user.suggesting.requests).toMatchObject([{ promptId: 'input_completion', usage }]);
    expect(user.store.state.suggesting).toMatchObject({
      suggestionCost: null,
      completionCost: { requests: 1, input: 10, output: 3 },
    });
  });

  it('belongs to the first answer if the chat has none yet', async () => {
    const user = await open([{ text: 'a test', usage }, 'Written.']);
    await completed(user, 'Write ');
    expect(user.store.state.suggesting.completionCost).toBeNull();
    await user.exchange('Write a test');
    await until(() => user.store.state.suggesting.completionCost !== null);
    expect(user.store.state.suggesting.completionCost).toMatchObject({ requests: 1, input: 10 });
  });

  it.each<[name: string, ends: ModelErrorKind | 'cancel', step: ScriptedStep, expected: object]>([
    ['costs nothing if the key is refused', 'unauthorized', {}, { usage: { input: 0, output: 0 }, cost: 0 }],
    ['costs nothing if the server fails', 'server', {}, { usage: { input: 0, output: 0 }, cost: 0 }],
    ['is estimated if it fails after some words', 'network', { text: WORDS }, { usage: null, cost: WORDS_COST }],
    ['is estimated if it is cancelled', 'cancel', { text: WORDS, hold: never }, { usage: null, cost: WORDS_COST }],
    ['has no output if it is cancelled before the first word', 'cancel', { hold: never }, { usage: null, cost: 0 }],
  ])('%s', async (_name, ends, step, expected) => {
    const error = ends === 'cancel' ? {} : { error: { kind: ends, message: 'No.', retryable: true } };
    const user = await open([{ ...(step as object), ...error }]);
    user.world.pricing = { ...FREE_PRICING, priceOf: ({ output }) => output };
    const request = user.complete('Write a ');
    await until(() => user.scripted.requests.length === 1);
    if (ends === 'cancel') user.ask({ type: 'cancel-completion', id: 'c1' });
    await user.response(request);
    await until(() => user.suggesting.requests.length === 1);
    expect(user.suggesting.requests).toMatchObject([expected]);
  });

  it('counts toward the daily limit of suggestions', async () => {
    const user = await open([{ text: 'a test', usage }]);
    user.world.pricing = { ...FREE_PRICING, priceOf: () => 0.75 };
    await completed(user);
    const cost = new DailyCost({
      files: user.world.globalFiles,
      clock: user.clock,
      log: silentLog,
      kind: 'suggestions',
    });
    await until(() => user.suggesting.requests.length === 1);
    expect(await cost.spent()).toBe(0.75);
  });
});

describe('a completion is aborted at the model', () => {
  const ways: [title: string, act: (user: User) => void | Promise<unknown>][] = [
    ['if the user cancels it', ({ ask }) => void ask({ type: 'cancel-completion', id: 'c1' })],
    ['if the view is hidden', ({ hide }) => hide()],
    ['if the webview is closed', ({ webview }) => webview.dispose()],
    ['if another completion begins', ({ complete }) => void complete('Write more ', 'c2')],
  ];
  test.each(ways)('%s', async (_, act) => {
    const user = await open([{ text: 'test', hold: never }, 'more']);
    const request = user.complete('Write a ');
    await until(() => user.scripted.requests.length === 1);
    await act(user);
    expect(await user.response(request)).toEqual({ kind: 'aborted' });
    expect(user.scripted.aborted).toBe(1);
    // The aborted request counts, because the provider may charge for it.
    await until(() => user.suggesting.requests.length > 0);
  });

  test('or not requested at all if the user cancels it while the model is looked for', async () => {
    const user = await open([]);
    user.setFastModel(never);
    const request = user.complete('Write a ');
    await settle();
    user.ask({ type: 'cancel-completion', id: 'c1' });
    expect(await user.response(request)).toEqual({ kind: 'aborted' });
    expect(user.suggesting.requests).toEqual([]);
  });

  test('only if the cancellation names this completion, not an earlier one', async () => {
    const user = await open([{ text: 'test', hold: never }, 'more']);
    user.complete('Write a ');
    await until(() => user.scripted.requests.length === 1);
    const second = user.complete('Write ', 'c2');
    user.ask({ type: 'cancel-completion', id: 'c1' });
    expect(await user.response(second)).toEqual({ kind: 'done', text: 'more' });
  });
});

describe('a completion fails', () => {
  const failsWith = async (user: User, words: RegExp, before?: string): Promise<void> => {
    expect(await completed(user, before)).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(words) as string,
    });
  };
  const error = (kind: ModelErrorKind) => ({ kind, message: 'No.', retryable: true });

  it('if the input is empty', async () => {
    const user = await open([]);
    await failsWith(user, /^Type the beginning/, ' \n');
    expect(user.scripted.requests).toEqual([]);
  });

  it('if the model has no key', async () => {
    const user = await open([]);
    user.setResolved({ kind: 'missing-key', message: 'Set a key.' });
    await failsWith(user, /^Set a key\.$/);
  });

  it('if the fast model cannot be used, without a request to the chat’s model instead', async () => {
    const user = await open([]);
    user.setFastModel(Promise.resolve({ kind: 'unusable', name: 'x/y', message: 'Set a key.', needsKey: true }));
    await failsWith(user, /x\/y, can’t be used\. Set a key\./);
    expect(user.scripted.requests).toEqual([]);
  });

  it('if the chat is the offline tour, but another model is selected', async () => {
    const user = await open([], undefined, undefined, undefined, undefined, { model: TOUR_ID });
    await failsWith(user, /^This chat is the offline tour\. Start a new chat/);
    expect(user.scripted.requests).toEqual([]);
  });

  it('if the tour is selected, but the chat is not the tour', async () => {
    const user = await open([]);
    user.setResolved({ kind: 'model', model: { ...toSelected(user.scripted), id: TOUR_ID } });
    await failsWith(user, /only in its own chats\. Select another model/);
    expect(user.scripted.requests).toEqual([]);
  });

  it.each([
    ['spent', /daily limit of \$1\. Raise it/],
    ['unknown-price', /price of .* is unknown/],
  ] as const)('if the allowance of the day is %s', async (allowance, words) => {
    const user = await open([]);
    await user.limitCost(allowance);
    await failsWith(user, words);
    expect(user.scripted.requests).toEqual([]);
  });

  it.each<[string, ScriptedStep, RegExp]>([
    ['the provider refuses the key', { error: error('unauthorized') }, /refused the API key\.$/],
    ['the rate limit is exceeded', { error: error('rate-limited') }, /rate limit exceeded\. Try again in a minute/],
    ['the model does not exist', { error: error('not-found') }, /no model named .* Select another model/],
    ['the request is refused', { error: error('bad-request') }, /refused the request\. .* Select another model/],
    ['the connection fails', { error: error('network') }, /Check your network/],
    ['the text is too long', { error: error('context-too-long') }, /too long for .*\. Shorten it/],
    ['the model refuses', { text: 'I can’t', stopReason: 'refused' }, /refused .*\. Rephrase it/],
    ['the answer is white space', '  \n', /nothing to add here\. Type a few more words/],
    ['the answer repeats the input', 'Write a', /nothing to add/],
    ['the model only thinks', { thinking: 'Hm.', stopReason: 'length' }, /for thinking\. Choose another/],
  ])('if %s', async (_, step, words) => {
    const user = await open([step]);
    await failsWith(user, words);
    expect(user.scripted.requests).toHaveLength(1);
  });

  it.each<[name: string, arrange: (user: User) => void, needsKey: boolean | undefined]>([
    ['a missing key', (user) => user.setResolved({ kind: 'missing-key', message: 'Set a key.' }), true],
    [
      'a missing key of the fast model',
      (user) =>
        user.setFastModel(Promise.resolve({ kind: 'unusable', name: 'x/y', message: 'Set a key.', needsKey: true })),
      true,
    ],
    ['a refused key', (user) => user.scripted.push({ error: error('unauthorized') }), true],
    ['a failed connection', (user) => user.scripted.push({ error: error('network') }), undefined],
  ])('because of %s, and offers to set the key: %s', async (_name, arrange, needsKey) => {
    const user = await open([]);
    arrange(user);
    const result = await completed(user);
    expect(result.kind === 'failed' && result.needsKey).toBe(needsKey);
  });

  it.each([
    ['fast/small', 'fast/small'],
    ['', 'chat/model'],
  ])('and its button sets the key of the completing model, if the fast model is %j', async (fastModel, expected) => {
    const user = await open([], undefined, undefined, undefined, undefined, { model: 'chat/model' });
    user.changeSettings({ fastModel });
    const asked: (string | undefined)[] = [];
    user.setKeyInput((modelId) => {
      asked.push(modelId);
      return true;
    });
    await user.controller.handle({ type: 'command', command: 'set-writing-key' });
    expect(asked).toEqual([expected]);
  });

  it('without a message if it belongs to another chat', async () => {
    const user = await open([]);
    expect(await user.response(user.complete('Write a ', 'c1', 'another chat'))).toEqual({ kind: 'aborted' });
  });
});

describe('a completion in the offline tour', () => {
  const openTour = async () => {
    const user = await open([], undefined, undefined, undefined, undefined, { model: TOUR_ID });
    const chatModel = createTourModel({ clock: user.clock, pace: 0 });
    user.setResolved({ kind: 'model', model: { id: TOUR_ID, label: 'tour', name: 'tour', chatModel } });
    const completeText = async (before: string): Promise<CompletionResult> => {
      let result: CompletionResult | undefined;
      void user.response(user.complete(before)).then((response) => (result = response));
      // The clock paces the words of the tour.
      await until(() => {
        void user.clock.advance(1);
        return result !== undefined;
      });
      return result!;
    };
    return { completeText };
  };

  it.each([
    ['Add a', ' farewell function'],
    ['rename', ' greet to welcome'],
  ])('continues the script: %s', async (before, text) => {
    expect(await (await openTour()).completeText(before)).toEqual({ kind: 'done', text });
  });

  it('fails with a message that gives an example if the input is not in the script', async () => {
    const result = await (await openTour()).completeText('fix my code');
    expect(result.kind === 'failed' && result.message).toContain('of its script');
  });
});

it('the panel’s state has the settings of completion, also in another chat', async () => {
  const user = await open([]);
  user.changeSettings({ completing: { onTab: true, onPause: false } });
  expect(user.store.state.completing).toEqual({ onTab: true, onPause: false });
  await user.controller.handle({ type: 'command', command: 'new-chat' });
  expect(user.store.state.completing).toEqual({ onTab: true, onPause: false });
});
