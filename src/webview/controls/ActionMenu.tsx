import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from './Icon.tsx';
import { nextIndex } from './menuKeys.ts';

export interface Action {
  readonly label: string;
  readonly icon: string;
  /** Beside the label, quieter. */
  readonly detail?: string;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

export interface ActionMenuProps {
  readonly label: string;
  readonly title?: string;
  readonly icon: string;
  readonly actions: readonly Action[];
  /** Of the button. */
  readonly className?: string;
  readonly disabled?: boolean;
  /** Moves the focus when the menu closes; the button gets it unless given. */
  readonly onClose?: () => void;
}

/** Pixels between the menu, its button and the panel's edges. */
const GAP = 4;

/**
 * A button that opens a list of things to do. Arrow keys move, Enter does, Esc and Tab close. The list is a popover: the
 * rows of the transcript are boxes of their own, which would cover and cut anything else that reaches out of them.
 */
export function ActionMenu({
  label,
  title = label,
  icon,
  actions,
  className = 'icon-button',
  disabled = false,
  onClose,
}: ActionMenuProps) {
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    if (!open || !menu.current || !button.current) return;
    const [list, anchor] = [menu.current, button.current];
    list.showPopover();
    place(list, anchor);
    list.querySelector<HTMLElement>(ENTRIES)?.focus();
    const follow = () => place(list, anchor);
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (!(event.target instanceof Node && container.current?.contains(event.target))) setOpen(false);
    };
    const close = () => setOpen(false);
    document.addEventListener('pointerdown', closeOutside);
    window.addEventListener('blur', close);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      window.removeEventListener('blur', close);
    };
  }, [open]);

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
      // The focus goes on from the button.
      if (event.key === 'Tab') return;
    } else {
      const entries = [...(menu.current?.querySelectorAll<HTMLElement>(ENTRIES) ?? [])];
      const next = nextIndex(event.key, entries.indexOf(document.activeElement as HTMLElement), entries.length);
      if (next === null) return;
      entries[next]?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    // The keys belong to the button and the entries inside; they only bubble through here.
    <span className="action-menu" ref={container} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={className}
        disabled={disabled}
        aria-label={label}
        title={title}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
      </button>
      {open && (
        <div className="menu popover-menu" ref={menu} id={id} role="menu" aria-label={label} popover="manual">
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="menu-item"
              aria-disabled={action.disabled ?? false}
              onClick={() => {
                if (action.disabled) return;
                close();
                action.onSelect();
              }}
            >
              <Icon name={action.icon} />
              <span>{action.label}</span>
              {action.detail !== undefined && <span className="menu-detail">{action.detail}</span>}
            </button>
          ))}
        </div>
      )}
    </span>
  );
}

const ENTRIES = '[role="menuitem"]';

/** Above the button, or below where there is no room; never beyond the panel. */
function place(list: HTMLElement, anchor: HTMLElement): void {
  const { top, bottom, left } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const above = top - GAP - height;
  list.style.top = `${above >= GAP ? above : Math.min(bottom + GAP, window.innerHeight - height - GAP)}px`;
  list.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
}
