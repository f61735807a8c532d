import { useEffect, useState } from 'react';
import type { AnswerItem } from '../../shared/chatState.ts';
import { Banner } from '../Banner.tsx';
import { Button } from '../controls/Button.tsx';
import { usePanel } from '../panel.ts';
import { strings } from '../strings.ts';

/** A model request failed and is made again in a while. */
export function RetryCountdown({ retry }: { retry: NonNullable<AnswerItem['retry']> }) {
  const panel = usePanel();
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);

  const seconds = Math.ceil((retry.at - now) / 1000);
  const text =
    seconds > 0
      ? strings.answer.retryIn(retry.reason, seconds, retry.attempt, retry.maxAttempts)
      : strings.answer.retryNow(retry.reason, retry.attempt, retry.maxAttempts);
  return (
    <Banner
      severity="warning"
      icon="watch"
      actions={
        <Button kind="link" label={strings.answer.stopRetrying} onClick={() => panel.stop()}>
          {strings.composer.stop}
        </Button>
      }
    >
      {text}
    </Banner>
  );
}
