import type { Completion } from '@codemirror/autocomplete';

/** An entry of the `@` or the `/` list. */
export interface ListEntry extends Completion {
  /** A codicon's name. */
  readonly icon?: string;
  readonly hint?: string;
}

export function renderIcon({ icon }: ListEntry): Node | null {
  if (icon === undefined) return null;
  const element = document.createElement('span');
  element.className = `codicon codicon-${icon}`;
  element.setAttribute('aria-hidden', 'true');
  return element;
}

export function renderHint({ hint }: ListEntry): Node | null {
  if (hint === undefined || hint === '') return null;
  const element = document.createElement('span');
  element.className = 'input-list-hint';
  element.textContent = hint;
  return element;
}
