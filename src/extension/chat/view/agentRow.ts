import { toolBlock } from '../../../shared/emptyItems.ts';
import type { AgentWorkView, ToolBlock } from '../../../shared/toolBlock.ts';
import type { AgentCall, AgentWork, EndedCall } from '../../tools/agents.ts';
import { lookOf, type ToolRegistry } from '../../tools/registry.ts';

/** The row of a call that a running sub-agent makes. */
export function toAgentCallRow(call: AgentCall, registry: ToolRegistry): ToolBlock {
  const { approval = null, madeBy } = call;
  return { ...toRow(call.callId, call, registry), approval, madeBy };
}

/** The work of an ended sub-agent, for the row of the call `callId` that started it. */
export function toAgentWorkView({ model, calls, count, note }: AgentWork, callId: string, registry: ToolRegistry) {
  const rows = calls.map((call, index) => toRow(`${callId}:${index}`, call, registry));
  return { model, calls: rows, count, ...(note !== undefined && { note }) } satisfies AgentWorkView;
}

function toRow(callId: string, call: EndedCall, registry: ToolRegistry): ToolBlock {
  const { name, detail, status, summary, added, removed, files, notRun } = call;
  return {
    ...toolBlock({ id: callId, name }, lookOf(registry, name)),
    ...{ detail, status, summary, added, removed },
    files: [...files],
    ...(notRun && { notRun }),
  };
}
