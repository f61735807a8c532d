import type { ChatStore } from './chatStore.ts';

/** What the panel says while something cannot be written, and takes back once it can. */
const MESSAGES = {
  chat: 'This chat cannot be saved: is the disk full? What is on screen stays, but a reload would lose it.',
  leaving:
    'This chat cannot be saved, so it stays open: is the disk full? Make room and try again, or export the chat.',
  draft: 'What is in the input cannot be saved, so this chat stays open: is the disk full? Make room and try again.',
  queueing:
    'Your message could not be queued: is the disk full? It is still in the input. Make room and send it again.',
  queue: 'What is queued cannot be saved: is the disk full? What is on screen stays, but a reload would lose it.',
};
type StorageFailure = keyof typeof MESSAGES;

export function showStorageFailure(store: ChatStore, failure: StorageFailure): void {
  const notice = { severity: 'error', message: MESSAGES[failure], action: null } as const;
  store.dispatch({ type: 'notice-changed', notice });
}

/** Removes the notice of these failures. Any other notice stays. */
export function clearStorageFailure(store: ChatStore, ...failures: readonly StorageFailure[]): void {
  const shown = store.state.notice?.message;
  if (failures.some((failure) => MESSAGES[failure] === shown)) {
    store.dispatch({ type: 'notice-changed', notice: null });
  }
}
