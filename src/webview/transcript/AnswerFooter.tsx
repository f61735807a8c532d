import type { AnswerItem, UsageView } from '../../shared/chatState.ts';
import { Button } from '../controls/Button.tsx';
import { CopyButton } from '../controls/CopyButton.tsx';
import { Icon } from '../controls/Icon.tsx';
import { useChat, usePanel } from '../panel.ts';
import { strings } from '../strings.ts';
import { answerText } from './answerParts.ts';

/** What can be done with an answer, and what it took. */
export function AnswerFooter({ answer }: { answer: AnswerItem }) {
  const panel = usePanel();
  const isLast = useChat((chat) => chat.items.at(-1)?.id === answer.id);
  const conversationId = useChat((chat) => chat.conversationId);
  const idle = useChat((chat) => chat.status === 'idle');
  const hasText = answer.blocks.some((block) => block.kind === 'text' && block.text.trim() !== '');
  // A failed answer has its Retry in the notice above.
  const mayRetry = isLast && answer.error?.action !== 'retry';
  return (
    <footer className="answer-footer">
      {hasText && <CopyButton withText label={strings.answer.copy} text={() => answerText(answer)} />}
      {mayRetry && (
        <Button
          kind="icon"
          className="quiet"
          label={strings.answer.retry}
          disabled={!idle}
          onClick={() => panel.send({ type: 'retry', conversationId, itemId: answer.id })}
        >
          <Icon name="refresh" />
          <span className="button-text">{strings.answer.retry}</span>
        </Button>
      )}
      {answer.usage && <Tokens usage={answer.usage} />}
      {answer.speculated && (
        <span className="answer-meta" title={strings.answer.speculatedDetail}>
          {strings.answer.speculated}
        </span>
      )}
      {answer.amended.length > 0 && (
        <span className="answer-meta" title={answer.amended.join('\n')}>
          {strings.answer.amended(answer.amended.length)}
        </span>
      )}
    </footer>
  );
}

/** Nothing where the provider did not count, or the answer was stopped before it did. */
function Tokens({ usage: { input, output, cacheRead, cacheWrite } }: { usage: UsageView }) {
  const total = input + output + cacheRead + cacheWrite;
  if (total === 0) return null;
  return (
    <span className="answer-meta" title={strings.answer.tokensDetail(input, output, cacheRead, cacheWrite)}>
      {strings.answer.tokens(total)}
    </span>
  );
}
