import * as z from 'zod/mini';
import { draftChipSchema } from './draftChip.ts';
import { suggestingSchema, suggestionSchema } from './suggesting.ts';

/**
 * The panel's state as plain data. The host owns it: it changes its own copy with `reduce` and sends the same events
 * to the webview, which runs the same `reduce`. So both copies are equal after each delta, except for the draft: the
 * webview does not get back the text that it reported. A snapshot is the host's copy. All schemas of the state are in
 * this file, because they are read together: first the parts, then the whole state.
 */

export const approvalModeSchema = z.enum(['plan', 'default', 'auto-edit', 'yolo']);
export type ApprovalMode = z.infer<typeof approvalModeSchema>;

/** The modes that the panel offers for carrying out a plan. `yolo`, which asks about almost nothing, is not offered. */
export const startModeSchema = z.enum(['default', 'auto-edit']);
export type StartMode = z.infer<typeof startModeSchema>;

export const toolStatusSchema = z.enum([
  'validating',
  'awaiting-approval',
  'awaiting-answer',
  'scheduled',
  'executing',
  'success',
  'error',
  'cancelled',
]);
export type ToolStatus = z.infer<typeof toolStatusSchema>;

/**
 * Why a call never ran. `denied`: by the user. `refused`: because of its arguments, a rule, the mode or the state of
 * the files. `cancelled`: the user stopped the call before it started.
 */
export const notRunSchema = z.enum(['denied', 'refused', 'cancelled']);
export type NotRun = z.infer<typeof notRunSchema>;

const approvalReasonSchema = z.object({
  /**
   * The first three say why the file must not be written without a question. `reads-secrets`: the file's content
   * would be sent to the model. `hard-linked`: the file has other names, which the call does not show.
   * `remote-schema`: VS Code downloads the schema when the file is opened. `hidden-command`: there are rules about
   * commands, and this command may start another one or could not be parsed. `unknown-files`: the files that a
   * command uses are unknown. `reaches-denied`: a command takes a whole folder, and a rule denies a file in it.
   * `permanent-delete`: the call deletes a file that cannot be restored.
   */
  kind: z.enum([
    'runs-code',
    'instructs-agents',
    'holds-secrets',
    'reads-secrets',
    'hard-linked',
    'permanent-delete',
    'remote-schema',
    'outside',
    'rule',
    'hidden-command',
    'reaches-denied',
    'unknown-files',
  ]),
  /** The path, the address or the rule. */
  detail: z.string(),
});
export type ApprovalReason = z.infer<typeof approvalReasonSchema>;

/** The worst known effect of a command; `unknown` if no effect is known or the command was not understood. */
const commandEffectSchema = z.enum(['read-only', 'unknown', 'write', 'network', 'deletes-or-publishes']);
export type CommandEffect = z.infer<typeof commandEffectSchema>;

/** What the call would do, exactly. */
const approvalSubjectSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('edit'),
    /** For display. */
    file: z.string(),
    /** Unified diff hunks. */
    diff: z.string(),
    /** In lines. */
    added: z.number(),
    removed: z.number(),
    /** The edit can be opened and changed in VS Code's diff editor. */
    canOpen: z.boolean(),
    /** The user has changed the edit there. */
    amended: z.boolean(),
    /** The call deletes the file. */
    isDeletion: z.optional(z.boolean()),
    /** The call moves this file to `file`. For display. */
    movedFrom: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('command'),
    command: z.string(),
    /** Relative to the workspace's root, empty for the root itself; null if no folder is open. */
    directory: z.nullable(z.string()),
    effect: commandEffectSchema,
  }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  z.object({ kind: z.literal('arguments'), text: z.string() }),
  z.object({ kind: z.literal('plan'), text: z.string() }),
]);
export type ApprovalSubject = z.infer<typeof approvalSubjectSchema>;

const persistentRuleOfferSchema = z.object({
  /** `command`: with exactly these words. `folder`: everything in it, except files that can start programs. */
  kind: z.enum(['command', 'command-with-arguments', 'folder', 'file', 'site']),
  /** What would be allowed without a question, for display. */
  subjects: z.array(z.string()),
  /** As they would be written in `premove.permissions`. */
  rules: z.array(z.string()),
});
export type PersistentRuleOffer = z.infer<typeof persistentRuleOfferSchema>;

