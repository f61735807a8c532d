import type { AnswerItem, AnswerStatus } from '../../../shared/transcriptItem.ts';
import type { Request } from '../../../shared/protocol.ts';
import { Banner, type Severity } from '../../controls/Banner.tsx';
import { Button } from '../../controls/Button.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { LoopCard } from '../cards/LoopCard.tsx';
import { noticeActions, type NoticeAction } from './continuing.ts';
import { endReason, isEmpty, isLeftOut } from './answerEnd.ts';

interface Look {
  readonly severity: Severity;
  readonly icon: string;
}

const EMPTY: Look = { severity: 'warning', icon: 'comment' };
const LOOKS: Partial<Record<AnswerStatus, Look>> = {
  stopped: { severity: 'info', icon: 'debug-stop' },
  interrupted: { severity: 'warning', icon: 'debug-disconnect' },
  'turn-limit': { severity: 'info', icon: 'debug-pause' },
  loop: { severity: 'warning', icon: 'debug-pause' },
  'cut-off': { severity: 'warning', icon: 'pie-chart' },
  'only-thinking': { severity: 'warning', icon: 'pie-chart' },
  'context-full': { severity: 'warning', icon: 'pie-chart' },
  refused: { severity: 'warning', icon: 'circle-slash' },
  failed: { severity: 'error', icon: 'error' },
};

export function AnswerNotice({ answer }: { answer: AnswerItem }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const isLast = useChat((chat) => chat.items.at(-1)?.id === answer.id);
  const isFirst = useChat((chat) => chat.items.find(({ kind }) => kind === 'answer')?.id === answer.id);
  const idle = useChat((chat) => chat.status === 'idle');
  const look = isEmpty(answer) ? EMPTY : LOOKS[answer.status];
  if (!look) return null;
  if (answer.status === 'failed' && !isLast) return <EarlierFailure answer={answer} />;
  if (answer.status === 'loop' && isLast) return <LoopCard answer={answer} />;
  return (
    <Banner
      {...look}
      actions={noticeActions(answer, { isLast, isFirst }).map((action, index) => (
        <Button
          key={action}
          kind={isLast && index === 0 ? 'primary' : 'secondary'}
          disabled={!idle && needsIdle(action)}
          onClick={() => panel.send(toRequest(action, conversationId, answer.id))}
        >
          {strings.actions[action]}
        </Button>
      ))}
    >
      <VisibleText text={endReason(answer)} kind="block" />
    </Banner>
  );
}

/** A muted line, which offers a retry only if later requests leave out the failed prompt. */
function EarlierFailure({ answer }: { answer: AnswerItem }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const idle = useChat((chat) => chat.status === 'idle');
  if (!isLeftOut(answer)) return <p className="earlier-failure">{strings.answer.failedEarlier}</p>;
  return (
    <p className="earlier-failure">
      {strings.answer.leftOut}
      <Button
        kind="link"
        disabled={!idle}
        onClick={() => panel.send({ type: 'retry', conversationId, itemId: answer.id })}
      >
        {strings.answer.retry}
      </Button>
    </p>
  );
}

function needsIdle(action: NoticeAction): boolean {
  return action === 'continue' || action === 'larger-budget' || action === 'compress';
}

function toRequest(action: NoticeAction, conversationId: string, itemId: string): Request {
  switch (action) {
    case 'continue':
    case 'larger-budget':
      return { type: 'continue-answer', conversationId, itemId };
    case 'compress':
      return { type: 'compress', conversationId };
    case 'retry':
      return { type: 'retry', conversationId, itemId };
    case 'set-api-key':
      return { type: 'set-key-and-retry', conversationId, itemId };
    default:
      return { type: 'command', command: action };
  }
}
