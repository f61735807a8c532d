import { describe, expect, it } from 'vitest';
import type { ModelErrorKind } from '../../../src/extension/model/chatModel.ts';
import { textOf } from '../../../src/extension/model/message.ts';
import { FREE_PRICING } from '../../../src/extension/model/pricing.ts';
import { TOUR_ID } from '../../../src/extension/model/tour/tourId.ts';
import type { TranslationResult } from '../../../src/shared/protocol.ts';
import { settle } from '../../support/manualClock.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { toSelected } from '../speculate/fixtures.ts';
import { until } from './harness.ts';
import { openWebview } from './webviewUser.ts';

/** A user with one webview, who translates what is in the input to English. */
async function open(steps: readonly ScriptedStep[], ...more: unknown[]) {
  const panel = await openWebview(steps, ...more);
  panel.world.settings.translateTarget = 'English';
  const response = (id: number) => panel.response(id) as Promise<TranslationResult>;
  const begin = (text: string, chips: object[] = []): number =>
    panel.ask({ type: 'translate-input', conversationId: panel.store.state.conversationId, text, chips });
  const translate = (text: string, chips: object[] = []) => response(begin(text, chips));
  return { ...panel, begin, translate, response };
}

async function problemOf(translating: Promise<TranslationResult>): Promise<string> {
  const result = await translating;
  return result.kind === 'failed' ? result.message : `no failure, but ${result.kind}`;
}

it('a translation is requested from the fast model, without the conversation, and is not recorded in it', async () => {
  const user = await open([]);
  const fast = createScriptedModel(['Rename ⟦1⟧']);
  user.setFastModel(Promise.resolve({ kind: 'model', model: toSelected(fast) }));
  const text = ' Benenne @a.ts um\n';
  const chips = [{ from: 9, to: 14, mention: 'file.x' }];
  expect(await user.translate(text, chips)).toEqual({
    kind: 'done',
    text: ' Rename @a.ts\n',
    chips: [{ from: 8, to: 13, mention: 'file.x' }],
  });
  const [request] = fast.requests;
  expect(request).toMatchObject({ promptId: 'translate', tools: [], thinking: 'off' });
  expect(request?.messages.map(textOf)).toEqual(['<text> Benenne ⟦1⟧ um\n</text>']);
  expect(request?.system).toContain('"English"');
  expect(user.chats.session.leaf).toBeNull();
});

it('the usage of a translation counts under a row of its own', async () => {
  const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 3 };
  const user = await open(['Named.', { text: 'Yes', usage }]);
  await user.exchange('Name it');
  await user.translate('Ja');
  await until(() => user.store.state.suggesting.translationCost !== null);
  expect(user.store.state.suggesting).toMatchObject({
    suggestionCost: null,
    completionCost: null,
    translationCost: { requests: 1, input: 10, output: 3 },
  });
});

it('the user is asked once for the target language', async () => {
  const user = await open(['Ja', 'Nein']);
  user.world.settings.translateTarget = '';
  user.world.language = 'Deutsch';
  expect(await user.translate('Yes')).toMatchObject({ kind: 'done', text: 'Ja' });
  expect(user.world.written).toEqual([['translate.target', 'Deutsch']]);
  user.world.settings.translateTarget = 'Deutsch';
  user.world.language = undefined;
  expect(await user.translate('No')).toMatchObject({ kind: 'done', text: 'Nein' });
});

it('nothing is sent if the user does not choose a language', async () => {
  const user = await open([]);
  user.world.settings.translateTarget = '';
  expect(await user.translate('Yes')).toEqual({ kind: 'aborted' });
  expect(user.scripted.requests).toEqual([]);
});

it('a translation that is no longer wanted is aborted at the model', async () => {
  const user = await open([{ text: 'Yes', hold: new Promise<never>(() => {}) }]);
  const request = user.begin('Ja');
  await until(() => user.scripted.requests.length === 1);
  user.ask({ type: 'cancel-translation' });
  expect(await user.response(request)).toEqual({ kind: 'aborted' });
});

it('a translation that is cancelled while the model is looked for ends at once', async () => {
  const user = await open([]);
  user.setFastModel(new Promise(() => {}));
  const request = user.begin('Ja');
  await settle();
  user.ask({ type: 'cancel-translation' });
  expect(await user.response(request)).toEqual({ kind: 'aborted' });
});

describe('a translation fails with a reason, and without text, if', () => {
  const failing = (kind: ModelErrorKind) => ({ error: { kind, message: 'No.', retryable: true } });
  const cases: [string, ScriptedStep, string, RegExp][] = [
    ['the text is already in the language', 'Yes', 'Yes', /already in this language: English/],
    ['a part is lost', 'Rename it', 'Benenne `a` um', /lost code or mentions/],
    ['the answer is empty', ' ', 'Ja', /did not translate/],
    ['the answer is cut off', { text: 'Ye', stopReason: 'length' }, 'Ja', /did not finish/],
    ['the model refuses', { text: 'No', stopReason: 'refused' }, 'Ja', /refused to translate/],
    ['the provider fails', failing('overloaded'), 'Ja', /overloaded/i],
    ['the model does not exist', failing('not-found'), 'Ja', /no model named .* Select another model/],
    ['the rate limit is exceeded', failing('rate-limited'), 'Ja', /rate limit exceeded\. Try again in a minute/],
    ['the request is too long', failing('context-too-long'), 'Ja', /too long to translate/],
    ['there is only code', 'x', '`a` https://x.y', /Type the text to translate/],
    ['the text is too long', 'x', 'ja '.repeat(10_000), /too long/],
  ];
  it.each(cases)('%s', async (_name, step, text, message) => {
    const user = await open([step]);
    expect(await problemOf(user.translate(text))).toMatch(message);
    expect(user.scripted.requests.length).toBeLessThanOrEqual(1);
  });

  it('the key is refused, and the hint offers to set another', async () => {
    const user = await open([failing('unauthorized')]);
    expect(await user.translate('Ja')).toMatchObject({ kind: 'failed', needsKey: true });
  });

  it('the daily limit of suggestions is reached', async () => {
    const user = await open([]);
    await user.limitCost('spent');
    expect(await problemOf(user.translate('Ja'))).toMatch(/daily limit/);
    user.world.pricing = { ...FREE_PRICING, priceOf: () => undefined };
    expect(await problemOf(user.translate('Ja'))).toMatch(/price/);
  });

  it('the chat is the offline tour', async () => {
    const user = await open([], 'auto-edit', {}, undefined, {}, { model: TOUR_ID });
    expect(await problemOf(user.translate('Ja'))).toMatch(/tour/);
  });

  it('the tour’s model is selected in a chat that is not the tour', async () => {
    const user = await open([]);
    user.setResolved({ kind: 'model', model: { ...toSelected(user.scripted), id: TOUR_ID } });
    expect(await problemOf(user.translate('Ja'))).toMatch(/tour can’t translate\. Select another model/);
    expect(user.scripted.requests).toEqual([]);
  });
});
