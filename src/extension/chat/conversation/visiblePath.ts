import type { ConversationNode, SummaryNode } from './conversationNode.ts';

/**
 * The nodes of a path that the model sees. Unless a summary is undone, it replaces all nodes before its `keepFrom`,
 * earlier summaries included.
 */
export function visiblePath(path: readonly ConversationNode[]): ConversationNode[] {
  let visible: ConversationNode[] = [];
  for (const node of path) {
    if (node.kind !== 'summary') visible.push(node);
    else if (!node.undone) {
      const kept = visible.findIndex(({ id }) => id === node.keepFrom);
      // If a damaged file names a node that is not on the path, this summary has no effect.
      if (kept >= 0) visible = [node, ...visible.slice(kept)];
    }
  }
  return visible;
}

export function summaryOn(path: readonly ConversationNode[]): SummaryNode | undefined {
  const [first] = visiblePath(path);
  return first?.kind === 'summary' ? first : undefined;
}

export function sinceSummary(path: readonly ConversationNode[]): readonly ConversationNode[] {
  const summary = summaryOn(path);
  return summary ? path.slice(path.indexOf(summary) + 1) : path;
}

export function lastMessageNode(path: readonly ConversationNode[]): Exclude<ConversationNode, SummaryNode> | undefined {
  return path.findLast((node) => node.kind !== 'summary');
}

/** Whether only summaries follow node `id`. */
export function endsAt(path: readonly ConversationNode[], id: string | null): boolean {
  return path.length > 0 && (lastMessageNode(path)?.id ?? null) === id;
}
