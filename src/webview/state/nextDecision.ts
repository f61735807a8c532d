/**
 * Where the focus moves when the user has allowed or denied one edit of a card: to the button `kind` of the edit
 * `callId`.
 */
export interface NextDecision {
  /** The edit that the user has decided about. The focus moves when the card no longer contains this edit. */
  readonly after: string;
  readonly callId: string;
  readonly kind: 'allow-once' | 'deny';
}

/** Chooses the edit after `decided`, or the first edit if `decided` is the last. Undefined if no other edit is left. */
export function toNextDecision(
  callIds: readonly string[],
  decided: string,
  kind: NextDecision['kind'],
): NextDecision | undefined {
  const others = callIds.filter((callId) => callId !== decided);
  const callId = others[callIds.indexOf(decided)] ?? others[0];
  return callId === undefined ? undefined : { after: decided, callId, kind };
}
