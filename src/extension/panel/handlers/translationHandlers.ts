import type { Request, TranslationResult } from '../../../shared/protocol.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import type { Translator } from '../../complete/translate.ts';
import type { Disposable } from '../../base/disposable.ts';

export interface TranslationTarget {
  /** Empty if `premove.translate.target` is not chosen yet. */
  current(): string;
  /** Asks the user and saves the language. Undefined if the user cancels. */
  choose(): Promise<string | undefined>;
}

/** Handles one webview's requests about translations. A new translation cancels the running one. */
export class TranslationHandlers implements Disposable {
  private readonly translator: Pick<Translator, 'translate'>;
  private readonly target: TranslationTarget;
  private readonly store: Pick<ChatStore, 'state'>;
  private running: AbortController | undefined;

  constructor(translator: Pick<Translator, 'translate'>, target: TranslationTarget, store: Pick<ChatStore, 'state'>) {
    this.translator = translator;
    this.target = target;
    this.store = store;
  }

  async translate(request: Extract<Request, { type: 'translate-input' }>): Promise<TranslationResult> {
    this.cancel();
    const running = new AbortController();
    this.running = running;
    try {
      const target = this.target.current() || (await this.target.choose());
      const isShown = this.store.state.conversationId === request.conversationId;
      if (target === undefined || !isShown || running.signal.aborted) return { kind: 'aborted' };
      const { text, chips } = request;
      return await this.translator.translate({ text, chips, target }, running.signal);
    } finally {
      if (this.running === running) this.running = undefined;
    }
  }

  cancel(): void {
    this.running?.abort();
    this.running = undefined;
  }

  dispose(): void {
    this.cancel();
  }
}
