import * as z from 'zod/mini';
import { chatEventSchema } from './chatEvent.ts';
import { chatStateSchema, promptMentionSchema, startModeSchema } from './chatState.ts';
import { draftChipSchema, MAX_CHIPS } from './draftChip.ts';
import { suggestionActionSchema } from './suggesting.ts';
import { terminalActionSchema } from './terminalCard.ts';

/*
 * Every message between the extension host and the webview. The webview names calls, files and prepared edits by an id,
 * an index or a line of a list; the host never uses these as a path. Apart from `/memory add` and the user's shell
 * commands, the webview sends no content to be written to the workspace. The file is long, because a reader should see
 * every message in one place.
 */

/** Host → webview. `seq` counts snapshots and deltas. After a gap, the webview asks for a snapshot. */
type HostMessageKind =
  | 'snapshot' // the whole state of the panel
  | 'delta' // the changes since the last snapshot or delta: the events below, in order. Sent about once per frame
  | 'response' // the result of a request, or why it failed
  | 'visibility' // the view was hidden, or is shown again; while it is hidden, no deltas are sent
  | 'completion' // the completion of the input, as far as it has arrived
  | 'focus-composer' // put the caret into the composer; only after the user's own command
  | 'jump-to-prompt'; // move the focus to the previous or next user message

/** `chatEvent.ts` defines the content, `chatReducer.ts` how the events change the state. */
type ChatEventType =
  | 'item-added' // a user message, a new answer or a summary
  | 'items-dropped' // an item and all items after it were removed from the transcript
  | 'block-added' // text, thinking or a tool call begins in an answer
  | 'text-delta' // more of a block of text
  | 'thinking-delta' // more of a block of thinking
  | 'thinking-end'
  | 'tool-call-update' // anything in a call's row
  | 'agent-call-update' // a sub-agent's call was added or changed
  | 'blocks-dropped' // removes blocks: a failed request is retried, or thoughts are inserted before a continued text
  | 'answer-updated'
  | 'branch-changed' // an item's siblings, and its hint about later prompts in another version
  | 'summary-updated' // a summary was edited, undone or redone
  | 'status-changed' // idle, responding, waiting for confirmation
  | 'title-changed'
  | 'model-changed'
  | 'approval-mode-changed'
  | 'folder-changed' // whether a folder is open
  | 'draft-changed'
  | 'attachments-changed'
  | 'editing-changed' // which prompt, queued prompt or answer the user edits, if any
  | 'queue-changed'
  | 'instructions-changed' // the rules, memory, skills and agents, and which are switched off
  | 'ide-context-changed' // what the next prompt tells the model about the editor
  | 'editor-sharing-changed'
  | 'tour-changed'
  | 'first-steps-changed'
  | 'suggestion-changed' // the ghost text
  | 'suggesting-changed' // settings, cost and the notice of suggestions
  | 'citations-shown-changed' // the setting about an answer's sources
  | 'completing-changed' // the settings of input completion
  | 'vim-mode-changed' // the setting that gives the composer the keys of Vim
  | 'trust-changed' // whether the user trusts the workspace
  | 'composer-menu-changed' // what the More menu shows beside its entries
  | 'spending-changed'
  | 'speculation-changed' // the speculation bar
  | 'kept-previews-changed' // a bar for each preview that stays open after its speculation
  | 'restoring-changed' // the question before files are restored
  | 'restored-changed' // whether the last restore can be undone
  | 'terminals-changed' // the cards about agents in terminals
  | 'notice-changed'
  | 'note-changed' // the output of a command
  | 'commands-changed' // the entries of the `/` list
  | 'shell-line-changed'; // a command of the user: its start, output and end, and whether its output is shared

