import * as z from 'zod/mini';
import { chatEventSchema } from './chatEvent.ts';
import { chatStateSchema, promptMentionSchema, startModeSchema } from './chatState.ts';
import { draftFoldSchema, MAX_FOLDS } from './draftFold.ts';
import { suggestionActionSchema } from './suggesting.ts';

/*
 * Everything that crosses between the extension host and the webview. The webview names patches, files and calls by id;
 * it never sends paths or content to be written.
 */

/** Host → webview. `seq` numbers snapshots and deltas; a gap makes the webview ask for a snapshot. */
type HostMessageKind =
  | 'snapshot' // the whole state of the panel
  | 'delta' // what has changed since: a list of the events below, in order, at most one message per frame
  | 'response' // the result of a request, or why it failed
  | 'visibility' // the view was hidden, or is shown again; while it is hidden, only responses come
  | 'focus-composer' // put the caret into the composer; only after the user's own command
  | 'jump-to-prompt'; // scroll to the user's message before, or after, what is in view

/** The events of a `delta`. `chatEvent.ts` has their content, `chatReducer.ts` what they do to the state. */
type ChatEventType =
  | 'item-added' // a message of the user's, or a new answer
  | 'items-dropped' // an item and all after it have left the transcript
  | 'block-added' // text, thinking or a tool call begins in an answer
  | 'text-delta' // more of a block of text
  | 'thinking-delta' // more of a block of thinking
  | 'thinking-end'
  | 'tool-call-update' // what a call does, asks or has brought
  | 'blocks-dropped' // a failed request is made again, so its output is void
  | 'answer-updated'
  | 'branch-changed' // an item has more or fewer siblings
  | 'status-changed' // idle, responding, waiting for confirmation
  | 'title-changed'
  | 'model-changed'
  | 'approval-mode-changed'
  | 'folder-changed' // whether a folder is open
  | 'draft-changed'
  | 'attachments-changed'
  | 'editing-changed' // an earlier prompt is in the composer, or no longer
  | 'queue-changed'
  | 'context-files-changed'
  | 'ide-context-changed' // what the next prompt tells the model of the user's editor
  | 'editor-sharing-changed'
  | 'tour-changed'
  | 'first-steps-changed'
  | 'suggestion-changed' // the ghost text
  | 'suggesting-changed' // settings, cost and the notice of suggestions
  | 'spending-changed'
  | 'speculation-changed' // the speculation bar
  | 'notice-changed';

/** Webview → host. Every request is answered with a `response`, also if it fails. */
type RequestType =
  | 'ready' // asks for a snapshot: on load, after a gap, after a revival
  | 'submit' // sends or queues what is in the composer
  | 'change-queued' // edits, moves or removes a queued prompt
  | 'send-queue' // continues a queue that waits for the user
  | 'complete-mention' // asks what `@` may stand for
  | 'stop' // stops the answer
  | 'retry' // asks an answer's question again
  | 'retry-now' // ends the wait before a failed request is made again
  | 'set-key-and-retry'
  | 'go-on' // continues an answer that stopped at the limit of turns
  | 'edit' // puts an earlier prompt into the composer
  | 'cancel-edit'
  | 'switch-branch' // shows a sibling of an item
  | 'decide' // allows or denies calls
  | 'answer' // answers a call's question
  | 'cancel-call' // ends one call
  | 'open-diff' // opens a waiting edit in the diff editor
  | 'draft' // the composer's text has changed
  | 'attach' // adds an image to the draft
  | 'detach'
  | 'list-inputs' // asks for the workspace's last inputs
  | 'share-editor' // whether prompts tell the model of the user's editor
  | 'insert-code' // inserts a code block of an answer at the cursor
  | 'open-file' // opens a file that an answer names
  | 'open-tool-file' // opens the file that a call is about
  | 'open-mention' // opens what a sent prompt mentions
  | 'find-files' // asks which of the files that an answer names exist
  | 'export' // writes the chat to a file
  | 'use-local-server' // selects a model of a server on this machine
  | 'suggestion-report' // what has become of the ghost text
  | 'suggestions' // a choice in the suggestions' hint or notice
  | 'speculation' // Preview, Apply or Discard on the speculation bar
  | 'set-approval-mode'
  | 'command' // runs one of VS Code's commands that the panel offers
  | 'dismiss-notice'
  | 'report-error'; // a defect in the webview, for the log

