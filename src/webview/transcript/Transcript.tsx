import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ShellLineView } from '../../shared/shellLine.ts';
import { placeShellLines } from '../../shared/shellPlaces.ts';
import type { TranscriptItem } from '../../shared/transcriptItem.ts';
import { MenuOpenContext } from '../controls/ActionMenu.tsx';
import { FindBar } from '../find/FindBar.tsx';
import { useFind } from '../find/useFind.ts';
import { Icon } from '../controls/Icon.tsx';
import { createMountQueue, MountQueueContext, type MountQueue } from '../markdown/mountQueue.ts';
import { useChat, usePanel } from '../state/panel.ts';
import type { PanelMemory } from '../state/panelMemory.ts';
import { strings } from '../strings/strings.ts';
import { Welcome } from './Welcome.tsx';
import { AnswerMessage } from './answer/AnswerMessage.tsx';
import { afterFrames, MEASURING_FRAMES, createFollower, type Follower } from './follower.ts';
import { watchPress } from './pressWatch.ts';
import { ScrollAnchorContext, type ScrollAnchor } from './answer/scrollAnchor.ts';
import { SummaryDivider } from './SummaryDivider.tsx';
import { ShellRow } from './tools/ShellRow.tsx';
import { UserMessage } from './UserMessage.tsx';
import { usePromptJump } from './usePromptJump.ts';

/**
 * The conversation. It stays at its end until the user scrolls away. The role `log` is live by default, but `aria-live`
 * is off, because a growing answer would be read word by word; `Announcer` announces the complete answer.
 */
