import type { AnswerItem, AnswerStatus, ErrorView } from '../../../shared/transcriptItem.ts';
import type { Request } from '../../../shared/protocol.ts';
import { Banner, type Severity } from '../../controls/Banner.tsx';
import { Button } from '../../controls/Button.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { LoopCard } from '../cards/LoopCard.tsx';
import { continuingOf, endedEarly } from './continuing.ts';
import { endOf, isEmpty, isLeftOut } from './answerEnd.ts';

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

/** Says why an answer did not end normally, and offers an action. */
export function AnswerNotice({ answer }: { answer: AnswerItem }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const isLast = useChat((chat) => chat.items.at(-1)?.id === answer.id);
  const idle = useChat((chat) => chat.status === 'idle');
  const continuing = endedEarly(answer) ? continuingOf(answer) : null;
  const look = isEmpty(answer) ? EMPTY : LOOKS[answer.status];
  if (!look) return null;
  if (answer.status === 'failed' && !isLast) return <EarlierFailure answer={answer} />;
  if (answer.status === 'loop' && isLast) return <LoopCard answer={answer} />;
  const action = answer.error?.action ?? null;
  return (
    <Banner
      {...look}
      actions={
        action ? (
          <Button kind="primary" onClick={() => panel.send(toRequest(action, conversationId, answer.id))}>
            {strings.actions[action]}
          </Button>
        ) : continuing ? (
          <Button
            kind={isLast ? 'primary' : 'secondary'}
            disabled={!idle}
            onClick={() => panel.send({ type: 'continue-answer', conversationId, itemId: answer.id })}
          >
            {continuing === 'continue' ? strings.answer.continueAnswer : strings.answer.largerBudget}
          </Button>
        ) : (
          isLast && answer.status === 'context-full' && <WhenFull />
        )
      }
    >
      <VisibleText text={endOf(answer)} kind="block" />
    </Banner>
  );
}

/** The actions for a conversation that fills the model's context window. */
function WhenFull() {
  const panel = usePanel();
  return (
    <>
      <Button kind="primary" onClick={() => panel.send({ type: 'command', command: 'select-model' })}>
        {strings.actions['select-model']}
      </Button>
      <Button onClick={() => panel.send({ type: 'command', command: 'new-chat' })}>
        {strings.actions['new-chat']}
      </Button>
    </>
  );
}

/** A muted line for a failure before the last answer. It offers a retry only if later requests leave out its prompt. */
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

function toRequest(action: NonNullable<ErrorView['action']>, conversationId: string, itemId: string): Request {
  switch (action) {
    case 'retry':
      return { type: 'retry', conversationId, itemId };
    case 'set-api-key':
      return { type: 'set-key-and-retry', conversationId, itemId };
    default:
      return { type: 'command', command: action };
  }
}
