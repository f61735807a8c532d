import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
} from '@codemirror/autocomplete';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { EditorView, tooltips, type Command } from '@codemirror/view';
import type { CommandView } from '../../../shared/slashCommand.ts';
import { strings } from '../../strings/strings.ts';
import { commandSource, endPromptFile, isCommandTyped, isInCommand, promptFilesOnly } from './commandCompletion.ts';
import { argumentHints } from './argumentHint.ts';
import { renderHint, renderIcon } from './listEntry.ts';
import { MENTION, mentionFilter, mentionSource, type FindMentions } from './mentionCompletion.ts';

/** What the keys do in an open list, by `KeyboardEvent.key`. */
const LIST_COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['ArrowDown', moveCompletionSelection(true)],
  ['ArrowUp', moveCompletionSelection(false)],
  ['PageDown', moveCompletionSelection(true, 'page')],
  ['PageUp', moveCompletionSelection(false, 'page')],
  ['Enter', acceptCompletion],
  ['Tab', acceptCompletion],
  ['Escape', closeList],
]);

export interface InputListsOptions {
  readonly findMentions: FindMentions;
  /** The slash commands, as the host last sent them. */
  readonly commands: () => readonly CommandView[];
}

/** The lists that open while the user types: mentions after `@`, and commands after `/` at the start of the input. */
export function inputLists({ findMentions, commands }: InputListsOptions): Extension {
  let listsCommands = false;
  return [
    mentionFilter,
    promptFilesOnly,
    argumentHints(commands),
    autocompletion({
      override: [mentionSource(findMentions), commandSource(commands)],
      // The `/` list opens in the same frame as the key press; see `openListsAtOnce` in `esbuild.mjs`. The source of
      // mentions has a delay of its own.
      activateOnTypingDelay: 0,
      defaultKeymap: false,
      icons: false,
      interactionDelay: 0,
      // Every entry costs time before the list is on screen. The list renders further entries when the selection
      // reaches them.
      maxRenderedOptions: 30,
      aboveCursor: true,
      tooltipClass(state) {
        // CodeMirror calls `tooltipClass` before it reads the list's name (the phrase `Completions`).
        listsCommands = isInCommand(state);
        return 'input-list';
      },
      addToOptions: [
        { render: renderIcon, position: 20 },
        { render: renderHint, position: 60 },
      ],
    }),
    // The lists are elements of the body, so that no element around the composer can clip them.
    tooltips({ parent: document.body }),
    EditorState.phrases.of({
      // A getter, because the name depends on the open list. With a computed facet, CodeMirror would replace its state
      // when the name changes, and would not report the change of the text.
      get Completions() {
        return listsCommands ? strings.commands.list : strings.mentions.list;
      },
    }),
    Prec.highest(EditorView.domEventHandlers({ keydown: runListCommand })),
  ];
}

/**
 * Handles the keys of an open list. Not a keymap, because CodeMirror runs keymaps after Vim, whatever their precedence,
 * so Esc would leave insert mode while it closes the list.
 */
function runListCommand(event: KeyboardEvent, view: EditorView): boolean {
  // While the list loads other entries, nothing can be chosen. The key must not act on the text instead: Enter would
  // send half a mention.
  const handled =
    isListKey(view, event) &&
    (LIST_COMMANDS.get(event.key)?.(view) === true || completionStatus(view.state) === 'pending');
  if (handled) {
    event.preventDefault();
    event.stopPropagation();
  }
  return handled;
}

function closeList(view: EditorView): boolean {
  if (!closeCompletion(view)) return false;
  endPromptFile(view);
  return true;
}

/** True for Tab with the caret right after `@` or `/` and its text, while the list is still loading. */
export function isEarlyTab({ state }: EditorView, { key, shiftKey }: KeyboardEvent): boolean {
  const { head } = state.selection.main;
  const before = state.sliceDoc(state.doc.lineAt(head).from, head);
  return (
    key === 'Tab' && !shiftKey && completionStatus(state) === 'pending' && (MENTION.test(before) || isInCommand(state))
  );
}

/** True for a key that belongs to the open list instead of the composer. */
export function isListKey(view: EditorView, { key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const plain = !ctrlKey && !altKey && !metaKey && !shiftKey;
  // The right arrow key does nothing in a list, but must not accept a suggestion either.
  if (!plain || !(LIST_COMMANDS.has(key) || key === 'ArrowRight') || !isListOpen(view)) return false;
  return key !== 'Enter' || !isCommandTyped(view.state);
}

/** Whether a list is on screen. Its entries may be those of an earlier text, while the list loads other entries. */
function isListOpen({ state, contentDOM }: EditorView): boolean {
  const status = completionStatus(state);
  // CodeMirror has no function that reports a list while the list loads.
  return status === 'active' || (status === 'pending' && contentDOM.getAttribute('aria-haspopup') === 'listbox');
}
