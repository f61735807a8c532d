import type { BranchView } from '../../../shared/transcriptItem.ts';
import { Button } from '../../controls/Button.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { useChat } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { useScrollAnchor } from './scrollAnchor.ts';

/** ‹ 2/3 › switches between siblings: other wordings of a message, or other answers to it. */
export function BranchSwitcher({ itemId, branch }: { itemId: string; branch: BranchView | null }) {
  const idle = useChat((chat) => chat.status === 'idle');
  const anchor = useScrollAnchor();
  if (!branch || branch.count < 2) return null;
  const { index, count } = branch;
  return (
    <span className="branch" role="group" aria-label={strings.branch.group}>
      <Button
        kind="icon"
        className="quiet"
        label={strings.branch.previous}
        title={strings.branch.previous}
        disabled={!idle || index <= 1}
        onClick={() => anchor.switchBranch(itemId, -1)}
      >
        <Icon name="chevron-left" />
      </Button>
      <span className="branch-count">
        <span aria-hidden="true">{strings.branch.short(index, count)}</span>
        <span className="sr-only">{strings.branch.long(index, count)}</span>
      </span>
      <Button
        kind="icon"
        className="quiet"
        label={strings.branch.next}
        title={strings.branch.next}
        disabled={!idle || index >= count}
        onClick={() => anchor.switchBranch(itemId, 1)}
      >
        <Icon name="chevron-right" />
      </Button>
    </span>
  );
}