const approvalSchema = z.object({
  /** What the card asks: "Edit src/a.ts?". */
  question: z.string(),
  subject: approvalSubjectSchema,
  /** Why the card asks, if the mode alone does not explain it. */
  reasons: z.array(approvalReasonSchema),
  /** Whether "Allow for this chat" has something to grant. */
  grantable: z.boolean(),
  /** The rules that "Always…" offers, the narrowest first. */
  persistent: z.array(persistentRuleOfferSchema),
  /** One card asks about all calls of an answer that have the same group. */
  group: z.optional(z.string()),
});
export type ApprovalView = z.infer<typeof approvalSchema>;

/** What a running call asks the user; shown while its status is `awaiting-answer`. */
export const questionSchema = z.object({
  text: z.string(),
  /** Answers to choose from. */
  options: z.array(z.string()),
});

/** A step of the list that the model keeps. */
export const todoSchema = z.object({
  content: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
});
export type Todo = z.infer<typeof todoSchema>;

/**
 * How a row renders `ToolBlock.detail`. `text`: as it is. `command`: as code, and its output with colors. `folder`:
 * as a path. `edited-file`: as the path of the file that the call writes. `deleted-file`: as the path of the file that
 * the call deletes. `moved-file`: as text with two paths ("a.ts to b.ts"). `read-file`: as a path, which may end in a
 * line number ("a.ts:12"). `symbol`: as text whose last word is such a path. `plan`: not at all, because a card shows
 * the plan.
 */
export const toolRenderingSchema = z.enum([
  'text',
  'command',
  'folder',
  'edited-file',
  'deleted-file',
  'moved-file',
  'read-file',
  'symbol',
  'plan',
]);
export type ToolRendering = z.infer<typeof toolRenderingSchema>;

/** The words for a tool's calls. The webview replaces `{}` in `subject` and `several`. */
export const toolWordsSchema = z.object({
  /** The row's first word: "Read". */
  label: z.string(),
  /** The verb in the line of a collapsed run: "read". */
  past: z.string(),
  /** As in "could not read". */
  base: z.string(),
  /** As in "denied reading". */
  gerund: z.string(),
  /** What one call was about, in the same line; `{}` is the file, the pattern or the command. May be empty. */
  subject: z.string(),
  /** What several calls were about; `{}` is their number. */
  several: z.string(),
  /** What one call was about if it names nothing. May be empty. */
  single: z.string(),
});
export type ToolWords = z.infer<typeof toolWordsSchema>;

export const toolBlockSchema = z.object({
  kind: z.literal('tool'),
  callId: z.string(),
  /** The tool's name, e.g. `edit`. */
  name: z.string(),
  rendering: toolRenderingSchema,
  words: toolWordsSchema,
  /** A path or a pattern; may be empty while the arguments stream in. */
  detail: z.string(),
  status: toolStatusSchema,
  /** "142 lines", "9 in 3 files"; empty until there is a result. */
  summary: z.string(),
  added: z.number(),
  removed: z.number(),
  /** Files that the call changed, for display. */
  files: z.array(z.string()),
  approval: z.nullable(approvalSchema),
  question: z.optional(z.nullable(questionSchema)),
  /** Missing if the call ran or has not ended. */
  notRun: z.optional(notRunSchema),
  /** The edited file had unsaved changes in an editor, so the edit is in the editor only until the user saves. */
  unsaved: z.optional(z.boolean()),
  /** The call is a command that ran in a way that let it only read. */
  readsOnly: z.optional(z.boolean()),
  /** What an edit changed, as unified hunks, shortened for display; empty for other calls. */
  diff: z.string(),
  /** Milliseconds since the epoch; null unless the call is running. */
  startedAt: z.nullable(z.number()),
  /**
   * The result's text, shortened for display. While the call runs: the end of its output so far, if there is any. A
   * command's text keeps its colors, as SGR sequences.
   */
  output: z.string(),
  /** The plan that the call presented, in Markdown. Once accepted, it includes the user's edits. */
  plan: z.optional(z.string()),
  /** The whole list of steps that the call wrote; missing if it wrote none. */
  todos: z.optional(z.array(todoSchema)),
});
export type ToolBlock = z.infer<typeof toolBlockSchema>;

