import { unlessAborted } from '../base/unlessAborted.ts';
import type { UserAnswer } from '../tools/tool.ts';

/** The calls of one chat that have no result yet. Each can be cancelled, and may wait for the user's answer. */
export class OpenCalls {
  private readonly cancels = new Map<string, () => void>();
  private readonly questions = new Map<string, (answer: UserAnswer) => void>();

  /** `cancel` must end this call only. */
  add(callId: string, cancel: () => void): void {
    this.cancels.set(callId, cancel);
  }

  /** Must be called when the call has a result. */
  delete(callId: string): void {
    this.cancels.delete(callId);
  }

  /** Returns false if the call has already ended. */
  cancel(callId: string): boolean {
    const cancel = this.cancels.get(callId);
    cancel?.();
    return cancel !== undefined;
  }

  /** Rejects if the signal aborts. */
  async ask(callId: string, signal: AbortSignal): Promise<UserAnswer> {
    const answered = new Promise<UserAnswer>((resolve) => this.questions.set(callId, resolve));
    try {
      return await unlessAborted(answered, signal);
    } finally {
      this.questions.delete(callId);
    }
  }

  /** Returns false if the call has no open question. */
  answer(callId: string, answer: UserAnswer): boolean {
    const resolve = this.questions.get(callId);
    resolve?.(answer);
    return resolve !== undefined;
  }
}
