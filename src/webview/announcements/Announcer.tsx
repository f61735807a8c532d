import { useEffect, useState } from 'react';
import { announcementFor } from './announcements.ts';
import { usePanel } from '../state/panel.ts';

/** Announces changes of the chat to screen readers. */
export function Announcer() {
  const { chat } = usePanel();
  const [announcement, setAnnouncement] = useState({ count: 0, text: '' });

  useEffect(() => {
    let previous = chat.get();
    return chat.subscribe(() => {
      const next = chat.get();
      const isOther = previous?.conversationId !== next?.conversationId;
      const text = isOther ? '' : previous && next && announcementFor(previous, next);
      previous = next;
      if (typeof text === 'string') setAnnouncement(({ count }) => ({ count: count + 1, text }));
    });
  }, [chat]);

  return (
    <div className="sr-only" role="status" aria-live="polite">
      {/* A new element every time, so that the same text is announced again. */}
      <span key={announcement.count}>{announcement.text}</span>
    </div>
  );
}
