import { draftKey, type PanelMemory } from '../state/panelMemory.ts';
import type { Chip } from './editor/chips.ts';

/** Milliseconds between two updates to the host, and so the typing that a sudden reload can lose. */
const INTERVAL = 150;
const MAX_INTERVAL = 5_000;
/** Characters per millisecond: a megabyte is sent every five seconds, not seven times per second. */
const PACE = 200;
/** Characters above which the webview's own state is not updated on every keystroke either. */
const LARGE = INTERVAL * PACE;
/** Maximum number of texts that the host may still hold: there are never more requests in flight. */
const MAX_OLDER = 50;
/** The draft that the host holds after it has accepted a message. */
const CLEARED = draftKey('');

/**
 * Persists the composer's text. The webview's own state gets every keystroke. The host gets the first keystroke after a
 * pause, then one update per interval, which grows with the text. A text is sent as the draft of the chat in which it
 * was typed.
 */
export interface DraftSync {
  changed(text: string, chips: readonly Chip[]): void;
  /** The chips have changed and the text has not. */
  chipsChanged(chips: readonly Chip[]): void;
  /**
   * The host has set this text. It is sent back only if an older text that was in flight may have replaced it since.
   */
  adopted(text: string, chips: readonly Chip[]): void;
  /** Sends the pending text now. */
  flush(): void;
  /** The text is being sent as a message: until `answered`, the host may drop its draft. */
  submitted(): void;
  /** The host has accepted or kept the message: from now on it keeps the drafts that it gets. */
  answered(): void;
  /** Does not send the pending text, because it moves on to another chat; it is still persisted here. */
  cancel(): void;
}

interface Waiting {
  readonly conversationId: string;
  readonly text: string;
  readonly chips: readonly Chip[];
}

export function createDraftSync(
  memory: PanelMemory,
  send: (conversationId: string, text: string, chips: readonly Chip[]) => Promise<unknown>,
): DraftSync {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: Waiting | null = null;
  let inFlight = 0;
  let mayBeCleared = false;

  function persist({ conversationId, text, chips }: Waiting): void {
    if (memory.get().conversationId === conversationId) memory.patch({ draft: text, folds: [...chips] });
  }

  function flush(): void {
    const next = waiting;
    if (next === null) return;
    waiting = null;
    clearTimeout(timer);
    const { conversationId, text, chips } = next;
    const isShown = () => memory.get().conversationId === conversationId;
    timer = setTimeout(
      () => {
        timer = undefined;
        flush();
      },
      Math.min(MAX_INTERVAL, Math.max(INTERVAL, text.length / PACE)),
    );
    const key = draftKey(text);
    if (isShown()) {
      const olderDrafts = [...memory.get().olderDrafts, key].slice(-MAX_OLDER);
      memory.patch({ draft: text, folds: [...chips], olderDrafts });
    }
    // The host may drop a draft that it gets while a message is being sent, even if it acknowledges the draft.
    const mayBeDropped = mayBeCleared ? [CLEARED] : [];
    inFlight++;
    // After a failure the text is still in the input and the webview's state; the next change tries again.
    send(conversationId, text, chips)
      .then(
        () => {
          if (!isShown()) return;
          const { olderDrafts } = memory.get();
          const sinceThis = olderDrafts.slice(Math.max(0, olderDrafts.lastIndexOf(key)));
          memory.patch({ olderDrafts: [...mayBeDropped, ...sinceThis] });
        },
        () => undefined,
      )
      .finally(() => inFlight--);
  }

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting) persist(waiting);
    waiting = null;
  }

  function changed(text: string, chips: readonly Chip[]): void {
    waiting = { conversationId: memory.get().conversationId, text, chips };
    // Text typed while a message is being sent is newer than the empty draft that the host holds after it.
    const { olderDrafts } = memory.get();
    if (mayBeCleared && !olderDrafts.includes(CLEARED)) memory.patch({ olderDrafts: [...olderDrafts, CLEARED] });
    if (text.length <= LARGE) persist(waiting);
    if (timer === undefined) flush();
  }

  return {
    changed,
    chipsChanged(chips) {
      if (waiting) waiting = { ...waiting, chips };
      else changed(memory.get().draft, chips);
    },
    adopted(text, chips) {
      waiting = null;
      mayBeCleared = false;
      cancel();
      memory.patch({ draft: text, folds: [...chips], olderDrafts: [draftKey(text)] });
      if (inFlight > 0) changed(text, chips);
    },
    flush,
    submitted() {
      cancel();
      mayBeCleared = true;
    },
    answered: () => (mayBeCleared = false),
    cancel,
  };
}
