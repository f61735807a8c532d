import type { ToolBlock, ToolStatus } from '../../../shared/toolBlock.ts';
import { Icon } from '../../controls/Icon.tsx';
import { strings } from '../../strings/strings.ts';

type IconStatus = ToolStatus | 'denied' | 'unapplied';

export function toIconStatus({ notRun, unapplied, status }: ToolBlock): IconStatus {
  if (notRun === 'denied') return 'denied';
  return unapplied ? 'unapplied' : status;
}

const STATUS_ICONS: Record<IconStatus, { icon: string; tone: string; spin?: boolean }> = {
  validating: { icon: 'loading', tone: 'running', spin: true },
  'awaiting-approval': { icon: 'question', tone: 'warning' },
  'awaiting-answer': { icon: 'question', tone: 'warning' },
  scheduled: { icon: 'circle-outline', tone: 'muted' },
  executing: { icon: 'loading', tone: 'running', spin: true },
  unapplied: { icon: 'circle-outline', tone: 'muted' },
  success: { icon: 'check', tone: 'success' },
  error: { icon: 'error', tone: 'failure' },
  cancelled: { icon: 'circle-slash', tone: 'muted' },
  denied: { icon: 'circle-slash', tone: 'failure' },
};

export function StatusIcon({ status }: { status: IconStatus }) {
  const { icon, tone, spin = false } = STATUS_ICONS[status];
  return (
    <>
      <Icon name={icon} spin={spin} className={`tone-${tone}`} />
      {/* For a denied or unapplied call, the visible words already say the status. */}
      {status !== 'denied' && status !== 'unapplied' && (
        <span className="sr-only">{strings.tools.status[status]}: </span>
      )}
    </>
  );
}
