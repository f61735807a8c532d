import { describe, expect, it } from 'vitest';
import { largerOutput, planContinuation } from '../../../../src/extension/chat/conversation/continuationPlan.ts';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import type { AnswerClose } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import type { AnswerNode } from '../../../../src/extension/chat/conversation/conversationNode.ts';
import type { ModelError, StopReason, Usage } from '../../../../src/extension/model/chatModel.ts';
import type { Part } from '../../../../src/extension/model/message.ts';
import { createManualClock } from '../../../support/manualClock.ts';

const CALL: Part = { type: 'tool-call', id: 'c', name: 'read_file', input: {} };
const usage: Usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 8_192 };
const words = (text: string): Part => ({ type: 'text', text });

interface Case {
  readonly parts?: readonly Part[];
  readonly end: StopReason | 'interrupted' | ModelError['kind'];
  readonly cutCall?: string;
  readonly hasResult?: boolean;
  readonly isPaused?: boolean;
  readonly hasRounds?: boolean;
}

const FAILURES: readonly string[] = ['network', 'content-filtered'];

function nodeOf({ parts = [], end, cutCall, hasResult = false, isPaused = false }: Case): AnswerNode {
  const conversation = new Conversation('c', { clock: createManualClock(), onDidAppend: () => {} });
  conversation.addPrompt([words('go')]);
  const { id } = conversation.openAnswer({ modelId: 'm', promptId: 'p' });
  const error = { kind: end, message: '', retryable: true } as ModelError;
  const how =
    end === 'interrupted'
      ? { outcome: end }
      : FAILURES.includes(end)
        ? { outcome: 'failed', error }
        : { outcome: 'stopped', stopReason: end, ...(cutCall !== undefined && { cutCall }) };
  conversation.closeAnswer(id, { ...how, message: { role: 'assistant', parts }, usage } as AnswerClose);
  if (hasResult) {
    const result = { type: 'tool-result', callId: 'c', name: 'read_file', content: [], isError: false } as const;
    const view = { status: 'success', detail: '', summary: '', added: 0, removed: 0, files: [], diff: '' } as const;
    conversation.addResult(id, { result, view });
  }
  if (isPaused) conversation.markPaused(id, { kind: 'limit', limit: 'prompt', requests: 3 });
  return conversation.node(id) as AnswerNode;
}

describe('continuing an answer', () => {
  const half = [words('Half a ')];
  it.each<[name: string, given: Case, expected: object]>([
    ['that was cut joins its text', { parts: half, end: 'length' }, { kind: 'join', prefix: 'Half a ', wasCut: true }],
    ['that was stopped joins its text', { parts: half, end: 'aborted' }, { kind: 'join', wasCut: true }],
    ['that was interrupted joins its text', { parts: half, end: 'interrupted' }, { kind: 'join', wasCut: true }],
    ['that failed joins its text', { parts: half, end: 'network' }, { kind: 'join', wasCut: true }],
    ['that filled the context joins its text', { parts: half, end: 'context-full' }, { kind: 'join', wasCut: true }],
    ['that is complete joins its text', { parts: half, end: 'done' }, { kind: 'join', wasCut: false }],
    ['without a reason joins its text', { parts: half, end: 'unknown' }, { kind: 'join' }],
    [
      'that was cut in a call asks for the call with a larger budget',
      { parts: half, end: 'length', cutCall: 'edit' },
      { kind: 'join', prefix: 'Half a ', lostCalls: true, cutCall: 'edit', usedOutput: 8_192 },
    ],
    [
      'that is only a cut call asks for the call',
      { end: 'length', cutCall: 'edit' },
      { kind: 'join', prefix: '', isEmpty: true, lostCalls: true, usedOutput: 8_192 },
    ],
    [
      'that failed after a call does not count the call',
      { parts: [...half, CALL], end: 'network' },
      { kind: 'join', prefix: 'Half a ', lostCalls: true, cutCall: null, usedOutput: null },
    ],
    [
      'whose calls have run goes on after them',
      { parts: [...half, CALL], end: 'tools', hasResult: true },
      { kind: 'go-on', after: 'itself', isPaused: false },
    ],
    [
      'that was stopped in a tool round goes on after it',
      { parts: [CALL], end: 'tools' },
      { kind: 'go-on', after: 'itself', isPaused: false },
    ],
    [
      'that paused goes on',
      { parts: [CALL], end: 'tools', hasResult: true, isPaused: true },
      { kind: 'go-on', after: 'itself', isPaused: true },
    ],
    [
      'that only thought asks again with a larger budget',
      { parts: [{ type: 'thinking', text: 'Hm.' }], end: 'length' },
      { kind: 'larger-budget', after: 'its parent', usedOutput: 8_192 },
    ],
    [
      'that is empty after a tool round goes on after the round',
      { end: 'network', hasRounds: true },
      { kind: 'go-on', after: 'its parent', isPaused: false },
    ],
    ['that is empty is impossible', { end: 'done' }, { kind: 'impossible', reason: 'no-text' }],
    ['of white space is impossible', { parts: [words(' \n')], end: 'aborted' }, { kind: 'impossible' }],
    ['that was refused is impossible', { parts: half, end: 'refused' }, { kind: 'impossible', reason: 'refused' }],
    ['that was filtered is impossible', { parts: half, end: 'content-filtered' }, { reason: 'refused' }],
  ])('%s', (_name, given, expected) => {
    const node = nodeOf(given);
    const plan = planContinuation(node, given.hasRounds ?? false);
    const after = 'after' in plan && { after: plan.after === node.id ? 'itself' : 'its parent' };
    const flat = plan.kind === 'join' ? { kind: 'join', ...plan.message, ...plan.message.end } : { ...plan, ...after };
    expect(flat).toMatchObject(expected);
  });
});

it.each([
  [8_192, undefined, 16_384],
  [8_192, 64_000, 16_384],
  [40_000, 64_000, 64_000],
])('the larger output of %i tokens, at most %s, is %i', (used, maximum, expected) => {
  expect(largerOutput(used, maximum)).toBe(expected);
});
