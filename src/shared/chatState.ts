import * as z from 'zod/mini';
import { draftChipSchema } from './draftChip.ts';
import { instructionsViewSchema } from './instructionView.ts';
import { noteSchema } from './note.ts';
import { restoreCardSchema, restoredViewSchema } from './restoreCard.ts';
import { shellLineSchema } from './shellLine.ts';
import { commandViewSchema } from './slashCommand.ts';
import { suggestingSchema, suggestionSchema } from './suggesting.ts';
import { terminalCardSchema } from './terminalCard.ts';
import { amountSchema, imageViewSchema, itemSchema } from './transcriptItem.ts';

/**
 * The panel's state as plain data. The host changes its copy with `reduce` and sends the same events to the webview,
 * which runs the same `reduce`. Both copies are equal after each delta (a list of events), except for the draft: the
 * webview does not get back the text that it reported. `transcriptItem.ts` has the transcript's part.
 */

export const approvalModeSchema = z.enum(['plan', 'default', 'auto-edit', 'yolo']);
export type ApprovalMode = z.infer<typeof approvalModeSchema>;

/** The modes for carrying out a plan. `yolo` is not offered, because it asks about almost nothing. */
export const startModeSchema = z.enum(['default', 'auto-edit']);
export type StartMode = z.infer<typeof startModeSchema>;

/**
 * `responding`: also during a compression. `waiting-for-confirmation`: the user must answer a card or apply accepted
 * edits.
 */
export const sessionStatusSchema = z.enum(['idle', 'responding', 'waiting-for-confirmation']);
export type SessionStatus = z.infer<typeof sessionStatusSchema>;

export const speculationViewSchema = z.object({
  id: z.string(),
  suggestionId: z.string(),
  /** The prompt that the speculation carries out. The suggestion with this prompt may no longer be on screen. */
  prompt: z.optional(z.string()),
  phase: z.enum([
    /**
     * Too many speculations in a row were unused. None starts until the user accepts a suggestion, applies prepared
     * edits or presses Resume.
     */
    'held',
    'running',
    'ready',
    /** The edits can be applied, and their diff has been shown. */
    'review',
    'applying',
    /** Files that have changed meanwhile could not be merged, so nothing was written. */
    'conflict',
    /** A boundary or a limit stopped the speculation. */
    'stopped',
    'failed',
  ]),
  /**
   * The speculation has stopped, but accepting it applies its edits, and the answer continues live. Stays true in
   * `review`.
   */
  resumes: z.optional(z.boolean()),
  /** The user accepted the running speculation, so it is the current answer. Its edits may still need Apply. */
  adopted: z.optional(z.boolean()),
  /** Files that have changed since the edits were based on them; for display. */
  changedFiles: z.optional(z.array(z.string())),
  /** Files that have been deleted since the edits were based on them; for display. Not in `changedFiles`. */
  deletedFiles: z.optional(z.array(z.string())),
  /**
   * The speculation has ended, but its preview is open. Apply writes the files. It also adds the answer to the chat, if
   * the answer is complete and the chat has not continued.
   */
  kept: z.optional(z.boolean()),
  /** Paused until the suggestion is visible again. */
  paused: z.optional(z.boolean()),
  /** 1-based model turn. */
  step: z.number(),
  /** The current activity ("editing src/b.ts"), or why the preparation stopped or failed; may be empty. */
  activity: z.string(),
  /** Why the last Apply did not apply the edits, and what to do, as whole sentences. */
  problem: z.optional(z.string()),
  /** The command, path or address that a stopped speculation waits for; for display. */
  waitsFor: z.optional(z.string()),
  files: z.array(z.string()),
  added: z.number(),
  removed: z.number(),
  /** How many of the files are moved. */
  moved: z.optional(z.number()),
  model: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** Milliseconds; null while the speculation runs. */
  duration: z.nullable(z.number()),
  spent: amountSchema,
});
export type SpeculationView = z.infer<typeof speculationViewSchema>;

/** An entry picked from the `@` list, and the range of its words in the text, `@` included. */
export const promptMentionSchema = z.object({ id: z.string(), from: z.number(), to: z.number() });
export type PromptMention = z.infer<typeof promptMentionSchema>;

export const modelChoiceSchema = z.object({ id: z.string(), label: z.string() });
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

/** The prompt's item in the transcript will have the same id. */
export const queuedPromptSchema = z.object({
  id: z.string(),
  text: z.string(),
  mentions: z.array(promptMentionSchema),
  images: z.array(imageViewSchema),
  /**
   * The prompt is sent with the next tool results, if there are any before the answer ends. False if `model` is set.
   */
  steers: z.boolean(),
  /** The user removed the prompt and can still restore it. */
  removed: z.boolean(),
  /** For this message only. */
  model: z.optional(modelChoiceSchema),
});
export type QueuedPromptView = z.infer<typeof queuedPromptSchema>;

