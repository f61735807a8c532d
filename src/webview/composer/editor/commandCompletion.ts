import {
  selectedCompletion,
  startCompletion,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { StateEffect, StateField, type EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { commandNameOf, type CommandView } from '../../../shared/slashCommand.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { filterCommands, matchedAlias } from './commandFilter.ts';
import type { ListEntry } from './listEntry.ts';
import { isShellInput } from './shellInput.ts';

/** A slash at the start of the input, and the beginning of a name. */
const TYPED = /^\/[\p{L}\p{M}\p{N}_:.-]*$/u;

interface CommandEntry extends ListEntry {
  readonly command: CommandView;
}

interface PromptFileList {
  /** What `beginPromptFile` has typed; may be empty. */
  readonly typed: string;
  /** The caret's place before `beginPromptFile`. */
  readonly caret: number;
}

const listPromptFiles = StateEffect.define<PromptFileList>();

/** Set while the `/` list has only prompt files, until the caret leaves the command's name. */
export const promptFilesOnly = StateField.define<PromptFileList | null>({
  create: () => null,
  update(list, { effects, state }) {
    const begun = effects.find((effect) => effect.is(listPromptFiles));
    return isInCommand(state) ? (begun?.value ?? list) : null;
  },
});

/**
 * Types a slash before the text, unless there is one, and lists the prompt files. The text becomes the argument. Does
 * nothing in shell mode.
 */
export function beginPromptFile(view: EditorView): void {
  if (isShellInput(view.state)) return;
  const start = view.state.sliceDoc(0, 1);
  const insert = start === '/' ? '' : start === '' || /\s/.test(start) ? '/' : '/ ';
  view.focus();
  view.dispatch({
    changes: { from: 0, insert },
    selection: { anchor: 1 },
    effects: listPromptFiles.of({ typed: insert, caret: view.state.selection.main.head }),
    userEvent: 'input.type',
  });
  startCompletion(view);
}

/** Call when Esc closes the list. Removes what `beginPromptFile` has typed, unless a name follows. */
export function endPromptFile(view: EditorView): void {
  const { state } = view;
  const list = state.field(promptFilesOnly);
  if (!list || list.typed === '' || typedCommand(state, state.selection.main.head) !== '') return;
  if (!state.sliceDoc().startsWith(list.typed)) return;
  view.dispatch({ changes: { from: 0, to: list.typed.length }, selection: { anchor: list.caret } });
}

/** Not asynchronous, so that the `/` list follows each key at once. */
export function commandSource(commands: () => readonly CommandView[]): CompletionSource {
  const complete = ({ state, pos, view }: { state: EditorState; pos: number; view?: EditorView | undefined }) => {
    if (view?.composing || isShellInput(state)) return null;
    const typed = typedCommand(state, pos);
    if (typed === null) return null;
    const isListed = ({ folder }: CommandView): boolean =>
      folder !== undefined || state.field(promptFilesOnly) === null;
    const found = filterCommands(commands().filter(isListed), typed);
    if (found.length === 0) return null;
    const result: CompletionResult = {
      from: 0,
      to: endOfWord(state, pos),
      filter: false,
      options: found.map((command) => toEntry(command, typed)),
      update: (_current, _from, _to, context) => complete(context),
    };
    return result;
  };
  return complete;
}

/** Whether the caret is in a command's name. If so, an open list is the `/` list. */
export function isInCommand(state: EditorState): boolean {
  return typedCommand(state, state.selection.main.head) !== null;
}

/** Whether Enter runs the selected entry of the list, instead of only filling it in. */
export function enterRunsCommand(state: EditorState): boolean {
  const { command } = (selectedCompletion(state) ?? {}) as Partial<CommandEntry>;
  return command !== undefined && runsWhenTyped(command, state.doc.toString());
}

/**
 * Whether the text is a complete command. A prompt file without its argument is complete only if a space follows the
 * name, so that the file is not sent without the argument by mistake.
 */
export function runsWhenTyped({ name, aliases, argument, folder }: CommandView, text: string): boolean {
  const typed = commandNameOf(text);
  const isNamed = [name, ...aliases].some((known) => known.toLowerCase() === typed?.toLowerCase());
  const awaitsArgument = folder !== undefined && argument !== '' && text === `/${typed}`;
  return isNamed && !awaitsArgument;
}

/** Returns what was typed after the slash; null if the caret is not in a command's name. */
function typedCommand(state: EditorState, pos: number): string | null {
  const before = state.sliceDoc(0, pos);
  return TYPED.test(before) ? before.slice(1) : null;
}

function endOfWord(state: EditorState, pos: number): number {
  const rest = /^\S*/.exec(state.sliceDoc(pos));
  return pos + (rest?.[0].length ?? 0);
}

/** The texts are getters, because only rendered entries need them. */
function toEntry(command: CommandView, typed: string): CommandEntry {
  const { name, description, argument, folder } = command;
  return {
    label: `/${name}`,
    get hint() {
      return toDisplayText(argument);
    },
    get detail() {
      const alias = typed === '' ? undefined : matchedAlias(command, typed);
      return toDisplayText([alias && `/${alias}`, folder, description].filter(Boolean).join(' · '));
    },
    ...(folder !== undefined && { icon: 'note' }),
    command,
    apply: (view, _completion, from, to) => pick(view, command, from, to),
  };
}

/** Inserts the command's name. Moves the caret to the start of the argument, or after a name without argument. */
function pick(view: EditorView, { name, argument }: CommandView, from: number, to: number): void {
  const { state } = view;
  const spaceFollows = /\s/.test(state.sliceDoc(to, to + 1));
  const insert = `/${name}${argument !== '' && !spaceFollows ? ' ' : ''}`;
  const anchor = from + insert.length + (argument !== '' && spaceFollows ? 1 : 0);
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
}
