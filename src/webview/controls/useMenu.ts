import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

/** Milliseconds within which a resize must follow the loss of the focus; see `staysInResize`. */
const RESIZE_WAIT = 1_000;

/**
 * A button and the menu that it opens. The menu closes when the focus leaves the menu or the panel. `staysInResize`: the
 * menu stays open if the panel lost the focus because the user drags its edge. The focus follows the mouse, so only one
 * entry is highlighted. The `anchor` element contains the button and the menu, and needs `onKeyDown`. `onClose` moves
 * the focus after Esc, Tab and `close`; by default, the button gets the focus.
 */
export function useMenu<Anchor extends HTMLElement>(onClose?: () => void, { staysInResize = false } = {}) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<Anchor>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    let timer: number | undefined;
    const closed = new AbortController();
    const { signal } = closed;
    const closeOutside = (event: Event) => {
      if (!(event.target instanceof Node && anchor.current?.contains(event.target))) setOpen(false);
    };
    const closeAlways = () => setOpen(false);
    document.addEventListener('pointerdown', closeOutside, { signal });
    document.addEventListener('focusin', closeOutside, { signal });
    if (staysInResize) {
      const stay = () => clearTimeout(timer);
      const closeSoon = () => {
        stay();
        timer = window.setTimeout(closeAlways, RESIZE_WAIT);
      };
      window.addEventListener('blur', closeSoon, { signal });
      window.addEventListener('resize', stay, { signal });
      window.addEventListener('focus', stay, { signal });
    } else {
      window.addEventListener('blur', closeAlways, { signal });
    }
    return () => {
      clearTimeout(timer);
      closed.abort();
    };
  }, [open, staysInResize]);

  const show = useCallback(() => setOpen(true), []);

  function close(): void {
    setOpen(false);
    if (onClose) onClose();
    else button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!open) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      setOpen(true);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      close();
      // Tab then moves on from the element that has just received the focus.
      if (event.key === 'Tab') return;
    } else {
      const entries = [...(menu.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
      const next = nextIndex(event.key, entries.indexOf(document.activeElement as HTMLElement), entries.length);
      if (next === null) return;
      entries[next]?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Focuses the entry under the mouse. Ignores events without movement, because the menu may have opened under a
   * resting mouse.
   */
  function onPointerMove({ target, movementX, movementY }: PointerEvent): void {
    const hasMoved = movementX !== 0 || movementY !== 0;
    const entry = target instanceof Element ? target.closest<HTMLElement>('[role^="menuitem"]') : null;
    if (hasMoved && entry && entry !== document.activeElement) entry.focus({ preventScroll: true });
  }

  const buttonProps = {
    type: 'button',
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(!open),
  } as const;
  return {
    open,
    show,
    close,
    anchor,
    button,
    menu,
    onKeyDown,
    buttonProps,
    menuProps: { id, role: 'menu', onPointerMove },
  };
}

/** The index of the entry that a key moves to from `current` (-1 for none); null if the key does not move the focus. */
function nextIndex(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (Math.max(current, 0) - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
