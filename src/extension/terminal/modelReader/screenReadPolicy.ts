/** Milliseconds for which a screen must stay the same before a model may read it. */
export const STABLE_MS = 6_000;
/** Milliseconds between a failed attempt and the next one for the same screen. */
const RETRY_MS = 60_000;
/** Failed attempts per screen. */
const MAX_FAILURES = 3;
const MAX_REMEMBERED = 200;

export interface ScreenState {
  /** Hash of the content, without the text that the user is typing. */
  readonly hash: string;
  /** All times are in milliseconds since the epoch. */
  readonly changedAt: number;
  /** Null if the user has not typed on this screen. */
  readonly typedAt: number | null;
}

/**
 * `wait`: only after `ms` milliseconds. `seen`: a model has read the screen. `failed`: `MAX_FAILURES` attempts have
 * failed.
 */
export type ReadDecision =
  | { readonly kind: 'read' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'no'; readonly why: 'seen' | 'typing' | 'failed' };

/** A screen counts as read only after the model has answered. */
export class ScreenReadPolicy {
  private readonly read = new Set<string>();
  private readonly failures = new Map<string, { readonly count: number; readonly at: number }>();

  decide({ hash, changedAt, typedAt }: ScreenState, now: number): ReadDecision {
    if (this.read.has(hash)) return { kind: 'no', why: 'seen' };
    // A user who has typed on this screen is at the terminal and sees the question.
    if (typedAt !== null) return { kind: 'no', why: 'typing' };
    const failure = this.failures.get(hash);
    if (failure && failure.count >= MAX_FAILURES) return { kind: 'no', why: 'failed' };
    const from = Math.max(changedAt + STABLE_MS, failure ? failure.at + RETRY_MS : 0);
    return now >= from ? { kind: 'read' } : { kind: 'wait', ms: from - now };
  }

  noteRead(hash: string): void {
    this.read.add(hash);
    this.failures.delete(hash);
    const [oldest] = this.read;
    if (this.read.size > MAX_REMEMBERED && oldest !== undefined) this.read.delete(oldest);
  }

  forgetFailures(): void {
    this.failures.clear();
  }

  noteFailure(hash: string, at: number): void {
    const count = (this.failures.get(hash)?.count ?? 0) + 1;
    this.failures.delete(hash);
    this.failures.set(hash, { count, at });
    const [oldest] = this.failures.keys();
    if (this.failures.size > MAX_REMEMBERED && oldest !== undefined) this.failures.delete(oldest);
  }
}