/** Webview → host. Every request is answered with a `response`, even if it fails. */
type RequestType =
  | 'ready' // asks for a snapshot: if none came on load, after a gap in `seq`, or after a rendering error
  | 'submit' // sends or queues what is in the composer
  | 'change-queued' // edits, moves, removes, restores or steers a queued prompt
  | 'send-queue' // continues a queue that waits for the user
  | 'complete-mention' // asks for the entries of the `@` list
  | 'complete-input' // asks for text to insert at the caret
  | 'cancel-completion'
  | 'translate-input' // asks for the composer's text in the user's target language
  | 'cancel-translation'
  | 'stop' // stops the answer
  | 'retry' // asks the model again for an answer
  | 'retry-now' // ends the wait before a retry
  | 'set-key-and-retry'
  | 'continue-answer' // lets the model continue an answer
  | 'continue-prompt' // lets the model write more of a user message, in the user's place
  | 'use-as-message' // sends a prompt again, with the text that the model has added to it
  | 'decide-loop' // decides what to do with an answer in which the model repeats itself
  | 'edit' // puts an earlier prompt or an answer into the composer
  | 'cancel-edit'
  | 'switch-branch' // shows a sibling of an item
  | 'branch-from' // ends the conversation at an earlier answer
  | 'decide' // allows or denies calls
  | 'answer' // answers a call's question
  | 'cancel-call' // ends one call
  | 'open-diff' // opens a waiting edit in the diff editor
  | 'run-shell' // runs the composer's text as a command of the user
  | 'change-shell-line' // stops such a command, shares its output with the model or not, or opens the whole output
  | 'draft' // the composer's text or mode has changed
  | 'attach' // adds an image to the draft
  | 'detach'
  | 'read-context' // asks what fills the model's context window
  | 'list-inputs' // asks for the prompts and slash commands last sent in the workspace, for the keys Up and Down
  | 'compress' // replaces earlier messages by a summary in requests
  | 'change-summary' // edits or undoes the last summary
  | 'open-memory' // opens a file of the memory in an editor, and creates it if it does not exist
  | 'list-instructions' // reads the files of instructions again, for their list
  | 'open-problem' // opens the file of instructions that has a problem
  | 'switch-instruction' // sets whether a file of instructions is used in this workspace
  | 'share-editor' // sets whether prompts tell the model about the editor
  | 'insert-code' // inserts a code block of an answer at the cursor
  | 'open-file' // opens a file that an answer names
  | 'open-tool-file' // opens the file that a call is about
  | 'change-files' // undoes or redoes an answer's changes of files, or opens their diff
  | 'checkpoint' // shows what a restore of files would do, decides whether to restore, or undoes a restore
  | 'open-mention' // opens what a sent prompt mentions
  | 'find-files' // asks which of the files named in an answer exist
  | 'export' // writes the chat to a file
  | 'use-local-server' // selects a model of a server on this machine
  | 'suggestion-report' // an event of the ghost text
  | 'suggestions' // a choice in the menu beside ghost text, or in a notice about suggestions
  | 'speculation' // a button of a speculation bar
  | 'terminal' // a button of a terminal's card
  | 'set-approval-mode'
  | 'command' // runs a command that the panel offers, such as New Chat
  | 'dismiss-notice'
  | 'dismiss-note'
  | 'report-error'; // an error in the webview, for the log

/** `Message` if every listed name has a schema; otherwise the names without a schema. */
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
  /** The completion so far. `id`: the `id` of the request `complete-input`. */
  z.object({ kind: z.literal('completion'), id: z.string(), text: z.string() }),
  /** `typed`: text for the composer that was typed while an editor had the focus. */
  z.object({ kind: z.literal('focus-composer'), typed: z.optional(z.string()) }),
  z.object({ kind: z.literal('visibility'), shown: z.boolean() }),
  z.object({ kind: z.literal('jump-to-prompt'), direction: z.enum(['previous', 'next']) }),
]);
export type HostMessage = Listed<'kind', HostMessageKind, z.infer<typeof hostMessageSchema>>;
export type ChatEvent = Listed<'type', ChatEventType, z.infer<typeof chatEventSchema>>;

/** The types that the host accepts. The webview sends only PNG and JPEG, because it redraws every image. */
export const imageTypeSchema = z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
export type ImageType = z.infer<typeof imageTypeSchema>;

