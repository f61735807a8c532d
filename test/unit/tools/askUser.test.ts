import { describe, expect, it } from 'vitest';
import type { JsonObject, ToolCallPart } from '../../../src/extension/model/message.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { askUserTool } from '../../../src/extension/tools/builtin/askUser.ts';
import { createToolRegistry, prepareCall } from '../../../src/extension/tools/registry.ts';
import { ApprovalDesk } from '../../../src/extension/approval/approvalDesk.ts';
import { OpenCalls } from '../../../src/extension/approval/openCalls.ts';
import { ToolScheduler, type ToolUpdate } from '../../../src/extension/chat/agent/scheduler.ts';
import type { UserAnswer } from '../../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { createApprovalPolicy } from '../../support/approvalPolicy.ts';
import { settle } from '../../support/manualClock.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

const registry = createToolRegistry([askUserTool]);
const ask = (id: string, input: JsonObject): ToolCallPart => ({ type: 'tool-call', id, name: 'ask_user', input });
const WHICH = { question: 'Which one?', options: ['The first', 'The second'] };

function start(batch: readonly ToolCallPart[], mode: ApprovalMode = 'default') {
  const calls = new OpenCalls();
  const scheduler = new ToolScheduler(new ApprovalDesk(silentLog), calls, silentLog);
  const controller = new AbortController();
  const updates: ToolUpdate[] = [];
  const done = scheduler.schedule(batch, {
    registry,
    context: createToolHarness(createMemoryWorkspace()).context,
    approval: createApprovalPolicy(mode),
    signal: controller.signal,
    onUpdate: (update) => updates.push(update),
  });
  return { calls, controller, updates, done };
}

async function check(answer: UserAnswer, text: string, summary: string): Promise<void> {
  const { calls, updates, done } = start([ask('q', WHICH)]);
  await settle();
  expect(calls.answer('q', answer)).toBe(true);
  const [result] = await done;
  const outcome = updates.at(-1)?.outcome;
  expect([outcome && outcomeText(outcome), outcome?.summary]).toEqual([text, summary]);
  expect(result?.isError).toBe(false);
}

describe('ask_user', () => {
  it('waits for the user’s answer in every mode, and never asks for approval', async () => {
    for (const mode of ['plan', 'default', 'auto-edit', 'yolo'] as const) {
      const { calls, updates, done } = start([ask('q', WHICH)], mode);
      await settle();
      expect(updates.at(-1)).toMatchObject({
        status: 'awaiting-answer',
        detail: 'Which one?',
        question: { text: 'Which one?', options: ['The first', 'The second'] },
      });
      calls.answer('q', { kind: 'answered', text: 'The first' });
      await done;
      expect(updates.map(({ status }) => status)).not.toContain('awaiting-approval');
      expect(updates.at(-1)?.status).toBe('success');
    }
  });

  it('returns the user’s answer to the model', () =>
    check({ kind: 'answered', text: 'Neither' }, 'The user answered: Neither', 'Neither'));

  it('reports a dismissed question to the model as not answered', () =>
    check(
      { kind: 'dismissed' },
      'The user closed the question without answering it. Do not assume any of the options. Continue with work ' +
        'that does not depend on the answer, and say what remains open.',
      'not answered',
    ));

  it('asks several questions one after another', async () => {
    const { calls, done } = start([ask('1', { question: 'First?' }), ask('2', { question: 'Second?' })]);
    await settle();
    expect(calls.answer('2', { kind: 'dismissed' })).toBe(false);
    expect(calls.answer('1', { kind: 'dismissed' })).toBe(true);
    await settle();
    expect(calls.answer('2', { kind: 'dismissed' })).toBe(true);
    await done;
  });

  it('is cancelled when the prompt is aborted, and accepts no answer after that', async () => {
    const { calls, controller, updates, done } = start([ask('q', WHICH)]);
    await settle();
    controller.abort();
    const [result] = await done;
    expect(result).toMatchObject({ isError: true, content: [{ text: /Interrupted by the user/ }] });
    expect(updates.at(-1)?.status).toBe('cancelled');
    expect(calls.answer('q', { kind: 'answered', text: 'late' })).toBe(false);
  });

  it('fails if the context cannot ask the user', async () => {
    const outcome = await createToolHarness(createMemoryWorkspace()).run(askUserTool, { question: 'Which?' });
    expect(outcome).toMatchObject({ ok: false, summary: 'not asked' });
  });

  it('refuses a blank question and more than eight options', () => {
    const prepare = (input: JsonObject) => prepareCall(registry, ask('q', input)).kind;
    expect(prepare(WHICH)).toBe('ready');
    expect(prepare({ question: ' ' })).toBe('refused');
    expect(prepare({ question: 'Which?', options: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] })).toBe('refused');
  });
});
