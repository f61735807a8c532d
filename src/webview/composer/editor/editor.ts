import { history, isolateHistory, redo, selectAll, standardKeymap, undo } from '@codemirror/commands';
import { closeCompletion, completionStatus } from '@codemirror/autocomplete';
import { Compartment, EditorState, Prec, type Extension, type Text } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { INITIAL_FOLLOWUP_STATE, type FollowupState } from '../../../shared/followup.ts';
import { strings } from '../../strings/strings.ts';
import type { Chip } from './chips.ts';
import { addChip, chipExtension, chipsOf } from './chipWidget.ts';
import type { MentionOffer } from '../../../shared/protocol.ts';
import type { CommandView } from '../../../shared/slashCommand.ts';
import { completionExtension, setCompletion } from './completionWidget.ts';
import { ghostExtension, setFollowup, type GhostHandlers } from './ghostWidget.ts';
import { endLostComposition, preventStrayEnter } from './compositionKeys.ts';
import { isCompletionKey, undoAction, type EnterHint, type KeyPress } from './keys.ts';
import { beginPromptFile } from './commandCompletion.ts';
import { inputLists, isEarlyTab, isListKey } from './inputLists.ts';
import { lostFocus, lostFocusAt } from './lostFocusAt.ts';
import { insertMention, startMention } from './mentionCompletion.ts';
import { isShellInput, setShellMode, shellEffects, shellInput, type ShellInputHandlers } from './shellInput.ts';
import { terminalKeyHandler } from './terminalKeyHandler.ts';
import { createVimMode } from './vimMode.ts';

export interface SetTextOptions {
  readonly undoable?: boolean;
  readonly chips?: readonly Chip[];
  /** True if Vim must stay in its mode. Esc, for example, must never start insert mode. */
  readonly keepsMode?: boolean;
  /** Also turns shell mode on or off, in the same undo step. */
  readonly shell?: boolean;
}

/** The composer's text field. It does not decide what keys mean. */
export interface Editor {
  /** Call once, before the user can act. */
  listen(handlers: EditorHandlers): void;
  text(): string;
  /** The parts of the text that are rendered as chips. */
  chips(): readonly Chip[];
  /**
   * Replaces the text and moves the caret to its end. One undo restores the old text, unless `undoable` is false. Vim
   * starts to insert, unless `keepsMode` is true.
   */
  setText(text: string, options?: SetTextOptions): void;
  /** From now on, undo does not go back before the present text. */
  clearHistory(): void;
  /**
   * Deletes the first `length` characters. Keeps the caret and the undo history of the remaining text. `chips`: the
   * chips in the remaining text.
   */
  removeStart(length: number, chips: readonly Chip[]): void;
  /**
   * Shows the suggestion of `state`, if there is one, as ghost text with a hint about Enter. `enter` returns what Enter
   * does if the input contains the given text.
   */
  setFollowup(state: FollowupState, enter: (text: string) => EnterHint): void;
  /** Shows gray text at the caret; an empty text removes it. */
  setCompletion(text: string): void;
  /** Inserts text at the caret, in an undo step of its own. */
  insert(text: string): void;
  /** If something is selected, moves the caret to the selection's end. */
  endSelection(): void;
  setPlaceholder(text: string): void;
  /** Switches Vim's keys on or off. */
  setVimMode(on: boolean): void;
  /** In shell mode, the text looks like a command and has no lists and chips. Undo restores the old mode. */
  setShellMode(on: boolean): void;
  focus(): void;
  /** Types `@` at the caret, and opens the list of mentions of this kind. */
  startMention(kind: 'file' | 'folder'): void;
  /** Types `/` at the start, unless it is there already, and lists the prompt files. The text becomes the argument. */
  beginPromptFile(): void;
  /** Inserts a mention at the caret. */
  insertMention(offer: MentionOffer): void;
  /**
   * Inserts text where the caret was when the field last lost the focus. If the caret is still there, it moves to the
   * end of the inserted text.
   */
  insertWhereFocusWasLost(text: string): void;
  readonly hasFocus: boolean;
  readonly composing: boolean;
  /** Nothing is selected, and the caret is after the last character. */
  readonly caretAtEnd: boolean;
  /** The number of characters before the caret; null if something is selected. */
  readonly caret: number | null;
  /** The `@` or the `/` list is open or being loaded. */
  readonly listOpen: boolean;
  /** Vim handles Esc: it would leave a mode, cancel an unfinished command, or end the highlighting of a search. */
  readonly vimTakesEscape: boolean;
  /** Whether the caret is in the first or last visual line; soft wraps count. */
  isInLine(which: 'first' | 'last'): boolean;
  dispose(): void;
}

