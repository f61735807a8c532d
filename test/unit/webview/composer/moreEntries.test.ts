import { expect, it } from 'vitest';
import { stateOf, type MoreEntry, type MoreState } from '../../../../src/webview/composer/footer/moreEntries.ts';
import { strings } from '../../../../src/webview/strings/strings.ts';

const TYPED: MoreState = { empty: false, shell: false, translating: false, isTour: false, hasPromptFiles: true };
const EMPTY: MoreState = { ...TYPED, empty: true };
const SHELL: MoreState = { ...TYPED, shell: true };
const inTour = { disabled: true, reason: strings.notInTour };
const noPromptFiles = { disabled: true, reason: strings.composerMenu.noPromptFiles };
const inShell = { disabled: true, reason: strings.shell.leaveFirst };

it.each<[entry: MoreEntry, name: string, state: MoreState, expected: object]>([
  ['complete', 'there is text', TYPED, { disabled: false }],
  ['complete', 'the input is empty', EMPTY, { disabled: true }],
  ['complete', 'the tour runs', { ...TYPED, isTour: true }, { disabled: false }],
  ['complete', 'the input is in shell mode', SHELL, inShell],
  ['complete', 'the tour’s input is in shell mode', { ...SHELL, isTour: true }, inShell],
  ['translate', 'the input is in shell mode', SHELL, inShell],
  ['prompt-files', 'there are prompt files', EMPTY, { disabled: false }],
  ['prompt-files', 'there are none', { ...TYPED, hasPromptFiles: false }, noPromptFiles],
  ['prompt-files', 'the tour runs', { ...TYPED, hasPromptFiles: false, isTour: true }, inTour],
  ['prompt-files', 'the input is in shell mode', SHELL, inShell],
  ['choose-target', 'the input is in shell mode', SHELL, { disabled: false }],
  ['message-model', 'the input is in shell mode', SHELL, { disabled: false }],
  ['translate', 'there is text', TYPED, { disabled: false }],
  ['translate', 'the input is empty', EMPTY, { disabled: true }],
  ['translate', 'a translation runs', { ...EMPTY, translating: true }, { disabled: false }],
  ['translate', 'the tour runs', { ...TYPED, isTour: true }, inTour],
  ['choose-target', 'the input is empty', EMPTY, { disabled: false }],
  ['choose-target', 'the tour runs', { ...TYPED, isTour: true }, inTour],
  ['message-model', 'the input is empty', EMPTY, { disabled: false }],
  ['message-model', 'the tour runs', { ...EMPTY, isTour: true }, inTour],
])('the entry %s of the More menu has the right state if %s', (entry, _name, state, expected) => {
  expect(stateOf(entry, state)).toEqual(expected);
});
