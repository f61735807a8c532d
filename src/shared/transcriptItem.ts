import * as z from 'zod/mini';
import { draftChipSchema } from './draftChip.ts';
import { toolBlockSchema, type ToolBlock } from './toolBlock.ts';

/**
 * The items of the transcript, as data of the panel's state: the user's prompts, the answers with their blocks, and the
 * dividers of compressed messages.
 */

export const blockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('thinking'),
    text: z.string(),
    /**
     * Milliseconds from the first thought to the next block; null while the model is still thinking, and 0 if the
     * duration was not recorded.
     */
    duration: z.nullable(z.number()),
  }),
  toolBlockSchema,
]);
export type Block = z.infer<typeof blockSchema>;

/**
 * An answer's texts, its plans and the reports of its agents, in order. The answer's files and code blocks are numbered
 * across all these texts.
 */
export function answerTexts(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [block.text];
    if (block.kind !== 'tool') return [];
    return block.rendering === 'agent' ? [block.output] : (block.plan ?? []);
  });
}

/** The calls of an answer, each followed by those of its running sub-agent. */
export function callsOf(blocks: readonly Block[]): ToolBlock[] {
  return blocks.flatMap((block): ToolBlock[] => {
    if (block.kind !== 'tool') return [];
    return block.status === 'executing' ? [block, ...(block.agent?.calls ?? [])] : [block];
  });
}

export const usageViewSchema = z.object({
  /** Tokens, over all requests of the answer. */
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  /** US dollars over all requests; null if one of their prices is unknown. */
  cost: z.nullable(z.number()),
  /** A request was cut short, so the output and the cost are estimates. */
  estimated: z.optional(z.boolean()),
});
export type UsageView = z.infer<typeof usageViewSchema>;

/** The input of an answer's requests, in tokens. */
export const inputViewSchema = z.object({
  /** As estimated before each request was sent. */
  estimated: z.number(),
  /** As the provider counted it; null unless the provider reported every count. */
  counted: z.nullable(z.number()),
});

export const amountSchema = z.object({
  /** US dollars. */
  dollars: z.number(),
  /** Tokens whose price is unknown; `dollars` does not include them. */
  tokens: z.number(),
  /** At least a part of the amount is an estimate. */
  estimated: z.optional(z.boolean()),
});
export type Amount = z.infer<typeof amountSchema>;

export const errorViewSchema = z.object({
  /** Says in whole sentences what happened and what to do. */
  message: z.string(),
  /** The button that fixes the error, if there is one. */
  action: z.nullable(z.enum(['set-api-key', 'select-model', 'retry', 'new-chat', 'open-settings'])),
});
export type ErrorView = z.infer<typeof errorViewSchema>;

/**
 * An answer's status. `interrupted`: the window was closed or reloaded during the answer. `turn-limit`: the answer
 * reached a limit of requests; the user can continue it. `loop`: the answer has paused because the model repeats
 * itself, and the user is asked what to do. `cut-off`: the answer reached the model's output limit. `only-thinking`:
 * the model's thoughts alone reached that limit. `context-full`: the conversation filled the model's context window.
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

/** How the last request of an answer ended, as far as the provider reported it. */
export const stopViewSchema = z.object({
  /** The provider's own word, such as `max_tokens`; null if there is none. */
  word: z.nullable(z.string()),
  /** The name of the tool call that was cut off and did not run; null if there is none. */
  cutCall: z.nullable(z.string()),
  /** The tokens of the request's output, thinking included; null if unknown. */
  tokens: z.nullable(z.number()),
});
export type StopView = z.infer<typeof stopViewSchema>;

/** Why an answer paused before it was complete: at a limit of requests, or because the model repeats itself. */
export const pauseViewSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('limit'),
    /** `prompt`: `premove.maxTurnsPerPrompt`. `chat`: `premove.maxSessionTurns`. */
    limit: z.enum(['prompt', 'chat']),
    /** The number of requests made; 0 if unknown. */
    requests: z.number(),
  }),
  z.object({
    kind: z.literal('loop'),
    /** What is repeated: calls that have the same results each time, or text and thoughts. */
    of: z.enum(['calls', 'content']),
    /** The user has stopped the answer, so its status is `stopped`. */
    stopped: z.optional(z.boolean()),
  }),
]);
export type PauseView = z.infer<typeof pauseViewSchema>;

