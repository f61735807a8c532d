import type { ChatState } from '../../shared/chatState.ts';
import type { EarlierInputs } from './earlierInputs.ts';
import type { Editor } from './editor/editor.ts';
import type { Chip } from './editor/chips.ts';
import { walkHistory, type HistoryWalk } from './inputHistory.ts';

/** A walk through the earlier inputs, with Up and Down at the edges of the text. A change of the text ends the walk. */
export interface InputWalk {
  /**
   * Takes one step. Returns false if there is no further input; the key then has its usual effect. If no older input is
   * known and the host has not been asked for more yet, asks the host and returns true.
   */
  step(direction: 'older' | 'newer'): boolean;
  /** Must be called for every change of the text. */
  textChanged(): void;
}

export function createInputWalk(
  editor: Pick<Editor, 'text' | 'chips' | 'setText'>,
  earlier: EarlierInputs,
  shown: () => ChatState | null,
): InputWalk {
  let walk: HistoryWalk | null = null;
  let stepping = false;
  /** The chips of the text at which the walk started. */
  let chipsBefore: readonly Chip[] = [];

  function step(direction: 'older' | 'newer'): boolean {
    const text = editor.text();
    const next = walkHistory(earlier.before(shown()), walk, direction, text);
    if (!next) return direction === 'older' && requestMore(text);
    if (walk === null) chipsBefore = editor.chips();
    stepping = true;
    editor.setText(next.text, { chips: next.walk === null ? chipsBefore : [] });
    stepping = false;
    walk = next.walk;
    return true;
  }

  /**
   * Asks the host for more inputs. After the response, takes the step if neither the chat nor the text has changed.
   * False if the host was already asked.
   */
  function requestMore(text: string): boolean {
    const chat = shown();
    if (earlier.isFresh(chat)) return false;
    void earlier.refresh(chat).then(() => {
      if (shown()?.conversationId === chat?.conversationId && editor.text() === text) step('older');
    });
    return true;
  }

  return {
    step,
    textChanged() {
      if (!stepping) walk = null;
    },
  };
}
