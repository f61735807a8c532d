import { VSCodeButton } from '@vscode/webview-ui-toolkit/react';
import type { ReactNode } from 'react';

export interface ButtonProps {
  /** `link` looks like a link and is a button; `icon` shows only what is in it and needs a label. */
  kind?: 'primary' | 'secondary' | 'link' | 'icon';
  /** The accessible name where the content alone does not say it. */
  label?: string;
  title?: string;
  disabled?: boolean;
  className?: string;
  onClick: () => void;
  children: ReactNode;
}

export function Button({ kind = 'secondary', label, title, disabled, className = '', onClick, children }: ButtonProps) {
  return (
    <VSCodeButton
      appearance={kind === 'link' ? 'secondary' : kind}
      className={`button ${kind} ${className}`.trim()}
      {...(label !== undefined && { 'aria-label': label })}
      {...(title !== undefined && { title })}
      disabled={disabled ?? false}
      onClick={onClick}
    >
      {children}
    </VSCodeButton>
  );
}