/** Why another model answers instead of the selected one. */
export const routedSchema = z.object({
  /**
   * `explore`: the prompt only asks a question (`premove.routing.fastFor`). `fallback`: the model in `insteadOf` was
   * not available. `own`: the user or a prompt file has chosen the model for this prompt alone.
   */
  reason: z.enum(['explore', 'fallback', 'own']),
  /** `<provider>/<model>` of the model that did not answer; empty if no model was selected. */
  insteadOf: z.string(),
});
export type Routed = z.infer<typeof routedSchema>;

/** How an answer continues a message. */
export const continuedViewSchema = z.object({
  /**
   * `answer`: the answer begins with the text of an earlier answer. `prompt`: the answer has only the text that the
   * model adds to the prompt.
   */
  of: z.enum(['answer', 'prompt']),
  /**
   * `native`: the request ended with the text, and the model continued it. `guided`: a message asked the model to
   * continue.
   */
  form: z.enum(['native', 'guided']),
  /** The length of the continued text, in characters. */
  prefix: z.number(),
  /** The number of the automatic continuation, from 1; null if the user continued the answer. */
  automatic: z.nullable(z.number()),
});
export type ContinuedView = z.infer<typeof continuedViewSchema>;

/** Maximum number of times that Premove continues a cut-off answer by itself. */
export const MAX_AUTOMATIC_CONTINUATIONS = 3;

/** How full the model's context window was with the answer's last request. */
export const contextViewSchema = z.object({
  /** Tokens, the answer included. */
  used: z.number(),
  /** Tokens; null if the model's context window is unknown. */
  window: z.nullable(z.number()),
});
export type ContextView = z.infer<typeof contextViewSchema>;

/**
 * The position of a message among its siblings, the messages with the same predecessor: other prompts, or other answers
 * to the same prompt.
 */
export const branchViewSchema = z.object({
  /** 1-based. */
  index: z.number(),
  count: z.number(),
  /**
   * Set if no prompt is shown after this message, but hidden prompts follow this message or a sibling. `step`: the
   * offset, among the siblings, of the message that the hidden prompts follow; 0 for this message. `prompts`: the
   * number of hidden prompts.
   */
  later: z.optional(z.object({ step: z.number(), prompts: z.number() })),
});
export type BranchView = z.infer<typeof branchViewSchema>;

