/** VS Code asks its own question about a call at most this many milliseconds after the call began. */
const ASK_MS = 1_000;

/**
 * Determines whether VS Code took the focus away from the panel to ask the user about a call. VS Code does not report
 * its questions, and after a question it does not give the focus back to the panel's input.
 */
export interface QuestionWatch {
  panelChanged(hasFocus: boolean): void;
  /** Call this when the user uses another part of VS Code. */
  usedElsewhere(): void;
  /** The panel lost the focus when VS Code asked, and the user has not gone anywhere since. */
  readonly mayReturn: boolean;
}

/** Call this when the call begins. `now` returns milliseconds. */
export function createQuestionWatch(hadFocus: boolean, now: () => number): QuestionWatch {
  const began = now();
  let isAsked = false;
  let isElsewhere = !hadFocus;
  return {
    panelChanged(hasFocus) {
      isAsked = !hasFocus && now() - began <= ASK_MS;
      if (!hasFocus && !isAsked) isElsewhere = true;
    },
    usedElsewhere: () => void (isElsewhere = true),
    get mayReturn() {
      return isAsked && !isElsewhere;
    },
  };
}
