import * as z from 'zod/mini';

export const suggestionSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Shown without the delay, because it was ready before the answer it follows was accepted. */
  immediate: z.boolean(),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

/** What is said above the input of suggestions as a whole, with what can be done about it. */
export const suggestionNoticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off-in-chat') }),
  z.object({ kind: z.literal('on-in-chat') }),
  z.object({ kind: z.literal('off') }),
  /** Switched on by the user, but the workspace's own settings keep them off. */
  z.object({ kind: z.literal('off-in-workspace') }),
  /** So many went unused that there is one only every so many answers from now on. */
  z.object({ kind: z.literal('backed-off'), ignored: z.number(), every: z.number() }),
  /** US dollars a day. */
  z.object({ kind: z.literal('budget-spent'), limit: z.number() }),
  z.object({ kind: z.literal('price-unknown'), limit: z.number(), model: z.string() }),
  /** `message`: what is wrong with it and what to do. */
  z.object({
    kind: z.literal('fast-model-unavailable'),
    model: z.string(),
    message: z.string(),
    needsKey: z.boolean(),
  }),
  z.object({ kind: z.literal('preparing-on') }),
  z.object({ kind: z.literal('preparing-off') }),
  z.object({ kind: z.literal('preparing-off-in-workspace') }),
  /** Made once. `cost`: an estimate for one suggestion, in US dollars; null if the model's price is not known. */
  z.object({ kind: z.literal('offer-preparing'), cost: z.nullable(z.number()) }),
]);
export type SuggestionNotice = z.infer<typeof suggestionNoticeSchema>;

/** What background requests of one kind have taken in this chat, since it was opened. */
export const backgroundCostSchema = z.object({
  requests: z.number(),
  /** Tokens, as in an answer's usage. */
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  /** US dollars; null where the price of one of the requests is not known. */
  cost: z.nullable(z.number()),
});
export type BackgroundCostView = z.infer<typeof backgroundCostSchema>;

/** What the panel knows of suggestions beside the one that is shown. */
export const suggestingSchema = z.object({
  /** What Enter does on ghost text; the guards against accidents hold all the same. */
  enter: z.enum(['submit', 'fill']),
  /** Commands, web pages or external tools may run without a question, so Enter never sends a suggestion at once. */
  runsUnasked: z.boolean(),
  notice: z.nullable(suggestionNoticeSchema),
  /** Null where there was no request. */
  suggestionCost: z.nullable(backgroundCostSchema),
  /** Of carrying suggestions out ahead; null where there was no request. */
  speculationCost: z.nullable(backgroundCostSchema),
});
export type Suggesting = z.infer<typeof suggestingSchema>;

export const INITIAL_SUGGESTING: Suggesting = Object.freeze({
  enter: 'submit',
  runsUnasked: false,
  notice: null,
  suggestionCost: null,
  speculationCost: null,
});

/** What the user asks for in the hint and in the notice. */
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
