import {
  deleteGroupBackward,
  deleteGroupForward,
  deleteToLineEnd,
  deleteToLineStart,
  isolateHistory,
} from '@codemirror/commands';
import type { Extension } from '@codemirror/state';
import { EditorView, type Command } from '@codemirror/view';
import { terminalCommand, type TerminalCommand } from './terminalKeys.ts';

/** Handles the keys of a terminal. Stops their events, because some of the keys begin a chord in VS Code. */
export function terminalKeyHandler(onClearView: () => void): Extension {
  const onMac = navigator.platform.startsWith('Mac');
  const killed = { text: '' };
  return EditorView.domEventHandlers({
    keydown(event, view) {
      const command = terminalCommand(event, { onMac, empty: view.state.doc.length === 0 });
      if (command === null) return false;
      event.preventDefault();
      event.stopPropagation();
      if (command === 'clear-view') onClearView();
      else if (command === 'yank') yank(view, killed.text);
      else kill(view, KILLS[command], killed);
      return true;
    },
  });
}

const KILLS: Readonly<Record<Exclude<TerminalCommand, 'clear-view' | 'yank'>, Command>> = {
  'kill-to-line-end': deleteToLineEnd,
  'kill-to-line-start': deleteToLineStart,
  'delete-word-back': deleteGroupBackward,
  'delete-word-forward': deleteGroupForward,
};

/** Deletes in an undo step of its own, and keeps the deleted text in `killed`. */
function kill(view: EditorView, command: Command, killed: { text: string }): void {
  const { doc } = view.state;
  view.dispatch({ annotations: isolateHistory.of('full') });
  command(view);
  view.dispatch({ annotations: isolateHistory.of('full') });
  const { head } = view.state.selection.main;
  const gone = doc.length - view.state.doc.length;
  if (gone > 0) killed.text = doc.sliceString(head, head + gone);
}

function yank(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true });
}
