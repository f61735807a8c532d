import { useCallback, useEffect, useLayoutEffect } from 'react';
import type { InstructionView } from '../../../shared/instructionView.ts';
import { Icon } from '../../controls/Icon.tsx';
import { placePopover } from '../../controls/placePopover.ts';
import { useMenu } from '../../controls/useMenu.ts';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';

const words = strings.instructions;
const KINDS = ['rule', 'memory', 'skill', 'agent'] as const;

/** Opens a list of problems with instruction files, and of switches for rules, memory, skills and agents. */
export function InstructionsChip() {
  const panel = usePanel();
  const { items, problems } = useChat((chat) => chat.instructions);
  const { open, close, anchor, button, menu, onKeyDown, buttonProps, menuProps } = useMenu<HTMLSpanElement>();

  const place = useCallback(() => {
    if (menu.current && button.current) placePopover(menu.current, button.current);
  }, [menu, button]);

  useEffect(() => {
    if (open) panel.send({ type: 'list-instructions' });
  }, [open, panel]);

  useLayoutEffect(() => {
    if (!open) return;
    menu.current?.showPopover();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [open, menu, place]);
  useLayoutEffect(() => {
    if (!open) return;
    // The list is above its button, so its place depends on its height.
    place();
    // Focuses an entry when the list opens, and after the focused entry was removed.
    if (menu.current?.contains(document.activeElement) !== true) {
      menu.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    }
  }, [open, menu, place, items, problems]);

  if (items.length + problems.length === 0 && !open) return null;
  const name = words.name(items.filter(({ isOn, isLeftOut }) => isOn && !isLeftOut).length, problems.length);
  return (
    <span className="action-menu" ref={anchor} onKeyDown={onKeyDown}>
      <button
        ref={button}
        className="icon-button instructions-chip"
        aria-label={name}
        title={words.title}
        {...buttonProps}
      >
        <Icon name="book" />
        {problems.length > 0 && <Icon name="warning" />}
      </button>
      {open && (
        <div
          className="menu popover-menu instructions-menu"
          ref={menu}
          popover="manual"
          aria-label={words.list}
          {...menuProps}
        >
          {problems.length > 0 && (
            <div role="group" aria-label={words.problems}>
              <div className="menu-heading" aria-hidden="true">
                {words.problems}
              </div>
              {problems.map((problem) => (
                <button
                  key={problem}
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  className="menu-item instructions-problem"
                  title={words.openProblem}
                  onClick={() => {
                    close();
                    panel.send({ type: 'open-problem', problem });
                  }}
                >
                  <Icon name="warning" />
                  <span>{problem}</span>
                </button>
              ))}
            </div>
          )}
          {KINDS.map((kind) => (
            <InstructionGroup key={kind} kind={kind} items={items.filter((item) => item.kind === kind)} />
          ))}
        </div>
      )}
    </span>
  );
}

function InstructionGroup({ kind, items }: { kind: InstructionView['kind']; items: readonly InstructionView[] }) {
  const panel = usePanel();
  if (items.length === 0) return null;
  return (
    <div role="group" aria-label={words.groups[kind]}>
      <div className="menu-heading" aria-hidden="true">
        {words.groups[kind]}
      </div>
      {items.map(({ id, name, detail, isOn }) => (
        <button
          key={id}
          type="button"
          role="menuitemcheckbox"
          aria-checked={isOn}
          tabIndex={-1}
          className="menu-item instructions-item"
          title={words.changed}
          onClick={() => panel.send({ type: 'switch-instruction', id, isOn: !isOn })}
        >
          <Icon name={isOn ? 'check' : 'blank'} />
          <span className="instructions-name">{name}</span>
          {detail !== '' && <span className="menu-detail">{detail}</span>}
        </button>
      ))}
    </div>
  );
}
