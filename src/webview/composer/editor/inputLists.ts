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
import { commandSource, endPromptFile, enterRunsCommand, isInCommand, promptFilesOnly } from './commandCompletion.ts';
import { argumentHints } from './argumentHint.ts';
import { renderHint, renderIcon } from './listEntry.ts';
import { MENTION, mentionFilter, mentionSource, type FindMentions } from './mentionCompletion.ts';
import { isShellInput } from './shellInput.ts';
import { createWaitingEnter, type WaitingEnter } from './waitingEnter.ts';

/** By `KeyboardEvent.key`. */
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
  readonly commands: () => readonly CommandView[];
  /** Called if Enter waited for a list, and no list appeared. */
  readonly onEnter: () => void;
}

/** The lists of mentions after `@`, and of commands after `/` at the start of the input. */
export function inputLists({ findMentions, commands, onEnter }: InputListsOptions): Extension {
  let listsCommands = false;
  const waitingEnter = createWaitingEnter(onEnter);
  return [
    mentionFilter,
    promptFilesOnly,
    argumentHints(commands),
    autocompletion({
      override: [mentionSource(findMentions), commandSource(commands)],
      // The `/` list opens in the same frame as the key press; see `openListsAtOnce` in `esbuild.mjs`. Mentions have a
      // delay of their own.
      activateOnTypingDelay: 0,
      defaultKeymap: false,
      icons: false,
      interactionDelay: 0,
      // Every entry costs time before the list is on screen. Further entries are rendered when the selection reaches
      // them.
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
    // In the body, no element around the composer can clip the lists.
    tooltips({ parent: document.body }),
    EditorState.phrases.of({
      // A getter, not a computed facet: if the phrases change, CodeMirror calls `setState` instead of reporting the
      // update, so the composer would miss the change of the text.
      get Completions() {
        return listsCommands ? strings.commands.list : strings.mentions.list;
      },
    }),
    waitingEnter.extension,
    Prec.highest(EditorView.domEventHandlers({ keydown: (event, view) => runListCommand(event, view, waitingEnter) })),
  ];
}

/**
 * Handles the keys of an open list. Not a keymap, because CodeMirror runs keymaps after Vim: an Esc that is meant for
 * the list would leave insert mode.
 */
function runListCommand(event: KeyboardEvent, view: EditorView, waitingEnter: WaitingEnter): boolean {
  const handled = isListKey(view, event) && runOrKeep(event, view, waitingEnter);
  if (handled) {
    event.preventDefault();
    event.stopPropagation();
  }
  return handled;
}

/** While the list loads, the key must not act on the text: Enter would send half a mention. */
function runOrKeep({ key, repeat }: KeyboardEvent, view: EditorView, waitingEnter: WaitingEnter): boolean {
  // A held Enter may have been pressed before the list appeared.
  if (key === 'Enter' && repeat) return true;
  if (LIST_COMMANDS.get(key)?.(view) === true) return true;
  if (!isListOpen(view)) waitingEnter.wait();
  return completionStatus(view.state) === 'pending';
}

function closeList(view: EditorView): boolean {
  if (!closeCompletion(view)) return false;
  endPromptFile(view);
  return true;
}

/** True for a Tab after `@` or `/` and its text, while the list is still loading. */
export function isEarlyTab({ state }: EditorView, { key, shiftKey }: KeyboardEvent): boolean {
  return (
    key === 'Tab' && !shiftKey && completionStatus(state) === 'pending' && (isInMention(state) || isInCommand(state))
  );
}

/** Whether the key belongs to the list that is open, or to the list of mentions that is about to open. */
export function isListKey(view: EditorView, { key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const plain = !ctrlKey && !altKey && !metaKey && !shiftKey;
  if (!plain) return false;
  if (!isListOpen(view)) return key === 'Enter' && areMentionsAwaited(view.state);
  // The right arrow key does nothing in a list, but must not accept a suggestion.
  if (!LIST_COMMANDS.has(key) && key !== 'ArrowRight') return false;
  return key !== 'Enter' || !enterRunsCommand(view.state);
}

function areMentionsAwaited(state: EditorState): boolean {
  return completionStatus(state) === 'pending' && isInMention(state) && !isShellInput(state);
}

function isInMention(state: EditorState): boolean {
  const { head } = state.selection.main;
  return MENTION.test(state.sliceDoc(state.doc.lineAt(head).from, head));
}

/** Whether a list is on screen. Its entries may be those of an earlier text, while the list loads others. */
function isListOpen({ state, contentDOM }: EditorView): boolean {
  const status = completionStatus(state);
  // CodeMirror has no function for a shown list that is loading.
  return status === 'active' || (status === 'pending' && contentDOM.getAttribute('aria-haspopup') === 'listbox');
}