export function Transcript() {
  const panel = usePanel();
  const items = useChat((chat) => chat.items);
  const conversationId = useChat((chat) => chat.conversationId);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  /** Surrounds the content. After the view was cleared, the spacer can be taller than the content. */
  const spacer = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const follower = useRef<Follower>(null);
  const [following, setFollowing] = useState(true);
  const [mountQueue] = useState(() => createMountQueue(panel.shown));
  useEffect(() => () => mountQueue.dispose(), [mountQueue]);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current || !spacer.current) return;
    spacer.current.style.minHeight = '';
    const saved = savedPlace(panel.memory, conversationId, panel.chat.get()?.items ?? []);
    const created = createFollower(scroller.current, content.current, panel.shown, saved === null, (now) => {
      setFollowing(now);
      mountQueue.setFollowing(now);
    });
    follower.current = created;
    const unpin = saved && restorePlace(saved, mountQueue, scroller.current, list.current, created);
    return () => {
      unpin?.();
      created.dispose();
    };
  }, [panel, conversationId, mountQueue]);

  const branchSwitch = useRef<BranchSwitch>(null);
  const anchor = useMemo(
    (): ScrollAnchor => ({
      switchBranch(itemId, step) {
        const index = panel.chat.get()?.items.findIndex((item) => item.id === itemId) ?? -1;
        const rows = list.current;
        if (index < 0 || !rows) return;
        const end = rows.getItemOffset(index) + rows.getItemSize(index) - rows.scrollOffset;
        const release = follower.current?.hold();
        branchSwitch.current = { itemId, index, step, below: rows.viewportSize - end, release };
        panel.request({ type: 'switch-branch', conversationId, itemId, step }).catch((error: unknown) => {
          branchSwitch.current = null;
          release?.();
          panel.problem.set(error instanceof Error ? error.message : String(error));
        });
      },
    }),
    [panel, conversationId],
  );

  // A menu must stay where it is; otherwise the list would unmount it, with the focus, when its row leaves the view.
  const openMenus = useRef(0);
  const onMenuOpen = useCallback(() => {
    openMenus.current += 1;
    const resume = follower.current?.pause();
    const afterPress = watchPress(document);
    mountQueue.setFollowing(false);
    return () =>
      afterPress(() => {
        openMenus.current -= 1;
        resume?.();
        // The press that closed this menu may have opened another one.
        if (openMenus.current === 0) mountQueue.setFollowing(follower.current?.following === true);
      });
  }, [mountQueue]);

  const queue = useChat((chat) => chat.queue);
  /** Prompts that were queued. Sending them must not scroll the view, because the user may be reading elsewhere. */
  const queued = useRef(new Set<string>());
  useLayoutEffect(() => {
    for (const { id } of queue) queued.current.add(id);
  }, [queue]);

  const lastPrompt = items.findLast((item) => item.kind === 'user')?.id;
  const seenPrompt = useRef(lastPrompt);
  useLayoutEffect(() => {
    const hasNewPrompt = lastPrompt !== seenPrompt.current;
    seenPrompt.current = lastPrompt;
    const place = branchSwitch.current;
    const item = place && items[place.index];
    // Waits for the other branch, unless an answer has started, which prevents the switch.
    if (place && (!item || item.id === place.itemId) && panel.chat.get()?.status === 'idle') return;
    branchSwitch.current = null;
    if (place && item && item.id !== place.itemId) {
      list.current?.scrollToIndex(place.index, { align: 'end', offset: place.below });
      afterFrames(panel.shown, MEASURING_FRAMES, () => {
        place.release?.();
        focusSwitcher(scroller.current, item.id, place.step);
      });
    } else {
      // If a switch was waiting, an answer has prevented it.
      place?.release?.();
      // The user's own message scrolls the view to the end from any position.
      if (hasNewPrompt && !queued.current.has(lastPrompt ?? '')) follower.current?.follow();
    }
  }, [items, lastPrompt, panel]);

  const lines = useChat((chat) => chat.shellLines);
  const lineCount = useRef(lines.length);
  useLayoutEffect(() => {
    // The user's own command scrolls the view to the end, as a message does.
    if (lines.length > lineCount.current) follower.current?.follow();
    lineCount.current = lines.length;
  }, [lines]);

  // Like a terminal, scrolls the old content out of view, so that new content begins at the top.
  useLayoutEffect(
    () =>
      panel.onClearView(() => {
        if (!scroller.current || !content.current || !spacer.current) return;
        const height = content.current.offsetHeight + scroller.current.clientHeight;
        spacer.current.style.minHeight = items.length > 0 ? `${height}px` : '';
        follower.current?.follow();
      }),
    [panel, items.length],
  );

  usePromptJump(scroller, list, follower);
  const { session, close } = useFind({ scroller, list, follower, mountQueue }, conversationId);

  function saveScroll(): void {
    const handle = list.current;
    if (!handle || follower.current?.following !== false) {
      if (panel.memory.get().scroll) panel.memory.patch({ scroll: null });
      return;
    }
    const index = handle.findItemIndex(handle.scrollOffset);
    const item = items[index];
    if (!item) return;
    panel.memory.patch({ scroll: { itemId: item.id, offset: handle.scrollOffset - handle.getItemOffset(index) } });
  }

  // Keeps the last row mounted, because the list would unmount it if it has less height than estimated.
  const keptRows = useMemo(() => (items.length > 0 ? [items.length - 1] : []), [items.length]);
  const editing = useChat((chat) => chat.editing);
  const places = useMemo(() => placeShellLines(lines, items, ({ kind }) => kind === 'user'), [lines, items]);
  const rows = useMemo(() => {
    const edited = items.findIndex((item) => item.id === editing);
    return items.map((item, index) => (
      <Row
        key={`${item.kind}-${item.id}`}
        item={item}
        before={index === 0 ? places.first : NO_LINES}
        after={places.after.get(item.id) ?? NO_LINES}
        leaves={edited >= 0 && index > edited}
      />
    ));
  }, [items, editing, places]);
  return (
    <ScrollAnchorContext value={anchor}>
      <div className="transcript">
        <div
          className="transcript-scroller"
          ref={scroller}
          role="log"
          aria-label={strings.conversation}
          aria-live="off"
          tabIndex={0}
        >
          <div ref={spacer}>
            <div ref={content}>
              {items.length === 0 && (places.first.length === 0 ? <Welcome /> : <ShellRows lines={places.first} />)}
              <MountQueueContext value={mountQueue}>
                <MenuOpenContext value={onMenuOpen}>
                  <Virtualizer ref={list} scrollRef={scroller} keepMounted={keptRows} onScrollEnd={saveScroll}>
                    {rows}
                  </Virtualizer>
                </MenuOpenContext>
              </MountQueueContext>
            </div>
          </div>
        </div>
        <FindBar session={session} onClose={close} />
        {!following && (
          <button type="button" className="jump" onClick={() => follower.current?.follow()}>
            <Icon name="arrow-down" />
            {strings.jumpToLatest}
          </button>
        )}
      </div>
    </ScrollAnchorContext>
  );
}

