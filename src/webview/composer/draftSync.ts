import { draftKey, type PanelMemory } from '../state/panelMemory.ts';
import type { Chip } from './editor/chips.ts';

/** Milliseconds between two tellings: what a sudden reload can lose. */
const INTERVAL = 150;
const MAX_INTERVAL = 5_000;
/** Characters a millisecond: a megabyte is told every five seconds, not seven times in one. */
const PACE = 200;
/** Characters above which not every keystroke is kept in the webview's own state either. */
const LARGE = INTERVAL * PACE;
/** Of texts the host may hold: more are never on their way at once. */
const MAX_OLDER = 50;
/** What the host holds when a message has been taken. */
const CLEARED = draftKey('');

/**
 * Keeps the composer's text: in the webview's own state with every keystroke, in the host with the first one after a
 * pause and then in intervals, which grow with the text. A text is told as the draft of the chat it was typed in.
 */
export interface DraftSync {
  changed(text: string, chips: readonly Chip[]): void;
  /** The chips have changed and the text has not. */
  chipsChanged(chips: readonly Chip[]): void;
  /** The text is what the host itself said: nothing to tell, unless it may have been told something older since. */
  adopted(text: string, chips: readonly Chip[]): void;
  /** Sends what waits, now. */
  flush(): void;
  /** The text is being sent as a message, which says it all: until `answered` the host may drop what it holds. */
  submitted(): void;
  /** The host has taken the message, or not: what is told from now on stays with it. */
  answered(): void;
  /** What waits is not told, because the text goes on in another chat; it is still kept here. */
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
  let onTheirWay = 0;
  let mayBeCleared = false;

  function keep({ conversationId, text, chips }: Waiting): void {
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
    // What is told while a message is being sent may be dropped with it, also when the host has acknowledged it.
    const mayBeDropped = mayBeCleared ? [CLEARED] : [];
    onTheirWay++;
    // A failure leaves the text where it is, here and in the webview's state; the next change tries again.
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
      .finally(() => onTheirWay--);
  }

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting) keep(waiting);
    waiting = null;
  }

  function changed(text: string, chips: readonly Chip[]): void {
    waiting = { conversationId: memory.get().conversationId, text, chips };
    // What is typed while a message is being sent is later than the empty draft that the host holds when it is.
    const { olderDrafts } = memory.get();
    if (mayBeCleared && !olderDrafts.includes(CLEARED)) memory.patch({ olderDrafts: [...olderDrafts, CLEARED] });
    if (text.length <= LARGE) keep(waiting);
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
      if (onTheirWay > 0) changed(text, chips);
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
