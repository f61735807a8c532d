import { expect, it } from 'vitest';
import { createInitialChatState, reduce } from '../../../src/shared/chatReducer.ts';
import type { ChatEvent } from '../../../src/shared/protocol.ts';
import type { SpeculationView } from '../../../src/shared/chatState.ts';
import type { AnswerItem, Block, ChangesView, SummaryItem } from '../../../src/shared/transcriptItem.ts';
import { announcementFor } from '../../../src/webview/announcements/announcements.ts';
import type { TerminalCard } from '../../../src/shared/terminalCard.ts';
import { answerItem, terminalCard, toolItem, userItem } from '../../support/chatItems.ts';

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

const agentRow = toolItem({
  name: 'agent',
  status: 'executing',
  agent: {
    model: 'one',
    count: 1,
    calls: [
      toolItem({
        callId: 'agent-1:w',
        madeBy: 'general',
        status: 'awaiting-approval',
        approval: {
          question: 'Edit a.ts?',
          subject: { kind: 'url', url: '' },
          reasons: [],
          grantable: true,
          persistent: [],
        },
      }),
    ],
  },
});

const summary = (state: SummaryItem['state']): ChatEvent => ({
  type: 'item-added',
  item: {
    ...{ kind: 'summary', id: `summary-${state}`, state, text: '', edited: false, branch: null },
    ...{ messages: 8, before: 23_000, after: 7_000 },
  },
});

function check(events: readonly ChatEvent[], expected: readonly string[]): void {
  const states = [createInitialChatState('c')];
  for (const event of events) states.push(reduce(states.at(-1) ?? createInitialChatState('c'), event));
  const announced = states.slice(1).map((state, index) => announcementFor(states[index] ?? state, state));
  expect(announced.filter((words) => words !== null)).toEqual(expected);
}

const view: SpeculationView = {
  id: 's',
  suggestionId: 'g',
  phase: 'ready',
  step: 1,
  activity: '',
  files: ['a.ts'],
  added: 1,
  removed: 0,
  model: 'one',
  startedAt: 0,
  duration: 1,
  spent: { dollars: 0, tokens: 0 },
};
const prepared = (patch: Partial<SpeculationView>): ChatEvent => ({
  type: 'speculation-changed',
  speculation: { ...view, ...patch },
});

it('the announcer announces a changed file of prepared edits once, its deletion, and a conflict once', () => {
  const conflict = prepared({ phase: 'conflict', problem: 'a.ts could not be merged.' });
  check(
    [
      prepared({}),
      prepared({ changedFiles: ['a.ts'] }),
      prepared({ changedFiles: ['a.ts'], added: 2 }),
      prepared({ deletedFiles: ['a.ts'] }),
      prepared({ deletedFiles: ['a.ts'], changedFiles: ['b.ts'] }),
      conflict,
      conflict,
    ],
    [
      'a.ts has changed since. Applying the edits merges both versions.',
      'a.ts has been deleted since. Applying the edits changes no files until you choose a version.',
      'b.ts has changed since. Applying the edits changes no files until you choose a version.',
      'a.ts could not be merged.',
    ],
  );
});

it.each<[string, Partial<SpeculationView>, string]>([
  ['ready edits', { phase: 'ready' }, 'Ready'],
  ['edits with a shown diff', { phase: 'review' }, 'Ready'],
  ['an answer without edits', { phase: 'ready', files: [] }, 'Answer ready'],
  [
    'changed files',
    { phase: 'review', changedFiles: ['a.ts'] },
    'a.ts has changed since. Applying the edits merges both versions.',
  ],
  ['a kept preview', { phase: 'review', kept: true, prompt: 'add b' }, 'Preview still open: “add b”'],
  ['a stop', { phase: 'review', resumes: true, activity: 'needs approval' }, 'Paused: 1 file ready, needs approval'],
])('the announcer announces the state of the bar after a resolved conflict: %s', (_state, patch, expected) => {
  const before = { problem: 'a.ts could not be merged.', changedFiles: ['a.ts'] };
  check(
    [prepared({ ...before, phase: 'conflict' }), prepared(patch), prepared(patch)],
    ['a.ts could not be merged.', expected],
  );
});

