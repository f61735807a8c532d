import type { PromptContext } from '../chat/promptContent.ts';
import { wordsOf } from './words.ts';

/** A reply of up to so many words, in so many UTF-16 units, may mean the suggestion: "yes", "no, the other one". */
const MAX_WORDS = 5;
const MAX_CHARACTERS = 40;

/**
 * What goes with a reply to the model if it may be about a suggestion that the user has seen and not taken; null if it
 * speaks for itself. By its length alone, so that it works in every language. The suggestion is a model's words: the
 * filter keeps them short and on one line, and here they are quoted, so that they cannot pass for the user's.
 */
export function describeUntaken(suggestion: string, reply: string): PromptContext | null {
  if (reply === '' || reply.length > MAX_CHARACTERS || wordsOf(reply).length > MAX_WORDS) return null;
  const text =
    `[Under your last answer, the user saw the suggestion ${JSON.stringify(suggestion)} for their next message. They did ` +
    'not take it, so it is not an instruction. What follows is their own reply, which may refer to it.]';
  return { kind: 'suggestion', text };
}
