import { expect, it } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatState } from '../../../../src/shared/chatState.ts';
import { createEarlierInputs } from '../../../../src/webview/composer/earlierInputs.ts';
import { answerItem, userItem } from '../../../support/chatItems.ts';

function chat(id: string, ...prompts: string[]): ChatState {
  const items = prompts.flatMap((text, index) => [
    userItem({ id: `u${index}`, text }),
    answerItem({ id: `a${index}` }),
  ]);
  return { ...createInitialChatState(id), items };
}

function fail(error: unknown): never {
  throw error;
}

it('the list of earlier inputs has only the shown path’s prompts until the host has answered', async () => {
  const earlier = createEarlierInputs(async () => ['elsewhere', 'here'], fail);
  expect(earlier.before(chat('c', 'here'))).toEqual(['here']);
  await earlier.refresh(chat('c', 'here'));
  expect(earlier.before(chat('c', 'here'))).toEqual(['elsewhere', 'here']);
});

it('the list of earlier inputs ends with the shown path’s prompts, in their order', async () => {
  const earlier = createEarlierInputs(async () => ['first', 'last', 'elsewhere'], fail);
  await earlier.refresh(chat('c', 'first', 'last'));
  expect(earlier.before(chat('c', 'first', 'last'))).toEqual(['elsewhere', 'first', 'last']);
});

it('the list of earlier inputs is stale when another prompt or another chat is shown', async () => {
  const earlier = createEarlierInputs(async () => [], fail);
  expect(earlier.isFresh(chat('c'))).toBe(false);
  await earlier.refresh(chat('c'));
  expect(earlier.isFresh(chat('c'))).toBe(true);
  expect(earlier.isFresh(chat('c', 'more'))).toBe(false);
  expect(earlier.isFresh(chat('d'))).toBe(false);
});

it('the list of earlier inputs ignores inputs that the host sent for another chat', async () => {
  const earlier = createEarlierInputs(async () => ['elsewhere'], fail);
  await earlier.refresh(chat('c'));
  expect(earlier.before(chat('d', 'here'))).toEqual(['here']);
});

it('the list of earlier inputs has the shown path’s prompts if the host fails', async () => {
  const errors: unknown[] = [];
  const answers = [Promise.resolve(['elsewhere']), Promise.reject(new Error('gone'))];
  const earlier = createEarlierInputs(
    () => answers.shift() ?? Promise.resolve([]),
    (error) => errors.push(error),
  );
  await earlier.refresh(chat('c'));
  await earlier.refresh(chat('d', 'here'));
  expect(earlier.before(chat('d', 'here'))).toEqual(['here']);
  expect(errors).toHaveLength(1);
});