it('the announcer announces an undo, and names the files that the undo left as they are', () => {
  const changes: ChangesView = {
    state: 'applied',
    files: 2,
    added: 1,
    removed: 1,
    bypasses: [],
    changed: [],
    lost: [],
  };
  const done = updated({ status: 'done' });
  const shown = updated({ changes });
  const undone = updated({ changes: { ...changes, state: 'undone', changed: ['a.ts'] } });
  const redone = updated({ changes });
  check(
    [asked, added({ speculated: true }), block(text('Renamed.')), done, shown, undone, redone],
    [
      'Premove answered: Renamed.',
      'Changes undone. Changed in the meantime, so left as it is: a.ts',
      'Changes redone.',
    ],
  );
});

it('the announcer announces a retry once for each outage', () => {
  const retry = { attempt: null, maxAttempts: 5, at: 0, reason: 'No connection to Anthropic.' };
  check(
    [asked, added(), responding, updated({ retry }), updated({ retry: { ...retry, at: 9 } }), updated({ retry: null })],
    ['Premove is answering', 'No connection to Anthropic. Retrying.'],
  );
});

const failed = { status: 'failed', error: { message: 'No network.', action: null } } as const;

it.each<[string, ChatEvent[], string[]]>([
  [
    'announces that later messages are in another version',
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
    ['Premove answered: Well.', 'Premove is answering', 'Your 3 later messages are in another version.'],
  ],
  [
    'announces a finished answer once if the chat becomes idle after the answer is done',
    [asked, responding, added(), block(text('Hi.')), updated({ status: 'done' }), idle],
    ['Premove is answering', 'Premove answered: Hi.'],
  ],
  [
    'announces a finished answer once if the answer is done after the chat becomes idle',
    [asked, responding, added({ blocks: [text('Hi.')] }), idle, updated({ status: 'done' }), updated({ usage: null })],
    ['Premove is answering', 'Premove answered: Hi.'],
  ],
  [
    'announces the question of a card with the name of the agent that makes the call',
    [responding, added(), block(agentRow), waiting],
    ['Premove is answering', 'The agent general asks: Edit a.ts?'],
  ],
  [
    'announces a question and the number of its options',
    [responding, added(), asks(['a', 'b']), waiting],
    ['Premove is answering', 'Premove asks: Which one? 2 answers to choose from.'],
  ],
  [
    'announces an answer without text',
    [responding, added({ blocks: [toolItem({})] }), updated({ status: 'done' }), idle],
    ['Premove is answering', 'Premove answered.'],
  ],
  [
    'announces a stopped answer without its text',
    [responding, added({ blocks: [text('It is')] }), updated({ status: 'stopped' }), idle],
    ['Premove is answering', 'You stopped this answer.'],
  ],
  [
    'announces the message of a failure, and announces it again when Retry fails',
    [responding, added(), updated(failed), idle, dropped, responding, added(), updated(failed), idle],
    ['Premove is answering', 'No network.', 'Premove is answering', 'No network.'],
  ],
  [
    'announces the answer after Retry, which has the id of the failed answer',
    [
      ...[responding, added(), updated(failed), idle, dropped, added({ blocks: [text('Hi.')] }), responding],
      ...[updated({ status: 'done', error: null }), idle],
    ],
    ['Premove is answering', 'No network.', 'Premove is answering', 'Premove answered: Hi.'],
  ],
  [
    'announces a cut-off answer with its text',
    [responding, added({ blocks: [text('It is')] }), updated({ status: 'cut-off' }), idle],
    ['Premove is answering', 'Stopped at the output limit. Premove answered: It is'],
  ],
  [
    'announces prepared edits that are applied while the chat is idle',
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
    'announces a prepared answer without edits like any other answer',
    [asked, added({ status: 'done', speculated: true, blocks: [text('Ok.')] })],
    ['Premove answered: Ok.'],
  ],
  [
    'announces an empty answer',
    [responding, added(), updated({ status: 'done' }), idle],
    ['Premove is answering', 'The model sent an empty answer. Try again, or rephrase your message.'],
  ],
  [
    'announces each approval once',
    [
      ...[responding, added(), question('c1', 'Edit a?'), waiting, question('c2', 'Edit \u202eb?')],
      { type: 'tool-call-update', itemId: 'a', callId: 'c1', patch: { status: 'success' } },
      { type: 'tool-call-update', itemId: 'a', callId: 'c2', patch: { status: 'success' } },
      responding,
    ],
    ['Premove is answering', 'Premove asks: Edit a?', 'Premove asks: Edit \\u{202e}b?'],
  ],
  [
    'announces edits that share a card as one question',
    [responding, added(), edit('c1', 'a.ts'), edit('c2', 'a.ts'), edit('c3', 'b.ts'), waiting],
    ['Premove is answering', 'Premove asks: 3 edits in 2 files?'],
  ],
  [
    'announces the number of a version that the user switches to, not its answer',
    [
      added({ id: 'b', status: 'done', blocks: [toolItem({})] }),
      { type: 'items-dropped', fromId: 'b' },
      added({ status: 'done', blocks: [text('Hi.')], branch: { index: 2, count: 3 } }),
    ],
    ['Premove answered.', 'Version 2 of 3.'],
  ],
  [
    'does not announce an older answer again when it becomes the last item',
    [added({ status: 'done', blocks: [toolItem({})] }), asked, { type: 'items-dropped', fromId: 'u' }],
    ['Premove answered.'],
  ],
])('the announcer %s', (_, events, expected) => check(events, expected));

