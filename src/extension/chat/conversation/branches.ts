import type { BranchView } from '../../../shared/chatState.ts';
import { messageOf, type AnswerNode, type ConversationNode } from './conversation.ts';

/**
 * The siblings that the panel lets the user switch between. A prompt's are the prompts with the same parent: wordings.
 * An answer's are all the ways in which its prompt was answered, each a chain of messages from the prompt to where the
 * answer ended. One that went on from a tool round it shares with another is a sibling of its own: the user sees two
 * answers that begin alike, and needs one counter for them, not one for every round. They are in the order of the tree,
 * so a number stays what it was while others are added behind it.
 */

export interface BranchTree {
  node(id: string): ConversationNode | undefined;
  childrenOf(parent: string | null): readonly ConversationNode[];
  /** Of some nodes, the one where the user was last. */
  latest(ids: readonly string[]): string | undefined;
  leafUnder(id: string): string;
  path(leaf: string): readonly ConversationNode[];
}

/** The prompts that begin a path here. */
export function promptSiblings(tree: BranchTree, prompt: ConversationNode): readonly string[] {
  return tree
    .childrenOf(prompt.parent)
    .filter((node) => node.kind === 'prompt')
    .map((node) => node.id);
}

/** The last messages of all answers to the prompt that `answer` belongs to. */
export function answerSiblings(tree: BranchTree, answer: AnswerNode): readonly string[] {
  const ends: string[] = [];
  const open = answersAfter(tree, promptOf(tree, answer)).reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    const more = answersAfter(tree, node.id);
    if (isEnd(tree, node, more)) ends.push(node.id);
    open.push(...more.reverse());
  }
  return ends;
}

/** Null where `id` is the only one, or none of them. */
export function toBranchView(siblings: readonly string[], id: string): BranchView | null {
  const index = siblings.indexOf(id);
  return index >= 0 && siblings.length > 1 ? { index: index + 1, count: siblings.length } : null;
}

/**
 * The prompts that followed the answer where the user was last, seen from another answer to the same prompt which none
 * follows; undefined where nothing is out of sight.
 */
export function laterPrompts(tree: BranchTree, siblings: readonly string[], id: string): BranchView['later'] {
  const promptsAfter = (end: string): string[] =>
    tree.childrenOf(end).flatMap((node) => (node.kind === 'prompt' ? [node.id] : []));
  if (promptsAfter(id).length > 0) return undefined;
  const next = tree.latest(siblings.flatMap(promptsAfter));
  const end = next === undefined ? undefined : tree.node(next)?.parent;
  if (next === undefined || typeof end !== 'string') return undefined;
  const path = tree.path(tree.leafUnder(next));
  const rest = path.slice(path.findIndex((node) => node.id === next));
  return {
    step: siblings.indexOf(end) - siblings.indexOf(id),
    prompts: rest.filter((node) => node.kind === 'prompt').length,
  };
}

function promptOf(tree: BranchTree, answer: AnswerNode): string | null {
  let { parent } = answer;
  for (let node = parent && tree.node(parent); node && node.kind === 'answer'; node = parent && tree.node(parent)) {
    ({ parent } = node);
  }
  return parent;
}

function answersAfter(tree: BranchTree, id: string | null): AnswerNode[] {
  return tree.childrenOf(id).filter((node) => node.kind === 'answer');
}

/** An answer ends where no message goes on with it, or a prompt follows. */
function isEnd(tree: BranchTree, node: AnswerNode, more: readonly AnswerNode[]): boolean {
  if (more.length > 0) return tree.childrenOf(node.id).some((child) => child.kind === 'prompt');
  return !isSuperseded(tree, node);
}

/** An attempt that brought nothing and was made again is nothing to go back to. */
function isSuperseded(tree: BranchTree, node: AnswerNode): boolean {
  if (!node.close || messageOf(node).parts.length > 0 || tree.childrenOf(node.id).length > 0) return false;
  return answersAfter(tree, node.parent).at(-1)?.id !== node.id;
}
