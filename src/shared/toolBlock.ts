import * as z from 'zod/mini';

/** A tool call in an answer, as data of the panel's state: its row, its approval card and its question. */

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
   * `runs-code`, `instructs-agents`, `holds-secrets` and `renames-authors` say why the file must not be written without
   * a question. `reads-secrets`: the file's content would be sent to the model. `hard-linked`: the file has other
   * names, which the call does not show. `remote-schema`: VS Code downloads the schema when the file is opened.
   * `hidden-command`: there are rules about commands, and this command may start another command or could not be
   * parsed. `unknown-files`: the files that a command uses are unknown. `reaches-denied`: a command works on a whole
   * folder, and a rule denies a file in the folder. `permanent-delete`: the call deletes a file that cannot be
   * restored. `outside`: the file is outside the workspace. `rule`: a rule asks about the call.
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
    /** The user has changed the edit in the diff editor. */
    amended: z.boolean(),
    /** The file is the memory in the user's home folder. The card names it, because the question does not. */
    isUsersMemory: z.optional(z.literal(true)),
    /** The call deletes the file. */
    isDeletion: z.optional(z.boolean()),
    /** The call moves this file to `file`. For display. */
    movedFrom: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('command'),
    command: z.string(),
    /**
     * The folder in which the command runs, for display. Empty for the root of the only workspace folder; null if no
     * folder is open.
     */
    directory: z.nullable(z.string()),
    effect: commandEffectSchema,
  }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  z.object({ kind: z.literal('arguments'), text: z.string() }),
  z.object({ kind: z.literal('plan'), text: z.string() }),
]);
export type ApprovalSubject = z.infer<typeof approvalSubjectSchema>;

const persistentRuleOfferSchema = z.object({
  /** `command`: the command with exactly these words. `folder`: all files in the folder, except sensitive files. */
  kind: z.enum(['command', 'command-with-arguments', 'folder', 'file', 'site']),
  /** What would be allowed without a question, for display. */
  subjects: z.array(z.string()),
  /** The rules, as written in `premove.permissions`. */
  rules: z.array(z.string()),
});
export type PersistentRuleOffer = z.infer<typeof persistentRuleOfferSchema>;

const approvalSchema = z.object({
  /** What the card asks: "Edit src/a.ts?". */
  question: z.string(),
  subject: approvalSubjectSchema,
  /** Why the card asks, if the mode alone does not explain it. */
  reasons: z.array(approvalReasonSchema),
  /** Whether the card offers "Allow for this chat". */
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
 * How a row renders `ToolBlock.detail`. `text`: as it is. `command`: as code, and its output with colors. `folder`: as
 * a path. `edited-file`: as the path of the file that the call writes. `deleted-file`: as the path of the file that the
 * call deletes. `moved-file`: as text with two paths ("a.ts to b.ts"). `read-file`: as a path, which may end in a line
 * number ("a.ts:12"). `symbol`: as text that may end in a path of that form. A path with spaces or double quotes is in
 * double quotes (see `quoteSpaced`). `plan`: not at all, because a card shows the plan. `agent`: as text; the output is
 * Markdown, below the calls of a sub-agent.
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
  /**
   * The verb's object if all calls have the same subject; `{}` is the file, the pattern or the command. May be empty.
   */
  subject: z.string(),
  /** The verb's object for several subjects; `{}` is their number. A command that ran twice counts twice. */
  several: z.string(),
  /** The verb's object for one call whose subject is not shown. May be empty. */
  single: z.string(),
});
export type ToolWords = z.infer<typeof toolWordsSchema>;

/** A call of an answer, or of a sub-agent. */
const callSchema = z.object({
  kind: z.literal('tool'),
  callId: z.string(),
  /** The tool's name, e.g. `edit`. */
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
  /** Files that the call changed, for display. */
  files: z.array(z.string()),
  approval: z.nullable(approvalSchema),
  question: z.optional(z.nullable(questionSchema)),
  /** Missing if the call ran or has not ended. */
  notRun: z.optional(notRunSchema),
  /**
   * No result was recorded, because the window closed. `not-run`: the call had not begun. `interrupted`: the call had
   * begun. `unknown`: the call may have run in part, or not at all.
   */
  unrecorded: z.optional(z.nullable(z.enum(['not-run', 'interrupted', 'unknown']))),
  /** The call has changed only copies of its files. The user has accepted the edits, which are not applied yet. */
  unapplied: z.optional(z.boolean()),
  /** The edited file had unsaved changes in an editor, so until the user saves, the edit is only in the editor. */
  unsaved: z.optional(z.boolean()),
  /** The call is a command that ran with limits and protections, so that it could only read. */
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
  /** The name of the running sub-agent that makes the call, for display; missing for all other calls. */
  madeBy: z.optional(z.string()),
});

/** What the sub-agent of a call does, or has done. */
export const agentWorkSchema = z.object({
  /** The name of the sub-agent's model, for display; empty if that is not known yet. */
  model: z.string(),
  /** The calls, oldest first; only the last calls after the run. They have no output and no diff. */
  calls: z.array(callSchema),
  /** The number of all calls of the sub-agent. */
  count: z.number(),
  /** What the user should know about the run; missing if there is nothing. */
  note: z.optional(z.string()),
  /** A failed request of the running agent waits for its retry. */
  retries: z.optional(z.boolean()),
});
export type AgentWorkView = z.infer<typeof agentWorkSchema>;

export const toolBlockSchema = z.extend(callSchema, {
  /** Set if the call runs a sub-agent, or has run one; missing while the sub-agent waits for another one to end. */
  agent: z.optional(agentWorkSchema),
});
export type ToolBlock = z.infer<typeof toolBlockSchema>;
