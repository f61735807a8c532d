/**
 * The filter's phrases for one language, as data: one phrase per line. They are matched against folded text: lower
 * case, NFKC, straight apostrophes, single spaces. To add a language, add a file here and add its constant to
 * `phrases.ts`. Rules that do not fit into these lists are in `patterns.ts`.
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
  /**
   * Names of speakers. They are labels only if no ASCII letter, digit or `_` directly follows the colon, because
   * `user:id` is a field.
   */
  readonly speakers?: string;
  /**
   * Words without content of their own: sounds, greetings, articles, conjunctions. Must not contain a word that answers
   * a question in any language: "так" is Russian for "so" and Ukrainian for "yes".
   */
  readonly fillers?: string;
  /**
   * Thanks and praise; a suggestion that contains nothing else has no task. Must not contain a word that answers a
   * question in another language: "tak" is Danish for "thanks" and Polish for "yes", "prima" is German for "great" and
   * Italian for "before".
   */
  readonly praise?: string;
  /** Words that may stand beside thanks and praise without adding a task. */
  readonly praiseExtras?: string;
  /** Words after which a full stop does not end the sentence. The text before the full stop is compared: `e.g`. */
  readonly abbreviations?: string;
  /** How an assistant's own sentences begin: regular expressions, each of which must end at the end of a word. */
  readonly assistantOpenings?: string;
  /**
   * Beginnings of questions that an assistant asks its user, written like `assistantOpenings`, without a leading "¿".
   * Only questions that ask for permission, a preference or more work are listed, because a user's own questions ("does
   * this handle …", "why did …") are valid suggestions. The question mark may be missing.
   */
  readonly assistantQuestions?: string;
  /**
   * Beginnings, written like `assistantOpenings`, that are the user's own words without a question mark ("commit this",
   * "devo usar zod"). With a question mark they are an assistant's offer ("commit this?").
   */
  readonly assistantOffers?: string;
  /** Words with which an assistant begins; the filter checks the text after them too. */
  readonly acknowledgements?: string;
  /** Thanks that continue with a reason: regular expressions, each of which ends directly before the reason. */
  readonly thanksFor?: string;
  /**
   * Error messages of a model or a server, as regular expressions. A message counts only if the text ends after it, or
   * if punctuation follows.
   */
  readonly errors?: string;
  /** Beginnings of error messages, whatever follows. */
  readonly errorOpenings?: string;
  /** Words for "error". A suggestion that begins with such a word and a colon is an error message. */
  readonly errorWords?: string;
  /** Words that may stand between a word for "error" and the colon. */
  readonly errorWordExtras?: string;
}
