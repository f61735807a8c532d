import type { SpeculationView } from '../../shared/chatState.ts';
import { HIDDEN_TOO_LONG } from '../speculate/speculator.ts';

/** Why the preparation of a move stops, completely or in part. The log names the reason. */
export type MoveStopReason =
  /** The chat or its files changed: by a prompt, a retry, another branch, a restore, or an applied kept preview. */
  | 'chat-continued'
  /**
   * The user discards the edits or stops the answer of an adopted speculation, or an adopted speculation cannot be
   * applied.
   */
  | 'discarded'
  /** The user ran the suggested slash command. */
  | 'command-run'
  /** The chat is compressed or its summary changes, so the edits belong to a chat with other messages. */
  | 'compressed'
  | 'chat-left'
  /** The prepared edits are on disk, or their running speculation has become the current answer. */
  | 'applied'
  /** The recovery from a crash adds applied edits or restored files to the chat. */
  | 'recovered'
  /** Off in this chat or in all chats. */
  | 'suggestions-off'
  | 'rules-changed'
  /** The user dismisses the suggestion with Esc or ×, or the speculation of a dismissed suggestion ends. */
  | 'dismissed'
  | 'speculation-off'
  /** Nothing is applied in plan mode. The suggestion is shown again after plan mode. */
  | 'plan-mode'
  | 'typed'
  /** The user edits an earlier message, so the running request no longer predicts the next prompt. */
  | 'edit-began'
  /** Another answer has ended, so a running request for a suggestion would predict from the wrong answer. */
  | 'new-answer'
  /** After a reload, the suggestion is shown again. */
  | 'window-closed';

export interface StopEffects {
  readonly request: 'cancel' | 'keep';
  /**
   * `dismiss`: hide the suggestion, but let its edits be applied. `detach`: leave the suggestion on screen, but ignore
   * it.
   */
  readonly offer: 'end' | 'dismiss' | 'detach' | 'keep';
  /**
   * `abort` keeps an open preview. `abort-if-stuck`: only if the speculation failed, or stopped and cannot be accepted.
   * `discard-all` also closes all previews.
   */
  readonly speculation: 'abort' | 'abort-if-stuck' | 'discard-all' | 'keep';
  /** The file brings the suggestion back after a reload. */
  readonly file: 'delete' | 'keep';
  /** The method of `SuggestionRecorder` to call; null for none. */
  readonly recorder: 'ignored' | 'superseded' | 'applied' | 'sentAsSuggested' | 'leftChat' | null;
}

/**
 * A suggestion counts as ignored only if the user decided against it or left its chat. Typing does not abort a
 * speculation. Esc aborts a speculation only if its edits cannot be applied. A mistyped key must not destroy edits
 * that are paid for.
 */
export const STOP_EFFECTS: Readonly<Record<MoveStopReason, StopEffects>> = {
  'chat-continued': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'ignored' },
  discarded: { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'ignored' },
  'command-run': { request: 'keep', offer: 'end', speculation: 'keep', file: 'delete', recorder: 'sentAsSuggested' },
  'chat-left': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'leftChat' },
  // `superseded`, because the user has not decided against the suggestion.
  compressed: { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'superseded' },
  recovered: { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'superseded' },
  'suggestions-off': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'superseded' },
  'rules-changed': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'superseded' },
  // `keep`, because the `Speculator` closes an applied speculation itself, and an adopted speculation continues.
  applied: { request: 'cancel', offer: 'end', speculation: 'keep', file: 'delete', recorder: 'applied' },
  // `recorder` is null, because the webview's report has already reached the recorder.
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
 * Whether the user decided against the suggestion or left its chat, or the suggestion was hidden for too long. `reason`
 * is a `MoveStopReason` or a reason of the `Speculator`.
 */
export function countsAsUnused(reason: string): boolean {
  if (reason === 'dismissed' || reason === HIDDEN_TOO_LONG) return true;
  const recorder = isStopReason(reason) ? STOP_EFFECTS[reason].recorder : null;
  return recorder === 'ignored' || recorder === 'leftChat';
}

function isStopReason(reason: string): reason is MoveStopReason {
  return Object.hasOwn(STOP_EFFECTS, reason);
}
