import * as z from 'zod/mini';

export const suggestionSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** The suggestion was prepared together with the edits that were just applied, so it is shown without delay. */
  immediate: z.boolean(),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

export const suggestionNoticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off-in-chat') }),
  z.object({ kind: z.literal('on-in-chat') }),
  z.object({ kind: z.literal('off') }),
  /** The user switched suggestions on, but the workspace's settings keep them off. */
  z.object({ kind: z.literal('off-in-workspace') }),
  /** The user ignored `ignored` suggestions, so only every `every`th answer gets one. */
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
  /** Shown once. `cost`: estimated US dollars for one suggestion; null if unknown. */
  z.object({ kind: z.literal('offer-preparing'), cost: z.nullable(z.number()) }),
]);
export type SuggestionNotice = z.infer<typeof suggestionNoticeSchema>;

/** The usage of one kind of background request, over all branches of this chat. */
export const backgroundCostSchema = z.object({
  requests: z.number(),
  /** In tokens. */
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  /** US dollars; null if the price of one of the requests is unknown. */
  cost: z.nullable(z.number()),
});
export type BackgroundCostView = z.infer<typeof backgroundCostSchema>;

export const suggestingSchema = z.object({
  /** What Enter does on ghost text, if no guard against accidental presses applies. */
  enter: z.enum(['submit', 'fill']),
  /**
   * Commands, web requests or external tools may run without a question, so Enter on ghost text never sends it, and
   * applies its prepared edits only if their diff has been shown.
   */
  runsUnasked: z.boolean(),
  /**
   * A message with the suggestion's text applies its prepared edits. If not, for example because the message has its
   * own model, Enter only fills the suggestion in.
   */
  appliesEdits: z.boolean(),
  notice: z.nullable(suggestionNoticeSchema),
  /** The costs are null if there was no request. */
  suggestionCost: z.nullable(backgroundCostSchema),
  speculationCost: z.nullable(backgroundCostSchema),
  completionCost: z.nullable(backgroundCostSchema),
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
