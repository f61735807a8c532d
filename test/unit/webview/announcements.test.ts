import { expect, it } from 'vitest';
import { createInitialChatState, reduce } from '../../../src/shared/chatReducer.ts';
import type { ChatEvent } from '../../../src/shared/protocol.ts';
import type { AnswerItem, Block } from '../../../src/shared/chatState.ts';
import { announcementFor } from '../../../src/webview/announcements/announcements.ts';
import { answerItem, toolItem, userItem } from '../../support/chatItems.ts';

const EMPTY = answerItem({ status: 'streaming' });
const responding: ChatEvent = { type: 'status-changed', status: 'responding' };
const waiting: ChatEvent = { type: 'status-changed', status: 'waiting-for-confirmation' };
const idle: ChatEvent = { type: 'status-changed', status: 'idle' };
const asked: ChatEvent = { type: 'item-added', item: userItem({ text: 'do it' }) };
const dropped: ChatEvent = { type: 'items-dropped', fromId: 'a' };
const added = (patch: Partial<AnswerItem> = {}): ChatEvent => ({ type: 'item-added', item: { ...EMPTY, ...patch } });
const updated = (patch: Partial<AnswerItem>): ChatEvent => ({ type: 'answer-updated', itemId: 'a', patch });
const block = (added: Block): ChatEvent => ({ type: 'block-added', itemId: 'a', block: added });
const text = (words: string): Block => ({ kind: 'text', text: words });
const question = (callId: string, words: string) =>
  block(
    toolItem({
      callId,
      status: 'awaiting-approval',
      approval: { question: words, subject: { kind: 'url', url: '' }, reasons: [], grantable: true, persistent: [] },
    }),
  );

const edit = (callId: string, file: string) =>
  block(
    toolItem({
      callId,
      status: 'awaiting-approval',
      approval: {
        question: `Edit ${file}?`,
        subject: { kind: 'edit', file, diff: '', added: 1, removed: 0, canOpen: true, amended: false },
        reasons: [],
        grantable: true,
        persistent: [],
        group: 'g',
      },
    }),
  );

const asks = (options: string[]) =>
  block(
    toolItem({ callId: 'q', name: 'ask_user', status: 'awaiting-answer', question: { text: 'Which one?', options } }),
  );

function check(events: readonly ChatEvent[], said: readonly string[]): void {
  const states = [createInitialChatState('c')];
  for (const event of events) states.push(reduce(states.at(-1) ?? createInitialChatState('c'), event));
  const heard = states.slice(1).map((state, index) => announcementFor(states[index] ?? state, state));
  expect(heard.filter((words) => words !== null)).toEqual(said);
}

it('says once that a request is made again', () => {
  const retry = { attempt: null, maxAttempts: 5, at: 0, reason: 'No connection to Anthropic.' };
  check(
    [asked, added(), responding, updated({ retry }), updated({ retry: { ...retry, at: 9 } }), updated({ retry: null })],
    ['Premove is answering', 'No connection to Anthropic. Retrying.'],
  );
});

const failed = { status: 'failed', error: { message: 'No network.', action: null } } as const;

