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
 * The panel's state as plain data. The host owns the state: the host changes its own copy with `reduce` and sends the
 * same events to the webview, which runs the same `reduce`. So both copies are equal after each delta (a list of
 * events), except for the draft, because the webview does not get back the text that it reported. A snapshot is the
 * host's copy. The transcript's part of the state is in `transcriptItem.ts`.
 */

export const approvalModeSchema = z.enum(['plan', 'default', 'auto-edit', 'yolo']);
export type ApprovalMode = z.infer<typeof approvalModeSchema>;

/** The modes that the panel offers for carrying out a plan. `yolo`, which asks about almost nothing, is not offered. */
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
     * No speculation starts, because too many in a row were not used, or stopped in their first step. This phase ends
     * when the user presses Resume or accepts a suggestion.
     */
    'held',
    'running',
    'ready',
    /** The edits can be applied, and their diff has been shown. */
    'review',
    'applying',
    /** Files that have changed since the edits were prepared could not be merged, so nothing was written. */
    'conflict',
    /** The speculation could not continue, because of a boundary or a limit. */
    'stopped',
    'failed',
  ]),
  /**
   * The speculation has stopped, but can be accepted. Accepting applies its edits, and the answer continues live. Stays
   * true after the diff has been shown.
   */
  resumes: z.optional(z.boolean()),
  /**
   * The user accepted the speculation while it ran, so it is the current answer. Its edits may still need the user's
   * Apply.
   */
  adopted: z.optional(z.boolean()),
  /** Display names of the files that have changed since the edits were based on them. */
  changedFiles: z.optional(z.array(z.string())),
  /**
   * The speculation has ended, but the user has the preview open. Apply writes the files. Apply also adds the answer if
   * the speculation was complete and the chat has not continued.
   */
  kept: z.optional(z.boolean()),
  /** The speculation is paused until its suggestion is visible again. */
  paused: z.optional(z.boolean()),
  /** 1-based model turn. */
  step: z.number(),
  /** The current activity ("editing src/b.ts"), or why the preparation stopped or failed; empty if there is none. */
  activity: z.string(),
  /** Why the last Apply did not apply the edits, and what to do, as whole sentences. Missing if there is no reason. */
  problem: z.optional(z.string()),
  /** The command, path or address of the call that a stopped speculation waits for, for display. Missing if none. */
  waitsFor: z.optional(z.string()),
  files: z.array(z.string()),
  added: z.number(),
  removed: z.number(),
  /** How many of the files are moved; missing or 0 if none is. */
  moved: z.optional(z.number()),
  /** The model that runs the speculation. */
  model: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** Milliseconds from the start to the end of the speculation; null while it runs. */
  duration: z.nullable(z.number()),
  spent: amountSchema,
});
export type SpeculationView = z.infer<typeof speculationViewSchema>;

/** An entry picked from the `@` list: its id, and the range of its words in the text, `@` included. */
export const promptMentionSchema = z.object({ id: z.string(), from: z.number(), to: z.number() });
export type PromptMention = z.infer<typeof promptMentionSchema>;

export const modelChoiceSchema = z.object({ id: z.string(), label: z.string() });
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

/** A prompt that waits to be sent. Its item in the transcript will have the same id. */
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
  /** The model that the user or a prompt file chose for this message only. */
  model: z.optional(modelChoiceSchema),
});
export type QueuedPromptView = z.infer<typeof queuedPromptSchema>;

