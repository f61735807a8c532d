import { describe, expect, it } from 'vitest';
import { terminalCommand, type TerminalKeyEvent } from '../../../../src/webview/composer/editor/terminalKeys.ts';

const EVENT: TerminalKeyEvent = {
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  keyCode: 0,
};

type Case = [title: string, event: Partial<TerminalKeyEvent>, command: ReturnType<typeof terminalCommand>];

function check(event: Partial<TerminalKeyEvent>, situation: { onMac?: boolean; empty?: boolean }, command: unknown) {
  expect(terminalCommand({ ...EVENT, ...event }, { onMac: false, empty: false, ...situation })).toBe(command);
}

describe('with terminal keys,', () => {
  const cases: Case[] = [
    ['Ctrl+K deletes to the end of the line', { key: 'k', ctrlKey: true }, 'kill-to-line-end'],
    ['Ctrl+K with caps lock deletes to the end of the line', { key: 'K', ctrlKey: true }, 'kill-to-line-end'],
    [
      'Ctrl+K on a Russian keyboard deletes to the end of the line',
      { key: 'л', code: 'KeyK', ctrlKey: true },
      'kill-to-line-end',
    ],
    ['Ctrl+U deletes to the start of the line', { key: 'u', ctrlKey: true }, 'kill-to-line-start'],
    ['Alt+Backspace deletes the word before the caret', { key: 'Backspace', altKey: true }, 'delete-word-back'],
    ['Alt+D deletes the word after the caret', { key: 'd', altKey: true }, 'delete-word-forward'],
    ['Ctrl+L clears the view', { key: 'l', ctrlKey: true }, 'clear-view'],
    ['Ctrl+W closes an editor, as in VS Code', { key: 'w', ctrlKey: true }, null],
    ['Ctrl+A selects all, as in VS Code', { key: 'a', ctrlKey: true }, null],
    ['Ctrl+E keeps its effect in VS Code', { key: 'e', ctrlKey: true }, null],
    ['Ctrl+Y redoes, as in VS Code', { key: 'y', ctrlKey: true }, null],
    ['Ctrl+Backspace is left to the editor', { key: 'Backspace', ctrlKey: true }, null],
    ['Ctrl+Shift+K keeps its effect in VS Code', { key: 'K', ctrlKey: true, shiftKey: true }, null],
    [
      'AltGr+D, which is Ctrl+Alt+D on Windows, types a character',
      { key: 'đ', code: 'KeyD', ctrlKey: true, altKey: true },
      null,
    ],
    ['a letter alone types the letter', { key: 'k', code: 'KeyK' }, null],
    ['an input method keeps its keys', { key: 'k', ctrlKey: true, isComposing: true }, null],
    ['an input method keeps its first key', { key: 'k', ctrlKey: true, keyCode: 229 }, null],
  ];
  it.each(cases)('%s', (_title, event, command) => check(event, {}, command));
});

describe('with terminal keys on macOS,', () => {
  const cases: Case[] = [
    ['Ctrl+K deletes to the end of the line', { key: 'k', ctrlKey: true }, 'kill-to-line-end'],
    ['Ctrl+Y inserts the deleted text again', { key: 'y', ctrlKey: true }, 'yank'],
    [
      'Option+D, which types ∂, deletes the word after the caret',
      { key: '∂', code: 'KeyD', altKey: true },
      'delete-word-forward',
    ],
    ['Option+Backspace deletes the word before the caret', { key: 'Backspace', altKey: true }, 'delete-word-back'],
    ['Cmd+K starts a chord, as in VS Code', { key: 'k', metaKey: true }, null],
  ];
  it.each(cases)('%s', (_title, event, command) => check(event, { onMac: true }, command));
});

describe('Ctrl+K in an empty input', () => {
  const press = { key: 'k', ctrlKey: true };
  it('starts a chord, as in VS Code', () => check(press, { empty: true }, null));
  it('still deletes if it emptied the input and is held down', () =>
    check({ ...press, repeat: true }, { empty: true }, 'kill-to-line-end'));
  it('deletes on macOS, because chords start with Cmd+K there', () =>
    check(press, { empty: true, onMac: true }, 'kill-to-line-end'));
});
