import type { ChatState } from '../../shared/chatState.ts';
import { translationResultSchema, type TranslationResult } from '../../shared/protocol.ts';
import type { Panel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import type { UiStore } from './composerUi.ts';
import type { Editor } from './editor/editor.ts';

/** The translation replaces the text in one undo step; an error leaves the text as it is. */
export interface Translation {
  toggle(): void;
  /** True if there was a translation to cancel. */
  cancel(): boolean;
  /** Must be called for every change of the text or of the chat. Cancels a translation of another text or chat. */
  changed(): void;
}

export interface TranslationOptions {
  readonly panel: Pick<Panel, 'request' | 'send'>;
  readonly editor: Pick<Editor, 'text' | 'chips' | 'setText' | 'focus'>;
  readonly ui: UiStore;
  readonly shown: () => Pick<ChatState, 'conversationId' | 'composerMenu'> | null;
}

const words = strings.composerMenu;

export function createTranslation({ panel, editor, ui, shown }: TranslationOptions): Translation {
  let running: { readonly conversationId: string; readonly text: string } | null = null;

  async function start(): Promise<void> {
    const chat = shown();
    if (!chat) return;
    const { conversationId } = chat;
    const text = editor.text();
    const current = { conversationId, text };
    running = current;
    ui.update({ translating: true, hint: '' });
    showHint();
    editor.focus();
    const request = { type: 'translate-input' as const, conversationId, text, chips: [...editor.chips()] };
    const result = await panel
      .request(request)
      .then((answer) => translationResultSchema.parse(answer))
      .catch((error: unknown): TranslationResult => ({
        kind: 'failed',
        message: error instanceof Error ? error.message : String(error),
      }));
    if (running !== current) return;
    end();
    if (result.kind === 'failed') ui.update({ hint: result.message, needsKey: result.needsKey ?? false });
    if (result.kind !== 'done') return;
    editor.setText(result.text, { chips: result.chips });
    ui.update({ hint: words.translated });
  }

  /** Shows no hint if no language is set, because the host then first asks the user for the language. */
  function showHint(): void {
    if (shown()?.composerMenu.translateTarget) ui.update({ hint: words.translating });
  }

  function end(): void {
    running = null;
    ui.endHint(words.translating);
    ui.update({ translating: false });
  }

  function cancel(): boolean {
    if (!running) return false;
    end();
    panel.send({ type: 'cancel-translation' });
    return true;
  }

  return {
    toggle: () => void (cancel() || start()),
    cancel,
    changed() {
      if (!running) return;
      const isSameChat = running.conversationId === shown()?.conversationId;
      if (isSameChat && running.text === editor.text()) return showHint();
      cancel();
      if (isSameChat) ui.update({ hint: words.translationStopped });
    },
  };
}
