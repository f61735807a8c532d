/**
 * The filter's phrases for one language: one phrase per line. They are matched against folded text: lower case, NFKC,
 * straight apostrophes, single spaces. Add a new language to `phrases.ts`. Rules that do not fit into these lists are
 * in `patterns.ts`.
 */
export interface LanguagePhrases {
  /** Whole suggestions that say that nothing is left to do. */
  readonly done?: string;
  /** Whole suggestions that say that there is no suggestion. */
  readonly meta?: string;
  /**
   * Labels that a model puts before its output. A conventional commit (`fix:`) or a topic (`tests:`) is not a label.
   */
  readonly labels?: string;
  /** Labels only if no ASCII letter, digit or `_` directly follows the colon, because `user:id` is a field. */
  readonly speakers?: string;
  /**
   * Words without content of their own: sounds, greetings, articles. Must not contain a word that answers a question in
   * any language: "так" means "so" in Russian and "yes" in Ukrainian.
   */
  readonly fillers?: string;
  /**
   * Thanks and praise; a suggestion of only such phrases has no task. The list must not contain a word that answers a
   * question in another language: "tak" is Danish for "thanks" and Polish for "yes".
   */
  readonly praise?: string;
  /** Words that may stand beside praise without adding a task. */
  readonly praiseExtras?: string;
  /** Words after which a full stop does not end the sentence. They are listed without that full stop: `e.g`. */
  readonly abbreviations?: string;
  /** Beginnings of an assistant's own sentences: regular expressions that end at the end of a word. */
  readonly assistantOpenings?: string;
  /**
   * Beginnings of an assistant's questions, written like `assistantOpenings`, without a leading "¿". Only those that
   * ask for permission, a preference or more work: a user's own questions are valid suggestions. The question mark may
   * be missing.
   */
  readonly assistantQuestions?: string;
  /**
   * Beginnings, written like `assistantOpenings`, that are an assistant's offer only with a question mark ("commit
   * this?").
   */
  readonly assistantOffers?: string;
  /** Words with which an assistant begins; the filter checks the text after them too. */
  readonly acknowledgements?: string;
  /** Thanks that continue with a reason: regular expressions that end directly before the reason. */
  readonly thanksFor?: string;
  /**
   * Error messages of a model or a server, as regular expressions. The text must end after the message, or punctuation
   * must follow.
   */
  readonly errors?: string;
  /** Beginnings of error messages, whatever follows. */
  readonly errorOpenings?: string;
  /** Words for "error", which begin an error message if a colon follows. */
  readonly errorWords?: string;
  /** Words that may stand between a word for "error" and the colon. */
  readonly errorWordExtras?: string;
}