export const imageViewSchema = z.object({
  id: z.string(),
  /** For display: a file's name, or "Pasted image". */
  name: z.string(),
  /** A `data:` URL of an image small enough to be sent with the state. */
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

/** A command or an external tool whose changes cannot be undone, for display. */
export const bypassViewSchema = z.object({
  call: z.string(),
  /** The files that the call is known to have changed. */
  files: z.array(z.string()),
});
export type BypassView = z.infer<typeof bypassViewSchema>;

/** The files that an answer changed, and whether the user has undone the changes. */
export const changesViewSchema = z.object({
  /**
   * `restored`: the user has restored the files to a checkpoint before the answer. `dropped`: the earlier contents were
   * removed to make room, so the changes cannot be undone any more.
   */
  state: z.enum(['applied', 'undone', 'restored', 'dropped']),
  /** The number of files, and of lines in them; 0 if `dropped`, or if only commands have changed files. */
  files: z.number(),
  added: z.number(),
  removed: z.number(),
  /** How many of the files were moved; missing if none was. */
  moved: z.optional(z.number()),
  bypasses: z.array(bypassViewSchema),
  /** Files that the last undo, redo or restore skipped, because somebody else had changed them. For display. */
  changed: z.array(z.string()),
  /** Files that the last undo, redo or restore could not restore, for display. */
  lost: z.array(z.string()),
});
export type ChangesView = z.infer<typeof changesViewSchema>;

export const userItemSchema = z.object({
  kind: z.literal('user'),
  id: z.string(),
  text: z.string(),
  /** The parts of the text that are rendered as chips: long pastes, agents' screens and mentions. Missing if none. */
  folds: z.optional(z.array(draftChipSchema)),
  images: z.array(imageViewSchema),
  /** Null if there are no siblings. */
  branch: z.nullable(branchViewSchema),
  /** The prompt was sent during the previous answer, which continues in the item after the prompt. */
  steers: z.optional(z.boolean()),
});
export type UserItem = z.infer<typeof userItemSchema>;
export const answerItemSchema = z.object({
  kind: z.literal('answer'),
  /** The id of the answer's first message in the conversation. */
  id: z.string(),
  blocks: z.array(blockSchema),
  /** `<provider>/<model>` of each model that wrote the answer, in order, without duplicates. */
  models: z.array(z.string()),
  /** Null if the answer continues no other message. */
  continued: z.nullable(continuedViewSchema),
  status: answerStatusSchema,
  error: z.nullable(errorViewSchema),
  /** About the last message that has ended; null if there is none, or if that message failed. */
  stop: z.nullable(stopViewSchema),
  /** Null unless the status is `turn-limit` or `loop`, or the user has stopped a loop. */
  pause: z.nullable(pauseViewSchema),
  retry: z.nullable(retryViewSchema),
  usage: z.nullable(usageViewSchema),
  /** Null if nothing was estimated, as in chats of earlier versions. */
  input: z.nullable(inputViewSchema),
  /**
   * The cost of background work after the answer: suggestions, prepared edits. Null if there was none or it was free.
   */
  backgroundCost: z.nullable(amountSchema),
  /** The cost of other background requests, such as for the chat's title. Null if there was none or it was free. */
  otherCost: z.nullable(amountSchema),
  /** The cost of completions and translations of the input after the answer. Null if there was none or it was free. */
  inputCost: z.nullable(amountSchema),
  /** The cost of summaries of earlier messages after the answer. Null if there was none or it was free. */
  summaryCost: z.nullable(amountSchema),
  /** The cost of web searches for the answer. Null if there was none or it was free. */
  searchCost: z.nullable(amountSchema),
  /** The cost of sub-agents that worked for the answer. Null if there were none or they were free. */
  agentCost: z.nullable(amountSchema),
  /** Null if the provider reported no counts. */
  context: z.nullable(contextViewSchema),
  /** The answer's sources, in the order of mention, each address once. */
  citations: z.array(citationViewSchema),
  /** Null if there are no siblings. */
  branch: z.nullable(branchViewSchema),
  /** Why another model gave the end of the answer; null if the model that the user selected for the chat did. */
  routed: z.nullable(routedSchema),
  /** The answer was prepared in a speculation and applied. */
  speculated: z.boolean(),
  /** The background cost of the previous answer includes the cost of preparing this answer, so `usage` does not. */
  countedBefore: z.optional(z.boolean()),
  /** The answer was stopped because the user opened another chat. */
  chatLeft: z.optional(z.boolean()),
  /** The user has replaced the text of the answer's last message. */
  edited: z.optional(z.boolean()),
  /** Display names of the files whose prepared edits were changed, reverted or merged before they were applied. */
  amended: z.array(z.string()),
  /** Null if the answer changed no files, or if they have not been looked up yet. */
  changes: z.nullable(changesViewSchema),
});
export type AnswerItem = z.infer<typeof answerItemSchema>;
/** A divider: earlier messages were replaced by a summary in the requests to the model. */
export const summaryItemSchema = z.object({
  kind: z.literal('summary'),
  id: z.string(),
  /** `running`: the model writes the summary. `undone`: the user has undone the compression. */
  state: z.enum(['running', 'done', 'undone']),
  /** The summary; empty while it is being written. */
  text: z.string(),
  /** The user has changed the text. */
  edited: z.boolean(),
  /** The number of messages that the summary replaces. */
  messages: z.number(),
  /** The estimated input of the next request in tokens, before and after the compression. */
  before: z.number(),
  after: z.number(),
  /** A divider has no siblings. */
  branch: z.null(),
});
export type SummaryItem = z.infer<typeof summaryItemSchema>;
export const itemSchema = z.discriminatedUnion('kind', [userItemSchema, answerItemSchema, summaryItemSchema]);
export type TranscriptItem = z.infer<typeof itemSchema>;
