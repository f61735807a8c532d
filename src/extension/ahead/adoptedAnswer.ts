import type { SpeculationView } from '../../shared/chatState.ts';
import { isAcceptable } from '../../shared/preparedEdits.ts';
import { isWindowClosing } from '../chat/agent/windowClosing.ts';
import type { CarryOutAdopted, AdoptedEnd } from '../chat/preparedExchanges.ts';
import type { AcceptResult } from '../speculate/applySpeculation.ts';
import type { AdoptedSpeculation } from '../speculate/speculator.ts';
import type { MoveStopReason } from './stopReasons.ts';

export interface AdoptedAnswerOptions {
  readonly adopted: AdoptedSpeculation;
  /** Null if there is no current speculation. */
  readonly view: () => SpeculationView | null;
  /** Whether edits are applied only after the user presses Apply. */
  readonly asksFirst: () => boolean;
  /** `mayOpenDiff`: see `AcceptRequest`. */
  readonly accept: (mayOpenDiff: boolean) => Promise<AcceptResult>;
  /** Call only while the adopted speculation is the current speculation. Never rejects. */
  readonly abort: () => Promise<void>;
  readonly onDidApply: (result: Extract<AcceptResult, { kind: 'applied' }>) => void;
}

/**
 * A speculation that the user has accepted while it ran. It is the chat's answer until `carryOut` resolves.
 *
 *     running ── ended ──▶ applying ── applied ──▶ (over)
 *     running ── ended, and edits are applied only after Apply ──▶ waiting ── apply() ──▶ applying
 *     applying ── a conflict, an error that left no changes, or a diff that must be seen first ──▶ waiting
 *     applying ── nothing can be applied, or an error that left changes ──▶ (over: the model answers the prompt live)
 *     running, waiting ── Stop or Discard ──▶ (over: stopped, nothing is written)
 *     running, waiting ── the window closes ──▶ (over: interrupted, nothing is written)
 *     running ── failed ──▶ (over: the model answers the prompt live)
 *     running, waiting ── changed rules or settings, or a `redo` request ──▶ (over: the model answers the prompt live)
 */
export class AdoptedAnswer {
  private readonly options: AdoptedAnswerOptions;
  private readonly id: string;
  private endReason: MoveStopReason | 'redo' | undefined;
  private wake = (): void => {};

  constructor(options: AdoptedAnswerOptions) {
    this.options = options;
    this.id = options.adopted.view.id;
  }

  /** Has no effect unless the edits wait for Apply. */
  apply(): void {
    this.wake();
  }

  /** Records why the answer ends. The caller must then end the speculation, without an `await` in between. */
  setEndReason(reason: MoveStopReason | 'redo'): void {
    this.endReason = reason;
    this.wake();
  }

  /** Never rejects. */
  readonly carryOut: CarryOutAdopted = async ({ show, onDidWait }, signal) => {
    const { adopted, accept, onDidApply } = this.options;
    const abort = (): void => void this.abort().then(() => this.wake());
    signal.addEventListener('abort', abort, { once: true });
    const showing = adopted.onDidChangeTurns(show);
    show(adopted.turns);
    try {
      await adopted.over;
      for (let waits = this.needsApply; ; waits = true) {
        if (waits && this.isCurrent) await this.waitForApply(onDidWait);
        if (!this.isCurrent) return this.endWithout(signal);
        const result = await accept(waits);
        if (result.kind === 'applied') {
          onDidApply(result);
          return result.continues ? 'continue-live' : 'applied';
        }
        if (result.kind === 'unrecorded') return 'applied';
        if (this.mayApplyLater(result)) continue;
        await this.abort();
        return this.endWithout(signal);
      }
    } finally {
      showing.dispose();
      signal.removeEventListener('abort', abort);
    }
  };

  private get isCurrent(): boolean {
    return this.options.view()?.id === this.id;
  }

  private get needsApply(): boolean {
    const { view, asksFirst } = this.options;
    return asksFirst() && (view()?.files.length ?? 0) > 0 && isAcceptable(view());
  }

  private mayApplyLater({ kind }: AcceptResult): boolean {
    const isKept = kind === 'failed' && this.options.view()?.phase !== 'failed';
    return kind === 'review' || kind === 'conflict' || isKept;
  }

  private async waitForApply(onDidWait: (waits: boolean) => void): Promise<void> {
    const woken = new Promise<void>((resolve) => (this.wake = resolve));
    onDidWait(true);
    await woken;
    this.wake = () => {};
    onDidWait(false);
  }

  /** Returns how the answer ends if the edits are not applied. */
  private endWithout(signal: AbortSignal): AdoptedEnd {
    if (this.endReason === 'window-closed' || isWindowClosing(signal)) return 'interrupted';
    const isStopped = signal.aborted || (this.endReason !== undefined && !ANSWERED_LIVE.has(this.endReason));
    return isStopped ? 'stopped' : 'answer-live';
  }

  private async abort(): Promise<void> {
    if (this.isCurrent) await this.options.abort();
  }
}

/** After these reasons, the user still wants an answer to the prompt. */
const ANSWERED_LIVE: ReadonlySet<MoveStopReason | 'redo'> = new Set([
  'redo',
  'rules-changed',
  'speculation-off',
  'suggestions-off',
]);
