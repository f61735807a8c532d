import type { ChatStore } from './chatStore.ts';
import { storageTexts } from '../../base/texts/noticeTexts.ts';

type StorageFailure = keyof typeof storageTexts;

export function showStorageFailure(store: ChatStore, failure: StorageFailure): void {
  const notice = { severity: 'error', message: storageTexts[failure](), action: null } as const;
  store.dispatch({ type: 'notice-changed', notice });
}

export function clearStorageFailure(store: ChatStore, ...failures: readonly StorageFailure[]): void {
  const shown = store.state.notice?.message;
  if (failures.some((failure) => storageTexts[failure]() === shown)) {
    store.dispatch({ type: 'notice-changed', notice: null });
  }
}
