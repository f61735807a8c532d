import type { BranchView } from '../../../shared/transcriptItem.ts';
import { Button } from '../../controls/Button.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { useChat } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { useScrollAnchor } from './scrollAnchor.ts';

/** Shows that hidden messages of the user follow this answer or another version of it, and offers to show them. */
export function LaterPrompts({ itemId, later }: { itemId: string; later: NonNullable<BranchView['later']> }) {
  const idle = useChat((chat) => chat.status === 'idle');
  const anchor = useScrollAnchor();
  return (
    <p className="later-prompts">
      <Icon name="history" />
      <span>{strings.branch.later(later.prompts)}</span>
      <Button kind="link" disabled={!idle} onClick={() => anchor.switchBranch(itemId, later.step)}>
        {strings.branch.showLater}
      </Button>
    </p>
  );
}
