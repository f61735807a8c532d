import type { ConversationNode } from './conversationNode.ts';

/**
 * The id of the model that the user chose for a prompt alone. `itemId` is the prompt, or the first message of its
 * answer. Undefined if there is no such choice, or if the user has selected another model for the chat since: then the
 * user wants to ask again with that model. `chatModel` is the id of the chat's model.
 */
export function ownModelOf(
  path: readonly ConversationNode[],
  itemId: string,
  chatModel: string | undefined,
): string | undefined {
  const before = path.slice(0, path.findIndex(({ id }) => id === itemId) + 1);
  const prompt = before.findLast((node) => node.kind === 'prompt' && !node.steers);
  const own = prompt?.kind === 'prompt' ? prompt.ownModel : null;
  return own && own.insteadOf === (chatModel ?? '') ? own.id : undefined;
}
