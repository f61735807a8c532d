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
  readonly hasEarlier?: boolean;
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
    [
      'that was cut extends its text',
      { parts: half, end: 'length' },
      { kind: 'join', prefix: 'Half a ', wasCut: true },
    ],
    ['that was stopped extends its text', { parts: half, end: 'aborted' }, { kind: 'join', wasCut: true }],
    ['that was interrupted extends its text', { parts: half, end: 'interrupted' }, { kind: 'join', wasCut: true }],
    ['that failed extends its text', { parts: half, end: 'network' }, { kind: 'join', wasCut: true }],
    ['that filled the context extends its text', { parts: half, end: 'context-full' }, { kind: 'join', wasCut: true }],
    ['that is complete extends its text', { parts: half, end: 'done' }, { kind: 'join', wasCut: false }],
    ['without a stop reason extends its text', { parts: half, end: 'unknown' }, { kind: 'join' }],
    [
      'that was cut in a call requests the call again with a larger budget',
      { parts: half, end: 'length', cutCall: 'edit' },
      { kind: 'join', prefix: 'Half a ', lostCalls: true, cutCall: 'edit', usedOutput: { tokens: 8_192 } },
    ],
    [
      'that is only a cut call requests the call again',
      { end: 'length', cutCall: 'edit' },
      { kind: 'join', prefix: '', isEmpty: true, lostCalls: true, usedOutput: { tokens: 8_192 } },
    ],
    [
      'that failed after a call drops the call',
      { parts: [...half, CALL], end: 'network' },
      { kind: 'join', prefix: 'Half a ', lostCalls: true, cutCall: null, usedOutput: null },
    ],
    [
      'whose calls have run begins after their results',
      { parts: [...half, CALL], end: 'tools', hasResult: true },
      { kind: 'go-on', after: 'itself', isPaused: false },
    ],
    [
      'that was stopped in a tool turn begins after the turn',
      { parts: [CALL], end: 'tools' },
      { kind: 'go-on', after: 'itself', isPaused: false },
    ],
    [
      'that paused resumes it',
      { parts: [CALL], end: 'tools', hasResult: true, isPaused: true },
      { kind: 'go-on', after: 'itself', isPaused: true },
    ],
    [
      'that has only thoughts repeats the request with a larger budget',
      { parts: [{ type: 'thinking', text: 'Hm.' }], end: 'length' },
      { kind: 'larger-budget', after: 'its parent', usedOutput: { tokens: 8_192 } },
    ],
    [
      'that is empty after a tool turn begins after the turn',
      { end: 'network', hasEarlier: true },
      { kind: 'go-on', after: 'its parent', isPaused: false },
    ],
    ['that is empty is impossible', { end: 'done' }, { kind: 'impossible', reason: 'no-text' }],
    ['of white space is impossible', { parts: [words(' \n')], end: 'aborted' }, { kind: 'impossible' }],
    ['that was refused is impossible', { parts: half, end: 'refused' }, { kind: 'impossible', reason: 'refused' }],
    ['that was filtered is impossible', { parts: half, end: 'content-filtered' }, { reason: 'refused' }],
  ])('%s', (_name, given, expected) => {
    const node = nodeOf(given);
    const plan = planContinuation(node, given.hasEarlier ?? false);
    const after = 'after' in plan && { after: plan.after === node.id ? 'itself' : 'its parent' };
    const flat = plan.kind === 'join' ? { kind: 'join', ...plan.message, ...plan.message.end } : { ...plan, ...after };
    expect(flat).toMatchObject(expected);
  });
});

it.each([
  [8_192, false, undefined, 16_384],
  [8_192, false, 64_000, 16_384],
  [40_000, false, 64_000, 64_000],
  [64_000, false, 64_000, undefined],
  [8_192, true, 64_000, undefined],
])('the next output limit after %i tokens (capped: %s), at most %s, is %s', (tokens, isCapped, maximum, expected) => {
  expect(largerOutput({ tokens, isCapped }, maximum)).toBe(expected);
});

it.each<[name: string, asked: number | undefined, output: number | null, expected: object]>([
  ['is the reported output', undefined, 8_192, { tokens: 8_192, isCapped: false }],
  ['is the requested output if a little less is reported', 16_384, 16_380, { tokens: 16_384, isCapped: false }],
  ['is capped if much less than the requested output was used', 16_384, 8_192, { tokens: 8_192, isCapped: true }],
  ['is the requested output if no output is reported', 16_384, null, { tokens: 16_384, isCapped: false }],
  ['is a small default if nothing is known', undefined, null, { tokens: 4_096, isCapped: false }],
])('the output that was too small %s', (_name, maxOutputTokens, output, expected) => {
  const node = nodeOf({ end: 'length', cutCall: 'edit' });
  const close = { ...node.close, usage: output === null ? null : { ...usage, output } } as AnswerClose;
  const plan = planContinuation({ ...node, close, ...(maxOutputTokens && { maxOutputTokens }) }, false);
  expect(plan).toMatchObject({ kind: 'join', message: { usedOutput: expected } });
});
