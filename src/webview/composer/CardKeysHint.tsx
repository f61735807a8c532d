import { useSyncExternalStore } from 'react';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import { countApprovals } from '../transcript/answer/answerParts.ts';

const KEYS = strings.approval.keys(navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl');

/**
 * The keys for an approval card that work from the current focus. If none works, the line keeps its height, so that
 * nothing above it moves.
 */
export function CardKeysHint() {
  const { cards } = usePanel();
  const working = useSyncExternalStore(cards.working.subscribe, cards.working.get);
  const isAsked = useChat((chat) => chat.status === 'waiting-for-confirmation' && countApprovals(chat.items) > 0);
  if (!isAsked) return null;
  const keys = working === 'both' ? [KEYS.allow, KEYS.deny] : [KEYS.deny];
  return (
    <p className={working === 'none' ? 'card-keys unusable' : 'card-keys'}>
      {keys.map(({ key, does }) => (
        <span key={does}>
          <kbd className="keycap">{key}</kbd> {does}
        </span>
      ))}
    </p>
  );
}
