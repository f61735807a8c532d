import * as z from 'zod/mini';
import { draftChipSchema } from './draftChip.ts';
import { toolBlockSchema, type ToolBlock } from './toolBlock.ts';

/** The items of the transcript, as data of the panel's state. */

export const blockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('thinking'),
    text: z.string(),
    /** Milliseconds until the next block; null while the model is still thinking, 0 if not recorded. */
    duration: z.nullable(z.number()),
  }),
  toolBlockSchema,
]);
export type Block = z.infer<typeof blockSchema>;

/**
 * An answer's texts, its plans and the reports of its agents, in order. The code blocks are numbered across all these
 * texts. The files named in links and inline code are numbered in the same way.
 */
export function answerTexts(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [block.text];
    if (block.kind !== 'tool') return [];
    return block.rendering === 'agent' ? [block.output] : (block.plan ?? []);
  });
}

/** Each call is followed by those of its running sub-agent. */
export function callsOf(blocks: readonly Block[]): ToolBlock[] {
  return blocks.flatMap((block): ToolBlock[] => {
    if (block.kind !== 'tool') return [];
    return block.status === 'executing' ? [block, ...(block.agent?.calls ?? [])] : [block];
  });
}

export const usageViewSchema = z.object({
  /** In tokens, over all requests of the answer. */
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  /** US dollars; null if the price of a request is unknown. */
  cost: z.nullable(z.number()),
  /** A request was cut short, so output and cost are estimates. */
  estimated: z.optional(z.boolean()),
});
export type UsageView = z.infer<typeof usageViewSchema>;

/** The input of an answer's requests, in tokens. */
export const inputViewSchema = z.object({
  /** Estimated before each request. */
  estimated: z.number(),
  /** Null unless the provider reported every count. */
  counted: z.nullable(z.number()),
});

export const amountSchema = z.object({
  /** US dollars. */
  dollars: z.number(),
  /** Tokens whose price is unknown; `dollars` does not include them. */
  tokens: z.number(),
  /** At least partly an estimate. */
  estimated: z.optional(z.boolean()),
});
export type Amount = z.infer<typeof amountSchema>;

export const errorViewSchema = z.object({
  /** What happened and what to do, in whole sentences. */
  message: z.string(),
  /** Null if no button fixes the error. */
  action: z.nullable(z.enum(['set-api-key', 'select-model', 'retry', 'new-chat', 'open-settings'])),
});
export type ErrorView = z.infer<typeof errorViewSchema>;

/**
 * `interrupted`: the window was closed or reloaded. `turn-limit`: a limit of requests was reached; the user can
 * continue. `loop`: paused because the model repeats itself. `cut-off`: the model's output limit was reached.
 * `only-thinking`: the thoughts alone reached that limit. `context-full`: the conversation filled the context window.
 */
export const answerStatusSchema = z.enum([
  'streaming',
  'done',
  'stopped',
  'interrupted',
  'turn-limit',
  'loop',
  'cut-off',
  'only-thinking',
  'context-full',
  'refused',
  'failed',
]);
export type AnswerStatus = z.infer<typeof answerStatusSchema>;

/** How an answer's last request ended, as the provider reported it. */
export const stopViewSchema = z.object({
  /** The provider's own word, such as `max_tokens`; null if there is none. */
  word: z.nullable(z.string()),
  /** The tool call that was cut off and did not run; null if there is none. */
  cutCall: z.nullable(z.string()),
  /** Output tokens with thinking; null if unknown. */
  tokens: z.nullable(z.number()),
});
export type StopView = z.infer<typeof stopViewSchema>;

export const pauseViewSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('limit'),
    /** `prompt`: `premove.maxTurnsPerPrompt`. `chat`: `premove.maxSessionTurns`. */
    limit: z.enum(['prompt', 'chat']),
    /** Requests made; 0 if unknown. */
    requests: z.number(),
  }),
  z.object({
    kind: z.literal('loop'),
    /** `calls`: calls that have the same results each time. `content`: text and thoughts. */
    of: z.enum(['calls', 'content']),
    stopped: z.optional(z.boolean()),
  }),
]);
export type PauseView = z.infer<typeof pauseViewSchema>;

