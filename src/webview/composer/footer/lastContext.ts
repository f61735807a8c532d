import type { ChatState } from '../../../shared/chatState.ts';
import type { ContextView } from '../../../shared/transcriptItem.ts';

/**
 * How full the model's context window will be with the next request: the last count on the shown path, or the estimate
 * of a later compression. Undefined if the provider has not counted the tokens yet.
 */
export function lastContext({ items }: Pick<ChatState, 'items'>): ContextView | undefined {
  const index = items.findLastIndex((item) => item.kind === 'answer' && item.context !== null);
  const answer = items[index];
  if (answer?.kind !== 'answer' || !answer.context) return undefined;
  const later = items.slice(index + 1).findLast((item) => item.kind === 'summary' && item.state !== 'running');
  if (later?.kind !== 'summary') return answer.context;
  return { ...answer.context, used: later.state === 'undone' ? later.before : later.after };
}
