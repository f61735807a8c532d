import * as z from 'zod/mini';

/** A tool call in an answer, as data of the panel's state. */

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
 * Why a call never ran. `refused`: because of its arguments, a rule, the mode or the files. `cancelled`: stopped before
 * it started.
 */
export const notRunSchema = z.enum(['denied', 'refused', 'cancelled']);
export type NotRun = z.infer<typeof notRunSchema>;

const approvalReasonSchema = z.object({
  /**
   * `reads-secrets`: the file's content would be sent to the model. `hard-linked`: the file has other names, which the
   * call does not show. `remote-schema`: VS Code downloads the schema when the file is opened. `hidden-command`: there
   * are rules about commands, and the command may start another or could not be parsed. `unknown-files`: the files that
   * a command uses are unknown. `reaches-denied`: a command works on a folder in which a rule denies a file.
   * `permanent-delete`: the file cannot be restored.
   */
  kind: z.enum([
    'runs-code',
    'instructs-agents',
    'holds-secrets',
    'renames-authors',
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
  /** The path, the address or the rule; empty if there is none. */
  detail: z.string(),
});
export type ApprovalReason = z.infer<typeof approvalReasonSchema>;

/** The worst known effect of a command; `unknown` also if the command was not understood. */
const commandEffectSchema = z.enum(['read-only', 'unknown', 'write', 'network', 'deletes-or-publishes']);
export type CommandEffect = z.infer<typeof commandEffectSchema>;

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
    /** The user has changed the edit. */
    amended: z.boolean(),
    /** The file is the memory in the user's home folder. The card names the memory, because the question does not. */
    isUsersMemory: z.optional(z.literal(true)),
    isDeletion: z.optional(z.boolean()),
    /** For display. */
    movedFrom: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('command'),
    command: z.string(),
    /** For display. Empty for the root of the only workspace folder; null if no folder is open. */
    directory: z.nullable(z.string()),
    effect: commandEffectSchema,
  }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  z.object({ kind: z.literal('arguments'), text: z.string() }),
  z.object({ kind: z.literal('plan'), text: z.string() }),
]);
export type ApprovalSubject = z.infer<typeof approvalSubjectSchema>;

const persistentRuleOfferSchema = z.object({
  /** `command`: exactly these words. `folder`: all files in the folder, except sensitive files. */
  kind: z.enum(['command', 'command-with-arguments', 'folder', 'file', 'site']),
  /** What would be allowed; for display. */
  subjects: z.array(z.string()),
  /** As written in `premove.permissions`. */
  rules: z.array(z.string()),
});
export type PersistentRuleOffer = z.infer<typeof persistentRuleOfferSchema>;

const approvalSchema = z.object({
  /** "Edit src/a.ts?". */
  question: z.string(),
  subject: approvalSubjectSchema,
  /** Empty if the mode explains why the card asks. */
  reasons: z.array(approvalReasonSchema),
  /** Whether the card offers "Allow for this chat". */
  grantable: z.boolean(),
  /** The rules that "Always…" offers, the narrowest first. */
  persistent: z.array(persistentRuleOfferSchema),
  /** Within an answer, one card asks about all calls with the same group. */
  group: z.optional(z.string()),
});
export type ApprovalView = z.infer<typeof approvalSchema>;

export const questionSchema = z.object({
  text: z.string(),
  options: z.array(z.string()),
});

export const todoSchema = z.object({
  content: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
});
export type Todo = z.infer<typeof todoSchema>;

/**
 * How a row renders `ToolBlock.detail`. `command`: as code, and its output with colors. `moved-file`: as text with two
 * paths ("a.ts to b.ts"). `read-file`: as a path, which may end in a line number ("a.ts:12"). `symbol`: as text that
 * may end in such a path. A path with spaces or double quotes is quoted (see `quoteSpaced`). `plan`: not at all,
 * because a card shows the plan. `agent`: as text; the output is Markdown.
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
  'agent',
]);
export type ToolRendering = z.infer<typeof toolRenderingSchema>;

/** The words for a tool's calls. The webview replaces `{}` in `subject` and `several`. */
export const toolWordsSchema = z.object({
  /** The row's first word: "Read". */
  label: z.string(),
  /** The verb in the line of a collapsed run: "read". */
  past: z.string(),
  /** The verb as in "could not read". */
  base: z.string(),
  /** The verb as in "denied reading". */
  gerund: z.string(),
  /** The words after the verb for one subject, such as a path; `{}` is the subject. May be empty. */
  subject: z.string(),
  /** The words after the verb for several subjects; `{}` is their number. A command that ran twice counts twice. */
  several: z.string(),
  /** The words after the verb for one call without a shown subject. May be empty. */
  single: z.string(),
});
export type ToolWords = z.infer<typeof toolWordsSchema>;

const callSchema = z.object({
  kind: z.literal('tool'),
  callId: z.string(),
  /** For example `edit`. */
  name: z.string(),
  rendering: toolRenderingSchema,
  words: toolWordsSchema,
  /** What the call is about, such as a path, a pattern or a command. May be empty while the arguments stream in. */
  detail: z.string(),
  status: toolStatusSchema,
  /** "142 lines", "9 in 3 files"; empty until there is a result. */
  summary: z.string(),
  added: z.number(),
  removed: z.number(),
  /** Changed files, for display. */
  files: z.array(z.string()),
  approval: z.nullable(approvalSchema),
  question: z.optional(z.nullable(questionSchema)),
  /** Missing if the call ran or has not ended. */
  notRun: z.optional(notRunSchema),
  /**
   * Set if no result was recorded, because the window closed. `interrupted`: the call had begun. `unknown`: the call
   * may have run in part, or not at all.
   */
  unrecorded: z.optional(z.nullable(z.enum(['not-run', 'interrupted', 'unknown']))),
  /** The call has changed only copies of its files; the user has accepted the edits, but they are not applied yet. */
  unapplied: z.optional(z.boolean()),
  /** The file had unsaved changes, so the edit is only in the editor until the user saves. */
  unsaved: z.optional(z.boolean()),
  /** The command ran with limits and protections, so that it could only read. */
  readsOnly: z.optional(z.boolean()),
  /** Unified hunks, shortened for display; empty if the call is not an edit. */
  diff: z.string(),
  /** Milliseconds since the epoch; null unless the call is running. */
  startedAt: z.nullable(z.number()),
  /**
   * Shortened for display; the end of the output while the call runs. A command's text keeps its colors, as SGR
   * sequences.
   */
  output: z.string(),
  /** In Markdown. Once accepted, the plan includes the user's edits. */
  plan: z.optional(z.string()),
  /** The whole list; missing if the call wrote none. */
  todos: z.optional(z.array(todoSchema)),
  /** The running sub-agent that makes the call, for display; missing for other calls. */
  madeBy: z.optional(z.string()),
});

export const agentWorkSchema = z.object({
  /** The model's name, for display; empty if not known yet. */
  model: z.string(),
  /** Oldest first, without output and diff. After the run, only the last calls. */
  calls: z.array(callSchema),
  /** The number of all calls of the sub-agent. */
  count: z.number(),
  /** What the user should know about the run. */
  note: z.optional(z.string()),
  /** A failed request waits for its retry. */
  retries: z.optional(z.boolean()),
});
export type AgentWorkView = z.infer<typeof agentWorkSchema>;

export const toolBlockSchema = z.extend(callSchema, {
  /** Set once the call runs a sub-agent; missing while the sub-agent waits for another to end. */
  agent: z.optional(agentWorkSchema),
});
export type ToolBlock = z.infer<typeof toolBlockSchema>;
