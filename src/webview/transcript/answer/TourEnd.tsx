import { Banner } from '../../controls/Banner.tsx';
import { Button } from '../../controls/Button.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';

export function TourEnd({ itemId }: { itemId: string }) {
  const panel = usePanel();
  const isEnd = useChat(
    (chat) => chat.tour === 'finished' && chat.status === 'idle' && chat.items.at(-1)?.id === itemId,
  );
  if (!isEnd) return null;
  return (
    <Banner
      severity="info"
      icon="check-all"
      actions={
        <Button kind="primary" onClick={() => panel.send({ type: 'command', command: 'select-model' })}>
          {strings.actions['select-model']}
        </Button>
      }
    >
      {strings.tourEnd}
    </Banner>
  );
}