it('the announcer announces only the beginning of a long answer', () => {
  check([added({ status: 'done', blocks: [text('x'.repeat(1_001))] })], [`Premove answered: ${'x'.repeat(1_000)}…`]);
});

it('the announcer announces nothing when another chat is shown', () => {
  const other = reduce(createInitialChatState('other'), added({ status: 'done' }));
  expect(announcementFor(createInitialChatState('c'), other)).toBeNull();
});

it('the announcer announces a compression, and does not announce a compression by hand as an answer', () => {
  const before = createInitialChatState('c');
  const running = reduce(reduce(before, responding), summary('running'));
  expect(announcementFor(before, running)).toBe('Compressing earlier messages…');
  const dropped: ChatEvent = { type: 'items-dropped', fromId: 'summary-running' };
  const done = reduce(reduce(reduce(running, dropped), summary('done')), idle);
  expect(announcementFor(running, done)).toBe('Compressed 8 messages from 23k to 7k tokens.');
  check([asked, responding, summary('running')], ['Premove is answering', 'Compressing earlier messages…']);
});

it('the announcer announces new cards of terminals once, and names hidden characters', () => {
  const state = createInitialChatState('c');
  const card = terminalCard('a', 'decision', { text: 'Which\none?\u202e' });
  const one = reduce(state, { type: 'terminals-changed', terminals: [card] });
  const two = reduce(one, { type: 'terminals-changed', terminals: [terminalCard('b', 'offer'), card] });
  expect(announcementFor(state, one)).toBe('Codex in terminal zsh asks: Which one?\\u{202e}');
  expect(announcementFor(one, two)).toBe('Codex runs in terminal zsh. Watch it?');
  expect(announcementFor(one, one)).toBeNull();
});

