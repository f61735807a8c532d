import { textOf } from '../../model/message.ts';
import { messageOf, type AnswerNode, type ConversationNode, type PromptNode } from './conversationNode.ts';

interface Tree {
  node(id: string): ConversationNode | undefined;
}

/**
 * The prompt whose text an answer continues, directly or through other answers. Undefined if the answer does not
 * continue a prompt.
 */
export function continuedPrompt(answer: AnswerNode, tree: Tree): PromptNode | undefined {
  let node: ConversationNode | undefined = answer;
  // The limit ends the loop if a damaged file contains a cycle.
  for (let steps = 0; node?.kind === 'answer' && node.continues && steps < MAX_STEPS; steps += 1) {
    node = tree.node(node.continues.id);
  }
  return node?.kind === 'prompt' && node.id === answer.parent ? node : undefined;
}

export function joinPrompt(prompt: PromptNode, answer: AnswerNode): string {
  // The answer's text was recorded after `createSeam` had removed repetitions of the prompt's text.
  return textOf({ role: 'user', parts: prompt.parts }) + textOf(messageOf(answer));
}

const MAX_STEPS = 1_000;
