import { draftKey, type PanelMemory } from '../state/panelMemory.ts';
import type { Chip } from './editor/chips.ts';

/** Milliseconds between two updates to the host. */
const INTERVAL = 150;
const MAX_INTERVAL = 5_000;
/** Characters per millisecond: one million characters are sent at most once in five seconds. */
const PACE = 200;
/** A text with more characters is not persisted in the webview on every keystroke. */
const LARGE = INTERVAL * PACE;
/** Maximum length of `olderDrafts`. More drafts are in flight only if the host has not responded for seconds. */
const MAX_OLDER_DRAFTS = 50;
/** The empty draft, which the host stores when it accepts a message. */
const CLEARED = draftKey('');

/**
 * Persists the composer's text and mode. The webview's own state is updated on every keystroke, or, if the text is
 * longer than `LARGE`, with each update to the host. The host gets the first keystroke after a pause at once, then one
 * update per interval. The interval grows with the text. A text belongs to the chat in which it was typed.
 */
export interface DraftSync {
  changed(text: string, chips: readonly Chip[]): void;
  /** Call when only the chips have changed. */
  chipsChanged(chips: readonly Chip[]): void;
  /**
   * Call when the host has set this text. Sends it back only if an older text is in flight, because the older text may
   * replace this text on the host.
   */
  adopted(text: string, chips: readonly Chip[]): void;
  flush(): void;
  /** Call before a message is sent. Until `answered`, the host may drop the drafts that it receives. */
  submitted(): void;
  /** Call when the request with the message has ended. */
  answered(): void;
  /** Drops the pending update to the host. The webview's own state keeps the text. */
  cancel(): void;
}

interface PendingDraft {
  readonly conversationId: string;
  readonly text: string;
  readonly chips: readonly Chip[];
  readonly shell: boolean;
}

export function createDraftSync(
  memory: PanelMemory,
  send: (conversationId: string, text: string, chips: readonly Chip[], shell: boolean) => Promise<unknown>,
  isShell: () => boolean = () => false,
): DraftSync {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: PendingDraft | null = null;
  let inFlight = 0;
  let mayBeCleared = false;

  function persist({ conversationId, text, chips, shell }: PendingDraft): void {
    if (memory.get().conversationId === conversationId) memory.patch({ draft: text, folds: [...chips], shell });
  }

  function flush(): void {
    const next = pending;
    if (next === null) return;
    pending = null;
    clearTimeout(timer);
    const { conversationId, text, chips, shell } = next;
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
      const olderDrafts = [...memory.get().olderDrafts, key].slice(-MAX_OLDER_DRAFTS);
      memory.patch({ draft: text, folds: [...chips], shell, olderDrafts });
    }
    // While a message is being sent, the host may drop a draft, even if it acknowledges the draft.
    const mayBeDropped = mayBeCleared ? [CLEARED] : [];
    inFlight++;
    // After a failure, the text is still in the input, and the next change sends all of it.
    send(conversationId, text, chips, shell)
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
    if (pending) persist(pending);
    pending = null;
  }

  function changed(text: string, chips: readonly Chip[]): void {
    pending = { conversationId: memory.get().conversationId, text, chips, shell: isShell() };
    // Text typed during a send is newer than the empty draft that the host stores when it accepts the message.
    const { olderDrafts } = memory.get();
    if (mayBeCleared && !olderDrafts.includes(CLEARED)) memory.patch({ olderDrafts: [...olderDrafts, CLEARED] });
    if (text.length <= LARGE) persist(pending);
    if (timer === undefined) flush();
  }

  return {
    changed,
    chipsChanged(chips) {
      if (pending) pending = { ...pending, chips };
      else changed(memory.get().draft, chips);
    },
    adopted(text, chips) {
      pending = null;
      mayBeCleared = false;
      cancel();
      memory.patch({ draft: text, folds: [...chips], shell: isShell(), olderDrafts: [draftKey(text)] });
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
