import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ApprovalView, ToolBlock } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { Button } from '../controls/Button.tsx';
import { usePanel } from '../panel.ts';
import { strings } from '../strings.ts';
import { ApprovalReasons } from './ApprovalReasons.tsx';
import { ApprovalSubjectView } from './ApprovalSubjectView.tsx';
import { CardQuestion } from './CardQuestion.tsx';
import { useCardText } from './cardText.ts';
import { LastingRuleChoice } from './LastingRuleChoice.tsx';
import { useArmed } from './useArmed.ts';

type Decision = 'allow-once' | 'allow-for-chat' | 'allow-always' | 'deny';

/** Asks before a call runs. It never takes the focus. */
export function ApprovalCard({ tool }: { tool: ToolBlock }) {
  return tool.approval && <Card tool={tool} approval={tool.approval} />;
}

function Card({ tool, approval }: { tool: ToolBlock; approval: ApprovalView }) {
  const { callId, name } = tool;
  const panel = usePanel();
  const armed = useArmed();
  const [decided, setDecided] = useState(false);
  const [reason, setReason] = useCardText(`${callId} reason`, '');
  const [explaining, setExplaining] = useState(reason !== '');
  const [choosing, setChoosing] = useState(false);
  const always = useRef<HTMLSpanElement>(null);
  const disabled = !armed || decided;

  function decide(decision: Decision, lasting?: number): void {
    if (disabled) return;
    setDecided(true);
    // The button that had the focus goes away with the card.
    panel.focusComposer();
    const words = decision === 'deny' && reason.trim() !== '' && { reason: reason.trim() };
    const rule = lasting === undefined ? {} : { lasting };
    panel.request({ type: 'decide', callId, decision, ...words, ...rule }).catch(fail);
  }

  /** The focus goes back to where it came from, once that is there again. */
  function stopChoosing(): void {
    flushSync(() => setChoosing(false));
    always.current?.querySelector<HTMLElement>('*')?.focus();
  }

  function fail(error: unknown): void {
    setDecided(false);
    panel.problem.set(error instanceof Error ? error.message : String(error));
  }

  return (
    <div className="approval" role="group" aria-label={strings.approval.label(toDisplayText(name))}>
      <h2>
        <CardQuestion tool={tool} question={approval.question} />
      </h2>
      <ApprovalReasons reasons={approval.reasons} />
      <ApprovalSubjectView
        subject={approval.subject}
        path={tool.detail}
        disabled={disabled}
        onOpenDiff={() => panel.send({ type: 'open-diff', callId })}
      />
      {explaining && <ReasonField value={reason} onChange={setReason} onSend={() => !disabled && decide('deny')} />}
      {choosing ? (
        <LastingRuleChoice
          offers={approval.lasting}
          disabled={disabled}
          onTake={(index) => decide('allow-always', index)}
          onBack={stopChoosing}
        />
      ) : (
        <div className="approval-actions">
          <Button kind="primary" disabled={disabled} onClick={() => decide('allow-once')}>
            {strings.approval.once}
          </Button>
          {approval.grantable && (
            <Button disabled={disabled} onClick={() => decide('allow-for-chat')}>
              {strings.approval.chat}
            </Button>
          )}
          {approval.lasting.length > 0 && (
            <span ref={always}>
              <Button disabled={disabled} title={strings.lasting.openTitle} onClick={() => setChoosing(true)}>
                {strings.lasting.open}
              </Button>
            </span>
          )}
          <Button kind="link" disabled={disabled} onClick={() => decide('deny')}>
            {strings.approval.deny}
          </Button>
          {!explaining && (
            <Button
              kind="link"
              disabled={disabled}
              title={strings.approval.whyTitle}
              onClick={() => setExplaining(true)}
            >
              {strings.approval.why}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function ReasonField({
  value,
  onChange,
  onSend,
}: {
  value: string;
  onChange: (value: string) => void;
  onSend: () => void;
}) {
  return (
    <textarea
      className="approval-text"
      aria-label={strings.approval.reason}
      placeholder={strings.approval.reason}
      rows={2}
      maxLength={10_000}
      // It comes up because the user has asked for it, with a button of this card.
      ref={(element) => {
        if (element && value === '') element.focus();
      }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onSend();
      }}
    />
  );
}
