import type { Extension } from '@codemirror/state';
import { drawSelection, EditorView } from '@codemirror/view';
import { CodeMirror, getCM, vim, Vim } from '@replit/codemirror-vim';
import { toPlainVimText } from './vimTexts.ts';

/* Only `vimMode.ts` imports this file, when the user switches Vim on, because the package is large. */

/** Keys that keep their meaning in VS Code or in the composer. `mode`: missing for a mapping for all modes. */
const RESERVED_KEYS: readonly (readonly [key: string, mode?: 'insert' | 'normal'])[] = [
  ...(['<C-a>', '<C-x>', '<C-v>', '<C-q>', '<C-n>', '<C-p>', '<C-f>', '<C-b>'] as const).map((key) => [key] as const),
  ...(['<C-c>', '<C-e>', '<C-y>', '<C-i>', '<C-o>', '<C-r>'] as const).map((key) => [key] as const),
  ...(['<C-u>', '<C-w>', '<C-o>', '<C-t>', '<C-d>', '<C-r><register>'] as const).map((key) => [key, 'insert'] as const),
  ['<C-c>', 'insert'],
  ['<C-w>', 'normal'],
];

let isAdapted = false;

/** Vim's keys for an editor, without `RESERVED_KEYS`. `U` redoes, because Ctrl+R belongs to VS Code. */
export function vimKeys(): Extension {
  // Adapts the keys only once, because the package has one table of keys for all editors.
  if (!isAdapted) adaptKeys();
  isAdapted = true;
  // Vim mode hides the browser's own selection, so `drawSelection` is needed.
  return [vim(), drawSelection(), EditorView.domEventObservers({ keydown: (_, view) => closeMessage(getCM(view)) })];
}

function adaptKeys(): void {
  RESERVED_KEYS.forEach(([key, mode], index) => {
    Vim.unmap(key, mode as string);
    // Each removed entry needs a replacement. The package counts back from the end of its table, by the original number
    // of entries, to find the first built-in one. If entries are missing, it counts past the beginning, and throws for
    // keys such as Delete and `s`.
    Vim.mapCommand(`<Unused-${index}>`, 'idle', '', {}, {});
  });
  Vim.mapCommand('U', 'action', 'redo', {}, { context: 'normal' });
  replaceTexts();
}

/** Replaces texts in the package's messages and in its search line. */
function replaceTexts(): void {
  const { prototype } = CodeMirror;
  const { openNotification, openDialog } = prototype;
  prototype.openNotification = function (template, options) {
    toPlainNode(template);
    return openNotification.call(this, template, options);
  };
  prototype.openDialog = function (template, callback, options) {
    toPlainNode(template);
    return openDialog.call(this, template, callback, options);
  };
}

function toPlainNode(node: Node): void {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) child.nodeValue = toPlainVimText(child.nodeValue ?? '');
    else toPlainNode(child);
  }
}

/** Closes the message of the last command, but not a line in which the user types a command. */
function closeMessage(editor: ReturnType<typeof getCM>): void {
  editor?.state.currentNotificationClose?.();
}

export function followMode(view: EditorView, onMode: (mode: string) => void): void {
  const editor = getCM(view);
  editor?.on('vim-mode-change', ({ mode, subMode }: { mode: string; subMode?: string }) => {
    closeMessage(editor);
    onMode(subMode === 'linewise' ? `${mode} line` : mode);
  });
}

/**
 * Starts insert mode at the caret, or at the end of the line if the caret is on the line's last character. Also
 * ends the highlighting of a search, and closes the last command's message.
 */
export function startInserting(view: EditorView): void {
  const editor = getCM(view);
  closeMessage(editor);
  const search = editor?.state.vim?.searchState_;
  if (search?.getOverlay()) {
    editor?.removeOverlay();
    search.setOverlay(null);
  }
  if (!editor?.state.vim || editor.state.vim.insertMode) return;
  const { head } = view.state.selection.main;
  // Outside insert mode, the caret cannot be at the end of a line with text.
  const line = view.state.doc.lineAt(head);
  const anchor = head === line.to - 1 ? line.to : head;
  // Sends Esc first, because `i` has another meaning in a selection and in an unfinished command.
  Vim.handleKey(editor, '<Esc>', 'user');
  Vim.handleKey(editor, 'i', 'user');
  // Set last, because outside insert mode, Vim moves a caret at the end of the text back by one character.
  view.dispatch({ selection: { anchor } });
}

export function takesEscape(view: EditorView): boolean {
  const state = getCM(view)?.state.vim;
  if (!state) return false;
  const { keyBuffer, operator, registerName } = state.inputState;
  const isUnfinished = keyBuffer.length > 0 || Boolean(operator) || Boolean(registerName);
  return state.insertMode || state.visualMode || isUnfinished || Boolean(state.searchState_?.getOverlay());
}
