import { expect, it } from 'vitest';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import { createChatStore } from '../../../src/webview/state/chatStore.ts';
import { createProblem } from '../../../src/webview/state/problem.ts';

it('a failure stays in its chat, and is not shown in another one', () => {
  const chat = createChatStore(() => {});
  const problem = createProblem(chat);
  let seq = 0;
  const show = (id: string) => chat.receive({ kind: 'snapshot', seq: ++seq, state: createInitialChatState(id) });
  problem.set('The connection is lost.');
  show('a');
  expect(problem.get()).toBe('The connection is lost.');
  problem.set('There is no file missing.ts in this workspace.');
  show('a');
  expect(problem.get()).toBe('There is no file missing.ts in this workspace.');
  show('b');
  expect(problem.get()).toBe(null);
});
