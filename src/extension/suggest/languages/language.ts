/**
 * What the filter of suggestions knows of one language, as data: one phrase per line. All of it is matched against folded
 * text: lower case, NFKC, straight apostrophes, single spaces. Adding a language is a file here and its name in
 * `phrases.ts`. What is no plain phrase is in `patterns.ts`.
 */
export interface LanguagePhrases {
  /** The whole of a suggestion that says that there is nothing left to do. */
  readonly done?: string;
  /** The whole of a suggestion that talks about there being none. */
  readonly meta?: string;
  /** Names a model gives to its own output. A conventional commit (`fix:`) or a topic (`tests:`) is not a label. */
  readonly labels?: string;
  /** Names of who speaks, as labels only before a space or text of another script: `user:id` is a field. */
  readonly speakers?: string;
  /**
   * Words that say nothing by themselves: sounds, greetings, articles, conjunctions. No word that answers a question, in
   * whatever language: "так" is Russian for so and Ukrainian for yes.
   */
  readonly fillers?: string;
  /**
   * Thanks and praise; a suggestion made of nothing else asks for nothing. No word that answers a question in another
   * language: Danish thanks is Polish yes ("tak"), German praise Italian for before ("prima").
   */
  readonly praise?: string;
  /** What may stand between thanks and praise without adding anything to do. */
  readonly praiseExtras?: string;
  /** Ends of words after which a full stop ends no sentence. */
  readonly abbreviations?: string;
  /** How an assistant's own sentences begin: regular expressions, each of which must end where a word ends. */
  readonly assistantOpenings?: string;
  /**
   * Beginnings of questions that an assistant asks its user, as `assistantOpenings`, without a leading "¿". A user's own
   * questions ("does this handle …", "why did …") are valid suggestions, so only questions for permission, for a wish or
   * for more work are here. The question mark may be missing.
   */
  readonly assistantQuestions?: string;
  /**
   * Beginnings that are the user's own words without a question mark ("commit this", "devo usar zod"). With a question
   * mark they are an offer of the assistant ("commit this?").
   */
  readonly assistantOffers?: string;
}