interface SavedPlace {
  readonly itemId: string;
  readonly index: number;
  /** Pixels from the item's top to the view's upper edge. */
  readonly offset: number;
}

interface BranchSwitch {
  readonly itemId: string;
  readonly index: number;
  readonly step: number;
  /** Pixels from the item's end, where the switcher is, to the view's lower edge. */
  readonly below: number;
  /** Ends the hold of the view. */
  readonly release: (() => void) | undefined;
}

/** Focuses the new message's button, because the pressed button was removed with the old message. */
function focusSwitcher(root: HTMLElement | null, itemId: string, step: number): void {
  if (document.activeElement !== document.body) return;
  const buttons = root?.querySelectorAll<HTMLElement>(`[data-item="${CSS.escape(itemId)}"] .branch .button`);
  const [previous, next] = buttons ?? [];
  const [first, second] = step < 0 ? [previous, next] : [next, previous];
  for (const button of [first, second]) {
    if (button && !button.hasAttribute('disabled')) {
      button.focus();
      return;
    }
  }
}

/** `leaves`: an earlier message is being edited, and sending it starts a branch without this message. */
const Row = memo(
  function Row({ item, before, after, leaves }: RowProps) {
    return (
      <div className={leaves ? 'row leaves' : 'row'}>
        <ShellRows lines={before} />
        {toMessage(item)}
        <ShellRows lines={after} />
      </div>
    );
  },
  (one, other) =>
    one.item === other.item &&
    one.leaves === other.leaves &&
    isSame(one.before, other.before) &&
    isSame(one.after, other.after),
);

interface RowProps {
  readonly item: TranscriptItem;
  /** The user's commands above and below the item. */
  readonly before: readonly ShellLineView[];
  readonly after: readonly ShellLineView[];
  readonly leaves: boolean;
}

const NO_LINES: readonly ShellLineView[] = [];

function isSame(one: readonly ShellLineView[], other: readonly ShellLineView[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

function ShellRows({ lines }: { lines: readonly ShellLineView[] }) {
  return lines.map((line) => <ShellRow key={line.id} line={line} />);
}

function toMessage(item: TranscriptItem) {
  switch (item.kind) {
    case 'user':
      return <UserMessage item={item} />;
    case 'answer':
      return <AnswerMessage answer={item} />;
    case 'summary':
      return <SummaryDivider item={item} />;
  }
}

function savedPlace(memory: PanelMemory, conversationId: string, items: readonly TranscriptItem[]): SavedPlace | null {
  const { scroll, conversationId: remembered } = memory.get();
  if (!scroll || remembered !== conversationId) return null;
  const index = items.findIndex((item) => item.id === scroll.itemId);
  return index < 0 ? null : { itemId: scroll.itemId, index, offset: scroll.offset };
}

/**
 * Scrolls to a saved place, and holds the place until the view is filled, the user acts, or the returned function is
 * called.
 */
function restorePlace(
  { itemId, index, offset }: SavedPlace,
  mountQueue: MountQueue,
  scroller: HTMLElement,
  list: VirtualizerHandle | null,
  follower: Follower,
): () => void {
  list?.scrollToIndex(index, { align: 'start', offset });
  const release = follower.hold();
  const unpin = mountQueue.pin({
    message: () => scroller.querySelector(`[data-item="${CSS.escape(itemId)}"]`),
    scrollTop: () => (list?.getItemOffset(index) ?? 0) + offset,
    onEnd: release,
  });
  for (const type of ['wheel', 'keydown', 'pointerdown']) {
    scroller.addEventListener(type, unpin, { once: true, passive: true });
  }
  return unpin;
}
