import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';

/** "Restored 3 files and the chat to before “…” · Undo", until the next message. No Undo if nothing was changed. */
export function RestoredStrip() {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const idle = useChat((chat) => chat.status === 'idle');
  const restored = useChat((chat) => chat.restored);
  if (!restored) return null;
  const { text, label } = strings.restore.undo;
  return (
    <div className="restored-strip" role="status" data-testid="restored">
      <Icon name="history" />
      <VisibleText text={strings.restore.restored(restored)} kind="line" />
      {(restored.files > 0 || restored.withChat) && (
        <Button
          kind="link"
          label={label}
          disabled={!idle}
          onClick={() => {
            panel.send({ type: 'checkpoint', conversationId, itemId: restored.itemId, action: 'undo' });
            panel.focusComposer();
          }}
        >
          {text}
        </Button>
      )}
    </div>
  );
}