/** `Message`, if each of the names has a schema and each schema is in the list. */
type Listed<Key extends string, Names extends string, Message extends Readonly<Record<Key, Names>>> = [Names] extends [
  Message[Key],
]
  ? Message
  : { readonly missing: Exclude<Names, Message[Key]> };

export const hostMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('snapshot'), seq: z.number(), state: chatStateSchema }),
  z.object({ kind: z.literal('delta'), seq: z.number(), events: z.array(chatEventSchema) }),
  z.discriminatedUnion('ok', [
    z.object({ kind: z.literal('response'), id: z.number(), ok: z.literal(true), result: z.unknown() }),
    z.object({ kind: z.literal('response'), id: z.number(), ok: z.literal(false), message: z.string() }),
  ]),
  z.object({ kind: z.literal('focus-composer') }),
  z.object({ kind: z.literal('visibility'), shown: z.boolean() }),
  z.object({ kind: z.literal('jump-to-prompt'), direction: z.enum(['previous', 'next']) }),
]);
export type HostMessage = Listed<'kind', HostMessageKind, z.infer<typeof hostMessageSchema>>;
export type ChatEvent = Listed<'type', ChatEventType, z.infer<typeof chatEventSchema>>;

/** What every provider takes; the webview turns anything else that a browser can draw into one of them. */
export const imageTypeSchema = z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
export type ImageType = z.infer<typeof imageTypeSchema>;

/** Bytes of an attached image. The webview scales larger ones down before it sends them. */
export const MAX_IMAGE_BYTES = 3_500_000;
const MAX_IMAGE_CHARACTERS = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;
export const MAX_THUMBNAIL_CHARACTERS = 30_000;
/** Attached to one prompt. */
export const MAX_ATTACHMENTS = 10;

export const suggestionReportSchema = z.object({
  type: z.literal('suggestion-report'),
  suggestionId: z.string(),
  report: z.discriminatedUnion('event', [
    /** Also when it is visible again. */
    z.object({ event: z.literal('shown'), focused: z.boolean() }),
    /** Something else is in the composer; it comes back when the composer is empty. */
    z.object({ event: z.literal('hidden') }),
    z.object({ event: z.literal('first-keystroke'), afterMs: z.number() }),
    z.object({
      event: z.literal('accepted'),
      method: z.enum(['tab', 'enter', 'right', 'click', 'typed']),
      afterMs: z.number(),
    }),
    z.object({ event: z.literal('dismissed'), afterMs: z.number() }),
    z.object({ event: z.literal('superseded'), afterMs: z.number() }),
  ]),
});
export type SuggestionReport = z.infer<typeof suggestionReportSchema>['report'];

/** In one prompt. */
export const MAX_MENTIONS = 50;

/** Calls that are decided on at once; a card with more of them takes several requests. */
export const MAX_DECIDED = 100;

export const mentionOfferSchema = z.object({
  id: z.string(),
  kind: z.enum(['file', 'folder', 'symbol', 'selection', 'problems', 'terminal', 'changes']),
  /** What stands behind the `@`: a path, `path#symbol`, or the kind itself. */
  label: z.string(),
});
export type MentionOffer = z.infer<typeof mentionOfferSchema>;
export const mentionOffersSchema = z.array(mentionOfferSchema);

export const inputsSchema = z.array(z.string());

