import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

const setShell = StateEffect.define<boolean>();

const shellMode = StateField.define<boolean>({
  create: () => false,
  update: (on, { effects }) => effects.find((effect) => effect.is(setShell))?.value ?? on,
  provide: (field) => EditorView.editorAttributes.from(field, (on) => (on ? { class: 'shell-input' } : { class: '' })),
});

/** Whether the text is a command. */
export function isShellInput(state: EditorState): boolean {
  return state.field(shellMode, false) === true;
}

export interface ShellInputHandlers {
  /** Whether a typed `!` may begin a command: not before the first snapshot, and not while a sent text is edited. */
  mayEnter(): boolean;
  onEnter(): void;
  /** Called when Backspace was pressed in the empty input. */
  onLeave(): void;
}

/**
 * Reports a `!` that the user types into the empty input, and does not insert it. Pasted, dropped and inserted text,
 * and text that an input method commits, never begin a command.
 */
export function shellInput(handlers: () => ShellInputHandlers | undefined): Extension {
  return [
    shellMode,
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

export function setShellMode(view: EditorView, on: boolean): void {
  if (view.state.field(shellMode) !== on) view.dispatch({ effects: setShell.of(on) });
}
