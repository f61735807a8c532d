/** VS Code asks its own question about a call at most this many milliseconds after the call began. */
const ASK_MS = 1_000;

/**
 * VS Code does not report when the user allows a call. If a call ends this soon (in milliseconds) after the question,
 * the user has hardly begun to work elsewhere, so the focus may return.
 */
const ANSWER_MS = 3_000;

/**
 * Determines whether VS Code took the focus from the panel to ask about a call. VS Code neither reports its questions
 * nor gives the focus back.
 */
export interface QuestionWatch {
  panelChanged(hasFocus: boolean): void;
  /**
   * Call when the user uses another part of VS Code. VS Code does not report every use, such as a click in the active
   * terminal.
   */
  usedElsewhere(): void;
  /**
   * Call when the call ends. True if the panel may take the focus back: the user has just answered and has done nothing
   * else since. A denial ends the call, so the user has then just answered.
   */
  mayReturn(isDenied: boolean): boolean;
}

/** Call when the call begins. `now` returns milliseconds. */
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