export const noticeSchema = z.object({
  severity: z.enum(['info', 'warning', 'error']),
  message: z.string(),
  action: z.nullable(
    z.enum(['set-api-key', 'select-model', 'open-settings', 'open-copy', 'undo-edits', 'end-fallback', 'manage-trust']),
  ),
  /** The notice offers to undo new persistent rules. */
  undo: z.optional(z.boolean()),
  /**
   * The notice says why no model is usable. The notice ends when a model is usable, or when the model or its key
   * changes.
   */
  aboutModel: z.optional(z.boolean()),
  /** The notice ends when the next answer begins or another branch of the chat is shown. */
  untilNextAnswer: z.optional(z.boolean()),
});
export type Notice = z.infer<typeof noticeSchema>;

/** The models that an empty panel offers if no model is selected. */
export const firstStepsSchema = z.object({
  /** The number of language models that VS Code provides. */
  vscodeModels: z.number(),
  /** The servers on this machine. `models`: the number of models. */
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
      /** The content is not sent to the model. */
      nameOnly: z.boolean(),
    }),
  ),
  otherOpenFiles: z.array(z.string()),
});
export type IdeContextView = z.infer<typeof ideContextViewSchema>;

export const composerMenuSchema = z.object({
  /** The target language; empty if the user has not chosen one. */
  translateTarget: z.string(),
  /** Null if the chat's model offers no thinking efforts. */
  effort: z.nullable(z.object({ choices: z.array(z.string()), chosen: z.nullable(z.string()) })),
  /** For the next message only; null for the chat's model. */
  messageModel: z.nullable(modelChoiceSchema),
  /** The model that answers while the chat's model is not available; null if the chat's model answers. */
  fallback: z.nullable(modelChoiceSchema),
});
export type ComposerMenu = z.infer<typeof composerMenuSchema>;

export const completingSchema = z.object({
  /** Tab at the end of the text asks for a completion. */
  onTab: z.boolean(),
  /** A pause in typing asks for a completion. */
  onPause: z.boolean(),
});
export type Completing = z.infer<typeof completingSchema>;

export const chatStateSchema = z.object({
  conversationId: z.string(),
  title: z.string(),
  items: z.array(itemSchema),
  status: sessionStatusSchema,
  /** Null if the user has not chosen a model. */
  model: z.nullable(modelChoiceSchema),
  approvalMode: approvalModeSchema,
  hasFolder: z.boolean(),
  /** The composer's text, as the webview last sent it or the host last set it. */
  draft: z.string(),
  draftChips: z.array(draftChipSchema),
  /** The composer is in shell mode. */
  draftShell: z.boolean(),
  /** Increased when the host sets the draft; the webview then replaces the composer's text. */
  draftRevision: z.number(),
  /**
   * The chat that the draft was carried over from; null for this chat's own draft. If the user has edited the draft
   * further in that chat, the webview keeps the edited text instead of `draft`.
   */
  draftOrigin: z.nullable(z.string()),
  attachments: z.array(imageViewSchema),
  /** The message, answer or queued prompt that is being edited; null if the draft is a new prompt. */
  editing: z.nullable(z.string()),
  /** In the order of sending. A prompt that is being edited waits, and so do the prompts after it. */
  queue: z.array(queuedPromptSchema),
  /** The queue waits for the user, for example after a failed answer. */
  queuePaused: z.boolean(),
  /** Null if no file is open. */
  ideContext: z.nullable(ideContextViewSchema),
  instructions: instructionsViewSchema,
  /** Whether prompts tell the model about the editor. */
  sharesEditor: z.boolean(),
  showsCitations: z.boolean(),
  suggestion: z.nullable(suggestionSchema),
  suggesting: suggestingSchema,
  completing: completingSchema,
  vimMode: z.boolean(),
  /** If false, no shell commands run. */
  isTrusted: z.boolean(),
  composerMenu: composerMenuSchema,
  /** In the order of the `/` list. */
  commands: z.array(commandViewSchema),
  /** The commands that the user has run in the chat, of all branches, oldest first. */
  shellLines: z.array(shellLineSchema),
  /** `today`: in all windows. */
  spending: z.object({ chat: amountSchema, today: amountSchema }),
  speculation: z.nullable(speculationViewSchema),
  /** Ended speculations with an open preview; the oldest first. */
  keptPreviews: z.array(speculationViewSchema),
  restoring: z.nullable(restoreCardSchema),
  restored: z.nullable(restoredViewSchema),
  /** Cards about the agents in the window's terminals, the newest first. */
  terminals: z.array(terminalCardSchema),
  notice: z.nullable(noticeSchema),
  note: z.nullable(noteSchema),
  /** The state of the offline tour; null in other chats. */
  tour: z.nullable(z.enum(['running', 'finished'])),
  /** Null until the host's search for models has a result, and while a model is selected. */
  firstSteps: z.nullable(firstStepsSchema),
});
export type ChatState = z.infer<typeof chatStateSchema>;

/** The model for the next prompt, unless a prompt file or `premove.routing.fastFor` chooses another. */
export function nextModel({ model, composerMenu }: Pick<ChatState, 'model' | 'composerMenu'>): ModelChoice | null {
  return composerMenu.messageModel ?? composerMenu.fallback ?? model;
}
