import { useEffect, useState } from 'react';
import { nextModel, type ChatState } from '../../../shared/chatState.ts';
import type { ContextView } from '../../../shared/transcriptItem.ts';
import { contextUsageSchema, type ContextUsage } from '../../../shared/contextUsage.ts';
import { useChat, usePanel } from '../../state/panel.ts';

type Fill = Pick<ContextUsage, 'used' | 'window'>;

/**
 * How full the context window will be with the next request; null until a provider has counted tokens. If another model
 * answers next, the host estimates the fill.
 */
export function useContextFill(): Fill | null {
  const panel = usePanel();
  // Two selectors, because a selector must not return a new object for the same chat.
  const used = useChat((chat) => lastContext(chat)?.used ?? 0);
  const window = useChat((chat) => lastContext(chat)?.window ?? null);
  const otherModel = useChat(modelWithoutCount);
  const key = `${otherModel} ${used}`;
  const [estimate, setEstimate] = useState<(Fill & { readonly key: string }) | null>(null);

  useEffect(() => {
    if (otherModel === null || used === 0) return;
    let isCurrent = true;
    panel.request({ type: 'read-context' }).then(
      (result) => {
        const parsed = contextUsageSchema.safeParse(result);
        if (isCurrent && parsed.success) setEstimate({ ...parsed.data, key });
      },
      // The last count stays visible. The context card sends a request of its own when it opens, and shows its failure.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [panel, otherModel, used, key]);

  if (used === 0) return null;
  return otherModel !== null && estimate?.key === key ? estimate : { used, window };
}

/** The id of the next model, if the last token count is from another model; else null. */
export function modelWithoutCount(chat: Pick<ChatState, 'items' | 'model' | 'composerMenu'>): string | null {
  const next = nextModel(chat)?.id ?? null;
  const answer = chat.items.findLast((item) => item.kind === 'answer' && item.context !== null);
  const counted = answer?.kind === 'answer' ? answer.models.at(-1) : undefined;
  return counted === undefined || counted === next ? null : next;
}

/**
 * The last token count, or, if messages were compressed after it, the estimate that the summary recorded. Undefined if
 * no provider has counted tokens yet.
 */
export function lastContext({ items }: Pick<ChatState, 'items'>): ContextView | undefined {
  const index = items.findLastIndex((item) => item.kind === 'answer' && item.context !== null);
  const answer = items[index];
  if (answer?.kind !== 'answer' || !answer.context) return undefined;
  const later = items.slice(index + 1).findLast((item) => item.kind === 'summary' && item.state !== 'running');
  if (later?.kind !== 'summary') return answer.context;
  return { ...answer.context, used: later.state === 'undone' ? later.before : later.after };
}
