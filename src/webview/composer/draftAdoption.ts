import type { ChatState } from '../../shared/chatState.ts';
import { chooseDraft, type PanelMemory } from '../state/panelMemory.ts';
import type { DraftSync } from './draftSync.ts';
import type { Editor } from './editor/editor.ts';
import { validChips } from './editor/chips.ts';

/** Takes into the input what the host says of the draft. */
export interface DraftAdoption {
  /** The input changes because the host says so: nothing to tell it. */
  readonly isAdopting: boolean;
  /** Changes the input without telling the host, which is where the change comes from. */
  put(...change: Parameters<Editor['setText']>): void;
  /**
   * The host has set the draft, or another chat is shown. `typed`: what the user typed before there was a chat; it
   * follows the draft.
   */
  takeOver(chat: ChatState, otherChat: boolean, typed?: string): void;
}

export function createDraftAdoption(
  editor: Pick<Editor, 'text' | 'chips' | 'setText'>,
  draft: Pick<DraftSync, 'flush' | 'cancel' | 'adopted' | 'changed'>,
  panelMemory: PanelMemory,
): DraftAdoption {
  let isAdopting = false;

  function put(...[text, options]: Parameters<Editor['setText']>): void {
    isAdopting = true;
    try {
      if (editor.text() !== text) editor.setText(text, options);
    } finally {
      // Else no keystroke would be told to the host any more.
      isAdopting = false;
    }
  }

  return {
    get isAdopting() {
      return isAdopting;
    },
    put,
    takeOver(chat, otherChat, typed = '') {
      const { conversationId, draftRevision } = chat;
      const carried = panelMemory.get().conversationId === chat.draftOrigin;
      // What was typed last in a chat that is left behind is still its own.
      if (otherChat && !carried) draft.flush();
      draft.cancel();
      const memory = panelMemory.get();
      const text = chooseDraft(memory, chat);
      const told = text === memory.draft ? memory.folds : text === chat.draft ? chat.draftChips : [];
      const chips = validChips(told, text);
      const remembered = memory.conversationId === conversationId;
      panelMemory.patch({ conversationId, draftRevision, ...(!remembered && { scroll: null }) });
      const whole = text === '' || typed === '' || /\s$/.test(text) ? text + typed : `${text} ${typed}`;
      put(whole, { undoable: !otherChat, chips });
      if (whole === chat.draft) draft.adopted(whole, editor.chips());
      else draft.changed(whole, editor.chips());
    },
  };
}
