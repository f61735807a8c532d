import { textOf } from '../../model/message.ts';
import { messageOf, type AnswerNode, type ConversationNode, type PromptNode } from './conversationNode.ts';

interface Tree {
  node(id: string): ConversationNode | undefined;
}

/**
 * Returns the prompt whose text an answer continues. The answer continues the prompt directly, or continues another
 * answer that continues the prompt. Undefined for all other answers.
 */
export function continuedPrompt(answer: AnswerNode, tree: Tree): PromptNode | undefined {
  let node: ConversationNode | undefined = answer;
  // Each step leads to an older node. The limit ends the loop if a damaged file contains a cycle.
  for (let steps = 0; node?.kind === 'answer' && node.continues && steps < MAX_STEPS; steps += 1) {
    node = tree.node(node.continues.id);
  }
  return node?.kind === 'prompt' && node.id === answer.parent ? node : undefined;
}

/** The prompt's text, followed by the answer's text. */
export function joinPrompt(prompt: PromptNode, answer: AnswerNode): string {
  // The answer's text was recorded after `createSeam` had removed repetitions of the prompt's text.
  return textOf({ role: 'user', parts: prompt.parts }) + textOf(messageOf(answer));
}

const MAX_STEPS = 1_000;
