import type { Clock } from '../ports/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { unlessAborted } from '../base/unlessAborted.ts';

/** Milliseconds for which a suggestion may be hidden before its running speculation ends. */
export const MAX_HIDDEN_MS = 30_000;

export interface HiddenPauseHandlers {
  /** The suggestion has been hidden for `MAX_HIDDEN_MS` without interruption. */
  onExpire(): void;
  /** True when a request is held back, false when it goes out. */
  onWait(waits: boolean): void;
}

/**
 * Holds back a speculation's requests while its suggestion is hidden, so that they cost nothing.
 *
 *   visible ─ setHidden(true) ──▶ hidden ─ MAX_HIDDEN_MS ─▶ onExpire()
 *   hidden  ─ setHidden(false) ─▶ visible
 *   hidden  ─ pass() ───────────▶ waiting ─ setHidden(false) ─▶ visible, pass() resolves to true
 */
export class HiddenPause {
  private readonly clock: Clock;
  private readonly handlers: HiddenPauseHandlers;
  private hidden: { readonly over: Promise<void>; end(): void } | undefined;
  private timer: Disposable | undefined;

  constructor(clock: Clock, handlers: HiddenPauseHandlers) {
    this.clock = clock;
    this.handlers = handlers;
  }

  get isHidden(): boolean {
    return this.hidden !== undefined;
  }

  setHidden(hidden: boolean): void {
    if (hidden === this.isHidden) return;
    this.timer?.dispose();
    this.timer = hidden ? this.clock.setTimeout(this.handlers.onExpire, MAX_HIDDEN_MS) : undefined;
    this.hidden?.end();
    this.hidden = hidden ? beginWait() : undefined;
  }

  /** Resolves to true when a request may be made, and to false when the signal aborts. */
  async pass(signal: AbortSignal): Promise<boolean> {
    if (!this.hidden) return !signal.aborted;
    this.handlers.onWait(true);
    try {
      while (this.hidden) await unlessAborted(this.hidden.over, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return false;
    }
    this.handlers.onWait(false);
    return true;
  }

  dispose(): void {
    this.timer?.dispose();
  }
}

function beginWait(): { readonly over: Promise<void>; end(): void } {
  let end = (): void => {};
  const over = new Promise<void>((resolve) => (end = resolve));
  return { over, end };
}
