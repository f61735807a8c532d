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

describe('keys of a terminal', () => {
  const cases: Case[] = [
    ['Ctrl+K kills to the end of the line', { key: 'k', ctrlKey: true }, 'kill-to-line-end'],
    ['Ctrl+K with caps lock does too', { key: 'K', ctrlKey: true }, 'kill-to-line-end'],
    ['Ctrl+K on a Russian keyboard does too', { key: 'л', code: 'KeyK', ctrlKey: true }, 'kill-to-line-end'],
    ['Ctrl+U kills to the start of the line', { key: 'u', ctrlKey: true }, 'kill-to-line-start'],
    ['Alt+Backspace deletes the word before', { key: 'Backspace', altKey: true }, 'delete-word-back'],
    ['Alt+D deletes the word behind', { key: 'd', altKey: true }, 'delete-word-forward'],
    ['Ctrl+L clears the view', { key: 'l', ctrlKey: true }, 'clear-view'],
    ['Ctrl+W closes an editor of VS Code', { key: 'w', ctrlKey: true }, null],
    ['Ctrl+A selects all', { key: 'a', ctrlKey: true }, null],
    ['Ctrl+E is VS Code’s', { key: 'e', ctrlKey: true }, null],
    ['Ctrl+Y is redo', { key: 'y', ctrlKey: true }, null],
    ['Ctrl+Backspace is the editor’s', { key: 'Backspace', ctrlKey: true }, null],
    ['Ctrl+Shift+K is VS Code’s', { key: 'K', ctrlKey: true, shiftKey: true }, null],
    ['AltGr+D, which is Ctrl+Alt+D on Windows, writes', { key: 'đ', code: 'KeyD', ctrlKey: true, altKey: true }, null],
    ['a letter is a letter', { key: 'k', code: 'KeyK' }, null],
    ['an input method keeps its keys', { key: 'k', ctrlKey: true, isComposing: true }, null],
    ['an input method keeps its first key', { key: 'k', ctrlKey: true, keyCode: 229 }, null],
  ];
  it.each(cases)('%s', (_title, event, command) => check(event, {}, command));
});

describe('keys of a terminal on macOS', () => {
  const cases: Case[] = [
    ['Ctrl+K kills', { key: 'k', ctrlKey: true }, 'kill-to-line-end'],
    ['Ctrl+Y brings back', { key: 'y', ctrlKey: true }, 'yank'],
    [
      'Option+D, which writes ∂, deletes the word behind',
      { key: '∂', code: 'KeyD', altKey: true },
      'delete-word-forward',
    ],
    ['Option+Backspace deletes the word before', { key: 'Backspace', altKey: true }, 'delete-word-back'],
    ['Cmd+K begins VS Code’s chords', { key: 'k', metaKey: true }, null],
  ];
  it.each(cases)('%s', (_title, event, command) => check(event, { onMac: true }, command));
});

describe('Ctrl+K in an empty input', () => {
  const press = { key: 'k', ctrlKey: true };
  it('begins VS Code’s chords', () => check(press, { empty: true }, null));
  it('does not where it is still held down from killing', () =>
    check({ ...press, repeat: true }, { empty: true }, 'kill-to-line-end'));
  it('is ours on macOS, where chords begin with Cmd+K', () =>
    check(press, { empty: true, onMac: true }, 'kill-to-line-end'));
});
