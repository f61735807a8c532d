import type { CompletionResult, HostMessage, Request } from '../../../shared/protocol.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import type { InputCompleter } from '../../complete/inputCompleter.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Timers } from '../../base/timers.ts';

/** Minimum milliseconds between two messages with the text so far. */
const FRAME = 32;

/** Handles one webview's requests about completions. A new completion cancels the running one. */
export class CompletionHandlers implements Disposable {
  private readonly completer: Pick<InputCompleter, 'complete'>;
  private readonly store: Pick<ChatStore, 'state'>;
  private readonly timers: Timers;
  private readonly post: (message: HostMessage) => void;
  private running: { readonly id: string; readonly abort: AbortController } | undefined;

  constructor(
    completer: Pick<InputCompleter, 'complete'>,
    store: Pick<ChatStore, 'state'>,
    timers: Timers,
    post: (message: HostMessage) => void,
  ) {
    this.completer = completer;
    this.store = store;
    this.timers = timers;
    this.post = post;
  }

  async complete(request: Extract<Request, { type: 'complete-input' }>): Promise<CompletionResult> {
    this.cancel();
    if (this.store.state.conversationId !== request.conversationId) return { kind: 'aborted' };
    const { id, before, after } = request;
    const abort = new AbortController();
    this.running = { id, abort };
    let sent = '';
    let latest = '';
    let timer: Disposable | undefined;
    const onText = (text: string): void => {
      latest = text;
      timer ??= this.timers.setTimeout(() => {
        timer = undefined;
        if (latest !== sent && !abort.signal.aborted) this.post({ kind: 'completion', id, text: latest });
        sent = latest;
      }, FRAME);
    };
    try {
      return await this.completer.complete({ before, after }, onText, abort.signal);
    } finally {
      timer?.dispose();
      if (this.running?.abort === abort) this.running = undefined;
    }
  }

  /** Without an id, cancels any completion. */
  cancel(id?: string): void {
    if (!this.running || (id !== undefined && this.running.id !== id)) return;
    this.running.abort.abort();
    this.running = undefined;
  }

  dispose(): void {
    this.cancel();
  }
}
