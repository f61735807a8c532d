import type { ChatState, QueuedPromptView } from '../../shared/chatState.ts';
import { strings } from '../strings/strings.ts';

const words = strings.queue.announce;

export function queueAnnouncement(previous: ChatState, next: ChatState): string | null {
  const before = waitingIn(previous);
  const now = waitingIn(next);
  const changes = [changeOf(before, now, previous, next), pauseOf(previous, next, now.length)];
  return changes.filter((change) => change !== null).join(' ') || null;
}

function changeOf(
  before: readonly QueuedPromptView[],
  now: readonly QueuedPromptView[],
  previous: ChatState,
  next: ChatState,
): string | null {
  if (previous.queue === next.queue) return null;
  const gone = before.filter(({ id }) => !now.some((prompt) => prompt.id === id));
  if (gone.some(({ id }) => next.items.some((item) => item.id === id))) return words.sent(now.length);
  if (gone.some(({ id }) => next.queue.some((prompt) => prompt.id === id))) return words.removed;
  const added = now.find(({ id }) => !before.some((prompt) => prompt.id === id));
  if (added) return previous.queue.some(({ id }) => id === added.id) ? words.returned : words.queued(now.length);
  const rewritten = now.some(({ id, text }) => before.some((prompt) => prompt.id === id && prompt.text !== text));
  return rewritten ? words.returned : moveOf(before, now);
}

/**
 * Announces the first changed place: after a swap of two neighbors, it is unknown which of them the user moved. Null if
 * the order is the same.
 */
function moveOf(before: readonly QueuedPromptView[], now: readonly QueuedPromptView[]): string | null {
  const place = now.findIndex(({ id }, index) => before[index]?.id !== id);
  return place < 0 ? null : words.moved(place + 1, now.length);
}

function pauseOf(previous: ChatState, next: ChatState, count: number): string | null {
  return next.queuePaused && !previous.queuePaused && count > 0 ? words.paused(count) : null;
}

function waitingIn({ queue }: ChatState): QueuedPromptView[] {
  return queue.filter(({ removed }) => !removed);
}
