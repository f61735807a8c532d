import { reduce } from '../../shared/chatReducer.ts';
import type { ChatState } from '../../shared/chatState.ts';
import type { HostMessage } from '../../shared/protocol.ts';
import type { ValueStore } from './valueStore.ts';

type StateMessage = Extract<HostMessage, { kind: 'snapshot' | 'delta' }>;

/** The webview's copy of the host's state. `waiting`: deltas are ignored until the expected snapshot arrives. */
export interface Replica {
  readonly chat: ChatState | null;
  /** Number of the last applied message. */
  readonly seq: number;
  readonly waiting: boolean;
}

export const INITIAL_REPLICA: Replica = Object.freeze({ chat: null, seq: 0, waiting: true });

/**
 * The replica after a message. A delta after a gap leaves the state unchanged, and the replica waits for a snapshot.
 */
export function advance(replica: Replica, message: StateMessage): Replica {
  if (message.kind === 'snapshot') return { chat: message.state, seq: message.seq, waiting: false };
  if (replica.waiting || replica.chat === null || message.seq <= replica.seq) return replica;
  if (message.seq !== replica.seq + 1) return { ...replica, waiting: true };
  return { chat: message.events.reduce(reduce, replica.chat), seq: message.seq, waiting: false };
}

export interface ChatStore {
  get(): ChatState | null;
  subscribe(listener: () => void): () => void;
  receive(message: StateMessage): void;
  resync(): void;
}

export function createChatStore(askForSnapshot: () => void): ChatStore {
  const listeners = new Set<() => void>();
  let replica = INITIAL_REPLICA;

  function set(next: Replica): void {
    const changed = next.chat !== replica.chat;
    const gap = next.waiting && !replica.waiting;
    replica = next;
    if (gap) askForSnapshot();
    if (changed) for (const listener of [...listeners]) listener();
  }

  return {
    get: () => replica.chat,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receive: (message) => set(advance(replica, message)),
    resync() {
      replica = { ...replica, waiting: true };
      askForSnapshot();
    },
  };
}

/** Clears `problem` when another chat is shown, because no snapshot clears it. */
export function clearProblem(problem: ValueStore<string | null>, chat: Pick<ChatStore, 'get' | 'subscribe'>): void {
  let shown = chat.get()?.conversationId;
  chat.subscribe(() => {
    const previous = shown;
    shown = chat.get()?.conversationId;
    if (previous !== undefined && shown !== previous) problem.set(null);
  });
}