export const routedSchema = z.object({
  /**
   * `explore`: the prompt only asks a question (`premove.routing.fastFor`). `fallback`: the model in `insteadOf` was
   * not available. `own`: chosen for this prompt alone.
   */
  reason: z.enum(['explore', 'fallback', 'own']),
  /** `<provider>/<model>` that would have answered otherwise; empty if no model was selected. */
  insteadOf: z.string(),
});
export type Routed = z.infer<typeof routedSchema>;

export const continuedViewSchema = z.object({
  /**
   * `answer`: the answer begins with an earlier answer's text. `prompt`: the answer has only the text that the model
   * adds to the prompt.
   */
  of: z.enum(['answer', 'prompt']),
  /** `native`: the request ended with the text. `guided`: a message asked the model to continue. */
  form: z.enum(['native', 'guided']),
  /** Characters of the continued text. */
  prefix: z.number(),
  /** The number of the automatic continuation, from 1; null if the user continued the answer. */
  automatic: z.nullable(z.number()),
});
export type ContinuedView = z.infer<typeof continuedViewSchema>;

export const MAX_AUTOMATIC_CONTINUATIONS = 3;

/** How full the model's context window was with the answer's last request, in tokens. */
export const contextViewSchema = z.object({
  /** Includes the answer. */
  used: z.number(),
  /** Null if unknown. */
  window: z.nullable(z.number()),
});
export type ContextView = z.infer<typeof contextViewSchema>;

/** A message's position among its siblings, the messages with the same predecessor. */
export const branchViewSchema = z.object({
  /** 1-based. */
  index: z.number(),
  count: z.number(),
  /**
   * Set if no prompt is shown after this message, but another branch has prompts after this message or after a
   * sibling. `step`: the sibling's offset; 0 for this message. `prompts`: the number of prompts in that branch.
   */
  later: z.optional(z.object({ step: z.number(), prompts: z.number() })),
});
export type BranchView = z.infer<typeof branchViewSchema>;

export const imageViewSchema = z.object({
  id: z.string(),
  /** For display. */
  name: z.string(),
  /** A `data:` URL of a small image. */
  thumbnail: z.string(),
});
export type ImageView = z.infer<typeof imageViewSchema>;

export const citationViewSchema = z.object({ url: z.string(), title: z.string() });
export type CitationView = z.infer<typeof citationViewSchema>;

const retryViewSchema = z.object({
  /** Null if the attempts are limited by time alone. */
  attempt: z.nullable(z.number()),
  maxAttempts: z.number(),
  /** When the request is sent again, in milliseconds since the epoch. */
  at: z.number(),
  reason: z.string(),
});

/** A call whose changes cannot be undone, for display. */
export const bypassViewSchema = z.object({
  call: z.string(),
  /** The files that the call is known to have changed. */
  files: z.array(z.string()),
});
export type BypassView = z.infer<typeof bypassViewSchema>;

export const changesViewSchema = z.object({
  /**
   * `restored`: to a checkpoint before the answer. `dropped`: the earlier contents were removed to make room, so undo
   * is impossible.
   */
  state: z.enum(['applied', 'undone', 'restored', 'dropped']),
  /** Numbers of files and lines; 0 if `dropped`, or if only commands have changed files. */
  files: z.number(),
  added: z.number(),
  removed: z.number(),
  /** How many of the files were moved. */
  moved: z.optional(z.number()),
  bypasses: z.array(bypassViewSchema),
  /** Files that the last undo, redo or restore skipped, because somebody else had changed them. For display. */
  changed: z.array(z.string()),
  /** Files that could not be restored, for display. */
  lost: z.array(z.string()),
});
export type ChangesView = z.infer<typeof changesViewSchema>;

