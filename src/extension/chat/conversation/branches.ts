import type { BranchView } from '../../../shared/transcriptItem.ts';
import { addsNothing, isFruitless, messageOf, type AnswerNode, type ConversationNode } from './conversationNode.ts';

/**
 * The siblings that the panel lets the user switch between. Two answers that share their first turns are two siblings,
 * so that the user sees one counter per answer, not per turn. Siblings are in the order of the tree, so a new sibling
 * does not change the order of the others.
 */

export interface BranchTree {
  /** The end of the active path. */
  readonly leaf: string | null;
  node(id: string): ConversationNode | undefined;
  childrenOf(parent: string | null): readonly ConversationNode[];
  latest(ids: readonly string[]): string | undefined;
  leafUnder(id: string): string;
  path(leaf: string): readonly ConversationNode[];
}

/** The ids of the prompts with the same parent as `prompt`, including `prompt` itself. */
export function promptSiblings(tree: BranchTree, prompt: ConversationNode): readonly string[] {
  return tree
    .childrenOf(prompt.parent)
    .filter((node) => node.kind === 'prompt')
    .map((node) => node.id);
}

/** The ids of the last messages of all answers to the same prompt. */
export function answerSiblings(tree: BranchTree, answer: AnswerNode): readonly string[] {
  const ends: string[] = [];
  const pending = answersAfter(tree, promptOf(tree, answer)).reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    const more = answersAfter(tree, node.id);
    if (isEnd(tree, node, more)) ends.push(node.id);
    pending.push(...more.reverse());
  }
  return ends;
}

/** Null if `id` is the only sibling, or not one of them. */
export function toBranchView(siblings: readonly string[], id: string): BranchView | null {
  const index = siblings.indexOf(id);
  return index >= 0 && siblings.length > 1 ? { index: index + 1, count: siblings.length } : null;
}

/**
 * The steps from answer `id` to a sibling with later prompts, and the number of these prompts. Of several such
 * siblings, the most recently active one is chosen. After *Branch from here* at `id`, the later prompts of
 * `id` are hidden, so the sibling can be `id` itself, zero steps away. Undefined if a shown prompt follows `id`, or if
 * the siblings do not have later prompts.
 */
export function laterPrompts(tree: BranchTree, siblings: readonly string[], id: string): BranchView['later'] {
  if (tree.leaf !== id && promptsAfter(tree, id).length > 0) return undefined;
  const next = tree.latest(siblings.flatMap((sibling) => promptsAfter(tree, sibling)));
  const end = siblings.find((sibling) => next !== undefined && promptsAfter(tree, sibling).includes(next));
  if (next === undefined || end === undefined) return undefined;
  const path = tree.path(tree.leafUnder(next));
  const rest = path.slice(path.findIndex((node) => node.id === next));
  return {
    step: siblings.indexOf(end) - siblings.indexOf(id),
    prompts: rest.filter((node) => node.kind === 'prompt').length,
  };
}

/** Returns the first prompts after a message. A summary, then the rest of the answer, may precede these prompts. */
function promptsAfter(tree: BranchTree, id: string): string[] {
  return tree.childrenOf(id).flatMap((node) => {
    if (node.kind === 'prompt') return [node.id];
    return node.kind === 'summary' ? promptsBelow(tree, node.id) : [];
  });
}

function promptsBelow(tree: BranchTree, id: string): string[] {
  const found: string[] = [];
  const pending = [...tree.childrenOf(id)].reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.kind === 'prompt') found.push(node.id);
    else pending.push(...[...tree.childrenOf(node.id)].reverse());
  }
  return found;
}

/** Returns the parent of the answer's first message: a prompt, a summary in the middle of an answer, or null. */
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

/**
 * An answer ends at each message that is directly before a prompt or a summary. It also ends at its last message,
 * unless that message is superseded.
 */
function isEnd(tree: BranchTree, node: AnswerNode, more: readonly AnswerNode[]): boolean {
  if (more.length > 0) return tree.childrenOf(node.id).some((child) => child.kind !== 'answer');
  return !isSuperseded(tree, node);
}

/**
 * True for an attempt that does not count as a sibling, because it shows nothing of its own. Such attempts are an empty
 * attempt that was retried, a continuation that added nothing, and a message that Premove has continued by itself. An
 * attempt may also add nothing because it failed, was interrupted, or was cut off in a call. That attempt counts as a
 * sibling until a later attempt replaces it, so that the panel can show why the attempt ended. If another model
 * answered after an attempt, the attempt always counts, because it shows why the model changed.
 */
function isSuperseded(tree: BranchTree, node: AnswerNode): boolean {
  if (!node.close || tree.childrenOf(node.id).length > 0) return false;
  const siblings = answersAfter(tree, node.parent);
  if (siblings.some((sibling) => continuesByItself(sibling, node) && !addsNothing(sibling))) return true;
  if (messageOf(node).parts.length > 0 && !addsNothing(node)) return false;
  if (siblings.some((sibling) => isFallbackOf(sibling, node))) return false;
  // After an attempt that added nothing, the panel shows the attempt before it again.
  return isDropped(tree, node) || siblings.findLast((sibling) => !isDropped(tree, sibling))?.id !== node.id;
}

function isDropped(tree: BranchTree, node: AnswerNode): boolean {
  return isFruitless(node) && tree.childrenOf(node.id).length === 0;
}

function isFallbackOf({ routed }: AnswerNode, { modelId, close }: AnswerNode): boolean {
  return close?.outcome === 'failed' && routed?.reason === 'fallback' && routed.insteadOf === modelId;
}

function continuesByItself({ continues }: AnswerNode, node: AnswerNode): boolean {
  return continues?.id === node.id && continues.automatic !== undefined;
}
