import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { nextIndex } from './menuKeys.ts';

export interface MenuItem<T extends string> {
  value: T;
  label: string;
  description?: string;
}

export interface MenuProps<T extends string> {
  /** The button's accessible name; says the current choice too. */
  label: string;
  items: readonly MenuItem<T>[];
  selected: T;
  onSelect: (value: T) => void;
  children: ReactNode;
}

/** A button that opens a list of choices above it. Arrow keys move, Enter chooses, Esc and Tab close. */
export function Menu<T extends string>({ label, items, selected, onSelect, children }: MenuProps<T>) {
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const entry = (which: string) => container.current?.querySelector<HTMLElement>(`[role="menuitemradio"]${which}`);
    (entry('[aria-checked="true"]') ?? entry(''))?.focus();
    const close = (event: Event) => {
      if (!(event.target instanceof Node && container.current?.contains(event.target))) setOpen(false);
    };
    const closeAlways = () => setOpen(false);
    document.addEventListener('pointerdown', close);
    window.addEventListener('blur', closeAlways);
    return () => {
      document.removeEventListener('pointerdown', close);
      window.removeEventListener('blur', closeAlways);
    };
  }, [open]);

  function onKeyDown(event: KeyboardEvent): void {
    if (!open) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpen(true);
      return;
    }
    if (event.key === 'Tab') {
      setOpen(false);
      return;
    }
    const entries = [...(container.current?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])];
    const next = nextIndex(event.key, entries.indexOf(document.activeElement as HTMLElement), entries.length);
    if (event.key === 'Escape') close();
    else if (next === null) return;
    else entries[next]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  return (
    // The keys belong to the button and the entries inside; they only bubble through here.
    <div className="menu-anchor" ref={container} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className="picker"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {children}
        <Icon name="chevron-down" />
      </button>
      {open && (
        <div className="menu" id={id} role="menu" aria-label={label}>
          {items.map((item) => (
            <button
              key={item.value}
              type="button"
              role="menuitemradio"
              aria-checked={item.value === selected}
              tabIndex={-1}
              className="menu-item"
              onClick={() => {
                close();
                if (item.value !== selected) onSelect(item.value);
              }}
            >
              <Icon name={item.value === selected ? 'check' : 'blank'} />
              <span>{item.label}</span>
              {item.description !== undefined && <span className="menu-detail">{item.description}</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
