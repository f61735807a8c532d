import { useId, useRef, useState } from 'react';
import type { AnswerItem } from '../../../shared/transcriptItem.ts';
import type { Request } from '../../../shared/protocol.ts';
import { Button } from '../../controls/Button.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { endReason } from '../answer/answerEnd.ts';
import { useAcceptsClicks } from './useAcceptsClicks.ts';

type Decision = Extract<Request, { type: 'decide-loop' }>['decision'];

/** Asks what to do with an answer in which the model repeats itself. Never takes the focus, but Tab reaches it. */
export function LoopCard({ answer }: { answer: AnswerItem }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const idle = useChat((chat) => chat.status === 'idle');
  const acceptsClicks = useAcceptsClicks();
  const [decided, setDecided] = useState(false);
  const heading = useId();
  const card = useRef<HTMLDivElement>(null);
  const disabled = !acceptsClicks || !idle || decided;

  function decide(decision: Decision): void {
    if (disabled) return;
    setDecided(true);
    // The focused button is removed with the card.
    if (card.current?.contains(document.activeElement)) panel.focusComposer();
    panel
      .request({ type: 'decide-loop', conversationId, itemId: answer.id, decision })
      .catch((error: unknown) => panel.problem.set(error instanceof Error ? error.message : String(error)))
      .finally(() => setDecided(false));
  }

  return (
    <div className="question" role="group" aria-labelledby={heading} ref={card}>
      <h2 id={heading}>
        <Icon name="debug-pause" className="tone-warning" />
        <span className="question-text">{strings.loop.label}</span>
      </h2>
      <p>{endReason(answer)}</p>
      <div className="question-actions">
        <Button kind="primary" disabled={disabled} onClick={() => decide('go-on')}>
          {strings.loop.goOn}
        </Button>
        <Button disabled={disabled} onClick={() => decide('stop')}>
          {strings.loop.stop}
        </Button>
        <Button kind="link" disabled={disabled} title={strings.loop.neverTitle} onClick={() => decide('never')}>
          {strings.loop.never}
        </Button>
      </div>
    </div>
  );
}