export const noticeSchema = z.object({
  severity: z.enum(['info', 'warning', 'error']),
  message: z.string(),
  action: z.nullable(
    z.enum(['set-api-key', 'select-model', 'open-settings', 'open-copy', 'undo-edits', 'end-fallback', 'manage-trust']),
  ),
  /** The notice reports new persistent rules, which the user can undo. */
  undo: z.optional(z.boolean()),
  /** The notice says why no model is usable. It ends when one is usable, or when the model or its key changes. */
  aboutModel: z.optional(z.boolean()),
  /** The notice ends when the next answer begins or another version is shown. */
  untilNextAnswer: z.optional(z.boolean()),
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

/** Values that the composer's *More* menu and footer show. */
export const composerMenuSchema = z.object({
  /** The language that the input is translated to; empty if the user has not chosen one. */
  translateTarget: z.string(),
  /** The thinking efforts that the chat's model offers, and the chosen one; null if the model offers none. */
  effort: z.nullable(z.object({ choices: z.array(z.string()), chosen: z.nullable(z.string()) })),
  /** The model for the next message only; null for the chat's model. */
  messageModel: z.nullable(modelChoiceSchema),
  /** The model that answers while the chat's model is not available; null if the chat's model answers. */
  fallback: z.nullable(modelChoiceSchema),
});
export type ComposerMenu = z.infer<typeof composerMenuSchema>;

/** The settings of input completion. */
export const completingSchema = z.object({
  /** Tab at the end of the text asks for a completion (`premove.complete.tab`). */
  onTab: z.boolean(),
  /** A pause in typing asks for a completion (`premove.complete.auto`). */
  onPause: z.boolean(),
});
export type Completing = z.infer<typeof completingSchema>;

export const chatStateSchema = z.object({
  conversationId: z.string(),
  title: z.string(),
  items: z.array(itemSchema),
  status: sessionStatusSchema,
  /** Null if the user has not chosen a model. If so, the panel offers first steps. */
  model: z.nullable(modelChoiceSchema),
  approvalMode: approvalModeSchema,
  /** The window has a folder open, so there are files to work on. */
  hasFolder: z.boolean(),
  /** The composer's text, as the webview last sent it or the host last set it. */
  draft: z.string(),
  /** The parts of `draft` that are rendered as chips. */
  draftChips: z.array(draftChipSchema),
  /** The draft is a command, because the composer is in shell mode. */
  draftShell: z.boolean(),
  /** Increased when the host sets the draft; the webview then replaces the composer's text. */
  draftRevision: z.number(),
  /**
   * The chat that the draft was carried over from; null if the draft is this chat's own. If the webview has newer text
   * that was typed in that chat, the webview keeps its text.
   */
  draftOrigin: z.nullable(z.string()),
  /** Images attached to the draft. */
  attachments: z.array(imageViewSchema),
  /**
   * The user message, answer or queued prompt that is being edited; null if the draft is a new prompt. Sending the
   * draft adds a branch beside the message or answer, or replaces the queued prompt at the same position.
   */
  editing: z.nullable(z.string()),
  /**
   * The prompts are sent in this order, one after each answer. A prompt that is being edited waits, and so do the
   * prompts after it.
   */
  queue: z.array(queuedPromptSchema),
  /** The queue waits for the user, for example because the last answer was stopped or failed. */
  queuePaused: z.boolean(),
  /** Null if no file is open. */
  ideContext: z.nullable(ideContextViewSchema),
  instructions: instructionsViewSchema,
  /** Whether this chat's prompts tell the model about the editor. */
  sharesEditor: z.boolean(),
  /** The setting `premove.showCitations`: whether the sources of an answer are shown below it. */
  showsCitations: z.boolean(),
  suggestion: z.nullable(suggestionSchema),
  suggesting: suggestingSchema,
  completing: completingSchema,
  /** The setting `premove.vimMode`: the composer has the keys of Vim. */
  vimMode: z.boolean(),
  /** Whether the user trusts the workspace. If not, no shell commands run. */
  isTrusted: z.boolean(),
  composerMenu: composerMenuSchema,
  /** The commands of the `/` list, in the order in which they are offered. */
  commands: z.array(commandViewSchema),
  /** The commands that the user has run in the chat, of all branches, oldest first. */
  shellLines: z.array(shellLineSchema),
  /** The total cost, for this chat and for today in all windows. */
  spending: z.object({ chat: amountSchema, today: amountSchema }),
  speculation: z.nullable(speculationViewSchema),
  /** Speculations that have ended, whose previews the user has open; the oldest first. */
  keptPreviews: z.array(speculationViewSchema),
  /** The question that waits for the user before files are restored. */
  restoring: z.nullable(restoreCardSchema),
  restored: z.nullable(restoredViewSchema),
  /** Cards about the agents in the window's terminals, the newest first. */
  terminals: z.array(terminalCardSchema),
  notice: z.nullable(noticeSchema),
  /** The output of a command, shown above the input; null if none is shown. */
  note: z.nullable(noteSchema),
  /**
   * `running`: the offline tour has steps left. `finished`: the tour has ended, and offers to choose a model. Null in
   * other chats.
   */
  tour: z.nullable(z.enum(['running', 'finished'])),
  /** Null until the host's search for models has a result, and while a model is selected. */
  firstSteps: z.nullable(firstStepsSchema),
});
export type ChatState = z.infer<typeof chatStateSchema>;

/**
 * The model that answers the next prompt, unless a prompt file or the setting `premove.routing.fastFor` chooses another
 * model.
 */
export function nextModel({ model, composerMenu }: Pick<ChatState, 'model' | 'composerMenu'>): ModelChoice | null {
  return composerMenu.messageModel ?? composerMenu.fallback ?? model;
}
