import { useSyncExternalStore } from 'react';
import { Keycap } from '../controls/Keycap.tsx';
import { useChat, usePanel } from '../panel.ts';
import { strings } from '../strings.ts';
import { countApprovals } from '../transcript/answerParts.ts';

const KEYS = strings.approval.keys(navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl');

/** Which keys answer a card from where the focus is. A key that does not work keeps its place, so that nothing moves. */
export function CardKeysHint() {
  const { cards } = usePanel();
  const working = useSyncExternalStore(cards.working.subscribe, cards.working.get);
  const isAsked = useChat((chat) => chat.status === 'waiting-for-confirmation' && countApprovals(chat.items) > 0);
  if (!isAsked) return null;
  const works = { allow: working === 'both', deny: working !== 'none' };
  return (
    <p className="card-keys">
      {(['allow', 'deny'] as const).map((name) => (
        <span key={name} className={works[name] ? '' : 'no-use'}>
          <Keycap>{KEYS[name].key}</Keycap> {KEYS[name].does}
        </span>
      ))}
    </p>
  );
}
