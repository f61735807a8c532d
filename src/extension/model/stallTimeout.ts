/** Seconds. A shorter limit would treat a thinking model's pause as a stall; a longer limit would be useless. */
const SHORTEST = 5;
const LONGEST = 3_600;

export type StallTimeout =
  | { readonly kind: 'unset' }
  | { readonly kind: 'set'; readonly ms: number }
  /** One sentence for the log. */
  | { readonly kind: 'invalid'; readonly message: string };

/** Reads the setting `premove.stallTimeout`, which is in seconds. */
export function toStallTimeout(setting: unknown): StallTimeout {
  if (setting === undefined || setting === null) return { kind: 'unset' };
  if (typeof setting === 'number' && setting >= SHORTEST && setting <= LONGEST) {
    return { kind: 'set', ms: Math.round(setting * 1000) };
  }
  const message = `"premove.stallTimeout" is ignored, because it is not a number of seconds from ${SHORTEST} to ${LONGEST}.`;
  return { kind: 'invalid', message };
}
