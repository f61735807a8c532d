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
import type { PreparedEnter } from './preparedEnter.ts';
import { preparedHint, setPreparedHint } from './preparedHint.ts';
import { isCompletionKey, PLAIN_PRESS, undoAction, type EnterHint, type KeyPress } from './keys.ts';
import { beginPromptFile } from './commandCompletion.ts';
import { inputLists, isEarlyTab, isListKey } from './inputLists.ts';
import { trackLostFocus, lostFocusAt } from './lostFocusAt.ts';
import { insertMention, startMention } from './mentionCompletion.ts';
import { isShellInput, setShellMode, shellEffects, shellInput, type ShellInputHandlers } from './shellInput.ts';
import { terminalKeyHandler } from './terminalKeyHandler.ts';
import { createVimMode } from './vimMode.ts';

export interface SetTextOptions {
  readonly undoable?: boolean;
  readonly chips?: readonly Chip[];
  /** Keeps Vim's mode: Esc, for example, must never start insert mode. */
  readonly keepsMode?: boolean;
  /** Sets shell mode in the same undo step. */
  readonly shell?: boolean;
}

/** The composer's text field. It does not decide what keys mean. */
export interface Editor {
  /** Call once, before the user can act. */
  listen(handlers: EditorHandlers): void;
  text(): string;
  chips(): readonly Chip[];
  /**
   * Moves the caret to the end. One undo restores the old text, unless `undoable` is false. Vim starts to insert,
   * unless `keepsMode` is true.
   */
  setText(text: string, options?: SetTextOptions): void;
  /** Undo no longer goes back before the present text. */
  clearHistory(): void;
  /**
   * Deletes the first `length` characters. Keeps the caret and the undo history. `chips`: those in the remaining text.
   */
  removeStart(length: number, chips: readonly Chip[]): void;
  /** Shows ghost text with a hint about Enter. `enter` returns what Enter does if the input contains the given text. */
  setFollowup(state: FollowupState, enter: (text: string) => EnterHint): void;
  /** Shows after the text what Enter does with prepared edits. */
  setPreparedHint(hint: PreparedEnter): void;
  /** Shows gray text at the caret; an empty text removes it. */
  setCompletion(text: string): void;
  /** At the caret, in an undo step of its own. */
  insert(text: string): void;
  /** Moves the caret to the end of a selection. */
  endSelection(): void;
  setPlaceholder(text: string): void;
  setVimMode(on: boolean): void;
  /** In shell mode, the input has no lists and chips. Undo restores the old mode. */
  setShellMode(on: boolean): void;
  focus(): void;
  startMention(kind: 'file' | 'folder'): void;
  /** Types a `/` at the start, unless there is one, and lists the prompt files. The text becomes the argument. */
  beginPromptFile(): void;
  insertMention(offer: MentionOffer): void;
  /**
   * Inserts text where the caret was when the field last lost the focus. If the caret is still there, the caret
   * moves to the end of the inserted text.
   */
  insertWhereFocusWasLost(text: string): void;
  readonly hasFocus: boolean;
  readonly composing: boolean;
  /** Nothing is selected, and the caret is after the last character. */
  readonly caretAtEnd: boolean;
  /** Characters before the caret; null if something is selected. */
  readonly caret: number | null;
  /** The `@` or the `/` list is open or being loaded. */
  readonly listOpen: boolean;
  /** Esc would leave a mode of Vim, cancel an unfinished command, or end the highlighting of a search. */
  readonly vimTakesEscape: boolean;
  /** Visual lines: soft wraps count. */
  isInLine(which: 'first' | 'last'): boolean;
  dispose(): void;
}

export interface EditorHandlers {
  /** Returns true if the key was handled. */
  onKey(press: KeyPress): boolean;
  /** Not called during a composition. `pasted`: by a paste or a drop. */
  onChange(change: { readonly pasted: boolean; readonly byUser: boolean }): void;
  onCaretMoved(): void;
  readonly ghost: GhostHandlers;
  readonly shell: ShellInputHandlers;
  /** A click on the completion's Tab keycap. */
  onTakeCompletion(): void;
  /** At the end of a composition, called after `onChange`. */
  onComposing(composing: boolean): void;
  onChipsChange(chips: readonly Chip[]): void;
  onFocus(): void;
  onBlur(): void;
  /** Called for Ctrl+L, which clears the view as in a terminal. */
  onClearView(): void;
  /** Null if Vim's keys are off. */
  onVimMode(mode: string | null): void;
  onError(error: unknown): void;
  findMentions(query: string, kind?: 'file' | 'folder'): Promise<readonly MentionOffer[]>;
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
          onEnter() {
            if (handlers?.onKey({ ...PLAIN_PRESS, key: 'Enter' }) === true) closeCompletion(view);
          },
        }),
        shellInput(() => handlers?.shell),
        undoHandler(),
        pasteHandler((files) => handlers?.onFiles(files)),
        terminalKeyHandler(() => handlers?.onClearView()),
        historySlot.of(history()),
        chipExtension((chips) => handlers?.onChipsChange(chips)),
        // If the key reached VS Code, VS Code would select all again a moment later, when the user may have typed
        // already. The next character would then replace the typed text.
        keymap.of([{ key: 'Mod-a', run: selectAll, stopPropagation: true }]),
        keymap.of(standardKeymap),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': strings.composer.label }),
        placeholderSlot.of(placeholder(placeholderText)),
        ghostExtension(() => handlers?.ghost),
        preparedHint(),
        completionExtension(() => handlers?.onTakeCompletion()),
        changeListener(() => handlers),
        EditorView.domEventHandlers({ focus: () => handlers?.onFocus(), blur: () => handlers?.onBlur() }),
        trackLostFocus,
      ],
    }),
  });

  view.contentDOM.addEventListener('keydown', preventStrayEnter);
  view.contentDOM.addEventListener('keydown', (event) => endLostComposition(event, view), { capture: true });

  /** Adding the extension again creates an empty history. */
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
      // Builds a long text only once per change.
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
    setPreparedHint(hint) {
      view.dispatch({ effects: setPreparedHint.of(hint) });
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

/** Handles the undo keys, and stops their events, because VS Code would undo as well. */
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
      // The `/` list is still open if Enter runs a completely typed command.
      if (taken && event.key === 'Enter') closeCompletion(view);
      // A Tab while a list is still loading must not move the focus.
      const handled = taken || isEarlyTab(view, event);
      if (handled) {
        event.preventDefault();
        event.stopPropagation();
      }
      return handled;
    },
  });
}

/** Reports each change of the text. Changes during a composition are reported after its end. */
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
      // CodeMirror reads the composed text after this event. If the document already has that text, no update follows,
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
 * Returns the files of a paste. Returns none if the paste also has text, because copied spreadsheet cells come with a
 * picture that the user does not want.
 */
function pastedFiles(data: Pick<DataTransfer, 'files' | 'getData'> | null): File[] {
  if (!data || data.getData('text/plain') !== '') return [];
  return [...data.files];
}
