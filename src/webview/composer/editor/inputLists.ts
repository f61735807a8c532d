import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
} from '@codemirror/autocomplete';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { keymap, tooltips, type EditorView } from '@codemirror/view';
import type { CommandView } from '../../../shared/slashCommand.ts';
import { strings } from '../../strings/strings.ts';
import { commandSource, isCommandTyped, isInCommand, promptFilesOnly } from './commandCompletion.ts';
import { argumentHints } from './argumentHint.ts';
import { renderHint, renderIcon } from './listEntry.ts';
import { MENTION, mentionFilter, mentionSource, type FindMentions } from './mentionCompletion.ts';

/** Keys that an open list handles. Right does nothing in a list, but must not accept a suggestion either. */
const LIST_KEYS = new Set(['ArrowUp', 'ArrowDown', 'ArrowRight', 'PageUp', 'PageDown', 'Enter', 'Tab', 'Escape']);

export interface InputListsOptions {
  readonly findMentions: FindMentions;
  /** The commands as the host sent them last. */
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
    // The composer is at the bottom of the panel, which clips its overflow.
    tooltips({ parent: document.body }),
    EditorState.phrases.of({
      // A getter, because the name depends on the open list. With a computed facet, CodeMirror would replace its state
      // when the name changes, and would not report the change of the text.
      get Completions() {
        return listsCommands ? strings.commands.list : strings.mentions.list;
      },
    }),
    Prec.highest(
      keymap.of(
        [
          { key: 'ArrowDown', run: moveCompletionSelection(true) },
          { key: 'ArrowUp', run: moveCompletionSelection(false) },
          { key: 'PageDown', run: moveCompletionSelection(true, 'page') },
          { key: 'PageUp', run: moveCompletionSelection(false, 'page') },
          { key: 'Enter', run: acceptCompletion },
          { key: 'Tab', run: acceptCompletion },
          { key: 'Escape', run: closeCompletion },
        ].map((binding) => ({ ...binding, stopPropagation: true })),
      ),
    ),
  ];
}

/** True for Tab with the caret right after `@` or `/` and its text, while the list is still loading. */
export function isEarlyTab({ state }: EditorView, { key, shiftKey }: KeyboardEvent): boolean {
  const { head } = state.selection.main;
  const before = state.sliceDoc(state.doc.lineAt(head).from, head);
  return (
    key === 'Tab' && !shiftKey && completionStatus(state) === 'pending' && (MENTION.test(before) || isInCommand(state))
  );
}

/** True for a key that the open list handles instead of the composer. */
export function isListKey({ state }: EditorView, { key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const plain = !ctrlKey && !altKey && !metaKey && !shiftKey;
  if (!plain || !LIST_KEYS.has(key) || completionStatus(state) !== 'active') return false;
  return key !== 'Enter' || !isCommandTyped(state);
}
