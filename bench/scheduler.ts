import * as z from 'zod';
import { createApprovalPolicy } from '../test/support/approvalPolicy.ts';
import { createMemoryWorkspace } from '../test/support/memoryWorkspace.ts';
import { createToolHarness } from '../test/support/toolHarness.ts';
import { silentLog } from '../src/extension/base/silentLog.ts';
import { createToolRegistry } from '../src/extension/tools/registry.ts';
import { ApprovalDesk } from '../src/extension/approval/approvalDesk.ts';
import { OpenCalls } from '../src/extension/approval/openCalls.ts';
import { ToolScheduler } from '../src/extension/chat/agent/scheduler.ts';
import { succeeded, type Tool } from '../src/extension/tools/tool.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const ROUNDS = 15;
const CALLS = 1000;

const done = succeeded('done', 'done');
const noOp: Tool = {
  name: 'no_op',
  description: 'Does nothing.',
  kind: 'read',
  schema: z.object({ id: z.string() }),
  describe: () => 'nothing',
  paths: () => [],
  execute: () => Promise.resolve(done),
};

/** The cost of checking, approving, reporting and ordering calls, with tools that do nothing. */
export const scheduler: Measurement = { name: 'scheduler', run: measure };

async function measure(): Promise<Figure[]> {
  const inputs = Array.from({ length: CALLS }, (_, index) => ({ id: String(index) }));
  const { context } = createToolHarness(createMemoryWorkspace());
  const { signal } = new AbortController();
  const batch = new ToolScheduler(new ApprovalDesk(silentLog), new OpenCalls(), silentLog);
  const scheduled = () =>
    batch.schedule(
      inputs.map((input) => ({ type: 'tool-call' as const, id: input.id, name: noOp.name, input })),
      {
        registry: createToolRegistry([noOp]),
        context,
        approval: createApprovalPolicy(() => 'default'),
        signal,
        onUpdate: () => undefined,
      },
    );
  const direct = () => Promise.all(inputs.map((input) => noOp.execute(noOp.schema.parse(input), context, signal)));
  const ours: number[] = [];
  const theirs: number[] = [];
  await scheduled();
  await direct();
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await timed(scheduled));
    theirs.push(await timed(direct));
  }
  return [
    toFigure({
      name: `${CALLS.toLocaleString('en')} scheduled calls that do nothing`,
      unit: 'ms',
      statistic: 'median',
      samples: ours,
      yardstick: { name: 'the same, checked and run without a scheduler', samples: theirs },
    }),
  ];
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
