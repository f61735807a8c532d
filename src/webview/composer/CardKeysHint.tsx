import { useSyncExternalStore } from 'react';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import { countApprovals } from '../transcript/answer/answerParts.ts';

const KEYS = strings.approval.keys(navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl');

/**
 * A line with the keys that allow or deny the calls of an approval card. The line lists only keys that work from the
 * current focus. If no key works there, the line is invisible but keeps its height, so that nothing above it moves.
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
