import { expect, it } from 'vitest';
import { toErrorView } from '../../../../src/extension/chat/view/errorText.ts';
import { toVscodeModelError } from '../../../../src/extension/model/wire/vscode/vscodeModelError.ts';

const thrown = (code: string): Error => Object.assign(new Error('said'), { name: 'LanguageModelError', code });

it.each([
  ['NoPermissions', 'retry', 'allow it'],
  ['NotFound', 'select-model', 'Select another model'],
  ['Blocked', 'select-model', 'Select another model'],
  ['Unknown', 'retry', 'Try again'],
])('offers what mends %s of a model that VS Code lends, and speaks of no key', (code, action, words) => {
  const view = toErrorView(toVscodeModelError(thrown(code), 'GPT-4o'), 'vscode/copilot/gpt-4o');
  expect(view.action).toBe(action);
  expect(view.message).toContain(words);
  expect(view.message).not.toMatch(/key/i);
});
