import * as z from 'zod/mini';
import { draftFoldSchema } from './draftFold.ts';
import { suggestingSchema, suggestionSchema } from './suggesting.ts';

/**
 * What the panel shows, as plain data. The host owns it: it changes its own copy with `reduce` and sends the same
 * events to the webview, which runs the same `reduce`; so both are equal by construction, and a snapshot is just the
 * host's copy.
 */

export const approvalModeSchema = z.enum(['plan', 'default', 'auto-edit', 'yolo']);
export type ApprovalMode = z.infer<typeof approvalModeSchema>;

/** The modes in which the panel lets a plan be carried out: none that runs things without asking. */
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
 * Why a call was never run. `denied`: the user said no. `refused`: its arguments, a rule, the mode or the state of the
 * files forbid it. `cancelled`: the user stopped it before its turn.
 */
export const notRunSchema = z.enum(['denied', 'refused', 'cancelled']);
export type NotRun = z.infer<typeof notRunSchema>;

const approvalReasonSchema = z.object({
  /**
   * The first three: why the file must not be written unasked. `reads-secrets`: what is in the file would go to the model.
   * `hard-linked`: the file has other names, which the call does not show. `remote-schema`: VS Code downloads it when the
   * file is opened. `hidden-command`: there are rules about commands, and this one may start another or could not be
   * parsed. `unknown-files`: it is not known which files a command uses. `reaches-denied`: a rule denies a file in a
   * folder that a command takes whole.
   */
  kind: z.enum([
    'runs-code',
    'instructs-agents',
    'holds-secrets',
    'reads-secrets',
    'hard-linked',
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

/** The worst thing that a command is known to do; `unknown` where nothing is known, or it was not understood. */
const commandEffectSchema = z.enum(['read-only', 'unknown', 'write', 'network', 'deletes-or-publishes']);
export type CommandEffect = z.infer<typeof commandEffectSchema>;

/** What exactly will happen. */
const approvalSubjectSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('edit'),
    /** For people. */
    file: z.string(),
    /** Unified diff hunks. */
    diff: z.string(),
    /** Lines. */
    added: z.number(),
    removed: z.number(),
    /** It can be opened and changed in VS Code's diff editor. */
    canOpen: z.boolean(),
    /** The user has changed it there. */
    amended: z.boolean(),
  }),
  z.object({
    kind: z.literal('command'),
    command: z.string(),
    /** From the workspace's root on, where it is empty; null where there is no folder. */
    directory: z.nullable(z.string()),
    effect: commandEffectSchema,
  }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  z.object({ kind: z.literal('arguments'), text: z.string() }),
  z.object({ kind: z.literal('plan'), text: z.string() }),
]);
export type ApprovalSubject = z.infer<typeof approvalSubjectSchema>;

const lastingOfferSchema = z.object({
  /** `command`: with these words and no others. `folder`: all that is in it, but for what can make something run. */
  kind: z.enum(['command', 'command-with-arguments', 'folder', 'file', 'site']),
  /** What would run without asking, for people. */
  subjects: z.array(z.string()),
  /** As they would stand in `premove.permissions`. */
  rules: z.array(z.string()),
});
export type LastingOffer = z.infer<typeof lastingOfferSchema>;

const approvalSchema = z.object({
  /** What the card asks: "Edit src/a.ts?". */
  question: z.string(),
  subject: approvalSubjectSchema,
  /** Why it is asked, where the mode alone does not say. */
  reasons: z.array(approvalReasonSchema),
  /** "Allow for this chat" has something to grant. */
  grantable: z.boolean(),
  /** The rules that "Always…" has to offer, the narrowest first. */
  lasting: z.array(lastingOfferSchema),
  /** Calls of one answer with the same one are asked about together, in one card. */
  group: z.optional(z.string()),
});
export type ApprovalView = z.infer<typeof approvalSchema>;

/** What a running call asks the user; shown while its status is `awaiting-answer`. */
export const questionSchema = z.object({
  text: z.string(),
  /** Answers to choose from. */
  options: z.array(z.string()),
});

/** A step of the model's own list. */
export const todoSchema = z.object({
  content: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
});
export type Todo = z.infer<typeof todoSchema>;

/**
 * How a row shows `ToolBlock.detail`. `text`: as it is. `command`: as code, and its output with colours. `folder`: as a
 * path. `edited-file`: as the path of the file that the call writes. `read-file`: as a path, which may end in a line
 * ("a.ts:12"). `symbol`: as text whose last word is such a path. `plan`: not at all, because a card shows the plan.
 */
export const toolRenderingSchema = z.enum(['text', 'command', 'folder', 'edited-file', 'read-file', 'symbol', 'plan']);
export type ToolRendering = z.infer<typeof toolRenderingSchema>;

/** The words for a tool's calls. `{}` in `subject` and `several` stands for what the webview puts in. */
export const toolWordsSchema = z.object({
  /** The row's first word: "Read". */
  label: z.string(),
  /** In the line of a collapsed run: "read", "could not read", "denied reading". */
  past: z.string(),
  base: z.string(),
  gerund: z.string(),
  /** What one call was about, in that line; `{}` is the file, the pattern or the command. May be empty. */
  subject: z.string(),
  /** What several calls were about; `{}` is their number. */
  several: z.string(),
  /** What one call was about that names nothing. May be empty. */
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
  /** A path, a pattern; may be empty while the arguments stream in. */
  detail: z.string(),
  status: toolStatusSchema,
  /** "142 lines", "9 in 3 files"; empty until there is a result. */
  summary: z.string(),
  added: z.number(),
  removed: z.number(),
  /** Files that the call changed, for people. */
  files: z.array(z.string()),
  approval: z.nullable(approvalSchema),
  question: z.optional(z.nullable(questionSchema)),
  /** Missing for a call that ran, or has not ended. */
  notRun: z.optional(notRunSchema),
  /** The edit is in an editor that had unsaved changes already; the disk gets it when the user saves. */
  unsaved: z.optional(z.boolean()),
  /** A command that ran so that it could only read. */
  readsOnly: z.optional(z.boolean()),
  /** What an edit changed, as unified hunks, cut for display; empty for other calls. */
  diff: z.string(),
  /** Milliseconds since the epoch; null but while it runs. */
  startedAt: z.nullable(z.number()),
  /**
   * The result's text, cut for display; the end of it while the call runs, where it has something to show by then. A
   * command's text has its colours, as SGR sequences.
   */
  output: z.string(),
  /** The plan that the call has presented, in Markdown; as the user has edited it, once they have accepted it. */
  plan: z.optional(z.string()),
  /** The list of steps that the call has written, all of it; missing where it wrote none. */
  todos: z.optional(z.array(todoSchema)),
});
export type ToolBlock = z.infer<typeof toolBlockSchema>;

export const blockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('thinking'),
    text: z.string(),
    /** Milliseconds from the first thought to what came after; null while it goes on. */
    duration: z.nullable(z.number()),
  }),
  toolBlockSchema,
]);
export type Block = z.infer<typeof blockSchema>;

