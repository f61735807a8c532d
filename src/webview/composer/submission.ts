/** What was in the input when it was submitted, and whose it was. */
export interface Submission {
  readonly conversationId: string;
  /** Raised when the host sets the draft. */
  readonly draftRevision: number;
  readonly text: string;
}

/**
 * What stays in the input once a message has been sent: nothing, or what was typed behind it meanwhile. Null where the
 * input holds something else by now: another chat's draft, one that the host has put back, or text changed throughout.
 */
export function restOf(sent: Submission, now: Submission): string | null {
  if (now.conversationId !== sent.conversationId || now.draftRevision !== sent.draftRevision) return null;
  return now.text.startsWith(sent.text) ? now.text.slice(sent.text.length).trimStart() : null;
}
