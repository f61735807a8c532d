import { completionStatus } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** Milliseconds after which Enter acts on the text even if the host has not answered. */
const MAX_WAIT_MS = 2_000;

/** Delays an Enter that is pressed before a list appears, because Enter would send half a mention. */
export interface WaitingEnter {
  readonly extension: Extension;
  /** Call this at the Enter. If a list appears, or the user changes the text, the Enter does nothing. */
  wait(): void;
}

/** `onEnter` is called outside of updates, if no list appears. */
export function createWaitingEnter(onEnter: () => void): WaitingEnter {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function actIn(ms: number): void {
    cancel();
    timer = setTimeout(() => {
      timer = undefined;
      onEnter();
    }, ms);
  }

  function update({ state, docChanged, selectionSet }: ViewUpdate): void {
    if (timer === undefined) return;
    const status = completionStatus(state);
    if (docChanged || selectionSet || status === 'active') cancel();
    else if (status === null) actIn(0);
  }

  const plugin = ViewPlugin.define(() => ({ update, destroy: cancel }), {
    eventObservers: {
      keydown({ key, repeat }) {
        if (!repeat && (key === 'Enter' || key === 'Escape')) cancel();
      },
    },
  });
  return { extension: plugin, wait: () => actIn(MAX_WAIT_MS) };
}
