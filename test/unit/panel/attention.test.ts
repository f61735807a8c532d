import { describe, expect, test } from 'vitest';
import { ChatStore } from '../../../src/extension/chat/view/chatStore.ts';
import {
  Attention,
  badgeFor,
  isWorthNotifying,
  type AttentionEvent,
  type NotificationLevel,
} from '../../../src/extension/panel/attention.ts';
import { Emitter } from '../../../src/extension/base/emitter.ts';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import type { ApprovalView, ToolStatus } from '../../../src/shared/toolBlock.ts';
import type { TerminalCard } from '../../../src/shared/terminalCard.ts';
import type { AnswerStatus } from '../../../src/shared/transcriptItem.ts';
import { answerItem, speculationView, terminalCard, toolItem } from '../../support/chatItems.ts';

test.each([
  // The columns: calls that wait, how the answer ended if the user has not seen it, whether the panel is visible, and
  // the badge.
  [0, null, false, null],
  [2, null, false, { kind: 'waiting', count: 2 }],
  [2, null, true, null],
  [0, 'finished', false, { kind: 'done', end: 'finished' }],
  [0, 'unfinished', false, { kind: 'done', end: 'unfinished' }],
  [0, 'finished', true, null],
  [1, 'finished', false, { kind: 'waiting', count: 1 }],
] as const)('%j waiting, unseen end %j, visible %j: the badge is %j', (waiting, unseenEnd, visible, badge) =>
  expect(badgeFor({ waiting, terminals: 0, notices: 0, unseenEnd }, visible)).toEqual(badge),
);

const WAITING: AttentionEvent = { kind: 'waiting', count: 1 };
const DONE: AttentionEvent = { kind: 'done', end: 'finished' };

test.each([
  [WAITING, false, 'off', false],
  [WAITING, false, 'waiting', true],
  [WAITING, false, 'all', true],
  [WAITING, true, 'all', false],
  [DONE, false, 'off', false],
  [DONE, false, 'waiting', false],
  [DONE, false, 'all', true],
  [DONE, true, 'all', false],
] as const)('%j, focused %j, setting %j: isWorthNotifying is %j', (event, focused, level, expected) =>
  expect(isWorthNotifying(event, focused, level)).toBe(expected),
);

