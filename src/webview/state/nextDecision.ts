/** The edit that gets the focus after the user, with the focus in the card, has decided on another edit of the card. */
export interface NextDecision {
  /** The edit that the user has decided on; the focus moves when the card no longer asks about it. */
  readonly after: string;
  readonly callId: string;
  readonly kind: 'allow-once' | 'deny';
}

/** The edit after `decided`; the first edit if `decided` is the last. Undefined if no other edit is left. */
export function toNextDecision(
  callIds: readonly string[],
  decided: string,
  kind: NextDecision['kind'],
): NextDecision | undefined {
  const others = callIds.filter((callId) => callId !== decided);
  const callId = others[callIds.indexOf(decided)] ?? others[0];
  return callId === undefined ? undefined : { after: decided, callId, kind };
}