/** An answer's texts and plans, in the order in which its files and fences are numbered. */
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
  /** US dollars over all requests; null where the price of one of them is not known. */
  cost: z.nullable(z.number()),
  /** The output, and so the cost, is an estimate at least in part. */
  estimated: z.optional(z.boolean()),
});
export type UsageView = z.infer<typeof usageViewSchema>;

export const amountSchema = z.object({
  /** US dollars. */
  dollars: z.number(),
  /** Tokens whose price is not known, which the dollars leave out. */
  tokens: z.number(),
  /** An estimate at least in part. */
  estimated: z.optional(z.boolean()),
});
export type Amount = z.infer<typeof amountSchema>;

export const errorViewSchema = z.object({
  /** One sentence that says what happened and what to do. */
  message: z.string(),
  /** The button that mends it, where there is one. */
  action: z.nullable(z.enum(['set-api-key', 'select-model', 'retry', 'new-chat', 'open-settings'])),
});
export type ErrorView = z.infer<typeof errorViewSchema>;

/**
 * How an answer stands. `interrupted`: the window closed or reloaded in the middle of it. `turn-limit`: it can go on, but
 * the model has been asked as often as it may without a word of the user's.
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
  /** Tokens; null where it is not known how many the model takes. */
  window: z.nullable(z.number()),
});
export type ContextView = z.infer<typeof contextViewSchema>;

