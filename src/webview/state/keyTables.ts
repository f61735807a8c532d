/*
 * What Tab, Esc, and Ctrl+Enter (Cmd+Enter on macOS) do in the whole panel. In each function, the first case that
 * applies decides; README.md lists these cases in tables.
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
 * `take`: inserts the completion, or does nothing while the user waits for one. `leave`: moves the focus to the next
 * control.
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
  /** A card's feedback field is open. Lists and menus handle Esc themselves. */
  readonly somethingOpen: boolean;
  /** See `VimMode.takesEscape`. */
  readonly vimTakesEscape: boolean;
  readonly shell: boolean;
  readonly translating: boolean;
  readonly completing: boolean;
  /** The output of a command is shown above the input. */
  readonly noteShown: boolean;
  readonly suggestionVisible: boolean;
  /** A message, an answer or a queued message is being edited. */
  readonly editing: boolean;
  readonly cardWaits: boolean;
  readonly answering: boolean;
  /** The input has the focus and is not empty. */
  readonly hasText: boolean;
}

/**
 * `leave-shell` keeps the text. `cancel` cancels the translation, and `drop` the completion. `cancel-edit` discards the
 * edit's changes. `nothing`: the key may have been meant for something else. `clear`: the second press clears the
 * input. `pass`: leaves the key to VS Code.
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

export const KEY_NAMES = {
  steer: onMac ? '⌘⏎' : 'Ctrl+Enter',
  complete: onMac ? '⌥C' : 'Alt+C',
  /** For screen readers. */
  takeWord: onMac ? 'Command+Right' : 'Control+Right',
} as const;