export interface EditorHandlers {
  /** Returns true if the key was handled. */
  onKey(press: KeyPress): boolean;
  /** Called after every change, by the user or by code, except during a composition. `pasted`: a paste or a drop. */
  onChange(change: { readonly pasted: boolean; readonly byUser: boolean }): void;
  /** Called when the caret has moved and the text has not changed. */
  onCaretMoved(): void;
  readonly ghost: GhostHandlers;
  readonly shell: ShellInputHandlers;
  /** Called when the user clicks the Tab keycap that follows a completion. */
  onTakeCompletion(): void;
  /** Called when an input method starts or ends a composition; for the end, after `onChange`. */
  onComposing(composing: boolean): void;
  /** Called when the chips have changed and the text has not. */
  onChipsChange(chips: readonly Chip[]): void;
  onFocus(): void;
  onBlur(): void;
  /** Called when the user presses the key that clears the view in a terminal. */
  onClearView(): void;
  /** Called when Vim's mode has changed; null if Vim's keys are off. */
  onVimMode(mode: string | null): void;
  /** Called with errors, for the log. */
  onError(error: unknown): void;
  /** The entries of the `@` list for this query. */
  findMentions(query: string, kind?: 'file' | 'folder'): Promise<readonly MentionOffer[]>;
  /** The entries of the `/` list. */
  commands(): readonly CommandView[];
  /** Called when files were pasted. */
  onFiles(files: readonly File[]): void;
}

export function createEditor(parent: HTMLElement, nonce: string | undefined): Editor {
  let handlers: EditorHandlers | undefined;
  const placeholderSlot = new Compartment();
  const historySlot = new Compartment();
  const vimMode = createVimMode({
    onMode: (mode) => handlers?.onVimMode(mode),
    onError: (error) => handlers?.onError(error),
  });
  let placeholderText: string = strings.composer.placeholder;
  let followup = INITIAL_FOLLOWUP_STATE;
  let cached: { readonly doc: Text; readonly text: string } | undefined;

  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        Prec.highest(keyHandler((press) => handlers?.onKey(press) === true)),
        vimMode.extension,
        inputLists({
          findMentions: (query, kind) => handlers?.findMentions(query, kind) ?? Promise.resolve([]),
          commands: () => handlers?.commands() ?? [],
        }),
        shellInput(() => handlers?.shell),
        undoHandler(),
        pasteHandler((files) => handlers?.onFiles(files)),
        terminalKeyHandler(() => handlers?.onClearView()),
        historySlot.of(history()),
        chipExtension((chips) => handlers?.onChipsChange(chips)),
        // If the key reached VS Code, VS Code would select all once more a moment later. A character typed before that
        // would be selected too, and the next character would replace it.
        keymap.of([{ key: 'Mod-a', run: selectAll, stopPropagation: true }]),
        keymap.of(standardKeymap),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': strings.composer.label }),
        placeholderSlot.of(placeholder(placeholderText)),
        ghostExtension(() => handlers?.ghost),
        completionExtension(() => handlers?.onTakeCompletion()),
        changeListener(() => handlers),
        EditorView.domEventHandlers({ focus: () => handlers?.onFocus(), blur: () => handlers?.onBlur() }),
        lostFocus,
      ],
    }),
  });

  view.contentDOM.addEventListener('keydown', preventStrayEnter);
  view.contentDOM.addEventListener('keydown', (event) => endLostComposition(event, view), { capture: true });

  /** Removing and adding the extension creates an empty history. */
  function clearHistory(): void {
    view.dispatch({ effects: historySlot.reconfigure([]) });
    view.dispatch({ effects: historySlot.reconfigure(history()) });
  }

  function currentPlaceholder(): Extension {
    return followup.isVisible ? [] : placeholder(placeholderText);
  }

  return {
    listen: (given) => (handlers = given),
    text() {
      const { doc } = view.state;
      // Builds the string of a long text only once per change.
      if (cached?.doc !== doc) cached = { doc, text: doc.toString() };
      return cached.text;
    },
    chips: () => chipsOf(view.state),
    setText(text, { undoable = true, chips = [], keepsMode = false, shell = isShellInput(view.state) } = {}) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: view.state.toText(text).length },
        effects: [...shellEffects(view.state, shell), ...chips.map((chip) => addChip.of(chip))],
        annotations: isolateHistory.of('full'),
        scrollIntoView: true,
      });
      if (!undoable) clearHistory();
      if (!keepsMode) vimMode.startInserting(view);
    },
    clearHistory,
    removeStart(length, chips) {
      view.dispatch({
        changes: { from: 0, to: length },
        effects: chips.map((chip) => addChip.of(chip)),
        annotations: isolateHistory.of('full'),
      });
    },
    setFollowup(state, enter) {
      followup = state;
      view.dispatch({ effects: [setFollowup.of({ state, enter }), placeholderSlot.reconfigure(currentPlaceholder())] });
    },
    setCompletion(text) {
      view.dispatch({ effects: setCompletion.of(text) });
    },
    insert(text) {
      view.dispatch(view.state.replaceSelection(text), {
        annotations: isolateHistory.of('full'),
        userEvent: 'input.complete',
        scrollIntoView: true,
      });
    },
    endSelection() {
      const { main } = view.state.selection;
      if (!main.empty) view.dispatch({ selection: { anchor: main.to } });
    },
    setPlaceholder(text) {
      if (text === placeholderText) return;
      placeholderText = text;
      view.dispatch({ effects: placeholderSlot.reconfigure(currentPlaceholder()) });
    },
    setShellMode: (on) => setShellMode(view, on),
    setVimMode: (on) => vimMode.set(view, on),
    focus: () => view.focus(),
    startMention(kind) {
      vimMode.startInserting(view);
      startMention(view, kind);
    },
    beginPromptFile() {
      vimMode.startInserting(view);
      beginPromptFile(view);
    },
    insertMention(offer) {
      vimMode.startInserting(view);
      insertMention(view, offer);
    },
    insertWhereFocusWasLost(text) {
      const { head } = view.state.selection.main;
      const from = view.state.field(lostFocusAt) ?? head;
      const changes = view.state.changes({ from, insert: text });
      view.dispatch({ changes, selection: { anchor: changes.mapPos(head, 1) }, userEvent: 'input.type' });
    },
    get hasFocus() {
      return view.hasFocus;
    },
    get composing() {
      return view.composing;
    },
    get caretAtEnd() {
      const { main } = view.state.selection;
      return main.empty && main.head === view.state.doc.length;
    },
    get caret() {
      const { main } = view.state.selection;
      return main.empty ? main.head : null;
    },
    get listOpen() {
      return completionStatus(view.state) !== null;
    },
    get vimTakesEscape() {
      return vimMode.takesEscape(view);
    },
    isInLine: (which) => isInVisualLine(view, which === 'first' ? 0 : view.state.doc.length),
    dispose: () => view.destroy(),
  };
}

