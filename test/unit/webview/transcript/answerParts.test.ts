import { describe, expect, it } from 'vitest';
import type { ApprovalView, Block, ToolBlock } from '../../../../src/shared/chatState.ts';
import {
  answerText,
  countApprovals,
  summarizeRun,
  toAnswerParts,
} from '../../../../src/webview/transcript/answer/answerParts.ts';
import { toolItem } from '../../../support/chatItems.ts';

const text = (words: string): Block => ({ kind: 'text', text: words });
const thinking = (words: string): Block => ({ kind: 'thinking', text: words, duration: 1000 });

const tool = (callId: string, patch: Partial<ToolBlock> = {}): ToolBlock => toolItem({ callId, ...patch });

const asking = (callId: string, more: Partial<ApprovalView> = {}): ToolBlock =>
  tool(callId, {
    status: 'awaiting-approval',
    approval: {
      question: 'Edit?',
      subject: { kind: 'url', url: '' },
      reasons: [],
      grantable: true,
      persistent: [],
      ...more,
    },
  });

/** Parts in short: "text:a", "tools:a,b", "collapsed:a,b", "card:a", "thinking:a"; a trailing "…" where it grows. */
function check(blocks: Block[], expected: string[], status: 'done' | 'streaming' = 'done'): void {
  const parts = toAnswerParts({ blocks, status }).map((part) => {
    switch (part.kind) {
      case 'text':
      case 'thinking':
        return `${part.kind}:${part.text}${part.growing ? '…' : ''}`;
      case 'tools':
        return `${part.collapsed ? 'collapsed' : 'tools'}:${part.tools.map((each) => each.callId).join()}`;
      case 'approval':
      case 'question':
        return `card:${part.tool.callId}`;
      case 'plan':
        return `plan:${part.tool.callId}`;
      case 'edits':
        return `card:${part.tools.map((each) => each.callId).join()}`;
    }
  });
  expect(parts).toEqual(expected);
}

describe('the parts of an answer', () => {
  it('puts calls that follow each other into one run and collapses it when the answer is done', () =>
    check([text('a'), tool('1'), tool('2'), text('b')], ['text:a', 'collapsed:1,2', 'text:b']));
  it('shows edits of one group as one card where the first of them stands, and the last one left as its own', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((callId) => asking(callId, { group: 'a' }));
    if (!a || !b || !c) return;
    check(
      [text('x'), a, asking('other'), b, tool('2'), c],
      ['text:x', 'card:a,b,c', 'card:other', 'tools:2'],
      'streaming',
    );
    check([a, { ...b, status: 'cancelled', approval: null }, c], ['card:a,c', 'tools:b'], 'streaming');
    check([{ ...a, status: 'success', approval: null }, c], ['tools:a', 'card:c'], 'streaming');
  });
  it('shows what a call asks as a card, and calls behind it as waiting', () => {
    const asked = tool('2', { status: 'awaiting-answer', question: { text: 'Which?', options: [] } });
    const blocks = [tool('1'), asked, tool('3', { status: 'validating' })];
    check(blocks, ['tools:1', 'card:2', 'tools:3'], 'streaming');
    const last = toAnswerParts({ blocks, status: 'streaming' }).at(-1);
    expect(last?.kind === 'tools' && last.tools[0]?.status).toBe('scheduled');
    expect(countApprovals([{ kind: 'answer', blocks }])).toBe(0);
  });
  it('leaves a single call as a row', () => check([tool('1'), text('b')], ['tools:1', 'text:b']));
  it('parts runs at text and at thoughts', () =>
    check(
      [tool('1'), thinking('t'), tool('2'), text('b'), tool('3')],
      ['tools:1', 'thinking:t', 'tools:2', 'text:b', 'tools:3'],
    ));
  it('collapses a run in which some calls went well, and none in which no call did', () => {
    const failed = { status: 'error' } as const;
    check([tool('1'), tool('2', failed)], ['collapsed:1,2']);
    check([tool('1', failed), tool('2', { status: 'cancelled' })], ['tools:1,2']);
  });
  it('does not part a run at blank text', () => check([tool('1'), text('\n\n'), tool('2')], ['collapsed:1,2']));
  it('keeps the last run open while it may grow', () => check([tool('1'), tool('2')], ['tools:1,2'], 'streaming'));
  it('collapses a finished run as soon as text follows it', () =>
    check([tool('1'), tool('2'), text('b')], ['collapsed:1,2', 'text:b…'], 'streaming'));
  it('keeps a run open in which a call still runs', () =>
    check([tool('1'), tool('2', { status: 'executing' }), text('b')], ['tools:1,2', 'text:b…'], 'streaming'));
  it('shows what waits for the user as cards of their own', () =>
    check([tool('1'), asking('2'), asking('3')], ['tools:1', 'card:2', 'card:3'], 'streaming'));
  it('shows a plan on its own, before it is accepted and afterwards', () => {
    check([tool('1'), { ...asking('2'), plan: 'First.' }], ['tools:1', 'plan:2'], 'streaming');
    check([tool('1'), tool('2', { plan: 'First.' }), tool('3')], ['tools:1', 'plan:2', 'tools:3']);
  });
  it('shows an answered question as a row again', () =>
    check([tool('1'), tool('2', { status: 'executing' })], ['tools:1,2'], 'streaming'));

  const statusesAfter = (blocks: Block[]) =>
    toAnswerParts({ blocks, status: 'streaming' }).flatMap((part) =>
      part.kind === 'tools' ? part.tools.map(({ status }) => status) : [],
    );
  it('has a call wait its turn while one before it runs', () =>
    expect(statusesAfter([tool('1', { status: 'executing' }), text('b'), tool('2', { status: 'validating' })])).toEqual(
      ['executing', 'scheduled'],
    ));
  it('has a call wait its turn while one before it asks', () =>
    expect(statusesAfter([asking('1'), tool('2', { status: 'validating' })])).toEqual(['scheduled']));
  it('has calls prepared while their arguments stream in', () =>
    expect(statusesAfter([tool('1', { status: 'validating' }), tool('2', { status: 'validating' })])).toEqual([
      'validating',
      'validating',
    ]));

  it('sums a run up, each changed file once', () => {
    const run = [
      tool('1', { added: 3, removed: 1, files: ['a.ts'] }),
      tool('2', { added: 2, files: ['a.ts', 'b.ts'] }),
      tool('3', { status: 'error' }),
    ];
    expect(summarizeRun(run)).toEqual({ files: 2, added: 5, removed: 1 });
  });

  it('copies the words and nothing else', () => {
    expect(answerText({ blocks: [thinking('t'), text('a\n'), tool('1'), text('\n'), text('b')] })).toBe('a\n\nb');
  });

  it('counts the cards of the last answer', () => {
    expect(countApprovals([{ kind: 'answer', blocks: [asking('1'), tool('2'), asking('3')] }])).toBe(2);
    expect(countApprovals([])).toBe(0);
  });
});
