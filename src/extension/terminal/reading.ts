export type AgentName = 'claude' | 'codex' | 'opencode';

/** What a screen shows about its agent (seed 003, section 1). */
export interface TerminalReading {
  /**
   * `unknown`: the fixed rules of `readScreen` do not decide. For example, the context is incomplete (seed 003, 3.2),
   * or the screen is not an agent's.
   */
  readonly state: 'processing' | 'has_question' | 'idle' | 'unknown';
  /** The question as it is on the screen, and the options with their keys or numbers; at most 500 characters. */
  readonly message?: string;
  /** The texts of the options, without the keys or numbers before them; only if there is a list to choose from. */
  readonly options?: string[];
  readonly messageType?: 'choice' | 'confirmation' | 'open_ended';
  /** The question without the options. */
  readonly question?: string;
  /** One answer for each option, in the same order; for a confirmation, yes and no in the order of the screen. */
  readonly answers?: readonly Answer[];
  /** Whether the screen does not show the whole dialog. If so, there are no answers. */
  readonly isPartial?: true;
  /** Set if `question` leaves out a part of what the agent asks, because the text is too long. */
  readonly isCut?: true;
  /** Set if an option is not chosen by a key of its own. */
  readonly menu?: DialogMenu;
  /** The agent whose profile recognizes the screen; missing if no profile does. */
  readonly agent?: AgentName;
}

/**
 * A dialog whose options are chosen with a cursor. `cursor`: a mark shows the option at the cursor, and `at` is its
 * index. `color`: only a color shows the option at the cursor, and the options are beside each other. `several`: more
 * than one option can be chosen.
 */
export type DialogMenu =
  { readonly kind: 'cursor'; readonly at: number } | { readonly kind: 'color' } | { readonly kind: 'several' };

/** What to type to choose an option. */
export interface Answer {
  /** The text of the option as the screen shows it. */
  readonly label: string;
  readonly keys: string;
  /**
   * Whether Enter is sent after the keys. False for a menu with numbers, because the menu acts on the digit at once.
   * Enter would then go to the agent's next screen.
   */
  readonly enter: boolean;
}
