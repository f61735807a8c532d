import { expect, it } from 'vitest';
import type { SummaryItem } from '../../../../src/shared/transcriptItem.ts';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import { lastContext, modelWithoutCount } from '../../../../src/webview/composer/footer/useContextFill.ts';
import { answerItem, userItem } from '../../../support/chatItems.ts';

const CONTEXT = { used: 24_000, window: 32_000 };
const counted = answerItem({ context: CONTEXT });
const summary = (state: SummaryItem['state']): SummaryItem => ({
  kind: 'summary',
  id: 's',
  state,
  text: '',
  edited: false,
  messages: 8,
  before: 23_000,
  after: 7_000,
  branch: null,
});

it.each([
  ['nothing before the first count', [userItem(), answerItem()], undefined],
  ['the last count', [counted, userItem(), answerItem()], CONTEXT],
  ['the last count while a summary is being written', [counted, summary('running')], CONTEXT],
  ['the estimate of a compression after the last count', [counted, summary('done')], { ...CONTEXT, used: 7_000 }],
  ['the estimate from before an undone compression', [counted, summary('undone')], { ...CONTEXT, used: 23_000 }],
  ['a count after the compression', [summary('done'), userItem(), counted], CONTEXT],
])('the context meter shows %s', (_, items, expected) => {
  expect(lastContext({ items })).toEqual(expected);
});

it.each([
  ['the model that answered is selected', ['a/one'], 'a/one', null],
  ['another model is selected', ['a/one'], 'a/two', 'a/two'],
  ['another model has finished the answer', ['a/one', 'a/two'], 'a/one', 'a/one'],
  ['no answer was counted', null, 'a/two', null],
])(
  'the size of the context is estimated again only for a model that has not counted it: %s',
  (_, models, selected, expected) => {
    const state = createInitialChatState('c');
    const items = models ? [answerItem({ context: CONTEXT, models })] : [answerItem()];
    const model = { id: selected, label: selected };
    expect(modelWithoutCount({ ...state, items, model: { ...state.model, ...model } })).toBe(expected);
  },
);

const choice = (id: string) => ({ id, label: id });

it.each([
  ['the fallback model has counted it', 'f/fallback', null, null],
  ['the selected model has counted it, and the fallback model answers next', 'a/one', null, 'f/fallback'],
  ['the fallback model has counted it, and the next message has its own model', 'f/fallback', 'a/own', 'a/own'],
])(
  'while a fallback model answers, the context is estimated again only if the next model has not counted it: %s',
  (_, counter, own, expected) => {
    const { composerMenu } = createInitialChatState('c');
    const items = [answerItem({ context: CONTEXT, models: [counter] })];
    const messageModel = own === null ? null : choice(own);
    const menu = { ...composerMenu, fallback: choice('f/fallback'), messageModel };
    expect(modelWithoutCount({ items, model: choice('a/one'), composerMenu: menu })).toBe(expected);
  },
);