/** In bytes. The webview scales and compresses images to stay below it. */
export const MAX_IMAGE_BYTES = 3_500_000;
const MAX_IMAGE_CHARACTERS = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;
export const MAX_THUMBNAIL_CHARACTERS = 30_000;
/** Per prompt. */
export const MAX_ATTACHMENTS = 10;

export const suggestionReportSchema = z.object({
  type: z.literal('suggestion-report'),
  suggestionId: z.string(),
  report: z.discriminatedUnion('event', [
    /** Also reported when the suggestion becomes visible again. */
    z.object({ event: z.literal('shown'), focused: z.boolean() }),
    /**
     * The suggestion was hidden, for example because the composer holds other text. The suggestion comes back when the
     * composer is empty.
     */
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

/**
 * The effect of one Enter on a suggestion. `apply`: the prepared edits are applied. `run`: the suggestion is sent to
 * the model, or edits that have been prepared meanwhile are applied.
 */
export const submitEffectSchema = z.enum(['apply', 'run']);
export type SubmitEffect = z.infer<typeof submitEffectSchema>;

/** Per prompt. */
export const MAX_MENTIONS = 50;

/** A card with more calls sends several requests. */
export const MAX_DECIDED = 100;

export const mentionOfferSchema = z.object({
  id: z.string(),
  kind: z.enum(['file', 'folder', 'symbol', 'selection', 'problems', 'terminal', 'changes', 'memory']),
  /** The text after the `@`: a path, `path#symbol`, or the kind itself. */
  label: z.string(),
});
export type MentionOffer = z.infer<typeof mentionOfferSchema>;
export const mentionOffersSchema = z.array(mentionOfferSchema);

/** Maximum number of characters before the caret, and after it. Characters farther from the caret are not sent. */
export const MAX_COMPLETED = 20_000;

/** In characters. */
export const MAX_SUMMARY = 200_000;

export const inputsSchema = z.array(z.string());

/**
 * `redo`: discard edits that could not be merged, and send their prompt to the model. `resume`: allow speculations
 * again after too many were unused.
 */
const speculationActionSchema = z.enum(['preview', 'apply', 'redo', 'discard', 'resume']);
export type SpeculationAction = z.infer<typeof speculationActionSchema>;

export const requestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /**
   * Sends the composer's text with the draft's attachments, or queues it while an answer is being written. After an
   * edit, the text becomes a sibling or replaces the queued prompt; an answer's text is saved without a request. A
   * slash command (`commandNameOf`) runs instead. Result: `SubmitResult`.
   */
  z.object({
    type: z.literal('submit'),
    conversationId: z.string(),
    text: z.string(),
    mentions: z.optional(z.array(promptMentionSchema).check(z.maxLength(MAX_MENTIONS))),
    /** Long pastes and agents' screens. */
    folds: z.optional(z.array(draftChipSchema).check(z.maxLength(MAX_CHIPS))),
    steers: z.optional(z.boolean()),
    /** Set if one Enter submits the suggestion. If the host would do something else, the text is kept. */
    expects: z.optional(submitEffectSchema),
  }),
  /** Does nothing if the prompt has already been sent. `edit` puts a copy into the composer. */
  z.object({
    type: z.literal('change-queued'),
    conversationId: z.string(),
    id: z.string(),
    change: z.enum(['edit', 'remove', 'restore', 'move-up', 'move-down', 'steer', 'do-not-steer']),
  }),
  z.object({ type: z.literal('send-queue'), conversationId: z.string() }),
  /** Result: `MentionOffer[]`, best first; empty if a newer query has arrived. */
  z.object({
    type: z.literal('complete-mention'),
    query: z.string(),
    /** If missing, all kinds. */
    kind: z.optional(z.enum(['file', 'folder'])),
  }),
  /**
   * `completion` messages with this id bring the text so far. A newer request ends this request. Result:
   * `CompletionResult`.
   */
  z.object({
    type: z.literal('complete-input'),
    conversationId: z.string(),
    id: z.string(),
    before: z.string().check(z.maxLength(MAX_COMPLETED)),
    after: z.string().check(z.maxLength(MAX_COMPLETED)),
  }),
  z.object({ type: z.literal('cancel-completion'), id: z.string() }),
  /**
   * Does not translate chips and code. Asks the user for the target language if it is not set. A newer request ends
   * this request. Result: `TranslationResult`.
   */
  z.object({
    type: z.literal('translate-input'),
    conversationId: z.string(),
    text: z.string(),
    chips: z.array(draftChipSchema).check(z.maxLength(MAX_CHIPS)),
  }),
  z.object({ type: z.literal('cancel-translation') }),
  z.object({ type: z.literal('stop') }),
  /** The old answer and what followed it stay as a sibling. */
  z.object({ type: z.literal('retry'), conversationId: z.string(), itemId: z.string() }),
  /** Does nothing if the wait is over. */
  z.object({ type: z.literal('retry-now'), conversationId: z.string(), itemId: z.string() }),
  /**
   * Asks the user for the key of the model's provider. Retries if the key is set and this answer is still the last
   * item.
   */
  z.object({ type: z.literal('set-key-and-retry'), conversationId: z.string(), itemId: z.string() }),
  /** Continues the text, or the work after the results of calls. The answer and what followed it stay as a sibling. */
  z.object({ type: z.literal('continue-answer'), conversationId: z.string(), itemId: z.string() }),
  /** The model continues a user message. The answer has only what the model wrote. */
  z.object({ type: z.literal('continue-prompt'), conversationId: z.string(), itemId: z.string() }),
  /** The prompt is sent again as a sibling, with the text that the answer `itemId` adds to it. */
  z.object({ type: z.literal('use-as-message'), conversationId: z.string(), itemId: z.string() }),
  /** `never`: continues the answer, and stops the detection of loops in this chat. */
  z.object({
    type: z.literal('decide-loop'),
    conversationId: z.string(),
    itemId: z.string(),
    decision: z.enum(['go-on', 'stop', 'never']),
  }),
  /**
   * Puts a copy of the text and images into the composer. Submitting the copy adds a sibling. The composer's previous
   * content is stashed.
   */
  z.object({ type: z.literal('edit'), conversationId: z.string(), itemId: z.string() }),
  /** Restores the composer's content from before the edit. */
  z.object({ type: z.literal('cancel-edit'), conversationId: z.string() }),
  /** `step`: how many places the sibling is before (negative) or after item `itemId`. */
  z.object({
    type: z.literal('switch-branch'),
    conversationId: z.string(),
    itemId: z.string(),
    step: z.int(),
  }),
  /** The next prompt becomes a sibling of the prompt that followed the answer. */
  z.object({ type: z.literal('branch-from'), conversationId: z.string(), itemId: z.string() }),
  z.object({
    type: z.literal('decide'),
    callId: z.string(),
    /** Other calls of the same card with the same decision. */
    others: z.optional(z.array(z.string()).check(z.maxLength(MAX_DECIDED))),
    decision: z.enum(['allow-once', 'allow-for-chat', 'allow-always', 'deny']),
    /** For `allow-always`: an index in the card's `persistent`. */
    persistent: z.optional(z.int()),
    /** Why the user denied the calls, for the model. */
    reason: z.optional(z.string().check(z.maxLength(10_000))),
    /** The plan with the user's edits. */
    plan: z.optional(z.string().check(z.maxLength(200_000))),
    /** The mode that an accepted plan is carried out in. */
    mode: z.optional(startModeSchema),
  }),
  z.object({
    type: z.literal('answer'),
    callId: z.string(),
    answer: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('answered'), text: z.string() }),
      z.object({ kind: z.literal('dismissed') }),
    ]),
  }),
  /** Other running calls continue. */
  z.object({ type: z.literal('cancel-call'), callId: z.string() }),
  z.object({ type: z.literal('open-diff'), callId: z.string() }),
  /** Saves the draft of this chat, even if another chat is shown. */
  z.object({
    type: z.literal('draft'),
    conversationId: z.string(),
    text: z.string(),
    /** If missing, the chips stay, unless the text has changed. */
    folds: z.optional(z.array(draftChipSchema).check(z.maxLength(MAX_CHIPS))),
    /** The composer is in shell mode. */
    shell: z.optional(z.boolean()),
  }),
  /** The command runs without a question. Result: `SubmitResult`. */
  z.object({ type: z.literal('run-shell'), conversationId: z.string(), command: z.string() }),
  z.object({
    type: z.literal('change-shell-line'),
    conversationId: z.string(),
    id: z.string(),
    change: z.enum(['stop', 'share', 'do-not-share', 'open-log']),
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
  /** Result: the workspace's last inputs, oldest first. */
  z.object({ type: z.literal('list-inputs') }),
  /** Result: `ContextUsage` of the shown chat; null if no model can be used. */
  z.object({ type: z.literal('read-context') }),
  /** Does nothing unless this chat is idle. */
  z.object({ type: z.literal('compress'), conversationId: z.string() }),
  /**
   * Changes the last summary of the shown branch. `text`: the new text, allowed only while no message follows the
   * summary. `undone`: whether requests contain the replaced messages again.
   */
  z.object({
    type: z.literal('change-summary'),
    conversationId: z.string(),
    itemId: z.string(),
    change: z.union([
      z.object({ text: z.string().check(z.maxLength(MAX_SUMMARY)) }),
      z.object({ undone: z.boolean() }),
    ]),
  }),
  z.object({ type: z.literal('open-memory'), scope: z.enum(['user', 'workspace']) }),
  /** Reads the files of instructions again, because the user's own files are not watched. */
  z.object({ type: z.literal('list-instructions') }),
  /** Opens VS Code's trust editor if the problem is an untrusted workspace. `problem`: the line of the list. */
  z.object({ type: z.literal('open-problem'), problem: z.string() }),
  z.object({ type: z.literal('switch-instruction'), id: z.string(), isOn: z.boolean() }),
  z.object({ type: z.literal('share-editor'), conversationId: z.string(), shared: z.boolean() }),
  /** `index` counts the blocks of `codeBlocksOf` in the answer's texts. */
  z.object({ type: z.literal('insert-code'), itemId: z.string(), index: z.number() }),
  /** `index` counts the files of `filesNamedIn` in the answer's texts. */
  z.object({ type: z.literal('open-file'), itemId: z.string(), index: z.number() }),
  /** Opens the file that `toolPlace` finds. */
  z.object({ type: z.literal('open-tool-file'), itemId: z.string(), callId: z.string() }),
  /**
   * `compare`: the diff of the files that the last undo, redo or restore skipped, because somebody else had changed
   * them. `review`: the diff of all changes of the answer. `review-chat`: the diff of all changes of the chat.
   */
  z.object({
    type: z.literal('change-files'),
    conversationId: z.string(),
    itemId: z.string(),
    action: z.enum(['undo', 'redo', 'compare', 'review', 'review-chat']),
  }),
  /**
   * `ask-files`: show what a restore of the files to the time before user message `itemId` would do. `ask-chat`: the
   * same for the files and the chat. `restore`, `keep`, `cancel` and `compare` answer the shown question, whose id
   * is `itemId`. `undo` undoes the last restore. `review` opens the diff of what the chat has changed since `itemId`.
   */
  z.object({
    type: z.literal('checkpoint'),
    conversationId: z.string(),
    itemId: z.string(),
    action: z.enum(['ask-files', 'ask-chat', 'restore', 'keep', 'cancel', 'compare', 'undo', 'review']),
  }),
  /** `index` counts the prompt's chips. */
  z.object({ type: z.literal('open-mention'), itemId: z.string(), index: z.number() }),
  /** Result: the indices, as in `open-file`, of the existing files that are named in inline code. */
  z.object({ type: z.literal('find-files'), itemId: z.string() }),
  /** Asks the user for a file. Exports up to `itemId`, unless that is null. */
  z.object({ type: z.literal('export'), conversationId: z.string(), itemId: z.nullable(z.string()) }),
  z.object({ type: z.literal('use-local-server'), provider: z.string() }),
  suggestionReportSchema,
  /** A choice about one chat is ignored if another chat is shown now. */
  z.object({ type: z.literal('suggestions'), conversationId: z.string(), action: suggestionActionSchema }),
  z.object({
    type: z.literal('speculation'),
    id: z.string(),
    action: speculationActionSchema,
  }),
  /**
   * If the card has disappeared, nothing is sent to the terminal. Result of `choose` and `write`:
   * `TerminalAnswerResult`.
   */
  z.object({ type: z.literal('terminal'), id: z.string(), action: terminalActionSchema }),
  /** `yolo` is only set in VS Code's settings. */
  z.object({ type: z.literal('set-approval-mode'), approvalMode: z.enum(['plan', 'default', 'auto-edit']) }),
  z.object({
    type: z.literal('command'),
    command: z.enum([
      'new-chat',
      'chats',
      'select-model',
      'set-api-key',
      // For the model that completes and translates the input.
      'set-writing-key',
      'use-tour',
      'use-vscode-model',
      'open-settings',
      'open-folder',
      'manage-trust',
      'list-mcp-servers',
      'undo-edits',
      'undo-rule',
      'end-fallback',
      'open-copy',
      'choose-translation-target',
      'choose-effort',
      'choose-message-model',
      'clear-message-model',
    ]),
  }),
  z.object({ type: z.literal('dismiss-notice') }),
  z.object({ type: z.literal('dismiss-note'), id: z.string() }),
  z.object({ type: z.literal('report-error'), message: z.string() }),
]);
export type Request = Listed<'type', RequestType, z.infer<typeof requestSchema>>;

