import { describe, expect, test } from 'vitest';
import type { ToolBlock } from '../../../../src/shared/toolBlock.ts';
import { waitingCallsKey } from '../../../../src/webview/transcript/answer/answerParts.ts';
import { guardAfter, guardAfterWait } from '../../../../src/webview/transcript/cards/useAcceptsClicks.ts';
import { answerItem, toolItem } from '../../../support/chatItems.ts';

const READY = { cards: 'a', accepts: true };

describe('the guard of a card’s buttons', () => {
  test('accepts clicks while the cards stay the same', () => {
    expect(guardAfter(READY, 'a')).toBe(READY);
  });

  test.each([
    ['other cards', ['b']],
    ['the same cards again after other cards', ['b', 'a']],
  ])('does not accept clicks after a change to %s', (_, changes) => {
    expect(changes.reduce(guardAfter, READY)).toEqual({ cards: changes.at(-1), accepts: false });
  });

  test('accepts clicks after the guard time, but not because the guard time of earlier cards has passed', () => {
    expect(guardAfterWait({ cards: 'a', accepts: false }, 'a')).toEqual(READY);
    const later = guardAfter({ cards: 'a', accepts: false }, 'b');
    expect(guardAfter(guardAfterWait(later, 'a'), 'a').accepts).toBe(false);
  });
});

describe('the calls that wait for the user', () => {
  const asking = (callId: string) => toolItem({ callId, status: 'awaiting-approval' });
  const waitingIn = (...blocks: ToolBlock[]) => waitingCallsKey([answerItem({ blocks })]);

  test('change when a new call waits instead of a decided call', () => {
    const before = waitingIn(asking('upper'), asking('lower'));
    expect(waitingIn(toolItem({ callId: 'upper', status: 'success' }), asking('lower'), asking('new'))).not.toBe(
      before,
    );
  });

  test('include questions and the calls of agents', () => {
    const agent = { model: 'm', calls: [asking('inner')], count: 1 };
    const running = toolItem({ callId: 'agent', status: 'executing', agent });
    expect(waitingIn(running, toolItem({ callId: 'question', status: 'awaiting-answer' }))).toBe('inner question');
  });

  test('are only those of the last item', () => {
    expect(waitingCallsKey([answerItem({ blocks: [asking('earlier')] }), answerItem()])).toBe('');
  });
});
