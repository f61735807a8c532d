import * as z from 'zod/mini';

/** Maximum number of characters of an answer that the user writes on a card. */
export const MAX_TERMINAL_ANSWER = 2_000;

const questionSchema = z.object({
  kind: z.literal('question'),
  /** A new number whenever the text or the answers change. */
  revision: z.number(),
  /** At most 500 characters, with line ends. From a terminal or a model, so render it as text. */
  text: z.string(),
  /** What the agent did last, on one line; null if unknown. */
  lastAction: z.nullable(z.string()),
  /** The answers that a click sends. */
  choices: z.array(
    z.object({
      /** `type`: types `send`. `select`: selects the option `send` of the agent's menu. */
      how: z.enum(['type', 'select']),
      /** Exactly what is sent or selected. */
      send: z.string(),
      /** Whether Enter follows. */
      enter: z.boolean(),
      /** What the answer means; empty if `send` is clear by itself. */
      label: z.string(),
    }),
  ),
  /** The question is open-ended, so the user can write an answer. */
  isOpen: z.boolean(),
  /** A part of the question is not on the screen, so the question must be answered in the terminal. */
  isPartial: z.boolean(),
  /**
   * Why the card of a complete question has no answers. `several`: several options can be chosen. `color`: only a color
   * shows the selected option, and the color could not be read. `long`: the card cuts the question, or an answer is too
   * long. `unclear`: the terminal does not show exactly what to type. Null if the card has answers or a text field, or
   * if the question is not complete.
   */
  unanswerable: z.nullable(z.enum(['several', 'color', 'long', 'unclear'])),
  /** `decision`: a decision that is worth a notification. `waiting`: any other question. */
  urgency: z.enum(['decision', 'waiting']),
  /** Says which model has worded the question; null if the text is the agent's. */
  wording: z.nullable(z.string()),
  /** Why the last answer was not sent; null if it was sent, or if there was none. */
  refusal: z.nullable(z.string()),
});

/** A card about a terminal in which an agent runs, above the input. There is at most one per terminal. */
export const terminalCardSchema = z.object({
  /** Unique. */
  id: z.string(),
  agent: z.string(),
  /** The terminal's name; empty if it only repeats the agent's name. */
  terminal: z.string(),
  /** Milliseconds since the epoch. */
  since: z.number(),
  content: z.discriminatedUnion('kind', [
    questionSchema,
    /** Asks whether to watch the terminal. */
    z.object({
      kind: z.literal('offer'),
      /** Which model would read the screen; empty until that is known. */
      reader: z.string(),
    }),
    /**
     * Says why the screen could not be read, or why an answer was not sent, and what to do. `canRetry`: whether the
     * screen can be read again. `next`: set if a setting is the reason: the daily limit, or VS Code's shell
     * integration.
     */
    z.object({
      kind: z.literal('problem'),
      message: z.string(),
      canRetry: z.boolean(),
      next: z.optional(z.enum(['open-limit', 'open-integration'])),
    }),
  ]),
});
export type TerminalCard = z.infer<typeof terminalCardSchema>;

/**
 * What the user does with a card. `choose`: sends the answer with this index. `write`: sends the user's own answer.
 * Both are refused if `revision` is not the card's current revision. `show`: shows the terminal. `dismiss`: hides the
 * card. `retry`: reads the screen again. `watch`, `stop`: starts or stops watching the terminal. `continue`: puts the
 * agent's screen into the composer. `open-limit`, `open-integration`: opens the setting of the daily limit, or of VS
 * Code's shell integration.
 */
export const terminalActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choose'), revision: z.number(), index: z.int() }),
  z.object({
    kind: z.literal('write'),
    revision: z.number(),
    text: z.string().check(z.maxLength(MAX_TERMINAL_ANSWER)),
  }),
  z.object({ kind: z.enum(['show', 'dismiss', 'retry', 'watch', 'stop']) }),
  z.object({ kind: z.literal('continue') }),
  z.object({ kind: z.literal('open-limit') }),
  z.object({ kind: z.literal('open-integration') }),
]);
export type TerminalAction = z.infer<typeof terminalActionSchema>;