export const webviewMessageSchema = z.object({ kind: z.literal('request'), id: z.number(), request: requestSchema });
export type WebviewMessage = z.infer<typeof webviewMessageSchema>;

/** Sent when the panel gains or loses the keyboard focus. There is no response. */
export interface FocusMessage {
  readonly kind: 'focus';
  readonly focused: boolean;
}

/** Sent when the page appears on screen or leaves it. A minimized or covered window is not on screen. */
export interface PageMessage {
  readonly kind: 'page';
  readonly visible: boolean;
}

/** What only the webview can do after a command. */
const panelEffectSchema = z.enum(['clear-view', 'open-context']);
export type PanelEffect = z.infer<typeof panelEffectSchema>;

/**
 * `queued`: the prompt is on disk and is sent after the current answer, or during it if the prompt steers. `applied`:
 * the text was the suggestion, and its prepared edits were applied. `saved`: the text is a version of an answer. `ran`:
 * the text was a command. `kept`: nothing was sent, and the text stays in the composer.
 */
export const submitResultSchema = z.object({
  outcome: z.enum(['sent', 'queued', 'applied', 'saved', 'ran', 'kept']),
  /** What the command has done, or why the text was kept, as whole sentences. */
  message: z.optional(z.string()),
  effect: z.optional(panelEffectSchema),
});
export type SubmitResult = z.infer<typeof submitResultSchema>;

/** If the answer was refused, a card or a notification says why. */
export const terminalAnswerResultSchema = z.object({ outcome: z.enum(['sent', 'refused']) });
export type TerminalAnswerResult = z.infer<typeof terminalAnswerResultSchema>;

/** `message`: why there is no text, and what to do. `needsKey`: the fast model's key is missing or was refused. */
const failedWritingSchema = z.object({
  kind: z.literal('failed'),
  message: z.string(),
  needsKey: z.optional(z.boolean()),
});

/** `text`: the whole text to insert, never empty. */
export const completionResultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), text: z.string() }),
  failedWritingSchema,
  z.object({ kind: z.literal('aborted') }),
]);
export type CompletionResult = z.infer<typeof completionResultSchema>;

export const translationResultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), text: z.string(), chips: z.array(draftChipSchema) }),
  failedWritingSchema,
  z.object({ kind: z.literal('aborted') }),
]);
export type TranslationResult = z.infer<typeof translationResultSchema>;
