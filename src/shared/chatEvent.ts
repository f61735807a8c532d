import * as z from 'zod/mini';
import {
  approvalModeSchema,
  completingSchema,
  composerMenuSchema,
  firstStepsSchema,
  ideContextViewSchema,
  modelChoiceSchema,
  noticeSchema,
  queuedPromptSchema,
  sessionStatusSchema,
  speculationViewSchema,
} from './chatState.ts';
import { instructionsViewSchema } from './instructionView.ts';
import { noteSchema } from './note.ts';
import { restoreCardSchema, restoredViewSchema } from './restoreCard.ts';
import { shellLineSchema } from './shellLine.ts';
import { commandViewSchema } from './slashCommand.ts';
import { terminalCardSchema } from './terminalCard.ts';
import { toolBlockSchema } from './toolBlock.ts';
import {
  amountSchema,
  answerItemSchema,
  blockSchema,
  branchViewSchema,
  imageViewSchema,
  itemSchema,
  summaryItemSchema,
} from './transcriptItem.ts';
import { draftChipSchema } from './draftChip.ts';
import { suggestingSchema, suggestionSchema } from './suggesting.ts';

/** The events that change the panel's state, in host and webview alike. */
export const chatEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('item-added'), item: itemSchema }),
  z.object({ type: z.literal('items-dropped'), fromId: z.string() }),
  z.object({ type: z.literal('block-added'), itemId: z.string(), block: blockSchema }),
  z.object({ type: z.literal('text-delta'), itemId: z.string(), index: z.number(), text: z.string() }),
  z.object({ type: z.literal('thinking-delta'), itemId: z.string(), index: z.number(), text: z.string() }),
  /** `duration`: milliseconds. */
  z.object({
    type: z.literal('thinking-end'),
    itemId: z.string(),
    index: z.number(),
    duration: z.number(),
  }),
  z.object({
    type: z.literal('tool-call-update'),
    itemId: z.string(),
    callId: z.string(),
    patch: z.partial(z.omit(toolBlockSchema, { kind: true, callId: true })),
  }),
  /** Adds or replaces `call`, a call by a sub-agent. `callId`: the call that has started the sub-agent. */
  z.object({ type: z.literal('agent-call-update'), itemId: z.string(), callId: z.string(), call: toolBlockSchema }),
  /** `index`: the first removed block. */
  z.object({ type: z.literal('blocks-dropped'), itemId: z.string(), index: z.number() }),
  z.object({
    type: z.literal('answer-updated'),
    itemId: z.string(),
    patch: z.partial(z.omit(answerItemSchema, { kind: true, id: true, blocks: true })),
  }),
  z.object({ type: z.literal('branch-changed'), itemId: z.string(), branch: z.nullable(branchViewSchema) }),
  z.object({
    type: z.literal('summary-updated'),
    itemId: z.string(),
    patch: z.partial(z.omit(summaryItemSchema, { kind: true, id: true })),
  }),
  z.object({ type: z.literal('status-changed'), status: sessionStatusSchema }),
  z.object({ type: z.literal('title-changed'), title: z.string() }),
  z.object({ type: z.literal('model-changed'), model: z.nullable(modelChoiceSchema) }),
  z.object({ type: z.literal('approval-mode-changed'), approvalMode: approvalModeSchema }),
  z.object({ type: z.literal('folder-changed'), hasFolder: z.boolean() }),
  /** `revised`: the draft must replace the text of the composer. */
  z.object({
    type: z.literal('draft-changed'),
    draft: z.string(),
    draftChips: z.array(draftChipSchema),
    draftShell: z.boolean(),
    revised: z.boolean(),
  }),
  z.object({ type: z.literal('attachments-changed'), attachments: z.array(imageViewSchema) }),
  z.object({ type: z.literal('editing-changed'), editing: z.nullable(z.string()) }),
  z.object({ type: z.literal('queue-changed'), queue: z.array(queuedPromptSchema), paused: z.boolean() }),
  z.object({ type: z.literal('instructions-changed'), instructions: instructionsViewSchema }),
  z.object({ type: z.literal('ide-context-changed'), ideContext: z.nullable(ideContextViewSchema) }),
  z.object({ type: z.literal('editor-sharing-changed'), sharesEditor: z.boolean() }),
  z.object({ type: z.literal('tour-changed'), tour: z.nullable(z.enum(['running', 'finished'])) }),
  z.object({ type: z.literal('first-steps-changed'), firstSteps: z.nullable(firstStepsSchema) }),
  z.object({ type: z.literal('suggestion-changed'), suggestion: z.nullable(suggestionSchema) }),
  z.object({ type: z.literal('suggesting-changed'), patch: z.partial(suggestingSchema) }),
  z.object({ type: z.literal('citations-shown-changed'), showsCitations: z.boolean() }),
  z.object({ type: z.literal('completing-changed'), completing: completingSchema }),
  z.object({ type: z.literal('vim-mode-changed'), vimMode: z.boolean() }),
  z.object({ type: z.literal('trust-changed'), isTrusted: z.boolean() }),
  z.object({ type: z.literal('composer-menu-changed'), patch: z.partial(composerMenuSchema) }),
  z.object({
    type: z.literal('spending-changed'),
    patch: z.object({ chat: z.optional(amountSchema), today: z.optional(amountSchema) }),
  }),
  z.object({ type: z.literal('kept-previews-changed'), keptPreviews: z.array(speculationViewSchema) }),
  z.object({ type: z.literal('speculation-changed'), speculation: z.nullable(speculationViewSchema) }),
  z.object({ type: z.literal('restoring-changed'), restoring: z.nullable(restoreCardSchema) }),
  z.object({ type: z.literal('restored-changed'), restored: z.nullable(restoredViewSchema) }),
  z.object({ type: z.literal('terminals-changed'), terminals: z.array(terminalCardSchema) }),
  z.object({ type: z.literal('notice-changed'), notice: z.nullable(noticeSchema) }),
  z.object({ type: z.literal('note-changed'), note: z.nullable(noteSchema) }),
  z.object({ type: z.literal('shell-line-changed'), line: shellLineSchema }),
  z.object({ type: z.literal('commands-changed'), commands: z.array(commandViewSchema) }),
]);
