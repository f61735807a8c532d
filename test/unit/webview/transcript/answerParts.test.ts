import { describe, expect, it } from 'vitest';
import type { ApprovalView, ToolBlock } from '../../../../src/shared/toolBlock.ts';
import type { Block } from '../../../../src/shared/transcriptItem.ts';
import {
  answerText,
  countApprovals,
  isSilent,
  summarizeRun,
  toAnswerParts,
} from '../../../../src/webview/transcript/answer/answerParts.ts';
import { answerItem, toolItem } from '../../../support/chatItems.ts';

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

/**
 * Checks parts, written as "text:a", "thinking:a", "tools:a,b", "collapsed:a,b", "card:a" or "plan:a"; "…" means
 * growing.
 */
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

describe('a streaming answer', () => {
  const continued = { of: 'answer', form: 'guided', prefix: 6, automatic: null } as const;
  const waiting = tool('1', {
    name: 'agent',
    status: 'executing',
    agent: { model: 'm', calls: [asking('w')], count: 1 },
  });
  const pondering: Block = { kind: 'thinking', text: 'Hm.', duration: null };
  it.each<[name: string, blocks: Block[], isContinued: boolean, expected: boolean]>([
    ['without any block is silent', [], false, true],
    ['with text is not silent', [text('Half a')], false, false],
    ['with a thought is not silent', [pondering], false, false],
    ['with a running call is not silent', [tool('1', { status: 'executing' })], false, false],
    ['with a finished call is silent', [tool('1', { status: 'success' })], false, true],
    ['that waits for the user before its last call is not silent', [waiting, text('b'), tool('2')], false, false],
    ['with only the text that it continues is silent', [text('Half a')], true, true],
    ['with more than the text that it continues is not silent', [text('Half a s')], true, false],
    ['that thinks before the text that it continues is not silent', [pondering, text('Half a')], true, false],
    ['that has thought before the text is silent', [thinking('Hm.'), text('Half a')], true, true],
    [
      'with a call after the text that it continues is not silent',
      [text('Half a'), tool('1', { status: 'executing' })],
      true,
      false,
    ],
  ])('%s', (_name, blocks, isContinued, expected) => {
    const answer = answerItem({ status: 'streaming', blocks, continued: isContinued ? continued : null });
    expect(isSilent(toAnswerParts(answer), answer)).toBe(expected);
  });
});

