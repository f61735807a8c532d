import { useLayoutEffect, type RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { usePanel, type Panel } from '../state/panel.ts';
import { nextFrame } from '../state/whileShown.ts';
import { afterFrames, MEASURING_FRAMES, type Follower } from './follower.ts';
import { findPrompt } from './promptJump.ts';

/** Frames to wait until the list renders a row that it scrolls to. */
const MAX_FRAMES = 20;

/**
 * Moves the focus to the previous or next user message when a command asks for it. If there is no next message, follows
 * the end of the conversation and focuses the composer.
 */
export function usePromptJump(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  follower: RefObject<Follower | null>,
): void {
  const panel = usePanel();
  useLayoutEffect(
    () =>
      panel.onJumpToPrompt((direction) => {
        const rows = list.current;
        const items = panel.chat.get()?.items ?? [];
        if (!rows || items.length === 0) return;
        const focusedId = document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset['item'];
        const focused = items.findIndex(({ kind, id }) => kind === 'user' && id === focusedId);
        const index = findPrompt(
          items,
          {
            focused: focused < 0 ? null : focused,
            firstVisible: rows.findItemIndex(rows.scrollOffset),
            lastVisible: rows.findItemIndex(rows.scrollOffset + rows.viewportSize),
          },
          direction,
        );
        const item = index === null ? undefined : items[index];
        if (index === null || !item) {
          if (direction === 'previous') return;
          follower.current?.follow();
          panel.focusComposer();
          return;
        }
        const release = follower.current?.hold();
        rows.scrollToIndex(index, { align: 'start' });
        focusMessage(panel, scroller.current, item.id, MAX_FRAMES, () => release?.());
      }),
    [panel, scroller, list, follower],
  );
}

/** Focuses a message once its row is rendered, but gives up after `frames` frames. Calls `done` in both cases. */
function focusMessage(panel: Panel, root: HTMLElement | null, itemId: string, frames: number, done: () => void): void {
  const row = root?.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"]`);
  row?.focus({ preventScroll: true });
  if (row || frames === 0) afterFrames(panel.shown, MEASURING_FRAMES, done);
  else nextFrame(panel.shown, () => focusMessage(panel, root, itemId, frames - 1, done));
}