/** Handles the undo keys, and stops their events because VS Code would undo as well. */
function undoHandler(): Extension {
  const onMac = navigator.platform.startsWith('Mac');
  return EditorView.domEventHandlers({
    keydown(event, view) {
      const action = undoAction(event, onMac);
      if (action === null) return false;
      event.preventDefault();
      event.stopPropagation();
      if (action === 'undo') undo(view);
      else redo(view);
      return true;
    },
  });
}

function pasteHandler(onFiles: (files: readonly File[]) => void): Extension {
  return EditorView.domEventHandlers({
    paste(event) {
      const files = pastedFiles(event.clipboardData);
      if (files.length === 0) return false;
      event.preventDefault();
      onFiles(files);
      return true;
    },
  });
}

function keyHandler(onKey: (press: KeyPress) => boolean): Extension {
  return EditorView.domEventHandlers({
    keydown(event, view) {
      const taken = onKey({
        key: event.key,
        shift: event.shiftKey,
        modified: event.ctrlKey || event.altKey || event.metaKey,
        command: event.ctrlKey || event.metaKey,
        completes: isCompletionKey(event),
        forList: isListKey(view, event),
        repeat: event.repeat,
        // In Chromium, the first key of a composition arrives before `compositionstart`, with the key code 229.
        composing: view.composing || event.isComposing || event.keyCode === 229,
      });
      // If Enter runs a completely typed command, the `/` list is still open.
      if (taken && event.key === 'Enter') closeCompletion(view);
      // A Tab pressed while the `@` or the `/` list is still loading must not move the focus away.
      const handled = taken || isEarlyTab(view, event);
      if (handled) {
        event.preventDefault();
        event.stopPropagation();
      }
      return handled;
    },
  });
}

/** Reports changes after a composition has ended, not during it. */
function changeListener(handlers: () => EditorHandlers | undefined): Extension {
  let pending = false;
  return [
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) {
        if (update.selectionSet) handlers()?.onCaretMoved();
        return;
      }
      if (update.view.composing) {
        pending = true;
        return;
      }
      pending = false;
      const is = (event: string) => update.transactions.some((transaction) => transaction.isUserEvent(event));
      handlers()?.onChange({
        pasted: is('input.paste') || is('input.drop'),
        byUser: is('input') || is('delete') || is('undo') || is('redo'),
      });
    }),
    EditorView.domEventHandlers({
      // CodeMirror reads the composed text after this event. If the document has that text already, no update follows,
      // so the change is reported here.
      compositionend: (_, view) => {
        setTimeout(() => {
          if (pending) {
            pending = false;
            handlers()?.onChange({ pasted: false, byUser: true });
          }
          // An input method that composes each syllable separately has already started the next composition.
          if (!view.compositionStarted) handlers()?.onComposing(false);
        });
      },
      compositionstart: () => handlers()?.onComposing(true),
    }),
  ];
}

function isInVisualLine(view: EditorView, edge: number): boolean {
  const caret = view.coordsAtPos(view.state.selection.main.head);
  const line = view.coordsAtPos(edge);
  if (!caret || !line)
    return view.state.doc.lineAt(edge).number === view.state.doc.lineAt(view.state.selection.main.head).number;
  return Math.abs(caret.top - line.top) < (line.bottom - line.top) / 2;
}

/**
 * The files of a paste; none if the paste has text too. For example, a copy of spreadsheet cells has their text and a
 * picture of them.
 */
function pastedFiles(data: Pick<DataTransfer, 'files' | 'getData'> | null): File[] {
  if (!data || data.getData('text/plain') !== '') return [];
  return [...data.files];
}
