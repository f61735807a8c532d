import type { Fold } from './editor/folds.ts';

/** What was in the input when it was submitted, and whose it was. */
export interface Submission {
  readonly conversationId: string;
  /** Raised when the host sets the draft. */
  readonly draftRevision: number;
  readonly text: string;
}

/** Whether both were in the input of the same chat, and the host has put no other draft there in between. */
export function isSameDraft(one: Submission, other: Submission): boolean {
  return one.conversationId === other.conversationId && one.draftRevision === other.draftRevision;
}

/**
 * What stays in the input once a message has been sent: nothing, or what was typed behind it meanwhile. Null where the
 * input holds something else by now: another chat's draft, one that the host has put back, or text changed throughout.
 */
export function restOf(sent: Submission, now: Submission): string | null {
  if (!isSameDraft(sent, now)) return null;
  return now.text.startsWith(sent.text) ? now.text.slice(sent.text.length).trimStart() : null;
}

/** What Enter was pressed for, chips and all: nothing that is typed later goes along. */
export interface MeantSubmission extends Submission {
  readonly folds: readonly Fold[];
  /** Where it is queued, it goes with the next results of calls. */
  readonly steers: boolean;
}

/** What Enter was pressed for while another message was on its way, without that one. */
export function withoutSent(sent: Submission, meant: MeantSubmission): MeantSubmission {
  return { ...meant, text: restOf(sent, meant) ?? meant.text, folds: foldsBehind(sent, meant, meant.folds) };
}

/** The chips in what `restOf` leaves of the input, by their places there. */
export function foldsBehind(sent: Submission, now: Submission, folds: readonly Fold[]): Fold[] {
  const removed = now.text.length - (restOf(sent, now) ?? now.text).length;
  return folds
    .filter(({ from, to }) => from >= Math.min(removed, sent.text.length) && to > removed)
    .map((fold) => ({ ...fold, from: Math.max(0, fold.from - removed), to: fold.to - removed }));
}
