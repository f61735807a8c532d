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

describe('queueAnnouncement', () => {
  const cases: [string, ChatState, ChatState, string | null][] = [
    ['announces a queued message', stateOf([]), stateOf([one]), '1 message queued.'],
    ['counts the messages when another one is queued', stateOf([one]), stateOf([one, two]), '2 messages queued.'],
    ['announces a removed message', stateOf([one, two]), stateOf([gone, two]), 'Removed from the queue.'],
    ['announces a removed message that is restored', stateOf([gone, two]), stateOf([one, two]), 'Back in the queue.'],
    [
      'announces an edited message as back in the queue',
      stateOf([one]),
      stateOf([queued('one', { text: 'x' })]),
      'Back in the queue.',
    ],
    ['announces the new place of a moved message', stateOf([one, two]), stateOf([two, one]), 'Moved to 1 of 2.'],
    [
      'announces a sent message, and counts the rest',
      stateOf([one, two]),
      stateOf([two], { items: [userItem({ id: 'one' })] }),
      'Sent your queued message. 1 message still queued.',
    ],
    [
      'does not count after the last message is sent',
      stateOf([one]),
      stateOf([], { items: [userItem({ id: 'one' })] }),
      'Sent your queued message.',
    ],
    [
      'announces a pause',
      stateOf([one]),
      stateOf([one], { queuePaused: true }),
      'The queue is paused. 1 message queued.',
    ],
    [
      'is silent about steering, which the toggle itself announces',
      stateOf([one]),
      stateOf([queued('one', { steers: true })]),
      null,
    ],
    ['is silent if nothing changes', stateOf([one]), stateOf([one]), null],
  ];
  it.each(cases)('%s', (_name, previous, next, expected) => expect(queueAnnouncement(previous, next)).toBe(expected));
});

it('the announcer announces the end of an answer that a queued message follows at once', () => {
  const asked = userItem({ id: 'u' });
  const text = answerItem({ id: 'a', blocks: [{ kind: 'text', text: 'It is done.' }] });
  const before = stateOf([one], { status: 'responding', items: [asked, { ...text, status: 'streaming' }] });
  const after = stateOf([], { status: 'responding', items: [asked, text, userItem({ id: 'one' })] });
  expect(announcementFor(before, after)).toBe('Premove answered: It is done. Sent your queued message.');
});

it('the announcer does not announce an end when the answer continues after a steering message', () => {
  const answer = answerItem({ id: 'a', blocks: [{ kind: 'text', text: 'Reading.' }] });
  const before = stateOf([one], { status: 'responding', items: [{ ...answer, status: 'streaming' }] });
  const after = stateOf([], { status: 'responding', items: [answer, userItem({ id: 'one', steers: true })] });
  expect(announcementFor(before, after)).toBe('Sent your queued message.');
});
