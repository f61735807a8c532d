import { expect, test } from 'vitest';
import { describeMode } from '../../../../src/extension/chat/context/modeContext.ts';
import type { PromptNode } from '../../../../src/extension/chat/conversation/conversationNode.ts';

const prompt: PromptNode = {
  kind: 'prompt',
  id: 'p1',
  parent: null,
  at: 0,
  parts: [],
  images: [],
  context: [],
  folds: [],
  steers: false,
  ownModel: null,
  tools: null,
  shell: [],
  filesRestored: [],
};

test('describeMode recognizes the plan mode note of an earlier version', () => {
  const text =
    '[Plan mode is on: tools can read, and nothing can be changed. Find out what is needed, then present the change as ' +
    'a plan with exit_plan_mode. A question is simply answered.]';
  const path = [{ ...prompt, context: [{ kind: 'mode', text } as const] }];
  expect(describeMode(path, 'plan')).toBeNull();
  expect(describeMode(path, 'default')?.text).toMatch(/^\[Plan mode is off/);
});
