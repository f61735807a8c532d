import * as z from 'zod/mini';
import { chatEventSchema, chatStateSchema } from './chatState.ts';

/**
 * Everything that crosses between host and webview. The webview names patches, files and calls by id; it never sends
 * paths or content to be written. Every request is answered with a `response`, also when it fails.
 */

/** Host → webview. `seq` numbers what is sent since the panel was made; a gap makes the webview ask for a snapshot. */
export const hostMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('snapshot'), seq: z.number(), state: chatStateSchema }),
  /** Events in order, coalesced per frame. */
  z.object({ kind: z.literal('delta'), seq: z.number(), events: z.array(chatEventSchema) }),
  z.discriminatedUnion('ok', [
    z.object({ kind: z.literal('response'), id: z.number(), ok: z.literal(true), result: z.unknown() }),
    z.object({ kind: z.literal('response'), id: z.number(), ok: z.literal(false), message: z.string() }),
  ]),
  /** Put the caret into the composer; only ever after the user's own command. */
  z.object({ kind: z.literal('focus-composer') }),
]);
export type HostMessage = z.infer<typeof hostMessageSchema>;

export const suggestionReportSchema = z.object({
  type: z.literal('suggestion-report'),
  suggestionId: z.string(),
  report: z.discriminatedUnion('event', [
    z.object({ event: z.literal('shown'), focused: z.boolean() }),
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

/** Webview → host. */
export const requestSchema = z.discriminatedUnion('type', [
  /** Asks for a snapshot: on load, after a gap, after a revival. */
  z.object({ type: z.literal('ready') }),
  /** Sends the composer's text. Result: `SubmitResult`. */
  z.object({ type: z.literal('submit'), text: z.string() }),
  z.object({ type: z.literal('stop') }),
  /** Asks the last answer's question again. */
  z.object({ type: z.literal('retry'), itemId: z.string() }),
  z.object({
    type: z.literal('decide'),
    callId: z.string(),
    decision: z.enum(['allow-once', 'allow-for-chat', 'deny']),
  }),
  z.object({ type: z.literal('draft'), text: z.string() }),
  suggestionReportSchema,
  z.object({
    type: z.literal('speculation'),
    id: z.string(),
    action: z.enum(['preview', 'apply', 'discard']),
  }),
  /** Only what the panel offers; the other modes are set in VS Code's settings, by hand. */
  z.object({ type: z.literal('set-approval-mode'), approvalMode: z.enum(['default', 'auto-edit']) }),
  /** Things the panel offers that VS Code does. */
  z.object({
    type: z.literal('command'),
    command: z.enum(['new-chat', 'select-model', 'set-api-key', 'use-tour', 'open-settings']),
  }),
  z.object({ type: z.literal('dismiss-notice') }),
  /** A defect in the webview, for the log. */
  z.object({ type: z.literal('report-error'), message: z.string() }),
]);
export type Request = z.infer<typeof requestSchema>;

export const webviewMessageSchema = z.object({ kind: z.literal('request'), id: z.number(), request: requestSchema });
export type WebviewMessage = z.infer<typeof webviewMessageSchema>;

/**
 * What became of a submit. `kept`: nothing was sent and the text stays in the composer, because it is empty, because
 * an answer is still being written, or because the edits wait for the user's Apply.
 */
export const submitResultSchema = z.object({
  outcome: z.enum(['sent', 'applied', 'kept']),
});
export type SubmitResult = z.infer<typeof submitResultSchema>;
