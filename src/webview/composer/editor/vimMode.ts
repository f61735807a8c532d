import { Compartment, Prec, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type * as vimModule from './vim.ts';

/** Vim's keys in the text field, if the user has switched them on (`premove.vimMode`). */
export interface VimMode {
  readonly extension: Extension;
  /** The keys are loaded when they are first switched on. */
  set(view: EditorView, on: boolean): void;
  /** Call after code replaces the text, and before code inserts text at the caret. */
  startInserting(view: EditorView): void;
  /** Whether Esc would leave a mode of Vim, cancel an unfinished command, or end the highlighting of a search. */
  takesEscape(view: EditorView): boolean;
}

export interface VimModeHandlers {
  /** Called when Vim's mode changes: `normal`, `insert`, `visual` and others; null if Vim's keys are off. */
  onMode(mode: string | null): void;
  onError(error: unknown): void;
}

/** The text field begins in insert mode, so that a user can type at once. */
export function createVimMode({ onMode, onError }: VimModeHandlers): VimMode {
  const slot = new Compartment();
  let wanted = false;
  let vim: typeof vimModule | undefined;

  function show(view: EditorView): void {
    if (!vim) return;
    view.dispatch({ effects: slot.reconfigure(wanted ? vim.vimKeys() : []) });
    if (!wanted) return onMode(null);
    vim.followMode(view, onMode);
    vim.startInserting(view);
  }

  async function load(view: EditorView): Promise<void> {
    vim ??= await import('./vim.ts');
    show(view);
  }

  return {
    // The composer's own keys come first (`Prec.highest` in `editor.ts`): in normal mode, Vim would let Enter move the
    // caret. CodeMirror's keys come last.
    extension: Prec.high(slot.of([])),
    set(view, on) {
      if (on === wanted) return;
      wanted = on;
      if (!on) return show(view);
      load(view).catch(onError);
    },
    startInserting(view) {
      if (wanted) vim?.startInserting(view);
    },
    takesEscape: (view) => wanted && vim?.takesEscape(view) === true,
  };
}