describe('Attention', () => {
  function rig({ focused = false, level = 'all' }: { focused?: boolean; level?: NotificationLevel } = {}) {
    const store = new ChatStore({ ...createInitialChatState('chat'), title: 'rename alpha' });
    const changed = new Emitter<void>();
    const visibility = { isVisible: false, onDidChangeVisible: changed.event };
    const notified: AttentionEvent[] = [];
    const attention = new Attention({
      store,
      visibility,
      isWindowFocused: () => focused,
      level: () => level,
      notify: (event) => notified.push(event),
    });
    const badges: unknown[] = [];
    attention.onDidChangeBadge((badge) => badges.push(badge));
    return {
      store,
      attention,
      notified,
      badges,
      show(visible: boolean) {
        visibility.isVisible = visible;
        changed.fire();
      },
      begin() {
        const blocks = [toolItem({ callId: 'c', status: 'executing' }), toolItem({ callId: 'd', status: 'executing' })];
        store.dispatch({ type: 'status-changed', status: 'responding' });
        store.dispatch({ type: 'item-added', item: answerItem({ blocks, status: 'streaming' }) });
      },
      setCall(callId: string, status: ToolStatus) {
        store.dispatch({ type: 'tool-call-update', itemId: 'a', callId, patch: { status } });
      },
      setStatus: (status: 'idle' | 'responding' | 'waiting-for-confirmation') =>
        store.dispatch({ type: 'status-changed', status }),
      end(status: AnswerStatus = 'done') {
        store.dispatch({ type: 'answer-updated', itemId: 'a', patch: { status } });
        store.dispatch({ type: 'status-changed', status: 'idle' });
      },
    };
  }

  test('notifies once of two approvals, and counts both on the badge', () => {
    const chat = rig();
    chat.begin();
    chat.setCall('c', 'awaiting-approval');
    chat.setStatus('waiting-for-confirmation');
    chat.setCall('d', 'awaiting-answer');
    expect(chat.notified).toEqual([{ kind: 'waiting', count: 1 }]);
    expect(chat.attention.badge).toEqual({ kind: 'waiting', count: 2 });
    chat.setCall('c', 'executing');
    expect(chat.attention.badge).toEqual({ kind: 'waiting', count: 1 });
    chat.setCall('d', 'executing');
    chat.setStatus('responding');
    expect(chat.attention.badge).toBeNull();
    chat.setCall('c', 'awaiting-approval');
    chat.setStatus('waiting-for-confirmation');
    expect(chat.notified).toHaveLength(2);
  });

  test('counts prepared edits of the current answer that wait for Apply', () => {
    const chat = rig();
    chat.begin();
    chat.store.dispatch({
      type: 'speculation-changed',
      speculation: speculationView({ phase: 'ready', adopted: true }),
    });
    expect(chat.attention.badge).toBeNull();
    chat.setStatus('waiting-for-confirmation');
    expect(chat.attention.badge).toEqual({ kind: 'waiting', count: 1 });
    expect(chat.notified).toEqual([WAITING]);
  });

  test('counts terminals that ask, or else other terminal cards, and notifies once of a question that needs a decision', () => {
    const chat = rig({ level: 'waiting' });
    const show = (...terminals: TerminalCard[]) => chat.store.dispatch({ type: 'terminals-changed', terminals });
    show(terminalCard('b', 'offer'));
    expect(chat.attention.badge).toEqual({ kind: 'notices', count: 1 });
    show(terminalCard('a', 'waiting'), terminalCard('b', 'offer'));
    expect(chat.attention.badge).toEqual({ kind: 'terminals', count: 1 });
    expect(chat.notified).toEqual([]);
    show(terminalCard('c', 'decision'));
    // The same card after another chat was shown.
    show();
    show(terminalCard('c', 'decision'));
    expect(chat.notified).toEqual([{ kind: 'terminal', agent: 'Codex', terminal: 'zsh', question: 'Which one?' }]);
    chat.begin();
    chat.setCall('c', 'awaiting-approval');
    chat.setStatus('waiting-for-confirmation');
    expect(chat.attention.badge).toEqual({ kind: 'waiting', count: 2 });
  });

  test('counts a card about two edits once on the badge', () => {
    const chat = rig();
    chat.begin();
    const approval: ApprovalView = {
      question: 'Edit?',
      subject: { kind: 'url', url: '' },
      reasons: [],
      grantable: true,
      persistent: [],
      group: 'c',
    };
    for (const callId of ['c', 'd']) {
      const patch = { status: 'awaiting-approval', approval } as const;
      chat.store.dispatch({ type: 'tool-call-update', itemId: 'a', callId, patch });
    }
    chat.setStatus('waiting-for-confirmation');
    expect(chat.attention.badge).toEqual({ kind: 'waiting', count: 1 });
  });

  test('shows a badge for an answer in a hidden panel until the panel is shown', () => {
    const chat = rig();
    chat.begin();
    chat.end();
    expect(chat.notified).toEqual([DONE]);
    expect(chat.attention.badge).toEqual({ kind: 'done', end: 'finished' });
    chat.show(true);
    expect(chat.attention.badge).toBeNull();
    chat.show(false);
    expect(chat.badges).toEqual([{ kind: 'done', end: 'finished' }, null]);
  });

  test('shows the badge again if the panel is hidden before a card was answered', () => {
    const chat = rig();
    chat.show(true);
    chat.begin();
    chat.setCall('c', 'awaiting-approval');
    chat.setStatus('waiting-for-confirmation');
    expect(chat.attention.badge).toBeNull();
    chat.show(false);
    expect(chat.attention.badge).toEqual({ kind: 'waiting', count: 1 });
  });

  test('shows no badge for an answer in a visible panel, but notifies if the window has no focus', () => {
    const chat = rig();
    chat.show(true);
    chat.begin();
    chat.end();
    chat.show(false);
    expect(chat.attention.badge).toBeNull();
    expect(chat.notified).toEqual([DONE]);
  });

  test.each([
    ['done', { kind: 'done', end: 'finished' }],
    ['failed', { kind: 'done', end: 'unfinished' }],
    ['cut-off', { kind: 'done', end: 'unfinished' }],
    ['turn-limit', { kind: 'done', end: 'unfinished' }],
    // The user who stopped the answer does not need a badge.
    ['stopped', null],
  ] as const)('after an answer with the status %s, the badge is %j', (status, badge) => {
    const chat = rig();
    chat.begin();
    chat.end(status);
    expect(chat.attention.badge).toEqual(badge);
    expect(chat.notified).toEqual(badge ? [badge] : []);
  });

  test('neither notifies nor shows a badge if the queue continues after the answer', () => {
    const chat = rig();
    const queued = { id: 'q', text: 'next', mentions: [], images: [], steers: false, removed: false };
    chat.begin();
    chat.store.dispatch({ type: 'queue-changed', queue: [queued], paused: false });
    chat.end();
    expect(chat.notified).toEqual([]);
    expect(chat.attention.badge).toBeNull();
  });

  test('clears the badge when another chat is shown', () => {
    const chat = rig();
    chat.begin();
    chat.end();
    chat.store.replace(createInitialChatState('other'));
    expect(chat.attention.badge).toBeNull();
  });

  test.each([
    ['off', []],
    ['waiting', [WAITING]],
    ['all', [WAITING, DONE]],
  ] as const)('with the setting %s, notifies of %j while the window has no focus', (level, events) => {
    const chat = rig({ level });
    chat.begin();
    chat.setCall('c', 'awaiting-approval');
    chat.setStatus('waiting-for-confirmation');
    chat.setCall('c', 'executing');
    chat.setStatus('responding');
    chat.end();
    expect(chat.notified).toEqual(events);
  });

  test('does not notify if the window has the focus', () => {
    const chat = rig({ focused: true });
    chat.begin();
    chat.setCall('c', 'awaiting-approval');
    chat.setStatus('waiting-for-confirmation');
    chat.setStatus('responding');
    chat.end();
    expect(chat.notified).toEqual([]);
    expect(chat.badges).not.toEqual([]);
  });
});
