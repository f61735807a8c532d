import * as z from 'zod/mini';

export const suggestionSchema = z.object({
  id: z.string(),
  text: z.string(),
  /**
   * True if the suggestion was prepared together with the edits that were just applied. It is then shown without the
   * delay `SUGGESTION_DELAY_MS`.
   */
  immediate: z.boolean(),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

/** The notice above the input about suggestions or prepared edits in general. */
export const suggestionNoticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off-in-chat') }),
  z.object({ kind: z.literal('on-in-chat') }),
  z.object({ kind: z.literal('off') }),
  /** The user switched suggestions on, but the workspace's settings keep them off. */
  z.object({ kind: z.literal('off-in-workspace') }),
  /** The user ignored `ignored` suggestions, so from now on, a suggestion follows only every `every`th answer. */
  z.object({ kind: z.literal('backed-off'), ignored: z.number(), every: z.number() }),
  /** `limit`: US dollars per day. */
  z.object({ kind: z.literal('budget-spent'), limit: z.number() }),
  z.object({ kind: z.literal('price-unknown'), limit: z.number(), model: z.string() }),
  /** `message`: what is wrong with the model and what to do. */
  z.object({
    kind: z.literal('fast-model-unavailable'),
    model: z.string(),
    message: z.string(),
    needsKey: z.boolean(),
  }),
  z.object({ kind: z.literal('preparing-on') }),
  z.object({ kind: z.literal('preparing-off') }),
  z.object({ kind: z.literal('preparing-off-in-workspace') }),
  /** Shown only once. `cost`: estimated US dollars to prepare the edits of one suggestion; null if unknown. */
  z.object({ kind: z.literal('offer-preparing'), cost: z.nullable(z.number()) }),
]);
export type SuggestionNotice = z.infer<typeof suggestionNoticeSchema>;

/** The usage of one kind of background request in this chat: over all branches, and since the chat began. */
export const backgroundCostSchema = z.object({
  requests: z.number(),
  /** Tokens, as in an answer's usage. */
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  /** US dollars; null if the price of one of the requests is unknown. */
  cost: z.nullable(z.number()),
});
export type BackgroundCostView = z.infer<typeof backgroundCostSchema>;

/** The panel's state about suggestions in general. */
export const suggestingSchema = z.object({
  /** What Enter does on ghost text. The guards against accidental presses apply in both cases. */
  enter: z.enum(['submit', 'fill']),
  /**
   * Commands, web requests or external tools may run without a question, so Enter never sends a suggestion to the model
   * directly. Enter can still apply prepared edits.
   */
  runsUnasked: z.boolean(),
  /**
   * A message with the suggestion's text applies the edits that are prepared for it. False, for example, if the message
   * has its own model, which would answer live. Then Enter only fills the suggestion in.
   */
  appliesEdits: z.boolean(),
  notice: z.nullable(suggestionNoticeSchema),
  /** Null if there was no request. */
  suggestionCost: z.nullable(backgroundCostSchema),
  /** The cost of speculations; null if there was no request. */
  speculationCost: z.nullable(backgroundCostSchema),
  /** The cost of completions of the input; null if there was no request. */
  completionCost: z.nullable(backgroundCostSchema),
  /** The cost of translations of the input; null if there was no request. */
  translationCost: z.nullable(backgroundCostSchema),
});
export type Suggesting = z.infer<typeof suggestingSchema>;

export const INITIAL_SUGGESTING: Suggesting = Object.freeze({
  enter: 'submit',
  runsUnasked: false,
  appliesEdits: true,
  notice: null,
  suggestionCost: null,
  speculationCost: null,
  completionCost: null,
  translationCost: null,
});

/** The user's choice in the menu beside ghost text or in a notice about suggestions. */
export const suggestionActionSchema = z.enum([
  'off-in-chat',
  'on-in-chat',
  'off',
  'on',
  'every-answer',
  'open-settings',
  'open-workspace-settings',
  'open-fast-model-setting',
  'set-fast-model-key',
  'preparing-on',
  'preparing-off',
  'open-workspace-preparing-setting',
  'dismiss-notice',
]);
export type SuggestionAction = z.infer<typeof suggestionActionSchema>;
