import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ChatState } from '../../shared/chatState.ts';
import type { Request } from '../../shared/protocol.ts';
import type { Match } from '../find/search.ts';
import type { ChatStore } from './chatStore.ts';
import type { CardKeys } from './cardKeys.ts';
import type { PanelMemory } from './panelMemory.ts';
import type { ValueStore } from './valueStore.ts';

/** What components reach the world through. */
export interface Panel {
  readonly chat: ChatStore;
  readonly memory: PanelMemory;
  /** Something went wrong here that the host does not know of; shown in the notice bar until dismissed. */
  readonly problem: ValueStore<string | null>;
  /** Whether the view is shown; a hidden one has nothing to draw, so its clocks stop. */
  readonly shown: ValueStore<boolean>;
  /** What a search in the conversation shows now; what is folded around it unfolds. */
  readonly found: ValueStore<Match | null>;
  /** The cards that ask, and the keys that answer them. */
  readonly cards: CardKeys;
  /** Resolves with the result; rejects with a message for people. */
  request(request: Request): Promise<unknown>;
  /** A failure is shown in the notice bar. */
  send(request: Request): void;
  /** Ends the answer that is being written; what was to be said instead can be typed at once. */
  stop(): void;
  /** For the log; nothing is shown. */
  reportError(message: string): void;
  /** Puts the caret into the composer, and `text` in place of what is there; only ever after something the user did. */
  focusComposer(text?: string): void;
  /** Called when the caret is wanted in the composer. Returns the unsubscription. */
  onFocusComposer(listener: (text?: string) => void): () => void;
  /** Called when the user's message before, or after, what is in view is wanted. Returns the unsubscription. */
  onJumpToPrompt(listener: (direction: 'previous' | 'next') => void): () => void;
  /** Scrolls the conversation out of view, as a terminal's screen is cleared; nothing of it is lost. */
  clearView(): void;
  /** Called when the view is to be cleared. Returns the unsubscription. */
  onClearView(listener: () => void): () => void;
}

export const PanelContext = createContext<Panel | null>(null);

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('There is no panel around this component.');
  return panel;
}

/** A part of the chat's state; the component renders again only when that part is another value. */
export function useChat<T>(select: (chat: ChatState) => T): T {
  const { chat } = usePanel();
  return useSyncExternalStore(chat.subscribe, () => {
    const state = chat.get();
    if (!state) throw new Error('The chat is used before its first snapshot.');
    return select(state);
  });
}
