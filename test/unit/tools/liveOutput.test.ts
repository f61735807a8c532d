import { expect, test } from 'vitest';
import * as z from 'zod';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createToolRegistry } from '../../../src/extension/tools/registry.ts';
import { ApprovalDesk } from '../../../src/extension/approval/approvalDesk.ts';
import { OpenCalls } from '../../../src/extension/approval/openCalls.ts';
import { ToolScheduler, type ToolUpdate } from '../../../src/extension/chat/agent/scheduler.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolOutcome } from '../../../src/extension/tools/tool.ts';
import { createApprovalPolicy } from '../../support/approvalPolicy.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness } from '../../support/toolHarness.ts';

const call = { type: 'tool-call', id: 'c1', name: 'command', input: {} } as const;

function createCommand(execute: (context: ToolContext, signal: AbortSignal) => Promise<ToolOutcome>): Tool {
  return {
    name: 'command',
    description: '',
    kind: 'execute',
    schema: z.object({}),
    describe: () => 'npm test',
    paths: () => [],
    execute: (_input, context, signal) => execute(context, signal),
  };
}

async function schedule(tool: Tool, signal: AbortSignal): Promise<ToolUpdate[]> {
  const updates: ToolUpdate[] = [];
  await new ToolScheduler(new ApprovalDesk(silentLog), new OpenCalls(), silentLog).schedule([call], {
    registry: createToolRegistry([tool]),
    context: createToolHarness(createMemoryWorkspace()).context,
    approval: createApprovalPolicy(() => 'yolo'),
    signal,
    onUpdate: (update) => updates.push(update),
  });
  return updates;
}

test('the chat shows the output that a running call reports, and drops it when the call ends', async () => {
  let late: ToolContext['report'];
  const tool = createCommand(({ report }) => {
    report?.('one');
    report?.('one\ntwo');
    late = report;
    return Promise.resolve(succeeded('all', 'done'));
  });
  const updates = await schedule(tool, new AbortController().signal);
  late?.('three');
  const shown = updates.map(({ status, output }) => (output === undefined ? status : output));
  expect(shown.slice(-4)).toEqual(['executing', 'one', 'one\ntwo', 'success']);
  expect(updates.at(-1)).not.toHaveProperty('output');
});

test('the chat returns the outcome of an interrupted call to the model', async () => {
  const stop = new AbortController();
  const tool = createCommand(() => {
    stop.abort();
    return Promise.resolve(failed('half of it [Interrupted]', 'stopped'));
  });
  const last = (await schedule(tool, stop.signal)).at(-1);
  expect(last).toMatchObject({ status: 'cancelled', outcome: { summary: 'stopped' }, result: { isError: true } });
  expect(last?.result?.content).toEqual([{ type: 'text', text: 'half of it [Interrupted]' }]);
});