export const requestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /**
   * Sends the composer's text, with the draft's attachments; where a prompt is being edited, as its sibling, or, where
   * that one is queued, back in its place. While an answer is made it is queued. Result: `SubmitResult`.
   */
  z.object({
    type: z.literal('submit'),
    conversationId: z.string(),
    text: z.string(),
    mentions: z.optional(z.array(promptMentionSchema).check(z.maxLength(MAX_MENTIONS))),
    /** Long pastes, which the sent message draws as chips too. */
    folds: z.optional(z.array(draftFoldSchema).check(z.maxLength(MAX_FOLDS))),
    /** Where it is queued: to go with the next results of calls. */
    steers: z.optional(z.boolean()),
  }),
  /** Changes one queued prompt; nothing happens where it has gone meanwhile. `edit` puts it into the composer. */
  z.object({
    type: z.literal('change-queued'),
    conversationId: z.string(),
    id: z.string(),
    change: z.enum(['edit', 'remove', 'restore', 'move-up', 'move-down', 'steer', 'do-not-steer']),
  }),
  /** Lets a queue go on that waits for the user. */
  z.object({ type: z.literal('send-queue'), conversationId: z.string() }),
  /** What `@` may stand for. Result: `MentionOffer[]`, best first; none where a newer query has come. */
  z.object({ type: z.literal('complete-mention'), query: z.string() }),
  z.object({ type: z.literal('stop') }),
  /** Asks an answer's question again; the old answer and what followed it stay as a sibling. */
  z.object({ type: z.literal('retry'), conversationId: z.string(), itemId: z.string() }),
  /** Ends the wait before a failed request of this answer is made again; does nothing if it has ended. */
  z.object({ type: z.literal('retry-now'), conversationId: z.string(), itemId: z.string() }),
  /** Asks for the key of the model that refused it; if one is set, asks the answer's question again. */
  z.object({ type: z.literal('set-key-and-retry'), conversationId: z.string(), itemId: z.string() }),
  /** Lets the last answer, which stopped at the limit of turns, go on as the same prompt. */
  z.object({ type: z.literal('go-on'), conversationId: z.string(), itemId: z.string() }),
  /** Puts a prompt's text and images into the composer, to send them anew as a sibling; what was there is put by. */
  z.object({ type: z.literal('edit'), conversationId: z.string(), itemId: z.string() }),
  /** Puts back what was in the composer before. */
  z.object({ type: z.literal('cancel-edit'), conversationId: z.string() }),
  /** Shows the sibling that is so many places before (negative) or after, with what followed it. */
  z.object({
    type: z.literal('switch-branch'),
    conversationId: z.string(),
    itemId: z.string(),
    step: z.int(),
  }),
  z.object({
    type: z.literal('decide'),
    callId: z.string(),
    /** The other calls of the same card, if all of them are decided on in the same way. */
    others: z.optional(z.array(z.string()).check(z.maxLength(MAX_DECIDED))),
    decision: z.enum(['allow-once', 'allow-for-chat', 'allow-always', 'deny']),
    /** Which of the card's lasting rules, for `allow-always`. */
    lasting: z.optional(z.int()),
    /** Why it was denied, in the user's words, for the model. */
    reason: z.optional(z.string().check(z.maxLength(10_000))),
    /** The plan as the user has edited it. */
    plan: z.optional(z.string().check(z.maxLength(200_000))),
    /** The mode that an accepted plan is carried out in. */
    mode: z.optional(startModeSchema),
  }),
  /** Answers what a call asks: with one of its options, in the user's own words, or not at all. */
  z.object({
    type: z.literal('answer'),
    callId: z.string(),
    answer: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('answered'), text: z.string() }),
      z.object({ kind: z.literal('dismissed') }),
    ]),
  }),
  /** The calls beside it go on. */
  z.object({ type: z.literal('cancel-call'), callId: z.string() }),
  /** Opens the edit that a card asks about in VS Code's diff editor. */
  z.object({ type: z.literal('open-diff'), callId: z.string() }),
  /** `text` is all of it. One that names another chat than the shown one is that chat's. */
  z.object({
    type: z.literal('draft'),
    conversationId: z.string(),
    text: z.string(),
    /** Those that were told last, while the text stays, where not given. */
    folds: z.optional(z.array(draftFoldSchema).check(z.maxLength(MAX_FOLDS))),
  }),
  z.object({
    type: z.literal('attach'),
    conversationId: z.string(),
    name: z.string(),
    mimeType: imageTypeSchema,
    /** Base64, `MAX_IMAGE_BYTES` at most. */
    data: z.string().check(z.maxLength(MAX_IMAGE_CHARACTERS)),
    thumbnail: z.string().check(z.startsWith('data:image/'), z.maxLength(MAX_THUMBNAIL_CHARACTERS)),
  }),
  z.object({ type: z.literal('detach'), conversationId: z.string(), id: z.string() }),
  /** What Up walks behind the shown chat's own prompts. Result: the workspace's last inputs, oldest first. */
  z.object({ type: z.literal('list-inputs') }),
  /** Whether this chat's prompts tell the model of the user's editor. */
  z.object({ type: z.literal('share-editor'), conversationId: z.string(), shared: z.boolean() }),
  /** Inserts a fence of an answer at the cursor of the active editor; `index` counts the fences that `codeBlocksOf` finds. */
  z.object({ type: z.literal('insert-code'), itemId: z.string(), index: z.number() }),
  /** Opens a file that an answer links to or names; `index` counts what `filesNamedIn` finds in its texts. */
  z.object({ type: z.literal('open-file'), itemId: z.string(), index: z.number() }),
  /** Opens the file that a call of the answer is about, as `toolPlace` finds it. */
  z.object({ type: z.literal('open-tool-file'), itemId: z.string(), callId: z.string() }),
  /** Opens what a sent prompt mentions: the file, or the place of the symbol; `index` counts the prompt's chips. */
  z.object({ type: z.literal('open-mention'), itemId: z.string(), index: z.number() }),
  /** Which of the files that an answer names in inline code there are. Result: numbers as `open-file` takes them. */
  z.object({ type: z.literal('find-files'), itemId: z.string() }),
  /** Asks where to, and writes the chat down for people or programs, up to `itemId` where it is given. */
  z.object({ type: z.literal('export'), conversationId: z.string(), itemId: z.nullable(z.string()) }),
  /** Takes a model of a server that was found on this machine. */
  z.object({ type: z.literal('use-local-server'), provider: z.string() }),
  suggestionReportSchema,
  /** What the hint and the notice about suggestions offer; nothing in another chat than the one it was offered in. */
  z.object({ type: z.literal('suggestions'), conversationId: z.string(), action: suggestionActionSchema }),
  z.object({
    type: z.literal('speculation'),
    id: z.string(),
    action: z.enum(['preview', 'apply', 'discard']),
  }),
  /** Only what the panel offers; the other modes are set in VS Code's settings, by hand. */
  z.object({ type: z.literal('set-approval-mode'), approvalMode: z.enum(['plan', 'default', 'auto-edit']) }),
  /** Things the panel offers that VS Code does. */
  z.object({
    type: z.literal('command'),
    command: z.enum([
      'new-chat',
      'chats',
      'select-model',
      'set-api-key',
      'use-tour',
      'use-vscode-model',
      'open-settings',
      'open-folder',
      'undo-rule',
      'open-copy',
    ]),
  }),
  z.object({ type: z.literal('dismiss-notice') }),
  /** A defect in the webview, for the log. */
  z.object({ type: z.literal('report-error'), message: z.string() }),
]);
export type Request = Listed<'type', RequestType, z.infer<typeof requestSchema>>;

export const webviewMessageSchema = z.object({ kind: z.literal('request'), id: z.number(), request: requestSchema });
export type WebviewMessage = z.infer<typeof webviewMessageSchema>;

/** Whether the panel has the keyboard, told when it changes; who shows the view takes it, and answers nothing. */
export interface FocusMessage {
  readonly kind: 'focus';
  readonly focused: boolean;
}

/** Whether the page is on screen, told when it changes: it is not while the window is minimized or covered. */
export interface PageMessage {
  readonly kind: 'page';
  readonly visible: boolean;
}

/**
 * What became of a submit. `queued`: it is on disk, and goes when the answer before it is there. `kept`: nothing was sent
 * and the text stays in the composer, because it is empty, because it is an earlier prompt's and an answer is still being
 * written, because it could not be written down, or because the edits wait for the user's Apply.
 */
export const submitResultSchema = z.object({
  outcome: z.enum(['sent', 'queued', 'applied', 'kept']),
});
export type SubmitResult = z.infer<typeof submitResultSchema>;
