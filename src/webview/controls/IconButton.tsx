import type { ButtonHTMLAttributes } from 'react';
import { Icon } from './Icon.tsx';

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: string;
  /** The accessible name, and the default title. */
  readonly label: string;
}

/** A small button with one icon, for rows without room for a toolkit button. */
export function IconButton({ icon, label, title = label, className = '', ...attributes }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`.trim()}
      aria-label={label}
      title={title}
      {...attributes}
    >
      <Icon name={icon} />
    </button>
  );
}
