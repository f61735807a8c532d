import type { SpeculationView } from '../../shared/chatState.ts';
import { HIDDEN_TOO_LONG } from '../speculate/speculator.ts';

/** Why the preparation of a move stops, completely or in part. The log names the reason. */
export type MoveStopReason =
  /**
   * The user sends another prompt, retries, continues or edits an answer, shows another branch, restores an earlier
   * state of the files or undoes that restore, or applies a kept preview.
   */
  | 'chat-continued'
  /**
   * The user discards the prepared edits, or stops the answer of an adopted speculation; or an adopted speculation
   * cannot be applied.
   */
  | 'discarded'
  /** The chat is compressed, or a summary is changed. The edits belong to a chat with other messages. */
  | 'compressed'
  /** Another chat is shown. */
  | 'chat-left'
  /** The prepared edits are on disk, or their running speculation has become the current answer. */
  | 'applied'
  /** The recovery from a crash adds applied edits or restored files to the chat. The user has not decided anything. */
  | 'recovered'
  /** Suggestions are switched off, in this chat or in all chats. */
  | 'suggestions-off'
  /** The permission rules have changed. */
  | 'rules-changed'
  /** The user dismisses the suggestion with Esc or ×, or the speculation of a dismissed suggestion ends. */
  | 'dismissed'
  /** Prepared edits are switched off. */
  | 'speculation-off'
  /** The approval mode becomes plan, in which nothing is applied. The suggestion is shown again when the mode ends. */
  | 'plan-mode'
  /** The composer is no longer empty. */
  | 'typed'
  /** The user edits an earlier message, so the running request no longer predicts the next prompt. */
  | 'edit-began'
  /** Another answer has ended, so the running request continues the wrong answer. */
  | 'new-answer'
  /** The window closes. After a reload, the suggestion is shown again. */
  | 'window-closed';

export interface StopEffects {
  /** What happens to the request for a suggestion, if it is running. */
  readonly request: 'cancel' | 'keep';
  /**
   * `dismiss`: hide the suggestion, but let its edits be applied. `detach`: leave the suggestion on screen, but ignore
   * it from then on.
   */
  readonly offer: 'end' | 'dismiss' | 'detach' | 'keep';
  /**
   * `abort`: abort the speculation, but keep its preview if that is open. `abort-if-stuck`: do this only if the
   * speculation has failed, or has stopped and cannot be accepted. `discard-all`: abort, and close all previews.
   */
  readonly speculation: 'abort' | 'abort-if-stuck' | 'discard-all' | 'keep';
  /** What happens to the file that brings the suggestion back after a reload. */
  readonly file: 'delete' | 'keep';
  /** The method of `SuggestionRecorder` to call; null for none. */
  readonly recorder: 'ignored' | 'superseded' | 'applied' | 'leftChat' | null;
}

/**
 * The effects of each reason. A suggestion counts as ignored only if the user decided against it, not if a setting, a
 * rule or the end of the window stopped it. Typing and Esc do not abort a speculation, because its edits are paid for
 * and one mistyped key would destroy them.
 */
export const STOP_EFFECTS: Readonly<Record<MoveStopReason, StopEffects>> = {
  'chat-continued': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'ignored' },
  discarded: { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'ignored' },
  'chat-left': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'leftChat' },
  // `superseded`, because the user has not decided against the suggestion.
  compressed: { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'superseded' },
  recovered: { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'superseded' },
  'suggestions-off': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'superseded' },
  'rules-changed': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'superseded' },
  // `keep`, because the `Speculator` closes an applied speculation itself, and an adopted speculation continues.
  applied: { request: 'cancel', offer: 'end', speculation: 'keep', file: 'delete', recorder: 'applied' },
  // `recorder` is null, because the webview's report has already reached the recorder, which waits for the user's next
  // action.
  dismissed: { request: 'keep', offer: 'dismiss', speculation: 'abort-if-stuck', file: 'delete', recorder: null },
  'speculation-off': { request: 'keep', offer: 'keep', speculation: 'abort', file: 'keep', recorder: null },
  'plan-mode': { request: 'cancel', offer: 'keep', speculation: 'keep', file: 'keep', recorder: null },
  typed: { request: 'cancel', offer: 'keep', speculation: 'keep', file: 'keep', recorder: null },
  'edit-began': { request: 'cancel', offer: 'keep', speculation: 'keep', file: 'keep', recorder: null },
  'new-answer': { request: 'cancel', offer: 'keep', speculation: 'keep', file: 'keep', recorder: null },
  'window-closed': { request: 'cancel', offer: 'detach', speculation: 'discard-all', file: 'keep', recorder: null },
};

/** `view` is null if there is no speculation. */
export function abortsSpeculation(
  effect: StopEffects['speculation'],
  view: Pick<SpeculationView, 'phase' | 'resumes'> | null,
): boolean {
  const isStuck = view?.phase === 'failed' || (view?.phase === 'stopped' && !view.resumes);
  return effect === 'abort' || effect === 'discard-all' || (effect === 'abort-if-stuck' && isStuck);
}

/**
 * Whether a speculation that ended for this reason counts as unused: the user decided against the suggestion or left
 * its chat, or the suggestion was hidden for too long. `reason` is a `MoveStopReason` or a reason of the `Speculator`.
 */
export function countsAsUnused(reason: string): boolean {
  if (reason === 'dismissed' || reason === HIDDEN_TOO_LONG) return true;
  const recorder = isStopReason(reason) ? STOP_EFFECTS[reason].recorder : null;
  return recorder === 'ignored' || recorder === 'leftChat';
}

function isStopReason(reason: string): reason is MoveStopReason {
  return Object.hasOwn(STOP_EFFECTS, reason);
}
