export type AgentName = 'claude' | 'codex' | 'opencode';

/** What a screen shows about its agent (seed 003, section 1). */
export interface TerminalReading {
  /** `unknown`: the fixed rules of `readScreen` do not decide. */
  readonly state: 'processing' | 'has_question' | 'idle' | 'unknown';
  /** The question, and the options of a list or menu with their labels; at most 500 characters. */
  readonly message?: string;
  /** The texts of the options, without their labels. For `y/n/a/p`, the keys. */
  readonly options?: string[];
  readonly messageType?: 'choice' | 'confirmation' | 'open_ended';
  /** The question without the options. */
  readonly question?: string;
  /** In the order of the options; for a confirmation, yes and no in the order of the screen. */
  readonly answers?: readonly Answer[];
  /** The screen does not show the whole dialog, so there are no answers. */
  readonly isPartial?: true;
  /** `question` leaves out a part, because the text is too long. */
  readonly isCut?: true;
  /** Set if an option is not chosen by a key of its own. */
  readonly menu?: DialogMenu;
  /** Missing if no profile recognizes the screen. */
  readonly agent?: AgentName;
}

/**
 * `cursor`: a mark points at the selected option, whose index is `at`. `color`: only a color distinguishes the selected
 * option, and the options are on one line. `several`: more than one option can be chosen.
 */
export type DialogMenu =
  { readonly kind: 'cursor'; readonly at: number } | { readonly kind: 'color' } | { readonly kind: 'several' };

export interface Answer {
  readonly label: string;
  readonly keys: string;
  /** False for a menu with numbers: it acts on the digit at once, so Enter would reach the next screen. */
  readonly enter: boolean;
}