it('the announcer drops an announcement when its card is removed, and announces what replaces a problem', () => {
  const state = createInitialChatState('c');
  const withCards = (...terminals: TerminalCard[]) => reduce(state, { type: 'terminals-changed', terminals });
  const problem = (message: string): TerminalCard => ({
    ...terminalCard('p', 'offer'),
    content: { kind: 'problem', message, canRetry: true },
  });
  expect(announcementFor(withCards(terminalCard('b', 'offer')), state)).toBe('');
  expect(announcementFor(withCards(problem('No price.')), withCards(problem('No answer.')))).toBe('No answer.');
  expect(announcementFor(withCards(problem('No price.')), withCards(problem('No price.')))).toBeNull();
  expect(announcementFor(withCards(problem('No price.')), state)).toBe('');
  const unreadable = { ...problem('Agents here can’t be watched.'), agent: '' };
  expect(announcementFor(state, withCards(unreadable))).toBe('Terminal zsh: Agents here can’t be watched.');
});

it('the announcer announces the changed text of a question, and not its changed answers', () => {
  const state = createInitialChatState('c');
  const asks = (text: string, revision: number) =>
    reduce(state, { type: 'terminals-changed', terminals: [terminalCard('a', 'decision', { text, revision })] });
  expect(announcementFor(asks('Delete a?', 0), asks('Delete b?', 1))).toBe('Codex in terminal zsh asks: Delete b?');
  expect(announcementFor(asks('Delete a?', 0), asks('Delete a?', 1))).toBeNull();
});

it('the announcer announces the end of a long question, from the start of a word', () => {
  const state = createInitialChatState('c');
  const text = `${'The plan has many steps. '.repeat(20)}Shall I start?`;
  const next = reduce(state, { type: 'terminals-changed', terminals: [terminalCard('a', 'decision', { text })] });
  const announcement = announcementFor(state, next) ?? '';
  expect(announcement).toMatch(/^Codex in terminal zsh asks: … \w.* Shall I start\?$/);
  expect(announcement.length).toBeLessThan(240);
  expect(text).toContain(announcement.slice('Codex in terminal zsh asks: … '.length));
});

it('the announcer leaves out a terminal whose name only repeats the agent', () => {
  const state = createInitialChatState('c');
  const asks = { ...terminalCard('a', 'decision', { text: 'Which one?' }), terminal: '' };
  const offer = { ...terminalCard('b', 'offer'), terminal: '' };
  const one = reduce(state, { type: 'terminals-changed', terminals: [asks] });
  const two = reduce(one, { type: 'terminals-changed', terminals: [offer, asks] });
  expect(announcementFor(state, one)).toBe('Codex asks: Which one?');
  expect(announcementFor(one, two)).toBe('Codex runs in a terminal. Watch it?');
});

it('the announcer announces that a question of a terminal was removed, unless another question replaces it', () => {
  const state = createInitialChatState('c');
  const card = terminalCard('a', 'decision', { text: 'Which one?' });
  const one = reduce(state, { type: 'terminals-changed', terminals: [card] });
  // The user may also have hidden the question, or stopped the watch.
  expect(announcementFor(one, state)).toBe('The question from Codex in terminal zsh can no longer be answered here.');
  const two = reduce(one, { type: 'terminals-changed', terminals: [terminalCard('b', 'decision', { text: 'Why?' })] });
  expect(announcementFor(one, two)).toBe('Codex in terminal zsh asks: Why?');
  const unnamed = reduce(one, { type: 'terminals-changed', terminals: [{ ...card, terminal: '' }] });
  expect(announcementFor(unnamed, state)).toBe('The question from Codex can no longer be answered here.');
});

it('a closed note replaces the announcement that names the key to close it', () => {
  const note = { id: 'n', title: 'Costs', sections: [] };
  const opened = reduce(createInitialChatState('c'), { type: 'note-changed', note });
  const closed = reduce(opened, { type: 'note-changed', note: null });
  expect(announcementFor(createInitialChatState('c'), opened)).toContain('Escape closes it.');
  expect(announcementFor(opened, closed)).toBe('Closed: Costs');
});
