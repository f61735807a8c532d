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

/**
 * The components' access to everything outside React. Each `on…` method returns a function that removes the listener.
 */
export interface Panel {
  readonly chat: ChatStore;
  /** What the user did before the panel's code was loaded. */
  readonly early: Pick<EarlyInput, 'text' | 'entered' | 'clear'>;
  readonly memory: PanelMemory;
  /** A failure that is not part of the host's state; shown until it is dismissed or out of date. */
  readonly problem: ValueStore<string | null>;
  /** Whether the view is shown; while it is hidden, its timers stop. */
  readonly shown: ValueStore<boolean>;
  /** The match that the search shows. A component expands if it hides the match. */
  readonly found: ValueStore<Match | null>;
  /** The edit to decide about next. Its button gets the focus when the card's buttons are enabled. */
  readonly nextDecision: ValueStore<NextDecision | null>;
  readonly cards: CardKeys;
  /** Resolves with the result; rejects with an `Error` whose message can be shown. */
  request(request: Request): Promise<unknown>;
  /** Sends a request; a failure is shown in the notice bar. */
  send(request: Request): void;
  /** Stops the answer and focuses the composer. */
  stop(): void;
  /** Logs an error; nothing is shown. */
  reportError(message: string): void;
  /** `text` replaces the composer's text. Call this only after a user action. */
  focusComposer(text?: string): void;
  onFocusComposer(listener: (text?: string) => void): () => void;
  /** Text that the user typed for the composer after an editor had taken the focus. */
  onTypedElsewhere(listener: (text: string) => void): () => void;
  /** `text`: the completion so far. */
  onCompletion(listener: (completion: { readonly id: string; readonly text: string }) => void): () => void;
  onJumpToPrompt(listener: (direction: 'previous' | 'next') => void): () => void;
  /** Scrolls the conversation out of view, like clearing a terminal's screen; nothing is deleted. */
  clearView(): void;
  /** Opens the card that shows what fills the context window. */
  openContext(): void;
  onOpenContext(listener: () => void): () => void;
  onClearView(listener: () => void): () => void;
}

export const PanelContext = createContext<Panel | null>(null);

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('There is no panel around this component.');
  return panel;
}

/** The component renders again only when the selected part changes. */
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
