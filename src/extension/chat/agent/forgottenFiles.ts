import { toolCallsOf } from '../../model/message.ts';
import type { SeenFiles } from '../../tools/tool.ts';
import { messageOf, type ConversationNode } from '../conversation/conversationNode.ts';

/**
 * Call after a compression. Removes from `seen` each file that the calls of `kept` do not name, so that the model must
 * read the file again before it replaces the file. `kept`: the nodes that the model still sees.
 */
export function forgetUnnamedFiles(seen: SeenFiles, kept: readonly ConversationNode[]): void {
  const calls = kept.flatMap((node) => (node.kind === 'answer' ? toolCallsOf(messageOf(node)) : []));
  const named = calls.flatMap(({ input }) => Object.values(input).filter((value) => typeof value === 'string'));
  for (const path of seen.paths()) {
    if (!named.some((name) => path === name || path.endsWith(`/${name}`))) seen.delete(path);
  }
}
