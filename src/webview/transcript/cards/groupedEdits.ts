import type { ToolBlock } from '../../../shared/toolBlock.ts';
import { strings } from '../../strings/strings.ts';

/** The calls that wait for approval in the same card as `tool`; only `tool` if its card is about one call. */
export function groupOf(tool: ToolBlock, tools: readonly ToolBlock[]): readonly ToolBlock[] {
  const group = tool.approval?.group;
  if (group === undefined) return [tool];
  return tools.filter(({ status, approval }) => status === 'awaiting-approval' && approval?.group === group);
}

/** "4 edits in 3 files". */
export function countEdits(tools: readonly ToolBlock[]): string {
  const files = new Set(
    tools.flatMap(({ approval }) => (approval?.subject.kind === 'edit' ? [approval.subject.file] : [])),
  );
  return strings.approval.edits(tools.length, files.size);
}
