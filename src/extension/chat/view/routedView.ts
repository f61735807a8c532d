import type { Routed } from '../../../shared/transcriptItem.ts';
import type { BranchTree } from '../conversation/branches.ts';
import type { AnswerNode, ConversationNode } from '../conversation/conversationNode.ts';

type Tree = Pick<BranchTree, 'node'>;

/** Why the answer's last model was used; null if the user has selected that model for the chat. */
export function routedOf(nodes: readonly AnswerNode[], tree: Tree): Routed | null {
  const last = nodes.at(-1);
  return last?.routed ?? ownRoute(last, tree) ?? null;
}

/** The route of a model that was chosen for the prompt alone. */
function ownRoute(answer: AnswerNode | undefined, tree: Tree): Routed | undefined {
  let node: ConversationNode | undefined = answer;
  // The limit ends the loop if a damaged file contains a cycle.
  for (let steps = 0; node && steps < MAX_STEPS; steps += 1) {
    if (node.kind === 'prompt' && !node.steers) {
      const { ownModel } = node;
      const isOwn = ownModel !== null && ownModel.id === answer?.modelId && ownModel.id !== ownModel.insteadOf;
      return isOwn ? { reason: 'own', insteadOf: ownModel.insteadOf } : undefined;
    }
    node = node.parent === null ? undefined : tree.node(node.parent);
  }
  return undefined;
}

const MAX_STEPS = 1_000;
