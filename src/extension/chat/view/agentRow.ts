import { agentNoteTexts } from '../../base/texts/agentTexts.ts';
import { toolBlock } from '../../../shared/emptyItems.ts';
import type { AgentWorkView, ToolBlock } from '../../../shared/toolBlock.ts';
import type { AgentCall, AgentWork, EndedCall } from '../../tools/agents.ts';
import { lookOf, type ToolRegistry } from '../../tools/registry.ts';

export function toAgentCallRow(call: AgentCall, registry: ToolRegistry): ToolBlock {
  const { approval = null, madeBy } = call;
  return { ...toRow(call.callId, call, registry), approval, madeBy };
}

/** `callId`: the call that started the sub-agent. */
export function toAgentWorkView({ model, calls, count, note }: AgentWork, callId: string, registry: ToolRegistry) {
  const rows = calls.map((call, index) => toRow(`${callId}:${index}`, call, registry));
  return { model, calls: rows, count, ...(note !== undefined && { note }) } satisfies AgentWorkView;
}

/** The work of a sub-agent whose call has no result. `work` is undefined if it was not recorded, as after a crash. */
export function toInterruptedWorkView(work: AgentWork | undefined, callId: string, registry: ToolRegistry) {
  const { model = '', calls = [], count = 0 } = work ?? {};
  const ended = calls.length === 0 ? agentNoteTexts.noCallsRecorded() : agentNoteTexts.noReportRecorded();
  const note = [work?.note, ended].filter((part) => part !== undefined).join(' ');
  return toAgentWorkView({ model, calls, count, note }, callId, registry);
}

const NO_TOOLS: Pick<ToolRegistry, 'find'> = { find: () => undefined };

function toRow(callId: string, call: EndedCall, registry: ToolRegistry): ToolBlock {
  const { name, detail, status, summary, added, removed, files, notRun } = call;
  // The sub-agent may not have this tool, although the chat has it. The tool's name is shown, because a label such as
  // "Run" would not say what was refused.
  const isUnknown = notRun === 'refused' && detail === '';
  return {
    ...toolBlock({ id: callId, name }, lookOf(isUnknown ? NO_TOOLS : registry, name)),
    ...{ detail, status, summary, added, removed },
    files: [...files],
    ...(notRun && { notRun }),
  };
}
