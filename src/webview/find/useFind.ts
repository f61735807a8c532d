import { useEffect, useMemo, useRef, type RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { MountQueue } from '../markdown/mountQueue.ts';
import { usePanel, type Panel } from '../state/panel.ts';
import { nextFrame, whileShown } from '../state/whileShown.ts';
import { afterFrames, onceNotBusy, type Follower } from '../transcript/follower.ts';
import { createFindSession, isFindKey, type FindSession } from './findSession.ts';
import { clearHighlights, rangesIn, showHighlights } from './highlights.ts';
import { normalize, type Match } from './search.ts';

export interface FindView {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly follower: RefObject<Follower | null>;
  readonly mountQueue: MountQueue;
}

export interface Find {
  readonly session: FindSession;
  /** Closes the bar and restores the focus. */
  close(): void;
}

/** Frames to wait until the list has rendered a row and the row has expanded around the match. */
const FRAMES = 4;
/** Milliseconds after which a changed conversation is searched again. */
const REFRESH = 200;
/** Maximum characters of a selection that becomes the query. */
const MAX_SELECTION = 200;

export function useFind({ scroller, list, follower, mountQueue }: FindView, conversationId: string): Find {
  const panel = usePanel();
  const focusBefore = useRef<HTMLElement>(null);

  const find = useMemo((): Find => {
    const session = createFindSession({
      items: () => panel.chat.get()?.items ?? [],
      firstVisible: () => list.current?.findItemIndex(list.current.scrollOffset) ?? 0,
      now: milliseconds,
      defer(action) {
        const timer = setTimeout(action);
        return () => clearTimeout(timer);
      },
      onShow: (match) => show(match),
    });

    function show(match: Match): void {
      panel.found.set(match);
      const release = follower.current?.hold();
      const row = rowOf(scroller.current, match.itemId);
      if (!row) list.current?.scrollToIndex(match.itemIndex, { align: 'start' });
      const isCurrent = (): boolean => {
        const { matches, current } = session.state.get();
        return matches[current] === match;
      };
      // A long message is mounted over several frames.
      const isPartial = (): boolean => {
        const shown = rowOf(scroller.current, match.itemId);
        return isCurrent() && shown !== null && mountQueue.isWaiting(shown);
      };
      afterFrames(panel.shown, FRAMES, () =>
        onceNotBusy(panel.shown, isPartial, () => {
          if (isCurrent()) revealRange(scroller.current, match, session.state.get().query);
          release?.();
        }),
      );
    }

    return {
      session,
      close() {
        session.close();
        panel.found.set(null);
        if (focusBefore.current?.isConnected) focusBefore.current.focus();
        else panel.focusComposer();
      },
    };
  }, [panel, scroller, list, follower, mountQueue]);

  useEffect(() => find.session.close(), [find, conversationId]);
  useEffect(() => watchKeys(find, focusBefore), [find]);
  useEffect(() => watchChat(panel, find.session), [panel, find]);
  useEffect(() => watchRows(scroller.current, panel, find.session), [scroller, panel, find]);
  return find;
}

function milliseconds(): number {
  return performance.now();
}

function watchKeys({ session, close }: Find, focusBefore: RefObject<HTMLElement | null>): () => void {
  const onMac = navigator.platform.startsWith('Mac');
  const onKey = (event: KeyboardEvent): void => {
    const isFind = isFindKey(event, onMac);
    const isStep = event.key === 'F3' && session.state.get().open;
    if (event.isComposing || !(isFind || isStep)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isStep) return session.step(event.shiftKey ? -1 : 1);
    const { activeElement } = document;
    const inBar = activeElement?.closest('.find-bar');
    if (!inBar && activeElement instanceof HTMLElement) focusBefore.current = activeElement;
    const selected = getSelection()?.toString().trim() ?? '';
    const isQuery = !inBar && selected !== '' && selected.length <= MAX_SELECTION && !selected.includes('\n');
    session.open(isQuery ? selected : undefined);
    const input = document.querySelector<HTMLInputElement>('.find-bar input');
    input?.select();
    input?.focus();
  };
  // In the conversation, Esc closes the open bar, because Esc would otherwise stop a running answer.
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !session.state.get().open || event.isComposing || event.shiftKey) return;
    if (!(event.target as Element | null)?.closest('.transcript')) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('keydown', onEscape, { capture: true });
  return () => {
    window.removeEventListener('keydown', onKey, { capture: true });
    window.removeEventListener('keydown', onEscape, { capture: true });
  };
}

function watchChat(panel: Panel, session: FindSession): () => void {
  let items = panel.chat.get()?.items;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = panel.chat.subscribe(() => {
    const now = panel.chat.get()?.items;
    if (now === items || !session.state.get().open) return;
    items = now;
    timer ??= setTimeout(() => {
      timer = undefined;
      session.refresh();
    }, REFRESH);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

function watchRows(scroller: HTMLElement | null, { shown }: Panel, session: FindSession): () => void {
  if (!scroller) return () => {};
  let cancelFrame: (() => void) | undefined;
  const mark = (): void => {
    cancelFrame = undefined;
    const { open, query, matches, current } = session.state.get();
    if (!open || query === '') return clearHighlights();
    const match = matches[current];
    const rows = [...scroller.querySelectorAll<HTMLElement>('[data-item]')];
    const found = rows.map((row) => ({ row, ranges: rangesIn(row, normalize(query)) }));
    const own = match && found.find(({ row }) => row.dataset['item'] === match.itemId)?.ranges;
    showHighlights(
      found.flatMap(({ ranges }) => ranges),
      match && nthOf(own ?? [], match),
    );
  };
  const schedule = (): void => {
    cancelFrame ??= nextFrame(shown, mark);
  };
  const endObserving = whileShown(shown, () => {
    const observer = new MutationObserver(() => {
      if (session.state.get().open) schedule();
    });
    observer.observe(scroller, { childList: true, subtree: true, characterData: true });
    // The rows may have changed while the view was hidden.
    if (session.state.get().open) schedule();
    return () => observer.disconnect();
  });
  const unsubscribe = session.state.subscribe(schedule);
  return () => {
    endObserving();
    cancelFrame?.();
    unsubscribe();
    clearHighlights();
  };
}

function revealRange(scroller: HTMLElement | null, match: Match, query: string): void {
  const row = rowOf(scroller, match.itemId);
  const range = row && nthOf(rangesIn(row, normalize(query)), match);
  if (!scroller || !range) return;
  // Scrolls code and tables horizontally. May also scroll the conversation until the match is at an edge of the view.
  // The code below corrects this.
  range.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const place = range.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  const isInView = place.top >= view.top + BAR_HEIGHT && place.bottom <= view.bottom - MARGIN;
  if (!isInView) scroller.scrollTop += place.top - view.top - view.height / 3;
}

/** Pixels that the bar covers at the top of the conversation. */
const BAR_HEIGHT = 40;
/** Pixels. A match closer to the lower edge counts as hidden. */
const MARGIN = 12;

/**
 * The range of a match. A collapsed part has fewer ranges than matches; a match without a range gets the last range.
 * Undefined if there are no ranges.
 */
function nthOf(ranges: readonly Range[], { nth }: Match): Range | undefined {
  return ranges[Math.min(nth, ranges.length - 1)];
}

function rowOf(scroller: HTMLElement | null, itemId: string): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"]`) ?? null;
}
