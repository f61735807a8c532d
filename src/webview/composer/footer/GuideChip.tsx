import { Icon } from '../../controls/Icon.tsx';
import { useChat } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';

/** Names the files whose instructions are sent with every message. */
export function GuideChip() {
  const files = useChat((chat) => chat.contextFiles);
  if (files.length === 0) return null;
  const name = strings.context.guides(files.join(', '));
  return (
    <span className="guide-chip" role="img" aria-label={name} title={name}>
      <Icon name="book" />
    </span>
  );
}
