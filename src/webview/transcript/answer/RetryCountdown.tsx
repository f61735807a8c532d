import type { AnswerItem } from '../../../shared/transcriptItem.ts';
import { Banner } from '../../controls/Banner.tsx';
import { Button } from '../../controls/Button.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { useNow } from '../../state/useNow.ts';

export function RetryCountdown({ itemId, retry }: { itemId: string; retry: NonNullable<AnswerItem['retry']> }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const now = useNow(500);

  const { reason, attempt, maxAttempts } = retry;
  const { retryIn, retrying, retryNow, stopRetrying } = strings.answer;
  const seconds = Math.ceil((retry.at - now) / 1000);
  const waits = seconds > 0;
  return (
    <Banner
      severity="warning"
      icon="watch"
      actions={
        <>
          {waits && (
            <Button
              kind="link"
              label={retryNow.label}
              onClick={() => {
                panel.send({ type: 'retry-now', conversationId, itemId });
                panel.focusComposer();
              }}
            >
              {retryNow.text}
            </Button>
          )}
          <Button kind="link" label={stopRetrying.label} onClick={() => panel.stop()}>
            {stopRetrying.text}
          </Button>
        </>
      }
    >
      {waits ? retryIn(reason, seconds, attempt, maxAttempts) : retrying(reason, attempt, maxAttempts)}
    </Banner>
  );
}
