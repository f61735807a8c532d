import { useSyncExternalStore } from 'react';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import type { Attachments } from './attachments.ts';

/** The draft's images, also those that are still being prepared. */
export function AttachmentBar({ attachments }: { attachments: Attachments }) {
  const panel = usePanel();
  const images = useChat((chat) => chat.attachments);
  const conversationId = useChat((chat) => chat.conversationId);
  const pending = useSyncExternalStore(attachments.pending.subscribe, attachments.pending.get);
  if (images.length + pending.length === 0) return null;

  function remove(id: string): void {
    panel.send({ type: 'detach', conversationId, id });
    // The focused button disappears.
    panel.focusComposer();
  }

  return (
    <ul className="attachments" aria-label={strings.images.list}>
      {images.map(({ id, name, thumbnail }) => (
        <li key={id} className="attachment" title={name}>
          <img src={thumbnail} alt="" />
          <span className="attachment-name">{name}</span>
          <Button
            kind="icon"
            label={strings.images.remove(name)}
            title={strings.images.remove(name)}
            onClick={() => remove(id)}
          >
            <Icon name="close" />
          </Button>
        </li>
      ))}
      {pending.map(({ id, name }) => (
        <li key={`pending-${id}`} className="attachment pending" title={strings.images.attaching(name)}>
          <Icon name="loading" spin />
          <span className="attachment-name">{name}</span>
        </li>
      ))}
    </ul>
  );
}
