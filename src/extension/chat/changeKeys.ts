import type { Conversation } from './conversation/conversation.ts';
import type { FilesRestored } from './conversation/conversationEntry.ts';
import { inEffect, restoresOf, type ConversationNode } from './conversation/conversationNode.ts';

/**
 * Returns the change store's keys of all changes since a prompt was sent, in order, including the user's restores.
 * Includes all branches, because their changes stay on disk. Leaves out a key that also belongs to an answer before the
 * prompt. `prompt`: null for the whole chat.
 */
export function changeKeysSince(conversation: Conversation, prompt: string | null): string[] {
  const nodes = [...conversation.all()];
  const start = prompt === null ? -1 : nodes.findIndex(({ id }) => id === prompt);
  if (prompt !== null && start < 0) return [];
  const sentAt = nodes[start]?.at ?? -Infinity;
  const earlier = new Set(nodes.slice(0, start + 1).map(promptIdOf));
  const answers = nodes
    .slice(start + 1)
    .flatMap((node) => (node.kind === 'answer' ? { key: node.promptId, at: node.at } : []))
    .filter(({ key }) => !earlier.has(key));
  const restores = nodes.flatMap(restoresOf).filter(({ at }) => at > sentAt);
  // `sort` is stable, so answers of the same millisecond keep their order.
  const all = [...answers, ...restores].sort((a, b) => a.at - b.at).map(({ key }) => key);
  return [...new Set(all)];
}

/**
 * Maps the id of each answer item on the active path to the keys of its changes. If a steering prompt or a summary has
 * split an answer into several items, only the last item gets their common key.
 */
export function changeKeysOfAnswers(conversation: Conversation): Map<string, readonly string[]> {
  const answers = new Map<string, readonly string[]>();
  const later = new Set<string>();
  let keys: string[] = [];
  const path = conversation.path();
  for (const [index, node] of [...path.entries()].reverse()) {
    if (node.kind !== 'answer') continue;
    if (!later.has(node.promptId) && !keys.includes(node.promptId)) keys.unshift(node.promptId);
    if (path[index - 1]?.kind === 'answer') continue;
    answers.set(node.id, keys);
    for (const key of keys) later.add(key);
    keys = [];
  }
  return answers;
}

/** Empty if the item is not an answer on the active path. */
export function changeKeysOfAnswer(conversation: Conversation, itemId: string): readonly string[] {
  return changeKeysOfAnswers(conversation).get(itemId) ?? [];
}

/**
 * The restores after the answer, to checkpoints from before it; oldest first, without undone restores. Some may have
 * changed no file of the answer.
 */
export function restoresOver(conversation: Conversation, itemId: string): FilesRestored[] {
  const answer = conversation.node(itemId);
  if (!answer) return [];
  return [...conversation.all()]
    .flatMap((node) => (node.kind === 'prompt' && node.at <= answer.at ? inEffect(node.filesRestored) : []))
    .filter(({ at }) => answer.at < at)
    .sort((a, b) => a.at - b.at);
}

function promptIdOf(node: ConversationNode): string | undefined {
  return node.kind === 'answer' ? node.promptId : undefined;
}
