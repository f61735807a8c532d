import type { PanelMemory } from '../panelMemory.ts';

/** Milliseconds between two tellings: what a sudden reload can lose. */
const INTERVAL = 150;
/** Of texts the host may hold: more are never on their way at once. */
const MAX_OLDER = 10;

/**
 * Keeps the composer's text: in the webview's own state with every keystroke, in the host with the first one after a
 * pause and then in intervals.
 */
export interface DraftSync {
  changed(text: string): void;
  /** The text is what the host itself said: nothing to tell. */
  adopted(text: string): void;
  /** Sends what waits, now. */
  flush(): void;
  /** Forgets what waits: a submit says it all, or the text belonged to another chat. */
  cancel(): void;
}

export function createDraftSync(memory: PanelMemory, send: (text: string) => Promise<unknown>): DraftSync {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: string | null = null;

  function flush(): void {
    const text = waiting;
    cancel();
    if (text === null) return;
    timer = setTimeout(() => {
      timer = undefined;
      flush();
    }, INTERVAL);
    memory.patch({ olderDrafts: [...memory.get().olderDrafts, text].slice(-MAX_OLDER) });
    // A failure leaves the text where it is, here and in the webview's state; the next change tries again.
    send(text).then(
      () => {
        const { olderDrafts } = memory.get();
        memory.patch({ olderDrafts: olderDrafts.slice(Math.max(0, olderDrafts.lastIndexOf(text))) });
      },
      () => undefined,
    );
  }

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    waiting = null;
  }

  return {
    changed(text) {
      memory.patch({ draft: text });
      waiting = text;
      if (timer === undefined) flush();
    },
    adopted(text) {
      cancel();
      memory.patch({ draft: text, olderDrafts: [text] });
    },
    flush,
    cancel,
  };
}