it.each<[string, ChatEvent[], string[]]>([
  [
    'that what followed an earlier answer is out of sight',
    [
      asked,
      added({ status: 'done', blocks: [text('Well.')] }),
      responding,
      dropped,
      added(),
      {
        type: 'branch-changed',
        itemId: 'a',
        branch: { index: 2, count: 2, later: { step: -1, prompts: 3 } },
      },
    ],
    [
      'Premove answered: Well.',
      'Premove is answering',
      'What followed (3 messages of yours) is kept with another version.',
    ],
  ],
  [
    'an answer that is done, once, whichever event comes last',
    [asked, responding, added(), block(text('Hi.')), updated({ status: 'done' }), idle],
    ['Premove is answering', 'Premove answered: Hi.'],
  ],
  [
    'an answer whose status follows the session’s',
    [asked, responding, added({ blocks: [text('Hi.')] }), idle, updated({ status: 'done' }), updated({ usage: null })],
    ['Premove is answering', 'Premove answered: Hi.'],
  ],
  [
    'what a call asks, and how many answers there are',
    [responding, added(), asks(['a', 'b']), waiting],
    ['Premove is answering', 'Premove asks: Which one? 2 answers to choose from.'],
  ],
  [
    'an answer without words',
    [responding, added({ blocks: [toolItem({})] }), updated({ status: 'done' }), idle],
    ['Premove is answering', 'Premove answered.'],
  ],
  [
    'an answer that was stopped, without what there was of it',
    [responding, added({ blocks: [text('It is')] }), updated({ status: 'stopped' }), idle],
    ['Premove is answering', 'You stopped this answer.'],
  ],
  [
    'a failure with its message, and the same again after Retry',
    [responding, added(), updated(failed), idle, dropped, responding, added(), updated(failed), idle],
    ['Premove is answering', 'No network.', 'Premove is answering', 'No network.'],
  ],
  [
    'an answer that Retry brought, under the id of the one that failed',
    [
      ...[responding, added(), updated(failed), idle, dropped, added({ blocks: [text('Hi.')] }), responding],
      ...[updated({ status: 'done', error: null }), idle],
    ],
    ['Premove is answering', 'No network.', 'Premove is answering', 'Premove answered: Hi.'],
  ],
  [
    'an answer cut off, and what there is of it',
    [responding, added({ blocks: [text('It is')] }), updated({ status: 'cut-off' }), idle],
    ['Premove is answering', 'Stopped at the output limit. Premove answered: It is'],
  ],
  [
    'prepared edits that were applied while the session was idle',
    [
      asked,
      added({
        status: 'done',
        speculated: true,
        blocks: [toolItem({ files: ['a', 'b'] }), toolItem({ files: ['a'] }), text('Ok.')],
      }),
      updated({ usage: null }),
    ],
    ['Prepared edits applied: 2 files. Premove answered: Ok.'],
  ],
  [
    'prepared words without edits',
    [asked, added({ status: 'done', speculated: true, blocks: [text('Ok.')] })],
    ['Premove answered: Ok.'],
  ],
  [
    'an answer that holds nothing',
    [responding, added(), updated({ status: 'done' }), idle],
    ['Premove is answering', 'The model sent an empty answer. Try again, or word it differently.'],
  ],
  [
    'each question once',
    [
      ...[responding, added(), question('c1', 'Edit a?'), waiting, question('c2', 'Edit \u202eb?')],
      { type: 'tool-call-update', itemId: 'a', callId: 'c1', patch: { status: 'success' } },
      { type: 'tool-call-update', itemId: 'a', callId: 'c2', patch: { status: 'success' } },
      responding,
    ],
    ['Premove is answering', 'Premove asks: Edit a?', 'Premove asks: Edit \\u{202e}b?'],
  ],
  [
    'edits that are asked about together as one question',
    [responding, added(), edit('c1', 'a.ts'), edit('c2', 'a.ts'), edit('c3', 'b.ts'), waiting],
    ['Premove is answering', 'Premove asks: 3 edits in 2 files?'],
  ],
  [
    'another version that was switched to, not its answer',
    [
      added({ id: 'b', status: 'done', blocks: [toolItem({})] }),
      { type: 'items-dropped', fromId: 'b' },
      added({ status: 'done', blocks: [text('Hi.')], branch: { index: 2, count: 3 } }),
    ],
    ['Premove answered.', 'Version 2 of 3.'],
  ],
  [
    'nothing of an older answer that is the last one again',
    [added({ status: 'done', blocks: [toolItem({})] }), asked, { type: 'items-dropped', fromId: 'u' }],
    ['Premove answered.'],
  ],
])('tells of %s', (_, events, said) => check(events, said));

it('reads out the beginning of a long answer', () => {
  check([added({ status: 'done', blocks: [text('x'.repeat(1_001))] })], [`Premove answered: ${'x'.repeat(1_000)}…`]);
});

it('says nothing when another chat is shown', () => {
  const other = reduce(createInitialChatState('other'), added({ status: 'done' }));
  expect(announcementFor(createInitialChatState('c'), other)).toBeNull();
});
