import type { Chip } from './editor/chips.ts';

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
  readonly chips: readonly Chip[];
  /** Where it is queued, it goes with the next results of calls. */
  readonly steers: boolean;
}

/** What Enter was pressed for while another message was on its way, without that one. */
export function withoutSent(sent: Submission, meant: MeantSubmission): MeantSubmission {
  return { ...meant, text: restOf(sent, meant) ?? meant.text, chips: chipsAfter(sent, meant, meant.chips) };
}

/** The chips in what `restOf` leaves of the input, by their places there. */
export function chipsAfter(sent: Submission, now: Submission, chips: readonly Chip[]): Chip[] {
  const removed = now.text.length - (restOf(sent, now) ?? now.text).length;
  return chips
    .filter(({ from, to }) => from >= Math.min(removed, sent.text.length) && to > removed)
    .map((chip) => ({ ...chip, from: Math.max(0, chip.from - removed), to: chip.to - removed }));
}
