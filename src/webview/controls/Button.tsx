import type { ReactNode } from 'react';

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React declares JSX's elements in a namespace.
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': ButtonHTMLAttributes<HTMLElement> & { appearance: 'primary' | 'secondary' };
    }
  }
}

export interface ButtonProps {
  /** `link` looks like a link; `icon` has no border and needs a label. */
  kind?: 'primary' | 'secondary' | 'link' | 'icon';
  /** The accessible name, if the content alone is not enough. */
  label?: string;
  title?: string;
  disabled?: boolean;
  className?: string;
  onClick: () => void;
  children: ReactNode;
}

/**
 * Icons and links are plain buttons: a transcript has hundreds of them, and each button of the toolkit (`toolkit.ts`)
 * creates a shadow tree.
 */
export function Button({ kind = 'secondary', label, title, disabled, className = '', onClick, children }: ButtonProps) {
  const attributes = {
    className: `button ${kind} ${className}`.trim(),
    'aria-label': label,
    title,
    disabled: disabled ?? false,
    onClick,
  };
  if (kind === 'icon' || kind === 'link')
    return (
      <button type="button" {...attributes}>
        {children}
      </button>
    );
  return (
    <vscode-button appearance={kind} {...attributes}>
      {children}
    </vscode-button>
  );
}
