import * as z from 'zod/mini';

export const MAX_TERMINAL_ANSWER = 2_000;

const questionSchema = z.object({
  kind: z.literal('question'),
  /** A new number whenever the text or the answers change. */
  revision: z.number(),
  /** At most 500 characters, with line ends. From a terminal or a model, so render it as text. */
  text: z.string(),
  /** On one line; null if unknown. */
  lastAction: z.nullable(z.string()),
  choices: z.array(
    z.object({
      /** `type`: types the text in `send`. `select`: selects the option of the agent's menu with that text. */
      how: z.enum(['type', 'select']),
      /** Exactly what is sent or selected. */
      send: z.string(),
      /** Whether Enter follows. */
      enter: z.boolean(),
      /** The answer's meaning; empty if `send` is clear by itself. */
      label: z.string(),
    }),
  ),
  /** The question is open-ended, so the user can write an answer. */
  isOpen: z.boolean(),
  /** Not all of the question is on the screen, so it must be answered in the terminal. */
  isPartial: z.boolean(),
  /**
   * Why the card of a complete question has no answers; null if it has answers or a text field. `several`: more
   * than one option can be chosen. `color`: the color of the selected option could not be read. `long`: the question or
   * an answer is too long. `unclear`: it is not clear what to type.
   */
  unanswerable: z.nullable(z.enum(['several', 'color', 'long', 'unclear'])),
  /** `decision`: worth a notification. */
  urgency: z.enum(['decision', 'waiting']),
  /** A sentence that names the model which has worded the question; null if the text is the agent's. */
  wording: z.nullable(z.string()),
  /** Why the last answer was not sent; null if it was, or if there was none. */
  refusal: z.nullable(z.string()),
});

/** A card above the input about a terminal with an agent. At most one per terminal. */
export const terminalCardSchema = z.object({
  id: z.string(),
  agent: z.string(),
  /** The terminal's name; empty if it only repeats the agent's name. */
  terminal: z.string(),
  /** Milliseconds since the epoch. */
  since: z.number(),
  content: z.discriminatedUnion('kind', [
    questionSchema,
    z.object({
      kind: z.literal('offer'),
      /** A text about the model that would read the screen; empty until it is known. */
      reader: z.string(),
    }),
    /**
     * Why the screen could not be read or an answer not sent, and what to do. `canRetry`: the screen can be read again.
     * `next`: set if a setting may be the reason.
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
 * `choose`: sends the answer with this index. `write`: sends the user's own answer. Both are refused if `revision` is
 * not the card's current revision. `retry`: reads the screen again. `continue`: puts the agent's screen into the
 * composer. `open-limit`: opens the setting of the daily limit.
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
