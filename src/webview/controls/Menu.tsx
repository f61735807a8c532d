import { useEffect, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { useMenu } from './useMenu.ts';

export interface MenuItem<T extends string> {
  value: T;
  label: string;
  description?: string;
}

export interface MenuProps<T extends string> {
  /** The accessible name, which includes the current choice. */
  label: string;
  items: readonly MenuItem<T>[];
  selected: T;
  onSelect: (value: T) => void;
  children: ReactNode;
}

/** A button that opens a list of choices above it. */
export function Menu<T extends string>({ label, items, selected, onSelect, children }: MenuProps<T>) {
  const { open, close, anchor, button, menu, onKeyDown, buttonProps, menuProps } = useMenu<HTMLDivElement>();

  useEffect(() => {
    if (!open) return;
    const entry = (which: string) => menu.current?.querySelector<HTMLElement>(`[role="menuitemradio"]${which}`);
    (entry('[aria-checked="true"]') ?? entry(''))?.focus();
  }, [open, menu]);

  return (
    // Key events of the button and of the entries bubble to this wrapper.
    <div className="menu-anchor" ref={anchor} onKeyDown={onKeyDown}>
      <button ref={button} className="picker" aria-label={label} {...buttonProps}>
        {children}
        <Icon name="chevron-down" />
      </button>
      {open && (
        <div className="menu" ref={menu} aria-label={label} {...menuProps}>
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
