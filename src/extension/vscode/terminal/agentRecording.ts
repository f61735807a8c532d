/** In characters. A single piece of output may be longer. */
const MAX_UNREAD = 1_000_000;

/** The output of a command, kept until it is read. Drops the oldest output if too much is unread. */
export class AgentRecording implements AsyncIterable<string> {
  private unread: string[] = [];
  private size = 0;
  private hasEnded = false;
  private isStopped = false;
  private wake: (() => void) | undefined;

  /** Resolves at the end of the output, or with the first output after `stop`. */
  async record(output: AsyncIterable<string>): Promise<void> {
    try {
      for await (const data of output) {
        if (this.isStopped) return;
        this.push(data);
      }
    } finally {
      this.end();
    }
  }

  end(): void {
    this.hasEnded = true;
    this.wake?.();
  }

  stop(): void {
    this.isStopped = true;
    this.unread = [];
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      const data = this.unread.shift();
      if (data !== undefined) {
        this.size -= data.length;
        yield data;
      } else if (this.hasEnded) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private push(data: string): void {
    this.unread.push(data);
    this.size += data.length;
    while (this.size > MAX_UNREAD && this.unread.length > 1) this.size -= this.unread.shift()?.length ?? 0;
    this.wake?.();
  }
}
