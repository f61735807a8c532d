import { Keycap } from '../controls/Keycap.tsx';
import { useChat } from '../panel.ts';
import { strings } from '../strings.ts';
import { countApprovals } from '../transcript/answerParts.ts';

const KEYS = strings.approval.keys(navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl');

/** Which keys answer a card; nothing if no card waits. */
export function CardKeysHint() {
  const isAsked = useChat((chat) => chat.status === 'waiting-for-confirmation' && countApprovals(chat.items) > 0);
  if (!isAsked) return null;
  return (
    <p className="card-keys">
      {Object.values(KEYS).map(({ key, does }) => (
        <span key={does}>
          <Keycap>{key}</Keycap> {does}
        </span>
      ))}
    </p>
  );
}
