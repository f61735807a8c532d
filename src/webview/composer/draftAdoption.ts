import type { ChatState } from '../../shared/chatState.ts';
import { chooseDraft, wasSubmitted, type PanelMemory } from '../state/panelMemory.ts';
import type { DraftSync } from './draftSync.ts';
import type { Editor } from './editor/editor.ts';
import { validChips } from './editor/chips.ts';

/** Puts the host's draft into the input. */
export interface DraftAdoption {
  /** While true, the input's text is not sent back to the host. */
  readonly isAdopting: boolean;
  /**
   * Sets `isAdopting` to true while it changes the input. If the input has this text already, changes only the shell
   * mode.
   */
  put(...change: Parameters<Editor['setText']>): void;
  /** Call when the host has set the draft or another chat is shown. */
  adoptDraft(chat: ChatState, circumstances: Circumstances): void;
}

export interface Circumstances {
  readonly otherChat: boolean;
  /** The draft is a message or an answer that the user begins to edit. */
  readonly startsEdit: boolean;
  /** An edit has ended, so the draft from before the edit is restored. */
  readonly endsEdit?: boolean;
  /** The page has just been loaded. */
  readonly afterReload?: boolean;
  /** Text from before the first snapshot, to append to the draft. */
  readonly typed?: string;
}

export function createDraftAdoption(
  editor: Pick<Editor, 'text' | 'chips' | 'setText' | 'setShellMode' | 'clearHistory'>,
  draft: Pick<DraftSync, 'flush' | 'cancel' | 'adopted' | 'changed'>,
  panelMemory: PanelMemory,
): DraftAdoption {
  let isAdopting = false;

  function put(...[text, options]: Parameters<Editor['setText']>): void {
    isAdopting = true;
    try {
      if (editor.text() !== text) editor.setText(text, options);
      else if (options?.shell !== undefined) editor.setShellMode(options.shell);
    } finally {
      // Reset even after an error: otherwise no later keystroke would be sent to the host.
      isAdopting = false;
    }
  }

  return {
    get isAdopting() {
      return isAdopting;
    },
    put,
    adoptDraft(chat, { otherChat, startsEdit, endsEdit = false, afterReload = false, typed = '' }) {
      const { conversationId, draftRevision } = chat;
      const carried = panelMemory.get().conversationId === chat.draftOrigin;
      // The last typed text belongs to the chat that the user has left, unless the draft was carried over.
      if (otherChat && !carried) draft.flush();
      draft.cancel();
      const memory = panelMemory.get();
      const text = afterReload && wasSubmitted(memory.draft, chat) ? chat.draft : chooseDraft(memory, chat);
      const ownChips = text === memory.draft ? memory.folds : text === chat.draft ? chat.draftChips : [];
      const chips = validChips(ownChips, text);
      const isShell = text === memory.draft && text !== chat.draft ? memory.shell === true : chat.draftShell;
      const remembered = memory.conversationId === conversationId;
      panelMemory.patch({ conversationId, draftRevision, ...(!remembered && { scroll: null }) });
      const whole = text === '' || typed === '' || /\s$/.test(text) ? text + typed : `${text} ${typed}`;
      put(whole, { undoable: !otherChat, chips, keepsMode: endsEdit, shell: isShell && !startsEdit });
      // Undo must not bring the user's draft into the edit: Enter would replace the message with the draft.
      if (startsEdit) editor.clearHistory();
      if (whole === chat.draft) draft.adopted(whole, editor.chips());
      else draft.changed(whole, editor.chips());
    },
  };
}
