import { expect, it } from 'vitest';
import { toErrorView } from '../../../../src/extension/chat/view/errorText.ts';
import { toVscodeModelError } from '../../../../src/extension/model/wire/vscode/vscodeModelError.ts';

const thrown = (code: string): Error => Object.assign(new Error('said'), { name: 'LanguageModelError', code });

it.each([
  ['NoPermissions', 'retry', 'allow it'],
  ['NotFound', 'select-model', 'Select another model'],
  ['Blocked', 'select-model', 'Select another model'],
  ['Unknown', 'retry', 'Try again'],
])(
  'the panel offers an action for the error %s of a VS Code model, and does not mention a key',
  (code, action, words) => {
    const view = toErrorView(toVscodeModelError(thrown(code), 'GPT-4o'), 'vscode/copilot/gpt-4o');
    expect(view.action).toBe(action);
    expect(view.message).toContain(words);
    expect(view.message).not.toMatch(/key/i);
  },
);
