import type { SummaryItem } from '../../../shared/transcriptItem.ts';
import type { ConversationNode, SummaryNode } from '../conversation/conversationNode.ts';

export function toSummaryItem({ id, text, edited, undone, messages, before, after }: SummaryNode): SummaryItem {
  const state = undone ? 'undone' : 'done';
  return { kind: 'summary', id, state, text, edited, messages, before, after, branch: null };
}

/** Whether the answer before the node at `index` continues after that node. */
export function continuesAfter(path: readonly ConversationNode[], index: number): boolean {
  const node = path[index];
  if (node?.kind === 'prompt') return node.steers;
  if (node?.kind !== 'summary') return false;
  const next = path.slice(index).find(({ kind }) => kind !== 'summary');
  return next?.kind === 'answer' || (next?.kind === 'prompt' && next.steers);
}
