import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export type Severity = 'info' | 'warning' | 'error';

const ICONS: Record<Severity, string> = { info: 'info', warning: 'warning', error: 'error' };

export function Banner({
  severity,
  icon = ICONS[severity],
  children,
  actions,
}: {
  severity: Severity;
  icon?: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={`banner ${severity}`}>
      <Icon name={icon} />
      <span className="banner-text">{children}</span>
      {actions !== undefined && <span className="banner-actions">{actions}</span>}
    </div>
  );
}