export const blockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('thinking'),
    text: z.string(),
    /** Milliseconds from the first thought to the next block; null while the thinking goes on. */
    duration: z.nullable(z.number()),
  }),
  toolBlockSchema,
]);
export type Block = z.infer<typeof blockSchema>;

/** An answer's texts and plans, in order. The answer's files and code blocks are numbered across all these texts. */
export function answerTexts(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [block.text];
    return block.kind === 'tool' ? (block.plan ?? []) : [];
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
  /** At least a part of the output, and so of the cost, is an estimate. */
  estimated: z.optional(z.boolean()),
});
export type UsageView = z.infer<typeof usageViewSchema>;

export const amountSchema = z.object({
  /** US dollars. */
  dollars: z.number(),
  /** Tokens whose price is unknown; `dollars` does not include them. */
  tokens: z.number(),
  /** At least a part is an estimate. */
  estimated: z.optional(z.boolean()),
});
export type Amount = z.infer<typeof amountSchema>;

export const errorViewSchema = z.object({
  /** One sentence that says what happened and what to do. */
  message: z.string(),
  /** The button that fixes the error, if there is one. */
  action: z.nullable(z.enum(['set-api-key', 'select-model', 'retry', 'new-chat', 'open-settings'])),
});
export type ErrorView = z.infer<typeof errorViewSchema>;

/**
 * An answer's status. `interrupted`: the window was closed or reloaded during the answer. `turn-limit`: the answer
 * reached the limit of requests for one prompt; the user can continue it.
 */
export const answerStatusSchema = z.enum([
  'streaming',
  'done',
  'stopped',
  'interrupted',
  'turn-limit',
  'cut-off',
  'refused',
  'failed',
]);
export type AnswerStatus = z.infer<typeof answerStatusSchema>;

/** How full the model's context window was with the answer's last request. */
export const contextViewSchema = z.object({
  /** Tokens, the answer included. */
  used: z.number(),
  /** Tokens; null if the model's context window is unknown. */
  window: z.nullable(z.number()),
});
export type ContextView = z.infer<typeof contextViewSchema>;

/** The message's position among its siblings: other wordings of the same prompt, or other answers to it. */
export const branchViewSchema = z.object({
  /** 1-based. */
  index: z.number(),
  count: z.number(),
  /**
   * Set if no prompt follows this sibling but prompts follow another sibling. `step`: the offset of the other sibling.
   * `prompts`: the number of prompts that follow the other sibling.
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
  /** Milliseconds since the epoch. */
  at: z.number(),
  reason: z.string(),
});

/** The files that an answer changed, and whether the user has undone that. */
export const changesViewSchema = z.object({
  /** `dropped`: the earlier contents were removed to make room, so the changes cannot be undone any more. */
  state: z.enum(['applied', 'undone', 'dropped']),
  /** The number of files, and of lines in them; 0 if `dropped`. */
  files: z.number(),
  added: z.number(),
  removed: z.number(),
  /** Commands and external tools whose changes cannot be undone, for display. */
  bypasses: z.array(z.string()),
  /** Files that the last undo or redo left as they were, for display: somebody has changed them since. */
  changed: z.array(z.string()),
  /** Files that the last undo or redo could not restore, for display. */
  lost: z.array(z.string()),
});
export type ChangesView = z.infer<typeof changesViewSchema>;