describe('the view of an answer', () => {
  it('joins consecutive calls into one run, and collapses the run when the answer is done', () =>
    check([text('a'), tool('1'), tool('2'), text('b')], ['text:a', 'collapsed:1,2', 'text:b']));
  it('shows the waiting edits of a group as one card at the place of the first edit', () => {
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
  it('shows the cards of agents after the rows of all agents, and counts them', () => {
    const agent = (callId: string, ...calls: ToolBlock[]): ToolBlock =>
      tool(callId, { name: 'agent', status: 'executing', agent: { model: 'm', calls, count: calls.length } });
    const grouped = ['x', 'y'].map((callId) => asking(callId, { group: 'x' }));
    const blocks = [agent('1', tool('done'), asking('w')), agent('2', ...grouped)];
    check(blocks, ['tools:1,2', 'card:w', 'card:x,y'], 'streaming');
    expect(countApprovals([{ kind: 'answer', blocks }])).toBe(3);
    const ended = { ...agent('1', asking('w')), status: 'cancelled' } as const;
    check([ended], ['tools:1']);
  });
  it('shows a question as a card, and later calls as queued', () => {
    const asked = tool('2', { status: 'awaiting-answer', question: { text: 'Which?', options: [] } });
    const blocks = [tool('1'), asked, tool('3', { status: 'validating' })];
    check(blocks, ['tools:1', 'card:2', 'tools:3'], 'streaming');
    const last = toAnswerParts({ blocks, status: 'streaming' }).at(-1);
    expect(last?.kind === 'tools' && last.tools[0]?.status).toBe('scheduled');
    expect(countApprovals([{ kind: 'answer', blocks }])).toBe(0);
  });
  it('never collapses a single call', () => check([tool('1'), text('b')], ['tools:1', 'text:b']));
  it('splits runs at text and at thoughts', () =>
    check(
      [tool('1'), thinking('t'), tool('2'), text('b'), tool('3')],
      ['tools:1', 'thinking:t', 'tools:2', 'text:b', 'tools:3'],
    ));
  it('collapses a run only if at least one call succeeded', () => {
    const failed = { status: 'error' } as const;
    check([tool('1'), tool('2', failed)], ['collapsed:1,2']);
    check([tool('1', failed), tool('2', { status: 'cancelled' })], ['tools:1,2']);
  });
  it('does not collapse a run of agents if only one row would be hidden', () => {
    const agent = (callId: string, more: Partial<ToolBlock> = {}) => tool(callId, { rendering: 'agent', ...more });
    check([agent('1'), agent('2', { status: 'cancelled' })], ['tools:1,2']);
    check([agent('1'), agent('2'), agent('3', { status: 'cancelled' })], ['collapsed:1,2,3']);
  });

  it('does not split a run at blank text', () => check([tool('1'), text('\n\n'), tool('2')], ['collapsed:1,2']));
  it('keeps the last run open while it may grow', () => check([tool('1'), tool('2')], ['tools:1,2'], 'streaming'));
  it('collapses a finished run as soon as text follows it', () =>
    check([tool('1'), tool('2'), text('b')], ['collapsed:1,2', 'text:b…'], 'streaming'));
  it('keeps a run open while one of its calls runs', () =>
    check([tool('1'), tool('2', { status: 'executing' }), text('b')], ['tools:1,2', 'text:b…'], 'streaming'));
  it('shows each call that waits for approval as a card of its own', () =>
    check([tool('1'), asking('2'), asking('3')], ['tools:1', 'card:2', 'card:3'], 'streaming'));
  it('shows a plan separately, before and after it is accepted', () => {
    check([tool('1'), { ...asking('2'), plan: 'First.' }], ['tools:1', 'plan:2'], 'streaming');
    check([tool('1'), tool('2', { plan: 'First.' }), tool('3')], ['tools:1', 'plan:2', 'tools:3']);
  });
  it('shows a question as a row after it was answered', () =>
    check([tool('1'), tool('2', { status: 'executing' })], ['tools:1,2'], 'streaming'));

  const statusesAfter = (blocks: Block[]) =>
    toAnswerParts({ blocks, status: 'streaming' }).flatMap((part) =>
      part.kind === 'tools' ? part.tools.map(({ status }) => status) : [],
    );
  it('shows a call as queued while an earlier call runs', () =>
    expect(statusesAfter([tool('1', { status: 'executing' }), text('b'), tool('2', { status: 'validating' })])).toEqual(
      ['executing', 'scheduled'],
    ));
  it('shows a call as queued while an earlier call asks', () =>
    expect(statusesAfter([asking('1'), tool('2', { status: 'validating' })])).toEqual(['scheduled']));
  it('shows calls as preparing while their arguments stream in', () =>
    expect(statusesAfter([tool('1', { status: 'validating' }), tool('2', { status: 'validating' })])).toEqual([
      'validating',
      'validating',
    ]));

  it('sums the changes of a run, and counts each file once', () => {
    const run = [
      tool('1', { added: 3, removed: 1, files: ['a.ts'] }),
      tool('2', { added: 2, files: ['a.ts', 'b.ts'] }),
      tool('3', { status: 'error' }),
    ];
    expect(summarizeRun(run)).toEqual({ files: 2, added: 5, removed: 1 });
  });

  it('counts a moved file once, under its new name', () => {
    const moved = { name: 'move_file', rendering: 'moved-file' } as const;
    const run = [
      tool('1', { added: 1, files: ['a.ts'] }),
      tool('2', { ...moved, files: ['a.ts', 'b.ts'] }),
      tool('3', { ...moved, files: ['b.ts', 'c.ts'] }),
      tool('4', { ...moved, status: 'error' }),
    ];
    expect(summarizeRun(run)).toEqual({ files: 1, added: 1, removed: 0 });
  });

  it('returns only the text of an answer for the clipboard', () => {
    expect(answerText({ blocks: [thinking('t'), text('a\n'), tool('1'), text('\n'), text('b')] })).toBe('a\n\nb');
  });

  it('counts the approvals that wait in the last answer', () => {
    expect(countApprovals([{ kind: 'answer', blocks: [asking('1'), tool('2'), asking('3')] }])).toBe(2);
    expect(countApprovals([])).toBe(0);
  });
});
