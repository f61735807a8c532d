import type { SummaryItem } from '../../../shared/transcriptItem.ts';
import type { ClientEvent } from '../agent/clientEvent.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { ChatStore } from './chatStore.ts';
import { toTranscript } from './transcript.ts';

export type CompressionEvent = Extract<
  ClientEvent,
  { readonly type: 'compression-start' | 'compressed' | 'compression-end' }
>;

/** The id of the summary's item while the summary is being written. */
export const RUNNING_SUMMARY = 'summary-running';

/**
 * `itemId`: the running answer, which the summary may split into two items; undefined if no answer is running. Returns
 * true after `compressed`, because a running answer then continues in another item.
 */
export function showCompression(
  event: CompressionEvent,
  view: { readonly store: ChatStore; readonly conversation: Conversation; readonly registry: ToolRegistry },
  itemId: string | undefined,
): boolean {
  const { store, conversation, registry } = view;
  if (event.type === 'compression-start') {
    store.dispatch({ type: 'item-added', item: RUNNING });
    return false;
  }
  store.dispatch({ type: 'items-dropped', fromId: RUNNING_SUMMARY });
  if (event.type === 'compression-end') {
    const { notice: message } = event;
    if (message !== null) {
      const notice = { severity: 'warning', message, action: null, untilNextAnswer: true } as const;
      store.dispatch({ type: 'notice-changed', notice });
    }
    return false;
  }
  // Renders the items again from the answer on. The index is used instead of the answer's id, because the path may lack
  // that id: if the context window was full in the answer's first turn, the answer stays on another branch.
  const index = store.state.items.findIndex(({ id }) => id === itemId);
  const { length } = store.state.items;
  if (itemId !== undefined && index >= 0) store.dispatch({ type: 'items-dropped', fromId: itemId });
  const from = index >= 0 ? index : length;
  for (const item of toTranscript(conversation.path(), conversation, registry).slice(from)) {
    store.dispatch({ type: 'item-added', item });
  }
  return true;
}

const RUNNING: SummaryItem = {
  kind: 'summary',
  id: RUNNING_SUMMARY,
  state: 'running',
  text: '',
  edited: false,
  messages: 0,
  before: 0,
  after: 0,
  branch: null,
};
