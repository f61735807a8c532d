import type { SpeculationView } from '../../shared/chatState.ts';

/** Why a move that is being prepared stops, as a whole or in part. The log names it. */
export type MoveStopReason =
  /** The user sends another prompt, retries, continues an answer or shows another branch. */
  | 'chat-continued'
  /** The user presses Discard on the speculation bar. */
  | 'discarded'
  /** Another chat is shown. */
  | 'chat-left'
  /** The prepared edits are on disk. */
  | 'applied'
  /** Suggestions are switched off, in this chat or in all of them. */
  | 'suggestions-off'
  /** The permission rules are not those that the move was prepared under. */
  | 'rules-changed'
  /** The user closes the suggestion with Esc or ×. */
  | 'dismissed'
  | 'speculation-off'
  /** Nothing is applied in plan mode. The suggestion comes back when the mode ends. */
  | 'plan-mode'
  /** The composer is not empty any more. */
  | 'typed'
  /** An earlier prompt is put into the composer, so the running request would predict something else. */
  | 'edit-began'
  /** Another answer has come in, so the running request would follow the wrong one. */
  | 'new-answer'
  /** The window shows the suggestion again after a reload. */
  | 'window-closed';

export interface StopEffects {
  /** The request for a suggestion, if it is running. */
  readonly request: 'cancel' | 'keep';
  /** `dismiss`: it stays out of view, but can still be applied. `detach`: it stays on screen, without any effect. */
  readonly offer: 'end' | 'dismiss' | 'detach' | 'keep';
  /** `abort-if-stuck`: only one that has stopped at a boundary or failed. */
  readonly speculation: 'abort' | 'abort-if-stuck' | 'keep';
  /** The file that brings the suggestion back after a reload. */
  readonly file: 'delete' | 'keep';
  /** What the `SuggestionRecorder` is notified of; null if nothing has happened to the suggestion yet. */
  readonly recorder: 'ignored' | 'superseded' | 'applied' | 'leftChat' | null;
}

/**
 * What each reason does. Only the user's own choice against a suggestion counts as ignoring it: what a setting, a rule
 * or the end of the window ends says nothing about it. Seeds 000 and 001 abort the speculation as soon as the user
 * types or presses Esc. Here it stays, because its edits are paid for and one mistyped key would destroy them.
 */
export const STOP_EFFECTS: Readonly<Record<MoveStopReason, StopEffects>> = {
  'chat-continued': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'ignored' },
  discarded: { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'ignored' },
  'chat-left': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'leftChat' },
  'suggestions-off': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'superseded' },
  'rules-changed': { request: 'cancel', offer: 'end', speculation: 'abort', file: 'delete', recorder: 'superseded' },
  // The `Speculator` has closed the speculation that it applied.
  applied: { request: 'cancel', offer: 'end', speculation: 'keep', file: 'delete', recorder: 'applied' },
  // The webview's report has notified the recorder, which waits for what the user does instead.
  dismissed: { request: 'keep', offer: 'dismiss', speculation: 'abort-if-stuck', file: 'delete', recorder: null },
  'speculation-off': { request: 'keep', offer: 'keep', speculation: 'abort', file: 'keep', recorder: null },
  'plan-mode': { request: 'cancel', offer: 'keep', speculation: 'keep', file: 'keep', recorder: null },
  typed: { request: 'cancel', offer: 'keep', speculation: 'keep', file: 'keep', recorder: null },
  'edit-began': { request: 'cancel', offer: 'keep', speculation: 'keep', file: 'keep', recorder: null },
  'new-answer': { request: 'cancel', offer: 'keep', speculation: 'keep', file: 'keep', recorder: null },
  'window-closed': { request: 'cancel', offer: 'detach', speculation: 'abort', file: 'keep', recorder: null },
};

/** `phase`: undefined if there is no speculation. */
export function abortsSpeculation(
  effect: StopEffects['speculation'],
  phase: SpeculationView['phase'] | undefined,
): boolean {
  const isStuck = phase === 'stopped' || phase === 'failed';
  return effect === 'abort' || (effect === 'abort-if-stuck' && isStuck);
}
