/** Where the focus moves after the user has decided about an edit: to the button `kind` of the edit `callId`. */
export interface NextDecision {
  /** The decided edit. The focus moves when the card no longer contains this edit. */
  readonly after: string;
  readonly callId: string;
  readonly kind: 'allow-once' | 'deny';
}

/** Chooses the edit after `decided`, or the first edit; undefined if none is left. */
export function toNextDecision(
  callIds: readonly string[],
  decided: string,
  kind: NextDecision['kind'],
): NextDecision | undefined {
  const others = callIds.filter((callId) => callId !== decided);
  const callId = others[callIds.indexOf(decided)] ?? others[0];
  return callId === undefined ? undefined : { after: decided, callId, kind };
}
