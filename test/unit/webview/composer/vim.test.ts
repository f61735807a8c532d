import { CodeMirror, Vim } from '@replit/codemirror-vim';
import { describe, expect, test, vi } from 'vitest';
import { followMode, startInserting, vimKeys } from '../../../../src/webview/composer/editor/vim.ts';

type Adapter = Parameters<typeof Vim.findKey>[0];

/** An adapter whose text is empty. */
function emptyEditor(mode: 'normal' | 'insert') {
  vimKeys();
  const start = { line: 0, ch: 0 };
  const own: Readonly<Record<string, unknown>> = {
    state: {},
    options: {},
    curOp: {},
    operation: (run: () => unknown) => run(),
    getCursor: () => start,
    listSelections: () => [{ anchor: start, head: start }],
    getSelections: () => [''],
    getSelection: () => '',
    lineCount: () => 1,
    getLine: () => '',
    getRange: () => '',
    clipPos: () => start,
    firstLine: () => 0,
    lastLine: () => 0,
    getInputField: () => new EventTarget(),
  };
  const ignore = (): void => {};
  const editor = new Proxy(own, { get: (target, name: string) => target[name] ?? ignore }) as unknown as Adapter;
  const state = Vim.maybeInitVimState_(editor);
  state.insertMode = mode === 'insert';
  return editor;
}

test('a message of Vim closes when Vim’s mode changes and when the text is replaced', () => {
  vimKeys();
  let changeMode = (_: { mode: string }): void => {};
  const state = { currentNotificationClose: vi.fn() };
  const editor = { state, on: (_: string, listener: typeof changeMode) => void (changeMode = listener) };
  const view = { cm: editor } as unknown as Parameters<typeof followMode>[0];
  followMode(view, () => {});
  changeMode({ mode: 'insert' });
  expect(state.currentNotificationClose).toHaveBeenCalledTimes(1);
  startInserting(view);
  expect(state.currentNotificationClose).toHaveBeenCalledTimes(2);
});

describe('the keys of Vim', () => {
  test.each(['<Del>', 's', '<Left>', '<Space>'])('work in an empty text: %s', (key) => {
    const editor = emptyEditor('normal');
    expect(() => Vim.handleKey(editor, key, 'user')).not.toThrow();
  });

  test('include U, which redoes', () => {
    const redo = vi.spyOn(CodeMirror.commands, 'redo').mockImplementation(() => true);
    Vim.handleKey(emptyEditor('normal'), 'U', 'user');
    expect(redo).toHaveBeenCalledOnce();
  });

  test.each([
    ['normal', '<C-r>'],
    ['normal', '<C-c>'],
    ['normal', '<C-a>'],
    ['insert', '<C-r>'],
    ['insert', '<C-c>'],
    ['insert', '<C-u>'],
  ] as const)('do not include keys of VS Code and of the composer in %s mode: %s', (mode, key) => {
    expect(Vim.findKey(emptyEditor(mode), key, 'user')).toBeUndefined();
  });

  test.each([
    ['insert', '<C-[>'],
    ['normal', '<C-u>'],
    ['normal', '<C-d>'],
  ] as const)('work in %s mode: %s', (mode, key) => {
    expect(Vim.findKey(emptyEditor(mode), key, 'user')).toBeTypeOf('function');
  });
});
