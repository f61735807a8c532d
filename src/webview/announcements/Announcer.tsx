import { useEffect, useState } from 'react';
import { announcementFor } from './announcements.ts';
import { usePanel } from '../state/panel.ts';

/** Tells a screen reader, politely, what a glance would tell: an answer is there, a question waits. */
export function Announcer() {
  const { chat } = usePanel();
  const [said, setSaid] = useState({ count: 0, text: '' });

  useEffect(() => {
    let previous = chat.get();
    return chat.subscribe(() => {
      const next = chat.get();
      const isOther = previous?.conversationId !== next?.conversationId;
      const text = isOther ? '' : previous && next && announcementFor(previous, next);
      previous = next;
      if (typeof text === 'string') setSaid(({ count }) => ({ count: count + 1, text }));
    });
  }, [chat]);

  return (
    <div className="sr-only" role="status" aria-live="polite">
      {/* Another element every time: the same words twice are to be read twice. */}
      <span key={said.count}>{said.text}</span>
    </div>
  );
}
