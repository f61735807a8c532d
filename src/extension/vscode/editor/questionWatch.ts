/** VS Code asks its own question about a call at most this many milliseconds after the call began. */
const ASK_MS = 1_000;

/**
 * VS Code does not report when the user allows a call. If the call ends at most this many milliseconds after VS Code
 * asked, the user has hardly had time to answer and to begin to work elsewhere, so the focus may return.
 */
const ANSWER_MS = 3_000;

/**
 * Determines whether VS Code took the focus away from the panel to ask the user about a call. VS Code does not report
 * its questions, and after a question it does not give the focus back to the panel's input.
 */
export interface QuestionWatch {
  panelChanged(hasFocus: boolean): void;
  /**
   * Call this when the user uses another part of VS Code. VS Code does not report every use: for example, not a click
   * in the active terminal, in the Explorer or in Source Control.
   */
  usedElsewhere(): void;
  /**
   * Call this when the call ends. True if the panel may take the focus back: it lost the focus when VS Code asked, does
   * not have it again, no use of another part was reported, and the user has just answered. The user counts as having
   * just answered if the call ended soon after VS Code asked, or if the user denied the call, because a denial ends it.
   */
  mayReturn(isDenied: boolean): boolean;
}

/** Call this when the call begins. `now` returns milliseconds. */
export function createQuestionWatch(hadFocus: boolean, now: () => number): QuestionWatch {
  const began = now();
  let isAsked = false;
  let lostAt = began;
  let isElsewhere = !hadFocus;
  return {
    panelChanged(hasFocus) {
      isAsked = !hasFocus && now() - began <= ASK_MS;
      if (!hasFocus) lostAt = now();
      if (!hasFocus && !isAsked) isElsewhere = true;
    },
    usedElsewhere: () => void (isElsewhere = true),
    mayReturn: (isDenied) => isAsked && !isElsewhere && (isDenied || now() - lostAt <= ANSWER_MS),
  };
}
