import type { ApprovalReason } from '../../../shared/toolBlock.ts';
import { Icon } from '../../controls/Icon.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { strings } from '../../strings/strings.ts';

/** Why the user is asked, if the approval mode alone does not explain it. */
export function ApprovalReasons({ reasons }: { reasons: readonly ApprovalReason[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul className="approval-reasons">
      {reasons.map(({ kind, detail }, index) => (
        <li key={index}>
          <Icon name="warning" className="tone-warning" />
          <span>
            <VisibleText text={strings.approval.reasons[kind](detail)} kind="line" />
          </span>
        </li>
      ))}
    </ul>
  );
}