/** The message has siblings: other wordings of the same prompt, other answers to it. */
export const branchViewSchema = z.object({
  /** 1-based. */
  index: z.number(),
  count: z.number(),
  /** What followed another of them, where nothing follows this one: how far away it is, and how many prompts that are. */
  later: z.optional(z.object({ step: z.number(), prompts: z.number() })),
});
export type BranchView = z.infer<typeof branchViewSchema>;

export const imageViewSchema = z.object({
  id: z.string(),
  /** For people: a file's name, "Pasted image". */
  name: z.string(),
  /** A `data:` URL of a picture small enough to travel with the state. */
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

export const userItemSchema = z.object({
  kind: z.literal('user'),
  id: z.string(),
  text: z.string(),
  /** What of the text is drawn as chips: long pastes, and what it mentions. Missing if there are none. */
  folds: z.optional(z.array(draftFoldSchema)),
  images: z.array(imageViewSchema),
  /** Null where there is only this one. */
  branch: z.nullable(branchViewSchema),
  /** It was said while the answer before it was being made, which goes on in the item behind it. */
  steers: z.optional(z.boolean()),
});
export type UserItem = z.infer<typeof userItemSchema>;
export const answerItemSchema = z.object({
  kind: z.literal('answer'),
  /** The id of the answer's first message in the conversation. */
  id: z.string(),
  blocks: z.array(blockSchema),
  /** `<provider>/<model>` of those that wrote it, in that order, each once. */
  models: z.array(z.string()),
  status: answerStatusSchema,
  error: z.nullable(errorViewSchema),
  /** If its status is `turn-limit`: how many requests had been made; 0 if that is not known. */
  pausedAfter: z.nullable(z.number()),
  retry: z.nullable(retryViewSchema),
  usage: z.nullable(usageViewSchema),
  /** What background work after it has cost: suggestions, prepared edits. Null if there was none, or it was free. */
  ahead: z.nullable(amountSchema),
  /** Null where the provider has not counted. */
  context: z.nullable(contextViewSchema),
  /** What the answer rests on, in the order of mention, each address once. */
  citations: z.array(citationViewSchema),
  /** Null where there is only this one. */
  branch: z.nullable(branchViewSchema),
  /** True where the answer was prepared in a speculation and applied. */
  speculated: z.boolean(),
  /** Files in which the user changed or took back what was prepared, before it was applied. */
  amended: z.array(z.string()),
});
export type AnswerItem = z.infer<typeof answerItemSchema>;
export const itemSchema = z.discriminatedUnion('kind', [userItemSchema, answerItemSchema]);
export type TranscriptItem = z.infer<typeof itemSchema>;

/** Seed 002: leaving `responding` for `idle` is the moment that suggestion, and after it speculation, hang on. */
export const sessionStatusSchema = z.enum(['idle', 'responding', 'waiting-for-confirmation']);
export type SessionStatus = z.infer<typeof sessionStatusSchema>;

export const speculationViewSchema = z.object({
  id: z.string(),
  suggestionId: z.string(),
  /** What is carried out, which may not be on screen any more. */
  prompt: z.optional(z.string()),
  phase: z.enum([
    'running',
    'ready',
    /** Ready, and the diff has been shown: the next Enter or Apply applies it. */
    'review',
    'applying',
    /** A file it is based on changed since; nothing was written. */
    'conflict',
    /** Could not go on: a boundary or a limit. */
    'stopped',
    'failed',
  ]),
  /** It runs, but waits until its suggestion is visible again. */
  paused: z.optional(z.boolean()),
  /** 1-based model turn. */
  step: z.number(),
  /** What it does now ("editing src/b.ts"), where it stopped, or what failed; empty when ready. */
  activity: z.string(),
  files: z.array(z.string()),
  added: z.number(),
  removed: z.number(),
  /** The model that runs it. */
  model: z.string(),
});
export type SpeculationView = z.infer<typeof speculationViewSchema>;

/** A thing that was picked from the list under `@`: which one, and where in the text its words stand, `@` included. */
export const promptMentionSchema = z.object({ id: z.string(), from: z.number(), to: z.number() });
export type PromptMention = z.infer<typeof promptMentionSchema>;

/** A prompt that waits for the answer before it; its item in the transcript will have the same id. */
export const queuedPromptSchema = z.object({
  id: z.string(),
  text: z.string(),
  mentions: z.array(promptMentionSchema),
  images: z.array(imageViewSchema),
  /** It goes with the next results of calls, where there are any before the answer ends. */
  steers: z.boolean(),
  /** It has been taken out, and can be put back. */
  removed: z.boolean(),
});
export type QueuedPromptView = z.infer<typeof queuedPromptSchema>;

export const modelChoiceSchema = z.object({ id: z.string(), label: z.string() });
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

export const noticeSchema = z.object({
  severity: z.enum(['info', 'warning', 'error']),
  message: z.string(),
  action: z.nullable(z.enum(['set-api-key', 'select-model', 'open-settings', 'open-copy'])),
  /** It tells of a lasting rule that can be taken back. */
  undo: z.optional(z.boolean()),
});
export type Notice = z.infer<typeof noticeSchema>;

/** What an empty panel without a model offers: what could answer at once. */
export const firstStepsSchema = z.object({
  /** How many language models VS Code lends. */
  vscodeModels: z.number(),
  /** Servers found on this machine, with the number of their models. */
  localServers: z.array(z.object({ provider: z.string(), label: z.string(), models: z.number() })),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;

/** What the next prompt would tell of the editor. */
export const ideContextViewSchema = z.object({
  activeFile: z.nullable(
    z.object({
      path: z.string(),
      /** 1-based. */
      line: z.number(),
      selectedLines: z.number(),
      /** Nothing of what is in it goes to the model. */
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
  /** Null until the user has chosen one: the panel offers its first steps. */
  model: z.nullable(modelChoiceSchema),
  approvalMode: approvalModeSchema,
  /** There are files that the assistant could work on: the window has a folder. */
  hasFolder: z.boolean(),
  /** The composer's text when the webview last told it, or as the host last set it. */
  draft: z.string(),
  /** What of `draft` is drawn as chips. */
  draftFolds: z.array(draftFoldSchema),
  /** Raised when the host sets the draft; the webview then replaces the composer's text. */
  draftRevision: z.number(),
  /**
   * The chat that the draft was carried over from, so that a webview which was still typing there keeps its later text;
   * null where the draft is this chat's own.
   */
  draftOrigin: z.nullable(z.string()),
  /** Images that go with the draft. */
  attachments: z.array(imageViewSchema),
  /**
   * The user item whose wording the draft will replace, as a sibling, or the queued prompt, in its place; null where the
   * draft is a new prompt.
   */
  editing: z.nullable(z.string()),
  /** What goes when the answer is there, in this order; the one that is being edited, and what is behind it, waits. */
  queue: z.array(queuedPromptSchema),
  /** The queue waits for the user's word, because the last answer did not simply end. */
  queuePaused: z.boolean(),
  /** Null where no file is open. */
  ideContext: z.nullable(ideContextViewSchema),
  /** The project's `AGENTS.md` files whose words go with every prompt, for people. */
  contextFiles: z.array(z.string()),
  /** Whether this chat's prompts tell of the editor. */
  sharesEditor: z.boolean(),
  suggestion: z.nullable(suggestionSchema),
  suggesting: suggestingSchema,
  /** What everything has cost: in this chat, and today in all windows. */
  spending: z.object({ chat: amountSchema, today: amountSchema }),
  speculation: z.nullable(speculationViewSchema),
  notice: z.nullable(noticeSchema),
  /** How far a chat with the offline tour is: it has steps left, or ends with choosing a model. Null for other chats. */
  tour: z.nullable(z.enum(['running', 'finished'])),
  /** Null until it has been looked for, and where there is a model. */
  firstSteps: z.nullable(firstStepsSchema),
});
export type ChatState = z.infer<typeof chatStateSchema>;
