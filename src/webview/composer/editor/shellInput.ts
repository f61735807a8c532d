import { invertedEffects, isolateHistory } from '@codemirror/commands';
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

const setShell = StateEffect.define<boolean>();

const shellMode = StateField.define<boolean>({
  create: () => false,
  update: (on, { effects }) => effects.find((effect) => effect.is(setShell))?.value ?? on,
  provide: (field) => EditorView.editorAttributes.from(field, (on) => (on ? { class: 'shell-input' } : { class: '' })),
});

/** Undo restores the mode together with the text. Otherwise undo could turn a message into a command. */
const undoableMode = invertedEffects.of(({ effects, startState }) =>
  effects.some((effect) => effect.is(setShell)) ? [setShell.of(isShellInput(startState))] : [],
);

export function isShellInput(state: EditorState): boolean {
  return state.field(shellMode, false) === true;
}

export interface ShellInputHandlers {
  /**
   * Whether a typed `!` may begin a command: not before the first snapshot, and not during an edit of a message or
   * answer.
   */
  mayEnter(): boolean;
  onEnter(): void;
  /** Called for Backspace in the empty input. */
  onLeave(): void;
  /** Called after every change of the mode, also by undo, and before a change of the text is reported. */
  onModeChange(on: boolean): void;
}

/**
 * Reports a `!` that the user types into the empty input, and does not insert it. Pasted, dropped, inserted or composed
 * text never begins a command.
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

export function shellEffects(state: EditorState, on: boolean): StateEffect<unknown>[] {
  return isShellInput(state) === on ? [] : [setShell.of(on)];
}

/** Turns the mode on or off, in an undo step of its own. */
export function setShellMode(view: Pick<EditorView, 'state' | 'dispatch'>, on: boolean): void {
  const effects = shellEffects(view.state, on);
  if (effects.length > 0) view.dispatch({ effects, annotations: isolateHistory.of('full') });
}