export const userItemSchema = z.object({
  kind: z.literal('user'),
  id: z.string(),
  text: z.string(),
  /** The parts of the text that are rendered as chips: long pastes and mentions. Missing if there are none. */
  folds: z.optional(z.array(draftChipSchema)),
  images: z.array(imageViewSchema),
  /** Null if there are no siblings. */
  branch: z.nullable(branchViewSchema),
  /** The prompt was sent during the answer before it; that answer continues in the item after this one. */
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
  status: answerStatusSchema,
  error: z.nullable(errorViewSchema),
  /** If the status is `turn-limit`: the number of requests made; 0 if unknown. */
  requestsAtPause: z.nullable(z.number()),
  retry: z.nullable(retryViewSchema),
  usage: z.nullable(usageViewSchema),
  /**
   * The cost of background work after the answer: suggestions, prepared edits. Null if there was none or it was free.
   */
  backgroundCost: z.nullable(amountSchema),
  /** Null if the provider reported no counts. */
  context: z.nullable(contextViewSchema),
  /** The answer's sources, in the order of mention, each address once. */
  citations: z.array(citationViewSchema),
  /** Null if there are no siblings. */
  branch: z.nullable(branchViewSchema),
  /** The answer was prepared in a speculation and applied. */
  speculated: z.boolean(),
  /** Files in which the user changed or reverted prepared edits before they were applied. */
  amended: z.array(z.string()),
  /** Null if the answer changed no files, or if they have not been looked up yet. */
  changes: z.nullable(changesViewSchema),
});
export type AnswerItem = z.infer<typeof answerItemSchema>;
export const itemSchema = z.discriminatedUnion('kind', [userItemSchema, answerItemSchema]);
export type TranscriptItem = z.infer<typeof itemSchema>;

/** The change from `responding` to `idle` triggers the suggestion, and the speculation after it. */
export const sessionStatusSchema = z.enum(['idle', 'responding', 'waiting-for-confirmation']);
export type SessionStatus = z.infer<typeof sessionStatusSchema>;

export const speculationViewSchema = z.object({
  id: z.string(),
  suggestionId: z.string(),
  /** The prompt that is carried out; it may no longer be on screen. */
  prompt: z.optional(z.string()),
  phase: z.enum([
    /** Not started, because the last ones were of no use; waits for the user. */
    'held',
    'running',
    'ready',
    /** Ready, and the diff has been shown: the next Enter or Apply applies the edits. */
    'review',
    'applying',
    /** A file that the edits are based on has changed since; nothing was written. */
    'conflict',
    /** The speculation could not continue, because of a boundary or a limit. */
    'stopped',
    'failed',
  ]),
  /**
   * The speculation has stopped, and can be accepted: its edits are applied, and the answer continues live. Stays true
   * after the diff has been shown.
   */
  resumes: z.optional(z.boolean()),
  /** The user has accepted the speculation while it ran: it is the current answer, and is applied when it has ended. */
  adopted: z.optional(z.boolean()),
  /** Display names of the files that have changed since the edits were based on them. */
  changedFiles: z.optional(z.array(z.string())),
  /**
   * The run has ended, but the user has the preview open. Applying writes the files. It adds the answer only if the run
   * was complete and the chat has not continued.
   */
  kept: z.optional(z.boolean()),
  /** The speculation is paused until its suggestion is visible again. */
  paused: z.optional(z.boolean()),
  /** 1-based model turn. */
  step: z.number(),
  /** The current activity ("editing src/b.ts"), the reason for stopping, or what went wrong; empty if there is none. */
  activity: z.string(),
  /** The command, path or address of the call that a stopped speculation waits for, for display. Missing if none. */
  waitsFor: z.optional(z.string()),
  files: z.array(z.string()),
  added: z.number(),
  removed: z.number(),
  /** The model that runs the speculation. */
  model: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** Milliseconds from the start to the end of the run; null while it runs. */
  duration: z.nullable(z.number()),
  spent: amountSchema,
});
export type SpeculationView = z.infer<typeof speculationViewSchema>;

/** An entry picked from the `@` list: its id, and the range of its words in the text, `@` included. */
export const promptMentionSchema = z.object({ id: z.string(), from: z.number(), to: z.number() });
export type PromptMention = z.infer<typeof promptMentionSchema>;

/** A prompt that waits for the current answer to end. Its item in the transcript will have the same id. */
export const queuedPromptSchema = z.object({
  id: z.string(),
  text: z.string(),
  mentions: z.array(promptMentionSchema),
  images: z.array(imageViewSchema),
  /** The prompt is sent with the next tool results, if there are any before the answer ends. */
  steers: z.boolean(),
  /** The user removed the prompt and can still restore it. */
  removed: z.boolean(),
});
export type QueuedPromptView = z.infer<typeof queuedPromptSchema>;

