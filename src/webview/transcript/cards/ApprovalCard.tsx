import { useRef, useState } from 'react';
import type { ApprovalView, ToolBlock } from '../../../shared/toolBlock.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { ApprovalReasons } from './ApprovalReasons.tsx';
import { ApprovalSubjectView } from './ApprovalSubjectView.tsx';
import { CardActions } from './CardActions.tsx';
import { CardQuestion } from './CardQuestion.tsx';
import { useOutlined } from './useCardKeys.ts';
import { useDecision } from './useDecision.ts';
import { useNextDecision } from './useNextDecision.ts';

/** Takes the focus only if it replaces an `EditsCard` that had the focus; see `useNextDecision`. */
export function ApprovalCard({ tool }: { tool: ToolBlock }) {
  return tool.approval && <Card tool={tool} approval={tool.approval} />;
}

function Card({ tool, approval }: { tool: ToolBlock; approval: ApprovalView }) {
  const { callId, name } = tool;
  const panel = usePanel();
  const card = useRef<HTMLDivElement>(null);
  const { disabled, decide } = useDecision(card);
  useNextDecision(card, [tool], disabled);
  const isOutlined = useOutlined(callId);
  const [isRead, setRead] = useState(approval.subject.kind !== 'command');
  return (
    <div
      className={isOutlined ? 'approval keyed' : 'approval'}
      role="group"
      aria-label={strings.approval.label(toDisplayText(name))}
      ref={card}
    >
      {tool.madeBy !== undefined && <MadeBy agent={tool.madeBy} />}
      <h2>
        <CardQuestion tool={tool} question={approval.question} />
      </h2>
      <ApprovalReasons reasons={approval.reasons} />
      <ApprovalSubjectView
        subject={approval.subject}
        disabled={disabled}
        onOpenDiff={() => panel.send({ type: 'open-diff', callId })}
        onShown={setRead}
      />
      <CardActions
        id={callId}
        textKey={approval.group ?? callId}
        card={card}
        allowLabel={strings.approval.once}
        disabled={disabled}
        isRead={isRead}
        grantable={approval.grantable}
        offers={approval.persistent}
        onAllow={(decision) => decide([callId], { decision })}
        onPersistent={(persistent) => decide([callId], { decision: 'allow-always', persistent })}
        onDeny={(reason) => decide([callId], toDenial(reason))}
      />
    </div>
  );
}

export function MadeBy({ agent }: { agent: string }) {
  return <p className="approval-agent">{strings.approval.madeBy(toDisplayText(agent))}</p>;
}

export function toDenial(reason: string): { decision: 'deny'; reason?: string } {
  const words = reason.trim();
  return words === '' ? { decision: 'deny' } : { decision: 'deny', reason: words };
}
