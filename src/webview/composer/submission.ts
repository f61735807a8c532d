import type { SubmitEffect } from '../../shared/protocol.ts';
import type { Chip } from './editor/chips.ts';

/** The input's content at the time of a submit, and its chat. */
export interface Submission {
  readonly conversationId: string;
  /** Increased when the host sets the draft. */
  readonly draftRevision: number;
  readonly text: string;
}

export function isSameDraft(one: Submission, other: Submission): boolean {
  return one.conversationId === other.conversationId && one.draftRevision === other.draftRevision;
}

/** The text typed after `sent`. Null if `now` is another draft, or no longer begins with the sent text. */
export function restOf(sent: Submission, now: Submission): string | null {
  if (!isSameDraft(sent, now)) return null;
  return now.text.startsWith(sent.text) ? now.text.slice(sent.text.length).trimStart() : null;
}

export interface SubmissionWithChips extends Submission {
  readonly chips: readonly Chip[];
  /** True to send a queued message with the next tool results instead of after the answer. */
  readonly steers: boolean;
  /** The effect of one Enter that accepts a suggestion; null if the text was already in the input. */
  readonly expects: SubmitEffect | null;
}

/** Removes the text of `sent` from a message for which Enter was pressed during the send. */
export function withoutSent(sent: Submission, submission: SubmissionWithChips): SubmissionWithChips {
  return {
    ...submission,
    text: restOf(sent, submission) ?? submission.text,
    chips: chipsAfter(sent, submission, submission.chips),
  };
}

/** The chips in the text that `restOf` leaves, with their new positions. */
export function chipsAfter(sent: Submission, now: Submission, chips: readonly Chip[]): Chip[] {
  const removed = now.text.length - (restOf(sent, now) ?? now.text).length;
  return chips
    .filter(({ from, to }) => from >= Math.min(removed, sent.text.length) && to > removed)
    .map((chip) => ({ ...chip, from: Math.max(0, chip.from - removed), to: chip.to - removed }));
}
