import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { TranscriptItem } from '../../shared/chatState.ts';
import { Icon } from '../controls/Icon.tsx';
import { useChat, usePanel } from '../panel.ts';
import type { PanelMemory } from '../panelMemory.ts';
import { strings } from '../strings.ts';
import { Welcome } from '../Welcome.tsx';
import { AnswerMessage } from './AnswerMessage.tsx';
import { createFollower, type Follower } from './follower.ts';
import { UserMessage } from './UserMessage.tsx';

/**
 * The conversation. It keeps to its end until the user scrolls away from it. `aria-live` is off although a log is
 * live by nature: an answer grows by single words and would be read as such; `Announcer` says it when it is whole.
 */
export function Transcript() {
  const panel = usePanel();
  const items = useChat((chat) => chat.items);
  const conversationId = useChat((chat) => chat.conversationId);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const follower = useRef<Follower>(null);
  const [following, setFollowing] = useState(true);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current) return;
    content.current.style.minHeight = '';
    const scrollTo = savedIndex(panel.memory, conversationId, panel.chat.get()?.items ?? []);
    const created = createFollower(scroller.current, content.current, scrollTo === null, setFollowing);
    follower.current = created;
    if (scrollTo) list.current?.scrollToIndex(scrollTo.index, { align: 'start', offset: scrollTo.offset });
    return () => created.dispose();
  }, [panel, conversationId]);

  // One's own message brings the end back into view, wherever one was reading.
  const lastAsked = items.findLast((item) => item.kind === 'user')?.id;
  const seenAsked = useRef(lastAsked);
  useLayoutEffect(() => {
    if (lastAsked !== seenAsked.current) follower.current?.follow();
    seenAsked.current = lastAsked;
  }, [lastAsked]);

  // As in a terminal: what was said is scrolled away, and what comes next begins at the top.
  useLayoutEffect(
    () =>
      panel.onClearView(() => {
        if (!scroller.current || !content.current) return;
        content.current.style.minHeight = '';
        const height = content.current.offsetHeight;
        if (items.length > 0) content.current.style.minHeight = `${height + scroller.current.clientHeight}px`;
        follower.current?.follow();
      }),
    [panel, items.length],
  );

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

  const rows = useMemo(() => items.map((item) => <Row key={`${item.kind}-${item.id}`} item={item} />), [items]);
  return (
    <div className="transcript">
      <div
        className="transcript-scroller"
        ref={scroller}
        role="log"
        aria-label={strings.conversation}
        aria-live="off"
        tabIndex={0}
      >
        <div ref={content}>
          {items.length === 0 && <Welcome />}
          <Virtualizer ref={list} scrollRef={scroller} onScrollEnd={saveScroll}>
            {rows}
          </Virtualizer>
        </div>
      </div>
      {!following && (
        <button type="button" className="jump" onClick={() => follower.current?.follow()}>
          <Icon name="arrow-down" />
          {strings.jumpToLatest}
        </button>
      )}
    </div>
  );
}

const Row = memo(function Row({ item }: { item: TranscriptItem }) {
  return item.kind === 'user' ? <UserMessage item={item} /> : <AnswerMessage answer={item} />;
});

function savedIndex(
  memory: PanelMemory,
  conversationId: string,
  items: readonly TranscriptItem[],
): { index: number; offset: number } | null {
  const { scroll, conversationId: remembered } = memory.get();
  if (!scroll || remembered !== conversationId) return null;
  const index = items.findIndex((item) => item.id === scroll.itemId);
  return index < 0 ? null : { index, offset: scroll.offset };
}
