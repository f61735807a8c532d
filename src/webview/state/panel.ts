import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ChatState } from '../../shared/chatState.ts';
import type { Request } from '../../shared/protocol.ts';
import type { Match } from '../find/search.ts';
import type { EarlyInput } from '../earlyInput.ts';
import type { ChatStore } from './chatStore.ts';
import type { CardKeys } from './cardKeys.ts';
import type { NextDecision } from './nextDecision.ts';
import type { PanelMemory } from './panelMemory.ts';
import type { ValueStore } from './valueStore.ts';

/** The components' access to everything outside React. */
export interface Panel {
  readonly chat: ChatStore;
  /** What the user did before the panel's code was loaded. */
  readonly early: Pick<EarlyInput, 'text' | 'entered' | 'clear'>;
  readonly memory: PanelMemory;
  /** A failure that is not part of the host's state; shown in the notice bar until it is dismissed or out of date. */
  readonly problem: ValueStore<string | null>;
  /** Whether the view is shown; while it is hidden, its timers stop. */
  readonly shown: ValueStore<boolean>;
  /** The match that the search shows; null if there is none. Components that hide the match expand. */
  readonly found: ValueStore<Match | null>;
  /** The edit whose button gets the focus when its buttons are enabled; null if there is none. */
  readonly nextDecision: ValueStore<NextDecision | null>;
  /** Carries out the keys for the cards that wait for the user. */
  readonly cards: CardKeys;
  /** Resolves with the result; rejects with an `Error` whose message can be shown. */
  request(request: Request): Promise<unknown>;
  /** Sends a request; a failure is shown in the notice bar. */
  send(request: Request): void;
  /** Stops the answer and focuses the composer. */
  stop(): void;
  /** Logs an error; nothing is shown. */
  reportError(message: string): void;
  /** Focuses the composer, and replaces its text with `text` if given. Call this only after a user action. */
  focusComposer(text?: string): void;
  /** Calls `listener` when the composer must be focused. Returns a function that unsubscribes it. */
  onFocusComposer(listener: (text?: string) => void): () => void;
  /** Calls `listener` with text that the user typed for the composer after an editor had taken the focus. */
  onTypedElsewhere(listener: (text: string) => void): () => void;
  /** Calls `listener` with the text of a completion so far. Returns a function that unsubscribes it. */
  onCompletion(listener: (completion: { readonly id: string; readonly text: string }) => void): () => void;
  /** Calls `listener` to focus the previous or next user message. Returns a function that unsubscribes it. */
  onJumpToPrompt(listener: (direction: 'previous' | 'next') => void): () => void;
  /** Scrolls the conversation out of view, like clearing a terminal's screen; nothing is deleted. */
  clearView(): void;
  /** Opens the card that shows what fills the context window. */
  openContext(): void;
  /** Calls `listener` when the card about the context window must open. Returns a function that unsubscribes it. */
  onOpenContext(listener: () => void): () => void;
  /** Calls `listener` when the view must be cleared. Returns a function that unsubscribes it. */
  onClearView(listener: () => void): () => void;
}

export const PanelContext = createContext<Panel | null>(null);

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('There is no panel around this component.');
  return panel;
}

/** A part of the chat's state; the component renders again only when that part changes. */
export function useChat<T>(select: (chat: ChatState) => T): T {
  const { chat } = usePanel();
  const read = (): T => {
    const state = chat.get();
    if (!state) throw new Error('The chat is used before its first snapshot.');
    return select(state);
  };
  // The third argument is for rendering without a document, as tests do.
  return useSyncExternalStore(chat.subscribe, read, read);
}
