import { createContext, useContext, useLayoutEffect } from 'react';
import { Icon } from './Icon.tsx';
import { placePopover } from './placePopover.ts';
import { useMenu } from './useMenu.ts';

export interface Action {
  readonly label: string;
  readonly icon: string;
  readonly detail?: string;
  readonly disabled?: boolean;
  /** The tooltip, for example why the action is disabled. */
  readonly reason?: string;
  readonly onSelect: () => void;
}

export interface ActionMenuProps {
  readonly label: string;
  readonly title?: string;
  readonly icon: string;
  readonly actions: readonly Action[];
  readonly className?: string;
  readonly disabled?: boolean;
  /** Moves the focus after Esc, Tab or a choice; by default, the button gets the focus. */
  readonly onClose?: () => void;
}

/** Called when an `ActionMenu` opens. Returns a function that is called when the menu closes. */
export const MenuOpenContext = createContext<(() => () => void) | null>(null);

/** The list is a popover, because a transcript row's stacking and clipping would cover or cut off a positioned list. */
export function ActionMenu({
  label,
  title = label,
  icon,
  actions,
  className = 'icon-button',
  disabled = false,
  onClose,
}: ActionMenuProps) {
  const { open, close, anchor, button, menu, onKeyDown, buttonProps, menuProps } = useMenu<HTMLSpanElement>(onClose);
  const onOpen = useContext(MenuOpenContext);

  useLayoutEffect(() => (open ? onOpen?.() : undefined), [open, onOpen]);

  useLayoutEffect(() => {
    if (!open || !menu.current || !button.current) return;
    const [list, opener] = [menu.current, button.current];
    list.showPopover();
    placePopover(list, opener);
    const entries = [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    // If a disabled entry had the focus, Enter would seem to select it.
    (entries.find((entry) => entry.ariaDisabled !== 'true') ?? entries[0])?.focus();
    const follow = () => placePopover(list, opener);
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [open, menu, button]);

  return (
    // Key events of the button and of the entries bubble to this wrapper.
    <span className="action-menu" ref={anchor} onKeyDown={onKeyDown}>
      <button ref={button} className={className} disabled={disabled} aria-label={label} title={title} {...buttonProps}>
        <Icon name={icon} />
      </button>
      {open && (
        <div className="menu popover-menu" ref={menu} aria-label={label} popover="manual" {...menuProps}>
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="menu-item"
              aria-disabled={action.disabled ?? false}
              title={action.reason}
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
