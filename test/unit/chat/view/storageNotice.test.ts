import { expect, test } from 'vitest';
import { ChatStore } from '../../../../src/extension/chat/view/chatStore.ts';
import { clearStorageFailure, showStorageFailure } from '../../../../src/extension/chat/view/storageNotice.ts';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';

test('the notice of a storage failure stays until that failure is cleared, and other notices stay', () => {
  const store = new ChatStore(createInitialChatState('chat'));
  showStorageFailure(store, 'leaving');
  clearStorageFailure(store, 'draft');
  expect(store.state.notice?.message).toContain('can’t be saved');
  clearStorageFailure(store, 'chat', 'leaving');
  expect(store.state.notice).toBeNull();
  const notice = { severity: 'warning', message: 'Something else.', action: null } as const;
  store.dispatch({ type: 'notice-changed', notice });
  clearStorageFailure(store, 'chat', 'leaving', 'draft');
  expect(store.state.notice).toBe(notice);
});
