import type { ToolCallPart } from '../../src/extension/model/message.ts';
import type { Log } from '../../src/extension/ports/log.ts';
import type { Workspace } from '../../src/extension/ports/workspace.ts';
import { ApprovalDesk } from '../../src/extension/approval/approvalDesk.ts';
import { OpenCalls } from '../../src/extension/approval/openCalls.ts';
import type { ApprovalPolicy } from '../../src/extension/approval/approval.ts';
import { createToolRegistry } from '../../src/extension/tools/registry.ts';
import { ToolScheduler, type ScheduleOptions, type ToolUpdate } from '../../src/extension/chat/agent/scheduler.ts';
import type { Tool } from '../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../src/shared/chatState.ts';
import { createApprovalPolicy } from './approvalPolicy.ts';
import { createMemoryWorkspace } from './memoryWorkspace.ts';
import { createToolHarness } from './toolHarness.ts';

/** A scheduler, its collaborators, and the updates that it emits. A test may change `state.mode` while calls run. */
export function createBatch(
  tools: readonly Tool[],
  options: {
    mode?: ApprovalMode;
    workspace?: Workspace;
    policy?: Partial<Omit<ApprovalPolicy, 'mode'>>;
  } & Partial<ScheduleOptions> = {},
) {
  const updates: ToolUpdate[] = [];
  const logged: string[] = [];
  const log: Log = { info: () => {}, warn: () => {}, error: (message) => void logged.push(message) };
  const desk = new ApprovalDesk(log);
  const calls = new OpenCalls();
  const scheduler = new ToolScheduler(desk, calls, log);
  const controller = new AbortController();
  const { mode = 'yolo', workspace = createMemoryWorkspace(), policy, ...rest } = options;
  const state = { mode };
  const approval = createApprovalPolicy(() => state.mode, policy);
  const { context } = createToolHarness(workspace);
  return {
    desk,
    calls,
    updates,
    logged,
    controller,
    state,
    context,
    run: (batch: readonly ToolCallPart[]) =>
      scheduler.schedule(batch, {
        registry: createToolRegistry(tools),
        context,
        approval,
        signal: controller.signal,
        onUpdate: (update) => updates.push(update),
        ...rest,
      }),
    statuses: (callId: string) => updates.filter((update) => update.callId === callId).map((update) => update.status),
    last: (callId: string) => updates.findLast((update) => update.callId === callId),
  };
}

export function call(name: string, id: string, input: ToolCallPart['input'] = { id }): ToolCallPart {
  return { type: 'tool-call', id, name, input };
}

export function textOfResult(update: ToolUpdate | undefined): string | undefined {
  const [part] = update?.result?.content ?? [];
  return part?.type === 'text' ? part.text : undefined;
}
