import { invertedEffects, isolateHistory } from '@codemirror/commands';
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

const setShell = StateEffect.define<boolean>();

const shellMode = StateField.define<boolean>({
  create: () => false,
  update: (on, { effects }) => effects.find((effect) => effect.is(setShell))?.value ?? on,
  provide: (field) => EditorView.editorAttributes.from(field, (on) => (on ? { class: 'shell-input' } : { class: '' })),
});

/** Undo and redo restore the mode together with the text. Otherwise undo could turn a message into a command. */
const undoableMode = invertedEffects.of(({ effects, startState }) =>
  effects.some((effect) => effect.is(setShell)) ? [setShell.of(isShellInput(startState))] : [],
);

/** Whether the text is a command. */
export function isShellInput(state: EditorState): boolean {
  return state.field(shellMode, false) === true;
}

export interface ShellInputHandlers {
  /**
   * Whether a typed `!` may begin a command: not before the first snapshot, and not while a message or answer is
   * edited.
   */
  mayEnter(): boolean;
  onEnter(): void;
  /** Called when Backspace was pressed in the empty input. */
  onLeave(): void;
  /** Called after the mode has changed, also by undo and redo, and before a change of the text is reported. */
  onModeChange(on: boolean): void;
}

/**
 * Reports a `!` that the user types into the empty input, and does not insert it. Pasted, dropped and inserted text,
 * and text that an input method commits, never begin a command.
 */
export function shellInput(handlers: () => ShellInputHandlers | undefined): Extension {
  return [
    shellMode,
    undoableMode,
    EditorView.updateListener.of(({ startState, state }) => {
      const on = isShellInput(state);
      if (on !== isShellInput(startState)) handlers()?.onModeChange(on);
    }),
    EditorView.inputHandler.of((view, _from, _to, text) => {
      const { state } = view;
      const isTyped = text === '!' && state.doc.length === 0 && !view.compositionStarted && !state.field(shellMode);
      if (!isTyped || handlers()?.mayEnter() !== true) return false;
      handlers()?.onEnter();
      return true;
    }),
    keymap.of([
      {
        key: 'Backspace',
        run({ state }) {
          if (!state.field(shellMode) || state.doc.length > 0) return false;
          handlers()?.onLeave();
          return true;
        },
      },
    ]),
  ];
}

/** The effects that turn the mode on or off; none if the mode is not to change. */
export function shellEffects(state: EditorState, on: boolean): StateEffect<unknown>[] {
  return isShellInput(state) === on ? [] : [setShell.of(on)];
}

/** Turns the mode on or off in an undo step of its own. */
export function setShellMode(view: Pick<EditorView, 'state' | 'dispatch'>, on: boolean): void {
  const effects = shellEffects(view.state, on);
  if (effects.length > 0) view.dispatch({ effects, annotations: isolateHistory.of('full') });
}