export const userItemSchema = z.object({
  kind: z.literal('user'),
  id: z.string(),
  text: z.string(),
  /** Parts of the text that are chips. */
  folds: z.optional(z.array(draftChipSchema)),
  images: z.array(imageViewSchema),
  /** Null if there are no siblings. */
  branch: z.nullable(branchViewSchema),
  /** Sent during the previous answer, which continues after this item. */
  steers: z.optional(z.boolean()),
});
export type UserItem = z.infer<typeof userItemSchema>;
export const answerItemSchema = z.object({
  kind: z.literal('answer'),
  /** The id of the answer's first message. */
  id: z.string(),
  blocks: z.array(blockSchema),
  /** `<provider>/<model>` of each model that wrote the answer, in order. */
  models: z.array(z.string()),
  /** Null if the answer continues no other message. */
  continued: z.nullable(continuedViewSchema),
  status: answerStatusSchema,
  error: z.nullable(errorViewSchema),
  /** About the last message that has ended; null if it failed or was interrupted, or if there is none. */
  stop: z.nullable(stopViewSchema),
  /** Null unless the status is `turn-limit` or `loop`, or the user has stopped a loop. */
  pause: z.nullable(pauseViewSchema),
  retry: z.nullable(retryViewSchema),
  usage: z.nullable(usageViewSchema),
  /** Null if nothing was estimated, as in chats of earlier versions. */
  input: z.nullable(inputViewSchema),
  /**
   * The cost of suggestions and prepared edits after the answer. This cost and the costs below are null without such
   * work, or if the work was free.
   */
  backgroundCost: z.nullable(amountSchema),
  /** Of other background requests, such as for the chat's title. */
  otherCost: z.nullable(amountSchema),
  /** Of completions and translations of the input after the answer. */
  inputCost: z.nullable(amountSchema),
  /** Of summaries of earlier messages after the answer. */
  summaryCost: z.nullable(amountSchema),
  searchCost: z.nullable(amountSchema),
  agentCost: z.nullable(amountSchema),
  /** Null if the provider reported no counts. */
  context: z.nullable(contextViewSchema),
  /** Sources in the order of mention, each address once. */
  citations: z.array(citationViewSchema),
  /** Null if there are neither siblings nor prompts for `later`. */
  branch: z.nullable(branchViewSchema),
  /** Why the answer's last model is not the one that the user selected for the chat; null if it is. */
  routed: z.nullable(routedSchema),
  /** Prepared in a speculation and applied. */
  speculated: z.boolean(),
  /** `usage` does not include the preparation of this answer, because the previous answer's background cost does. */
  countedBefore: z.optional(z.boolean()),
  /** Stopped because the user opened another chat. */
  chatLeft: z.optional(z.boolean()),
  /** The user has replaced the text of the last message. */
  edited: z.optional(z.boolean()),
  /** Display names of files whose prepared edits were changed, reverted or merged before they were applied. */
  amended: z.array(z.string()),
  /** Null if the answer changed no files, or if they have not been looked up yet. */
  changes: z.nullable(changesViewSchema),
});
export type AnswerItem = z.infer<typeof answerItemSchema>;
/** A divider: a summary replaces earlier messages in requests. */
export const summaryItemSchema = z.object({
  kind: z.literal('summary'),
  id: z.string(),
  state: z.enum(['running', 'done', 'undone']),
  /** Empty while the model writes the summary. */
  text: z.string(),
  edited: z.boolean(),
  /** The number of messages that the summary replaces. */
  messages: z.number(),
  /** The estimated input of the next request in tokens, before and after the compression. */
  before: z.number(),
  after: z.number(),
  branch: z.null(),
});
export type SummaryItem = z.infer<typeof summaryItemSchema>;
export const itemSchema = z.discriminatedUnion('kind', [userItemSchema, answerItemSchema, summaryItemSchema]);
export type TranscriptItem = z.infer<typeof itemSchema>;
