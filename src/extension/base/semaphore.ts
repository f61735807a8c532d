import { unlessAborted } from './unlessAborted.ts';

/** At most `size` jobs run at once. Further jobs wait, and start in the order of the calls. */
export class Semaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(size: number) {
    this.free = size;
  }

  /** Rejects with the signal's reason if the signal aborts before the job starts. */
  async run<T>(job: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.take(signal);
    try {
      return await job();
    } finally {
      this.release();
    }
  }

  private async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    let notify = (): void => {};
    const notified = new Promise<void>((resolve) => (notify = resolve));
    this.waiting.push(notify);
    try {
      await unlessAborted(notified, signal);
    } catch (error) {
      const at = this.waiting.indexOf(notify);
      // If this job no longer waits, it got its slot just before the abort. The next job then gets the slot.
      if (at < 0) this.release();
      else this.waiting.splice(at, 1);
      throw error;
    }
  }

  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}
