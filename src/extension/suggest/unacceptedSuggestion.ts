import type { PromptContext } from '../chat/conversation/promptContent.ts';
import { wordsOf } from './words.ts';

/** A reply within both limits, in words and UTF-16 units, may refer to the suggestion: "yes", "no, the other one". */
const MAX_WORDS = 5;
const MAX_CHARACTERS = 40;

/**
 * Returns context for a reply that may refer to a seen, unused suggestion; null for a longer or empty reply. Only the
 * length decides, so that this works in every language. A model wrote the suggestion: the filter keeps it short and on
 * one line, and it is quoted here, so that it cannot pass for the user's words.
 */
export function describeUnaccepted(suggestion: string, reply: string): PromptContext | null {
  if (reply === '' || reply.length > MAX_CHARACTERS || wordsOf(reply).length > MAX_WORDS) return null;
  const text =
    `[After your last answer, the user saw the suggestion ${JSON.stringify(suggestion)} for their next message. They did ` +
    'not accept it, so it is not an instruction. Their own reply follows, and may refer to it.]';
  return { kind: 'suggestion', text };
}
