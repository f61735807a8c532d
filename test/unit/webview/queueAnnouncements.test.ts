import { describe, expect, it } from 'vitest';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import type { ChatState, QueuedPromptView } from '../../../src/shared/chatState.ts';
import { announcementFor } from '../../../src/webview/announcements/announcements.ts';
import { queueAnnouncement } from '../../../src/webview/announcements/queueAnnouncements.ts';
import { answerItem, userItem } from '../../support/chatItems.ts';

const queued = (id: string, patch: Partial<QueuedPromptView> = {}): QueuedPromptView => ({
  id,
  text: id,
  mentions: [],
  images: [],
  steers: false,
  removed: false,
  ...patch,
});

function stateOf(queue: readonly QueuedPromptView[], patch: Partial<ChatState> = {}): ChatState {
  return { ...createInitialChatState('c'), queue: [...queue], ...patch };
}

const one = queued('one');
const two = queued('two');
const gone = { ...one, removed: true };

describe('what is told of the queue', () => {
  const cases: [string, ChatState, ChatState, string | null][] = [
    ['a message that was queued', stateOf([]), stateOf([one]), 'Queued. 1 message waits.'],
    ['another one', stateOf([one]), stateOf([one, two]), 'Queued. 2 messages wait.'],
    ['one that was removed', stateOf([one, two]), stateOf([gone, two]), 'Removed from the queue.'],
    ['one that was put back', stateOf([gone, two]), stateOf([one, two]), 'Back in the queue.'],
    ['one that was worded anew', stateOf([one]), stateOf([queued('one', { text: 'x' })]), 'Back in the queue.'],
    ['one that was moved', stateOf([one, two]), stateOf([two, one]), 'Moved to 1 of 2.'],
    [
      'one that was sent',
      stateOf([one, two]),
      stateOf([two], { items: [userItem({ id: 'one' })] }),
      'Sent your queued message. 1 message waits.',
    ],
    ['the last one', stateOf([one]), stateOf([], { items: [userItem({ id: 'one' })] }), 'Sent your queued message.'],
    ['a pause', stateOf([one]), stateOf([one], { queuePaused: true }), 'The queue is paused. 1 message waits.'],
    ['what the toggle itself says', stateOf([one]), stateOf([queued('one', { steers: true })]), null],
    ['nothing', stateOf([one]), stateOf([one]), null],
  ];
  it.each(cases)('%s', (_name, previous, next, expected) => expect(queueAnnouncement(previous, next)).toBe(expected));
});

it('tells how an answer ended that the next message followed at once', () => {
  const asked = userItem({ id: 'u' });
  const text = answerItem({ id: 'a', blocks: [{ kind: 'text', text: 'It is done.' }] });
  const before = stateOf([one], { status: 'responding', items: [asked, { ...text, status: 'streaming' }] });
  const after = stateOf([], { status: 'responding', items: [asked, text, userItem({ id: 'one' })] });
  expect(announcementFor(before, after)).toBe('Premove answered: It is done. Sent your queued message.');
});

it('tells of no end where the answer goes on behind what steers it', () => {
  const answer = answerItem({ id: 'a', blocks: [{ kind: 'text', text: 'Reading.' }] });
  const before = stateOf([one], { status: 'responding', items: [{ ...answer, status: 'streaming' }] });
  const after = stateOf([], { status: 'responding', items: [answer, userItem({ id: 'one', steers: true })] });
  expect(announcementFor(before, after)).toBe('Sent your queued message.');
});
