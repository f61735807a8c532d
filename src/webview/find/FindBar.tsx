import { useEffect, useRef, useSyncExternalStore } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { strings } from '../strings/strings.ts';
import type { FindSession } from './findSession.ts';

/** `onClose` must close the session and restore the focus. */
export function FindBar({ session, onClose }: { session: FindSession; onClose: () => void }) {
  const { open, query, matches, current, searching } = useSyncExternalStore(session.state.subscribe, session.state.get);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!open) return;
    input.current?.focus();
    input.current?.select();
  }, [open]);

  if (!open) return null;
  const none = matches.length === 0;
  const count = none
    ? searching || query === ''
      ? ''
      : strings.find.none
    : strings.find.count(current + 1, matches.length);
  return (
    <div
      className="find-bar"
      role="search"
      aria-label={strings.find.label}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') onClose();
        else if (event.key === 'Enter' && event.target === input.current) session.step(event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <input
        ref={input}
        className="find-input"
        type="text"
        value={query}
        placeholder={strings.find.placeholder}
        aria-label={strings.find.placeholder}
        spellCheck={false}
        onChange={({ target }) => session.type(target.value)}
      />
      <span className={none && query !== '' ? 'find-count none' : 'find-count'} role="status">
        {count}
      </span>
      <IconButton icon="arrow-up" label={strings.find.previous} disabled={none} onClick={() => session.step(-1)} />
      <IconButton icon="arrow-down" label={strings.find.next} disabled={none} onClick={() => session.step(1)} />
      <IconButton icon="close" label={strings.find.close} onClick={onClose} />
    </div>
  );
}
