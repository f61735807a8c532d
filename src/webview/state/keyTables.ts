/*
 * Three functions decide what Tab, Esc, and Ctrl+Enter (Cmd+Enter on macOS) do in the whole panel. In each function,
 * the first case that applies decides; README.md has the same cases as tables. The callers determine the situation, and
 * carry out the effect.
 */

export interface TabSituation {
  /** The `@` or the `/` list is open. */
  readonly listOpen: boolean;
  readonly suggestionVisible: boolean;
  /** A completion is visible, or the user waits for one. */
  readonly completing: boolean;
  /** The text is exactly a suggestion that was filled in. */
  readonly isFilledSuggestion: boolean;
  /** The setting `premove.complete.tab`. */
  readonly asksForCompletion: boolean;
  /** The caret is at the end of a text that is not empty. */
  readonly caretAtEnd: boolean;
}

/**
 * `pick`: inserts the list's entry. `fill`: fills in the suggestion. `take`: inserts the completion, or does nothing
 * while the user waits for one. `ask`: asks for a completion. `leave`: moves the focus to the next control.
 */
export type TabEffect = 'pick' | 'fill' | 'take' | 'ask' | 'leave';

/** Decides what Tab without Shift does. Shift+Tab always leaves the input. */
export function decideTab(situation: TabSituation): TabEffect {
  if (situation.listOpen) return 'pick';
  if (situation.suggestionVisible) return 'fill';
  if (situation.completing) return 'take';
  if (situation.isFilledSuggestion) return 'leave';
  return situation.asksForCompletion && situation.caretAtEnd ? 'ask' : 'leave';
}

export interface EscapeSituation {
  /**
   * The feedback field of a card is open. The `@` and the `/` list and menus belong to this case too, but handle Esc
   * themselves.
   */
  readonly somethingOpen: boolean;
  /** Esc would leave a mode of Vim, cancel an unfinished command, or end the highlighting of a search. */
  readonly vimTakesEscape: boolean;
  /** The input is in shell mode. */
  readonly shell: boolean;
  /** The text of the input is being translated. */
  readonly translating: boolean;
  /** A completion is visible, or the user waits for one. */
  readonly completing: boolean;
  /** The output of a command is shown above the input. */
  readonly noteShown: boolean;
  readonly suggestionVisible: boolean;
  /** An earlier message, an answer or a queued message is being edited. */
  readonly editing: boolean;
  readonly cardWaits: boolean;
  readonly answering: boolean;
  /** The input has the focus and is not empty. */
  readonly hasText: boolean;
}

/**
 * `close`: closes what is open. `leave-vim`: Vim leaves a mode, cancels an unfinished command, or ends the highlighting
 * of a search. `leave-shell`: leaves shell mode, but keeps the text. `cancel`: cancels the translation. `drop`: drops
 * the completion. `close-note`: closes the output of a command. `hide`: hides the suggestion. `cancel-edit`: ends an
 * edit and discards its changes. `nothing`: does nothing, because the key may have been meant for something else.
 * `stop`: stops the answer. `clear`: the second press clears the input. `pass`: leaves the key to VS Code.
 */
export type EscapeEffect =
  | 'close'
  | 'leave-vim'
  | 'leave-shell'
  | 'cancel'
  | 'drop'
  | 'close-note'
  | 'hide'
  | 'cancel-edit'
  | 'nothing'
  | 'stop'
  | 'clear'
  | 'pass';

export function decideEscape(situation: EscapeSituation): EscapeEffect {
  if (situation.somethingOpen) return 'close';
  if (situation.vimTakesEscape) return 'leave-vim';
  if (situation.shell) return 'leave-shell';
  if (situation.translating) return 'cancel';
  if (situation.completing) return 'drop';
  if (situation.noteShown) return 'close-note';
  if (situation.suggestionVisible) return 'hide';
  if (situation.editing) return 'cancel-edit';
  if (situation.cardWaits) return 'nothing';
  if (situation.answering) return 'stop';
  return situation.hasText ? 'clear' : 'pass';
}

export interface CommandEnterSituation {
  readonly cardFocused: boolean;
  readonly cardWaits: boolean;
  readonly inputEmpty: boolean;
  readonly answering: boolean;
}

/** `allow`: allows the calls that the card asks about. `steer`: sends the message with the next tool results. */
export type CommandEnterEffect = 'allow' | 'steer' | 'send';

/** Decides what Ctrl+Enter or Cmd+Enter does, in the input or on a card. */
export function decideCommandEnter(situation: CommandEnterSituation): CommandEnterEffect {
  if (situation.cardFocused || (situation.inputEmpty && situation.cardWaits)) return 'allow';
  return situation.answering ? 'steer' : 'send';
}

const onMac = navigator.platform.startsWith('Mac');

/** The names of keys as users see them on their system. */
export const KEY_NAMES = {
  steer: onMac ? '⌘⏎' : 'Ctrl+Enter',
  complete: onMac ? '⌥C' : 'Alt+C',
  /** For screen readers. */
  takeWord: onMac ? 'Command+Right' : 'Control+Right',
} as const;