export const modelChoiceSchema = z.object({ id: z.string(), label: z.string() });
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

export const noticeSchema = z.object({
  severity: z.enum(['info', 'warning', 'error']),
  message: z.string(),
  action: z.nullable(z.enum(['set-api-key', 'select-model', 'open-settings', 'open-copy'])),
  /** The notice reports new persistent rules, which the user can undo. */
  undo: z.optional(z.boolean()),
  /** The notice says why there is no model. It ends when there is one, or when the model or its key changes. */
  aboutModel: z.optional(z.boolean()),
});
export type Notice = z.infer<typeof noticeSchema>;

/** What an empty panel without a model offers: models that are available at once. */
export const firstStepsSchema = z.object({
  /** The number of language models that VS Code provides. */
  vscodeModels: z.number(),
  /** Servers found on this machine, with the number of their models. */
  localServers: z.array(z.object({ provider: z.string(), label: z.string(), models: z.number() })),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;

/** What the next prompt would tell the model about the editor. */
export const ideContextViewSchema = z.object({
  activeFile: z.nullable(
    z.object({
      path: z.string(),
      /** 1-based. */
      line: z.number(),
      selectedLines: z.number(),
      /** The file's content is not sent to the model. */
      nameOnly: z.boolean(),
    }),
  ),
  otherOpenFiles: z.array(z.string()),
});
export type IdeContextView = z.infer<typeof ideContextViewSchema>;

export const chatStateSchema = z.object({
  conversationId: z.string(),
  title: z.string(),
  items: z.array(itemSchema),
  status: sessionStatusSchema,
  /** Null until the user has chosen a model; until then the panel offers first steps. */
  model: z.nullable(modelChoiceSchema),
  approvalMode: approvalModeSchema,
  /** The window has a folder open, so there are files to work on. */
  hasFolder: z.boolean(),
  /** The composer's text, as the webview last sent it or the host last set it. */
  draft: z.string(),
  /** The parts of `draft` that are rendered as chips. */
  draftChips: z.array(draftChipSchema),
  /** Increased when the host sets the draft; the webview then replaces the composer's text. */
  draftRevision: z.number(),
  /**
   * The chat that the draft was carried over from; null if the draft is this chat's own. If the webview has newer text
   * that was typed in the other chat, it keeps that text.
   */
  draftOrigin: z.nullable(z.string()),
  /** Images attached to the draft. */
  attachments: z.array(imageViewSchema),
  /**
   * The user item or queued prompt that is being edited; null if the draft is a new prompt. Sending the draft adds a
   * sibling to the item, or replaces the queued prompt in its place.
   */
  editing: z.nullable(z.string()),
  /** Sent in this order when the answer ends. A prompt that is being edited waits, and so do those after it. */
  queue: z.array(queuedPromptSchema),
  /** The queue waits for the user, because the last answer was stopped or failed. */
  queuePaused: z.boolean(),
  /** Null if no file is open. */
  ideContext: z.nullable(ideContextViewSchema),
  /** The project's `AGENTS.md` files whose text is sent with every prompt, for display. */
  contextFiles: z.array(z.string()),
  /** Whether this chat's prompts tell the model about the editor. */
  sharesEditor: z.boolean(),
  suggestion: z.nullable(suggestionSchema),
  suggesting: suggestingSchema,
  /** The total cost, for this chat and for today in all windows. */
  spending: z.object({ chat: amountSchema, today: amountSchema }),
  speculation: z.nullable(speculationViewSchema),
  /** Speculations that have ended, whose previews the user has open; the oldest first. */
  keptPreviews: z.array(speculationViewSchema),
  notice: z.nullable(noticeSchema),
  /**
   * Whether the offline tour has steps left, or has reached its end, where it offers to choose a model. Null in other
   * chats.
   */
  tour: z.nullable(z.enum(['running', 'finished'])),
  /** Null until the host has looked for models, and after a model is chosen. */
  firstSteps: z.nullable(firstStepsSchema),
});
export type ChatState = z.infer<typeof chatStateSchema>;
